"""Write a run of scenes as a YOLO data set, with sidecars that say more than a YOLO label can.

``OUT/images/*.jpg``, ``OUT/labels/*.txt``; ``OUT/scenes.jsonl`` (one line a scene: kind, tile set, and for
each tile code, box, quad, visible share, zone, group); ``OUT/hands.jsonl`` (the truth, keys as in
``photos/val/hands.jsonl``); ``OUT/data.yaml``.  A scene depends only on seed, number, size and faces, so any
number of processes gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from datasets.classes import CLASSES
from datasets.faces.folder import CropFolder
from datasets.label.labels import Box, Photo
from datasets.label.yolo import label_lines
from datasets.synth.render import Seen
from datasets.synth.scene import BLOCK, Scene, make_block, make_scene

MIN_VISIBLE = 0.55
MIN_SIDE = 7.0


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of scenes is made from. ``backs``: label ``all`` backs in view or only those of the
    ``subject``.
    """

    out: Path
    count: int
    seed: int = 0
    size: int = 768
    faces: tuple[str, ...] = ()
    kind: str | None = None
    backs: str = "all"


def labelled(scene: Scene, *, backs: str = "all") -> list[Seen]:
    """Return the tiles that get a label: at least 55 % in view and 7 pixels on the shorter side."""
    out = []
    for tile in scene.seen:
        x0, y0, x1, y1 = tile.box
        small = min(x1 - x0, y1 - y0) < MIN_SIDE
        stray_back = tile.code == "0x" and backs == "subject" and tile.zone == "other"
        if tile.visible >= MIN_VISIBLE and not small and not stray_back:
            out.append(tile)
    return out


def labelled_photo(scene: Scene, *, backs: str = "all") -> Photo:
    """Return the scene as a labelled photo."""
    height, width = scene.image.shape[:2]
    boxes = tuple(Box(t.code, *t.box) for t in labelled(scene, backs=backs))
    return Photo(f"{scene.name}.jpg", width, height, boxes)


def _tile_json(tile: Seen) -> dict[str, Any]:
    return {
        "code": tile.code,
        "box": [round(v, 2) for v in tile.box],
        "quad": [[round(v, 2) for v in p] for p in tile.quad],
        "visible": round(tile.visible, 3),
        "zone": tile.zone,
        "group": tile.group,
    }


@cache
def _folder(texts: tuple[str, ...]) -> CropFolder | None:
    return CropFolder.parse(*texts) if texts else None


def write_block(run: Run, number: int) -> list[tuple[str, str]]:
    """Write the scenes of one block and return the sidecar lines (scene, hand) of each."""
    cv2.setNumThreads(1)
    block = make_block(run.seed, number, _folder(run.faces))
    lines = []
    for index in range(number * BLOCK, min((number + 1) * BLOCK, run.count)):
        scene = make_scene(run.seed, index, run.size, block, run.kind)
        (run.out / "images" / f"{scene.name}.jpg").write_bytes(scene.jpeg())
        (run.out / "labels" / f"{scene.name}.txt").write_text(label_lines(labelled_photo(scene, backs=run.backs)))
        record = {
            "photo": f"{scene.name}.jpg",
            "width": scene.image.shape[1],
            "height": scene.image.shape[0],
            "kind": scene.kind,
            "tileset": scene.tileset,
            "tiles": [_tile_json(t) for t in scene.seen],
        }
        lines.append((json.dumps(record), json.dumps(scene.truth, ensure_ascii=False)))
    return lines


def generate(run: Run, jobs: int = 1) -> Iterator[int]:
    """Write the whole run, in ``jobs`` processes; yields the number of scenes written so far."""
    for name in ("images", "labels"):
        (run.out / name).mkdir(parents=True, exist_ok=True)
    names = "".join(f"  {i}: {code}\n" for i, code in enumerate(CLASSES))
    (run.out / "data.yaml").write_text(f"path: {run.out.resolve()}\ntrain: images\nval: images\nnames:\n{names}")
    blocks = range((run.count + BLOCK - 1) // BLOCK)
    done = 0
    with (run.out / "scenes.jsonl").open("w") as scenes, (run.out / "hands.jsonl").open("w") as hands:
        for lines in _each_block(run, blocks, jobs):
            for scene_line, hand_line in lines:
                scenes.write(scene_line + "\n")
                hands.write(hand_line + "\n")
            done += len(lines)
            yield done


def _each_block(run: Run, blocks: range, jobs: int) -> Iterator[list[tuple[str, str]]]:
    if jobs <= 1:
        yield from (write_block(run, b) for b in blocks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(write_block, [run] * len(blocks), blocks)
