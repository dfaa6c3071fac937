"""Figures of a reading against the truth: tiles, exact hands, corrections, average precision. numpy only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.classes import expand
from vision.geometry import iou as iou_with


@dataclass(frozen=True, slots=True)
class Truth:
    """What a photo shows: all its tiles, and for a hand its concealed tiles, melds and flowers."""

    photo: str
    tiles: Counter[str]
    concealed: Counter[str] | None
    melds: tuple[str, ...]
    flowers: Counter[str]
    rotation: str
    ambiguous: bool

    @property
    def is_hand(self) -> bool:
        return self.concealed is not None


def read_truth(row: Mapping[str, Any]) -> Truth:
    """Return the truth of one line of hands.jsonl: a hand, or a sheet of tiles."""
    if "tiles" in row:
        tiles = Counter(row["tiles"])
        return Truth(row["photo"], tiles, None, (), Counter(), row.get("rotation", "scattered"), False)
    concealed, flowers = Counter(expand(row["concealed"])), Counter(expand(row["flowers"]))
    melds = tuple(sorted(row["melds"]))
    everything = concealed + flowers
    for meld in melds:
        everything = everything + Counter(expand(meld))
    return Truth(
        row["photo"],
        everything,
        concealed,
        melds,
        flowers,
        row.get("rotation", "unstated"),
        bool(row.get("ambiguous", False)),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one photo was read. `corrections` counts changed, missing and extra tiles, a change once."""

    photo: str
    rotation: str
    is_hand: bool
    ambiguous: bool
    tiles: int
    right: int
    corrections: int
    exact: bool
    exact_reading: bool
    flowers: int
    flowers_right: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    seconds: float


