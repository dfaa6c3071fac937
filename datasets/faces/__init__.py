"""Tile faces of our own, drawn from open font outlines and vector shapes, and the reader of face crops.

``random_style`` draws the look of one whole tile set; ``draw_face`` draws one tile of it.  The font outlines
in ``outlines.npz`` come from fonts under the SIL Open Font License 1.1 (``OFL.txt``), credited in
``credits.json``.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces.bamboo import draw_bamboo
from datasets.faces.birds import draw_bird
from datasets.faces.canvas import Canvas
from datasets.faces.dots import draw_dots
from datasets.faces.flowers import draw_flower
from datasets.faces.style import Style, random_style
from datasets.faces.suits import draw_honour, draw_wan, draw_white

__all__ = ["FACE_CODES", "Style", "draw_face", "random_style"]

FACE_CODES: tuple[str, ...] = tuple(
    [f"{r}{s}" for s in "mps" for r in range(1, 10)] + [f"{r}z" for r in range(1, 8)] + [f"{r}f" for r in range(1, 9)]
)
"""The 42 faces in class order; the back, ``0x``, has no face."""

_HONOUR_LETTERS = {1: "E", 2: "S", 3: "W", 4: "N", 6: "F", 7: "C"}


def _draw_index(canvas: Canvas, style: Style, text: str) -> None:
    size, margin = style.index_size, 0.055
    y0, y1 = margin, margin + size
    ink = style.inks[style.index_ink]
    if style.index in {"left", "both"}:
        canvas.write(style.latin, text, (margin, y0, margin + size * 0.8, y1), ink, tight=True)
    if style.index == "right":
        canvas.write(style.latin, text, (1 - margin - size * 0.8, y0, 1 - margin, y1), ink, tight=True)
    if style.index == "both":
        image = canvas.image
        image[:] = image[::-1, ::-1]
        canvas.write(style.latin, text, (margin, y0, margin + size * 0.8, y1), ink, tight=True)
        image[:] = image[::-1, ::-1]


def _emboss(image: NDArray[np.uint8], style: Style) -> NDArray[np.uint8]:
    """Return the face with the ink cut in: one rim of each stroke darker, the other lighter."""
    if style.relief == 0 and style.grain == 0:
        return image
    relief = np.full(image.shape[:2], 128, np.uint8)
    if style.relief:
        bare = np.zeros_like(image)
        bare[:] = style.face
        ink = cv2.GaussianBlur(cv2.absdiff(image, bare).max(2), (3, 3), 0)
        relief = cv2.addWeighted(np.roll(ink, 2, (0, 1)), style.relief * 0.5, ink, -style.relief * 0.5, 128)
    if style.grain:
        rng = np.random.default_rng(style.seed)
        rough = rng.normal(128, style.grain, (image.shape[0] // 4, image.shape[1] // 4)).astype(np.uint8)
        relief = cv2.addWeighted(relief, 1, cv2.resize(rough, image.shape[1::-1]), 1, -128)
    return cv2.addWeighted(image, 1, cv2.merge([relief] * 3), 1, -128)


def draw_face(style: Style, code: str, width: int = 160) -> NDArray[np.uint8]:
    """Return the face of a tile as an RGB picture, ``width`` by ``width * style.aspect`` pixels, right way
    up.

    ``code`` is one of ``FACE_CODES``.  The picture spans the flat front of the tile; its quadrilateral is
    the picture's own border.  The same style, code and width always give the same bytes.
    """
    if style.red_fives and code in {"5m", "5p", "5s"}:
        style = replace(style, inks=dict.fromkeys(style.inks, style.inks["red"]))
    canvas = Canvas(width, style.aspect, style.face)
    rank, suit = int(code[0]), code[1]
    if suit == "m":
        draw_wan(canvas, style, rank)
    elif suit == "p":
        draw_dots(canvas, style, rank)
    elif suit == "s":
        draw_bird(canvas, style) if rank == 1 else draw_bamboo(canvas, style, rank)
    elif code == "5z":
        draw_white(canvas, style)
    elif suit == "z":
        draw_honour(canvas, style, rank)
    else:
        draw_flower(canvas, style, rank)
    if style.index != "none" and suit != "f":
        if suit != "z":
            _draw_index(canvas, style, str(rank))
        elif style.index_honours and (code != "5z" or style.white_kind not in {"blank", "letter"}):
            _draw_index(canvas, style, _HONOUR_LETTERS.get(rank, style.white_letter))
    return _emboss(canvas.image, style)
