"""First labels for new photos, from the current model through the reader's front door; a person checks them
after.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from datasets.classes import CLASS_INDEX
from datasets.label.labels import Box, Photo, pictures
from datasets.label.yolo import label_lines


class Reader(Protocol):
    """What a draft needs of ``vision.HandReader``."""

    def read(self, data: bytes) -> Any:
        """Return a reading with ``width``, ``height`` and ``tiles`` of ``code``, ``box`` and
        ``confidence``.
        """


def load_reader(weights: Path) -> Reader:
    """Return the reader with the weights of that folder."""
    from vision import HandReader

    return HandReader.load(weights)


def draft(reader: Reader, data: bytes, name: str, *, least: float = 0.4) -> Photo:
    """Return a photo with a box for each tile that the reader is at least so sure of."""
    reading = reader.read(data).to_json()
    boxes = [
        Box(t["code"], *map(float, t["box"]))
        for t in reading["tiles"]
        if t["confidence"] >= least and t["code"] in CLASS_INDEX
    ]
    return Photo(name, int(reading["width"]), int(reading["height"]), tuple(boxes))


def draft_folder(reader: Reader, images: Path, labels: Path, *, least: float, overwrite: bool) -> Iterator[str]:
    """Write a label file for each photo that has none; yields one line a photo on what was done."""
    labels.mkdir(parents=True, exist_ok=True)
    for path in pictures(images):
        target = labels / f"{path.stem}.txt"
        if target.exists() and not overwrite:
            yield f"{path.name}: has labels, left alone"
            continue
        try:
            photo = draft(reader, path.read_bytes(), path.name, least=least)
        except ValueError as error:
            yield f"{path.name}: {error}"
            continue
        target.write_text(label_lines(photo))
        yield f"{path.name}: {len(photo.boxes)} boxes"
