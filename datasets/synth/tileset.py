"""A tile set as the renderer needs it: faces at several sizes, body proportions, colours of face and back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces import FACE_CODES, Style, draw_face, random_style
from datasets.faces.folder import CropFolder, FaceCrop
from datasets.synth.body import Body

Image = NDArray[np.uint8]
FACE_WIDTH = 144


@dataclass(slots=True)
class TileSet:
    """One physical set. ``face`` and ``back`` are RGB; faces are made when first asked for."""

    name: str
    body: Body
    face: tuple[int, int, int]
    back: tuple[int, int, int]
    middle: tuple[int, int, int]
    style: Style
    crops: dict[str, FaceCrop] = field(default_factory=dict)
    width: int = FACE_WIDTH
    _sizes: dict[str, list[Image]] = field(default_factory=dict)

    def picture(self, code: str, width: float) -> Image:
        """Return the face of ``code`` about ``width`` pixels wide: the smallest stored size that is at least
        that.
        """
        if code not in self._sizes:
            crop = self.crops.get(code)
            whole = (
                crop.onto(self.face, self.style.aspect, self.width) if crop else draw_face(self.style, code, self.width)
            )
            sizes = [whole]
            while sizes[-1].shape[1] > 24:
                h, w = sizes[-1].shape[:2]
                sizes.append(cv2.resize(sizes[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA))
            self._sizes[code] = sizes
        return min(
            (s for s in self._sizes[code] if s.shape[1] >= width),
            key=lambda s: s.shape[1],
            default=self._sizes[code][0],
        )


def random_body(rng: np.random.Generator, aspect: float) -> Body:
    """Return body proportions; ``aspect`` is height to width of the flat face."""
    bevel = float(rng.uniform(0.015, 0.06))
    height = aspect * (1 - 2 * bevel) + 2 * bevel
    return Body(
        height=height,
        depth=float(rng.uniform(0.52, 0.95)),
        radius=float(rng.uniform(0.05, 0.16)),
        bevel=bevel,
        back_share=float(rng.choice([rng.uniform(0.18, 0.5), 0.94], p=[0.92, 0.08])),
    )


_BACKS = (
    (40, 130, 60),
    (20, 160, 90),
    (60, 170, 60),
    (50, 110, 190),
    (90, 170, 220),
    (30, 60, 150),
    (240, 140, 40),
    (245, 190, 60),
    (200, 160, 40),
    (220, 60, 140),
    (170, 60, 150),
    (190, 40, 40),
    (110, 70, 40),
    (190, 150, 100),
    (120, 120, 120),
    (30, 30, 35),
    (90, 60, 140),
    (120, 190, 170),
    (150, 200, 230),
    (245, 170, 190),
)


def random_back(rng: np.random.Generator, face: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a back colour; one in nine is as white as the face."""
    if rng.random() < 0.11:
        return face
    base = np.array(_BACKS[rng.integers(len(_BACKS))]) + rng.normal(0, 14, 3)
    r, g, b = np.clip(base, 5, 250).astype(int)
    return int(r), int(g), int(b)


def _told_apart(style: Style, back: tuple[int, int, int]) -> Style:
    """Return a style whose white dragon is not blank where the backs are as white as the faces.

    Nobody can tell such a back from a blank tile, so a label would be a guess.
    """
    blank = back == style.face and style.white_kind == "blank"
    return replace(style, white_kind="frame") if blank else style


def own_set(rng: np.random.Generator, width: int = FACE_WIDTH) -> TileSet:
    """Return a set whose faces are all drawn by us, ``width`` pixels wide."""
    style = random_style(rng)
    back = random_back(rng, style.face)
    middle = style.face if rng.random() < 0.8 else random_back(rng, style.face)
    body, style = random_body(rng, style.aspect), _told_apart(style, back)
    return TileSet(f"own-{style.seed}", body, style.face, back, middle, style, width=width)


def crop_set(rng: np.random.Generator, folder: CropFolder, width: int = FACE_WIDTH) -> TileSet:
    """Return a set of photographed faces; a class without a crop is drawn by us."""
    style = random_style(rng)
    if rng.random() < 0.5 and folder.has("1p"):
        style = replace(style, face=folder.draw(rng, "1p").background)
    crops = {code: folder.draw(rng, code) for code in FACE_CODES if folder.has(code)}
    body, back = random_body(rng, style.aspect), random_back(rng, style.face)
    if back == style.face:
        crops.pop("5z", None)  # it may be a blank one
    style = _told_apart(style, back)
    return TileSet(f"crops-{style.seed}", body, style.face, back, style.face, style, crops, width)