def compare(truth: Truth, answer: Mapping[str, Any]) -> Outcome:
    """Compare a reading (the JSON of `hupai read`) with the truth."""
    read = Counter(tile["code"] for tile in answer["tiles"] if tile["zone"] != "other")
    hand = answer["hand"]
    for meld in hand["melds"]:
        if meld.get("concealed"):  # face-down tiles of a concealed kong count as what they are
            code = meld["tiles"][0] + meld["tiles"][-1]
            hidden = 0 if code == "0x" else min(read["0x"], 4 - read[code])
            read.subtract({"0x": hidden})
            read[code] += hidden
    read = +read
    if not truth.is_hand:
        read.pop("0x", None)
    wanted = truth.tiles.copy()
    if not truth.is_hand:
        wanted.pop("0x", None)
    missing, extra = wanted - read, read - wanted
    concealed = Counter(expand(hand["concealed"]))
    if hand.get("tile"):
        concealed[hand["tile"]] += 1
    melds = tuple(sorted(meld["tiles"] for meld in hand["melds"]))
    flowers = Counter(expand(hand["flowers"]))
    exact = not missing and not extra
    bonus = Counter({code: n for code, n in wanted.items() if code.endswith("f")})
    return Outcome(
        photo=truth.photo,
        rotation=truth.rotation,
        is_hand=truth.is_hand,
        ambiguous=truth.ambiguous,
        tiles=wanted.total(),
        right=wanted.total() - missing.total(),
        corrections=max(missing.total(), extra.total()),
        exact=exact,
        exact_reading=exact
        and truth.is_hand
        and (concealed, melds, flowers) == (truth.concealed, truth.melds, truth.flowers),
        flowers=bonus.total(),
        flowers_right=(bonus & read).total(),
        missing=tuple(sorted(missing.elements())),
        extra=tuple(sorted(extra.elements())),
        seconds=float(answer["seconds"]["total"]),
    )


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures over some photos: shares of 1, corrections per photo, seconds (median)."""
    hands = [o for o in outcomes if o.is_hand]
    clear = [o for o in hands if not o.ambiguous]
    corrections = np.array([o.corrections for o in outcomes] or [0])
    return {
        "photos": len(outcomes),
        "hands": len(hands),
        "tiles_right": _share(sum(o.right for o in outcomes), sum(o.tiles for o in outcomes)),
        "flowers_right": _share(sum(o.flowers_right for o in outcomes), sum(o.flowers for o in outcomes)),
        "exact_photos": _share(sum(o.exact for o in outcomes), len(outcomes)),
        "exact_hands": _share(sum(o.exact for o in hands), len(hands)),
        "exact_readings": _share(sum(o.exact_reading for o in clear), len(clear)),
        "corrections_median": float(np.median(corrections)),
        "corrections_mean": round(float(corrections.mean()), 3),
        "seconds_mean": round(float(np.mean([o.seconds for o in outcomes] or [0])), 4),
        "seconds_median": round(float(np.median([o.seconds for o in outcomes] or [0])), 3),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


@dataclass(frozen=True, slots=True)
class Found:
    """Detections and labels of one photo: boxes [N,4] pixels, scores [N], classes [N]; truth boxes and classes."""

    boxes: np.ndarray
    scores: np.ndarray
    classes: np.ndarray
    true_boxes: np.ndarray
    true_classes: np.ndarray


def average_precision(photos: Sequence[Found], kind: int | None, iou: float) -> float | None:
    """Return the area under the precision-recall curve of one class (or of all as one), None without truth boxes."""
    rows: list[tuple[float, bool]] = []
    wanted = 0
    for photo in photos:
        mine = np.ones(len(photo.boxes), bool) if kind is None else photo.classes == kind
        theirs = np.ones(len(photo.true_boxes), bool) if kind is None else photo.true_classes == kind
        wanted += int(theirs.sum())
        rows += _matches(photo.boxes[mine], photo.scores[mine], photo.true_boxes[theirs], iou)
    if not wanted:
        return None
    if not rows:
        return 0.0
    hits = np.array([hit for _, hit in sorted(rows, key=lambda row: -row[0])], dtype=float)
    recall = np.concatenate([[0.0], np.cumsum(hits) / wanted, [1.0]])
    precision = np.concatenate([[1.0], np.cumsum(hits) / np.arange(1, len(hits) + 1), [0.0]])
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(recall) * envelope[1:]))


def _matches(boxes: np.ndarray, scores: np.ndarray, truth: np.ndarray, iou: float) -> Iterable[tuple[float, bool]]:
    free = np.ones(len(truth), bool)
    for index in np.argsort(-scores):
        hit = False
        if len(truth):
            candidates = np.where(free, iou_with(boxes[index], truth), 0)
            best = int(candidates.argmax())
            if candidates[best] >= iou:
                free[best], hit = False, True
        yield float(scores[index]), hit


def mean_average_precision(photos: Sequence[Found], classes: int) -> dict[str, Any]:
    """Return mAP50, mAP50-95 over the classes that have labels, and the AP50 of each."""
    thresholds = np.arange(0.5, 0.96, 0.05)
    table = {
        kind: [average_precision(photos, kind, float(t)) for t in thresholds]
        for kind in range(classes)
        if any((photo.true_classes == kind).any() for photo in photos)
    }
    return {
        "mAP50": round(float(np.mean([row[0] for row in table.values()])), 4) if table else None,
        "mAP50-95": round(float(np.mean([np.mean(row) for row in table.values()])), 4) if table else None,
        "AP50": {kind: round(float(row[0]), 4) for kind, row in table.items()},
    }


def confusions(photos: Sequence[Found], iou: float = 0.4) -> Counter[tuple[int, int]]:
    """Count pairs (true class, read class) of boxes that lie on each other but differ in name."""
    pairs: Counter[tuple[int, int]] = Counter()
    for photo in photos:
        if not len(photo.boxes) or not len(photo.true_boxes):
            continue
        for index, box in enumerate(photo.true_boxes):
            row = iou_with(box, photo.boxes)
            best = int(row.argmax())
            true, read = int(photo.true_classes[index]), int(photo.classes[best])
            if row[best] >= iou and true != read:
                pairs[true, read] += 1
    return pairs
