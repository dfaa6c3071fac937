"""Labelled photos as values, and the error that names every fault in the files they came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2

EXIF_ORIENTATION = 0x0112
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


@dataclass(frozen=True, slots=True)
class Box:
    """One labelled tile: its class name and its upright box in pixels, x1 and y1 exclusive."""

    code: str
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.y1 - self.y0

    def overlap(self, other: Box) -> float:
        """Return the shared area as a part of the area both cover together, 0..1."""
        w = min(self.x1, other.x1) - max(self.x0, other.x0)
        h = min(self.y1, other.y1) - max(self.y0, other.y0)
        if w <= 0 or h <= 0:
            return 0.0
        return w * h / (self.width * self.height + other.width * other.height - w * h)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo with its boxes. ``name`` is the file name, ``width`` and ``height`` are pixels."""

    name: str
    width: int
    height: int
    boxes: tuple[Box, ...] = ()

    def renamed(self, codes: dict[str, str]) -> Photo:
        """Return the photo with every class name replaced by ``codes[name]``."""
        return replace(self, boxes=tuple(replace(b, code=codes[b.code]) for b in self.boxes))


@dataclass(frozen=True, slots=True)
class LabelProblem:
    """One fault in a file; ``line`` counts from 1 and is 0 where the file as a whole is meant."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class LabelError(ValueError):
    """Raised after all files were read, with every fault found."""

    def __init__(self, problems: list[LabelProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, problems)))


def picture_size(path: Path) -> tuple[int, int] | None:
    """Return width and height of a picture file the right way up, or None if it can't be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as picture:
            width, height = picture.size
            turned = picture.getexif().get(EXIF_ORIENTATION, 1) in {5, 6, 7, 8}
            return (height, width) if turned else (width, height)
    except (OSError, UnidentifiedImageError):
        return None


def pictures(folder: Path) -> list[Path]:
    """Return the picture files of a folder, sorted by name."""
    return sorted(p for p in folder.glob("*") if p.suffix.lower() in PICTURE_SUFFIXES)


def read_picture(path: Path) -> cv2.typing.MatLike:
    """Return a picture the right way up (EXIF applied), BGR: labels refer to the photo as people see it."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise LabelError([LabelProblem(str(path), 0, "is not a readable picture")])
    return picture
