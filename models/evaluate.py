"""Measure the shipped reader on labelled photos: exact hands, corrections, mAP; by tile set and by rotation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.metrics import (
    Found,
    Outcome,
    Truth,
    compare,
    confusions,
    mean_average_precision,
    read_truth,
    summary,
)
from models.photos import Sample, load_rgb, read_folder
from vision.classes import CLASSES


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All a run found out: figures for the page and the JSON file, and what each photo read as."""

    figures: dict[str, Any]
    outcomes: tuple[tuple[float, str, Outcome], ...]
    answers: dict[tuple[float, str], dict[str, Any]]
    folder: Path


def turned(image: np.ndarray, degrees: float) -> np.ndarray:
    """Return the whole picture turned by `degrees` (counter-clockwise) on a grey ground; quarter turns are exact."""
    quarter, rest = divmod(degrees / 90, 1)
    if rest == 0:
        return np.ascontiguousarray(np.rot90(image, int(quarter)))
    height, width = image.shape[:2]
    angle = np.deg2rad(degrees)
    across = int(abs(width * np.cos(angle)) + abs(height * np.sin(angle)))
    down = int(abs(width * np.sin(angle)) + abs(height * np.cos(angle)))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += [(across - width) / 2, (down - height) / 2]
    return cv2.warpAffine(image, matrix, (across, down), flags=cv2.INTER_CUBIC, borderValue=(114, 114, 114))


def as_jpeg(image: np.ndarray) -> bytes:
    """Return an RGB picture as a JPEG file of high quality."""
    return cv2.imencode(".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()


def tile_set(name: str) -> str:
    """Return the tile set a photo belongs to: the word before the number."""
    return name.rsplit("-", 1)[0]


def evaluate_folder(
    folder: Path,
    weights: Path,
    *,
    prefixes: Sequence[str] = (),
    turns: Sequence[float] = (0.0,),
    side: int | None = None,
    every: int = 1,
    with_crops: bool = True,
    track: Callable[[Iterable[Any]], Iterable[Any]] | None = None,
) -> Evaluation:
    """Read every `every`-th photo of a folder at each of the turns (degrees) and compare with hands.jsonl.

    The truth of a photo that hands.jsonl does not name is the multiset of its labelled tiles.
    """
    reader = _reader(weights, side, with_crops)
    samples = read_folder(folder, tuple(prefixes))[::every]
    truths = _truths(folder, samples)
    outcomes: list[tuple[float, str, Outcome]] = []
    answers: dict[tuple[float, str], dict[str, Any]] = {}
    founds: list[Found] = []
    jobs = [(turn, sample) for turn in turns for sample in samples]
    for turn, sample in (track or _bar)(jobs):
        name = sample.path.name
        data = sample.path.read_bytes() if turn == 0 else as_jpeg(turned(load_rgb(sample.path), turn))
        answer = reader.read(data).to_json("en")
        answers[turn, name] = answer
        outcomes.append((turn, tile_set(name), compare(truths[name], answer)))
        if turn == 0:
            founds.append(_found(sample, answer))
    return Evaluation(_figures(outcomes, founds), tuple(outcomes), answers, folder)


def _reader(weights: Path, side: int | None, with_crops: bool) -> Any:
    from vision import HandReader
    from vision.crops import CropReader
    from vision.detector import TileDetector
    from vision.weights import read_manifest

    files = read_manifest(weights)
    detector = TileDetector(files["tiles"])
    if side is not None:
        detector.side = side
    return HandReader(detector, CropReader(files["crops"]) if with_crops and "crops" in files else None)


def _bar(jobs: Iterable[Any]) -> Iterable[Any]:
    from rich.progress import track

    return track(list(jobs), description="reading")


def _truths(folder: Path, samples: Sequence[Sample]) -> dict[str, Truth]:
    truths: dict[str, Truth] = {}
    path = folder / "hands.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            truth = read_truth(json.loads(line))
            truths[truth.photo] = truth
    for sample in samples:
        codes = [CLASSES[kind] for kind in sample.classes if kind < len(CLASSES)]
        truths.setdefault(sample.path.name, read_truth({"photo": sample.path.name, "tiles": codes}))
    return truths


def _found(sample: Sample, answer: dict[str, Any]) -> Found:
    size = np.array([answer["width"], answer["height"]] * 2, dtype=float)
    tiles = answer["tiles"]
    known = sample.classes < len(CLASSES)
    return Found(
        boxes=np.array([tile["box"] for tile in tiles], dtype=float).reshape(-1, 4),
        scores=np.array([tile["confidence"] for tile in tiles], dtype=float),
        classes=np.array([CLASSES.index(tile["code"]) for tile in tiles], dtype=int),
        true_boxes=sample.boxes[known] * size,
        true_classes=sample.classes[known],
    )


def _figures(outcomes: Sequence[tuple[float, str, Outcome]], founds: Sequence[Found]) -> dict[str, Any]:
    by_set = {
        name: [o for turn, group, o in outcomes if group == name and turn == outcomes[0][0]]
        for name in sorted({group for _, group, _ in outcomes})
    }
    by_turn = {f"{turn:g}": [o for t, _, o in outcomes if t == turn] for turn in sorted({t for t, _, _ in outcomes})}
    lie = sorted({o.rotation for _, _, o in outcomes})
    by_lie = {name: [o for _, _, o in outcomes if o.rotation == name] for name in lie}
    precision = mean_average_precision(founds, len(CLASSES))
    pairs: Counter[tuple[int, int]] = confusions(founds)
    return {
        "all": summary([o for _, _, o in outcomes]),
        "by_tile_set": {name: summary(rows) for name, rows in by_set.items()},
        "by_turn": {name: summary(rows) for name, rows in by_turn.items()},
        "by_lie_of_the_row": {name: summary(rows) for name, rows in by_lie.items()},
        "mAP50": precision["mAP50"],
        "mAP50-95": precision["mAP50-95"],
        "AP50": {CLASSES[kind]: value for kind, value in precision["AP50"].items()},
        "confusions": [[CLASSES[true], CLASSES[read], n] for (true, read), n in pairs.most_common(20)],
    }
