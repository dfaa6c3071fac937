"""A small drawing surface for tile faces: anti-aliased polygons, strokes, circles and characters.

Coordinates are in face widths: x runs 0..1 from the left, y runs 0..aspect from the top.  Colours are RGB.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Points = NDArray[np.float64]

HERE = Path(__file__).parent
_SHIFT = 4
_EM_TOP = 880


@cache
def outlines() -> tuple[dict[str, list[NDArray[np.int16]]], ...]:
    """Return, per font in the order of ``credits.json``, the contours of each character (thousandths of an
    em).
    """
    fonts: list[dict[str, list[NDArray[np.int16]]]] = [{} for _ in credits()]
    with np.load(HERE / "outlines.npz") as data:
        starts, index, points = data["starts"], data["index"], data["points"]
    for i, (font, code) in enumerate(index):
        fonts[font].setdefault(chr(code), []).append(points[starts[i] : starts[i + 1]])
    return tuple(fonts)


@cache
def credits() -> tuple[dict[str, str], ...]:
    """Return name, version, licence and credit of each font whose outlines are shipped."""
    return tuple(json.loads((HERE / "credits.json").read_text()))


@cache
def fonts_with(characters: str) -> tuple[int, ...]:
    """Return the numbers of the fonts that can write all the given characters."""
    return tuple(i for i, font in enumerate(outlines()) if all(c in font for c in characters))


class Canvas:
    """One face being drawn: an RGB picture of ``width`` pixels by ``width * aspect``."""

    def __init__(self, width: int, aspect: float, background: Colour) -> None:
        self.scale = float(width)
        self.aspect = aspect
        self.image = np.empty((round(width * aspect), width, 3), np.uint8)
        self.image[:] = background

    def _fixed(self, points: Points) -> NDArray[np.int32]:
        return np.rint(np.asarray(points, float) * (self.scale * (1 << _SHIFT))).astype(np.int32)

    def _pixels(self, length: float) -> int:
        return max(1, round(length * self.scale))

    def fill(self, polygons: list[Points], colour: Colour) -> None:
        """Fill polygons; where they overlap, inside is decided by even and odd (holes stay open)."""
        cv2.fillPoly(self.image, [self._fixed(p) for p in polygons], colour, cv2.LINE_AA, _SHIFT)

    def stroke(self, points: Points, thickness: float, colour: Colour, *, closed: bool = False) -> None:
        """Draw a line of the given thickness through the points."""
        cv2.polylines(self.image, [self._fixed(points)], closed, colour, self._pixels(thickness), cv2.LINE_AA, _SHIFT)

    def disc(self, centre: tuple[float, float], radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y = self._fixed(np.array(centre))
        r = max(1, round(radius * self.scale * (1 << _SHIFT)))
        cv2.circle(self.image, (int(x), int(y)), r, colour, -1, cv2.LINE_AA, _SHIFT)

    def ring(self, centre: tuple[float, float], radius: float, thickness: float, colour: Colour) -> None:
        """Draw a circle line whose middle lies at ``radius``."""
        x, y = self._fixed(np.array(centre))
        r = max(1, round(radius * self.scale * (1 << _SHIFT)))
        cv2.circle(self.image, (int(x), int(y)), r, colour, self._pixels(thickness), cv2.LINE_AA, _SHIFT)

    def write(
        self,
        font: int,
        character: str,
        box: tuple[float, float, float, float],
        colour: Colour,
        *,
        bold: float = 0.0,
        shear: float = 0.0,
        tight: bool = False,
    ) -> None:
        """Write one character into ``box`` (x0, y0, x1, y1).

        A character keeps its place in the em square, so that 一 stays a flat stroke; ``tight`` fits its ink
        to the box instead.  ``bold`` thickens the strokes by that many face widths.
        """
        contours = [c.astype(float) for c in outlines()[font][character]]
        x0, y0, x1, y1 = box
        if tight:
            ink = np.concatenate(contours)
            low, high = ink.min(0), ink.max(0)
            size = np.maximum(high - low, 1.0)
            scale = min((x1 - x0) / size[0], (y1 - y0) / size[1]) * np.ones(2)
            low = low - ((x1 - x0, y1 - y0) / scale - size) / 2
        else:
            low, scale = np.array([0.0, -_EM_TOP]), np.array([(x1 - x0) / 1000, (y1 - y0) / 1000])
        placed = []
        for contour in contours:
            p = (contour - low) * scale + (x0, y0)
            p[:, 0] -= shear * (p[:, 1] - (y0 + y1) / 2)
            placed.append(p)
        self.fill(placed, colour)
        if bold > 0:
            for p in placed:
                self.stroke(p, bold, colour, closed=True)


def spline(points: list[tuple[float, float]] | Points, *, closed: bool = False, steps: int = 6) -> Points:
    """Return a smooth curve (Catmull-Rom) through the given points."""
    p = np.asarray(points, float)
    p = np.vstack([p[-1], p, p[:2]]) if closed else np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    a, b, c, d = (q[:, None] for q in (p[:-3], p[1:-2], p[2:-1], p[3:]))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    flat = curve.reshape(-1, 2)
    return flat if closed else np.vstack([flat, p[-2]])


def turned(points: Points, angle: float) -> Points:
    """Return points turned about the origin by ``angle`` radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points, float) @ np.array([[c, s], [-s, c]])
