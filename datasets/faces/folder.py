"""Face crops from photographs: a folder with one sub-folder per class, cleaned so that they fit on any tile
body.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces import FACE_CODES

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class FaceCrop:
    """One cleaned crop: RGB picture, its code, the colour of the bare face, and the file it came from."""

    code: str
    picture: Image
    background: Colour
    source: str

    def onto(self, face: Colour, aspect: float, width: int) -> Image:
        """Return the crop as a face of the given colour, ``width`` by ``width * aspect`` pixels.

        The crop is divided by its own bare-face colour, so ink keeps its hue and the rest takes the new
        colour; towards the border it fades into the bare face, which hides what the crop shows beyond the
        tile.
        """
        height = round(width * aspect)
        scaled = cv2.resize(self.picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        scaled *= np.array(face, np.float32) / np.maximum(np.array(self.background, np.float32), 40)
        border = max(2, width // 14)
        weight = np.zeros((height, width), np.float32)
        weight[border // 2 : -border // 2, border // 2 : -border // 2] = 1
        weight = cv2.blur(weight, (border, border))[:, :, None]
        return np.clip(scaled * weight + np.array(face, np.float32) * (1 - weight), 0, 255).astype(np.uint8)


def bare_colour(picture: Image) -> Colour:
    """Return the colour of the face where nothing is drawn: the middle of its brighter half."""
    h, w = picture.shape[:2]
    inner = picture[h // 12 : -h // 12 or None, w // 12 : -w // 12 or None].reshape(-1, 3)
    bright = inner.sum(1)
    chosen = inner[bright >= np.quantile(bright, 0.5)]
    r, g, b = np.median(chosen, axis=0)
    return int(r), int(g), int(b)


def trimmed(picture: Image) -> Image:
    """Return the crop without border columns and rows that belong to the surroundings."""
    bare = np.array(bare_colour(picture), np.float32)
    away = np.abs(picture.astype(np.float32) - bare).max(2) > 60
    h, w = away.shape
    limits = []
    for share, size in ((away.mean(0), w), (away.mean(1), h)):
        first, last = 0, size
        while first < size // 8 and share[first] > 0.5:
            first += 1
        while last > size - size // 8 and share[last - 1] > 0.5:
            last -= 1
        limits.append((first, last))
    (x0, x1), (y0, y1) = limits
    return picture[y0:y1, x0:x1]


class CropFolder:
    """The crops of a folder, by class; only files whose names start with one of ``prefixes`` (all if none
    given).
    """

    def __init__(self, root: Path, prefixes: tuple[str, ...] = ()) -> None:
        self._crops: dict[str, list[FaceCrop]] = {}
        self.add(root, prefixes)

    def add(self, root: Path, prefixes: tuple[str, ...] = ()) -> None:
        """Take in the crops of a further folder; ValueError where it holds none, or a file that is no picture."""
        count = 0
        for code in FACE_CODES:
            for file in sorted((root / code).glob("*.*")):
                if prefixes and not file.name.startswith(prefixes):
                    continue
                picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
                if picture is None:
                    raise ValueError(f"{file} is not a readable picture")
                clean = trimmed(np.ascontiguousarray(picture[:, :, ::-1]))
                self._crops.setdefault(code, []).append(FaceCrop(code, clean, bare_colour(clean), file.name))
                count += 1
        if not count:
            raise ValueError(
                f"no face crops in {root} (wanted sub-folders 1m … 8f, file prefixes {prefixes or 'any'}); "
                "`python -m datasets drawn --out DIR` writes some that are free to use"
            )

    def has(self, code: str) -> bool:
        """Return whether there is a crop of that class."""
        return code in self._crops

    def crops(self, code: str) -> tuple[FaceCrop, ...]:
        """Return all crops of a class, sorted by file name."""
        return tuple(self._crops.get(code, ()))

    def draw(self, rng: np.random.Generator, code: str) -> FaceCrop:
        """Return one crop of the class at random."""
        crops = self._crops[code]
        return crops[int(rng.integers(len(crops)))]

    @classmethod
    def parse(cls, *texts: str) -> CropFolder:
        """Return the folders that ``DIR`` or ``DIR:prefix,prefix`` name, as one."""
        first, *others = (text.partition(":") for text in texts)
        folder = cls(Path(first[0]), tuple(p for p in first[2].split(",") if p))
        for path, _, prefixes in others:
            folder.add(Path(path), tuple(p for p in prefixes.split(",") if p))
        return folder
