"""The bird on the one of bamboo, in the several shapes that makers use: line drawings from smooth curves."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Canvas, Colour, spline, turned
from datasets.faces.style import Style
from datasets.faces.suits import art_box

Path = list[tuple[float, float]]


class _Pen:
    """Draws curves given on a 0..1 square into the art box of the tile, all with the same line width."""

    def __init__(self, canvas: Canvas, style: Style) -> None:
        x0, y0, x1, y1 = art_box(style, 0.86, 0.84)
        self.canvas, self.face, self.line = canvas, style.face, style.plant_line
        self.low, self.size = np.array([x0, y0]), np.array([x1 - x0, y1 - y0])
        self.filled = style.plant_filled
        wobble = np.random.default_rng(style.seed)
        self.shift = wobble.normal(0, 0.012, (64, 2))
        self.used = 0

    def at(self, points: Path | np.ndarray) -> np.ndarray:
        p = np.asarray(points, float)
        self.used = (self.used + 5) % 32
        return (p + self.shift[(np.arange(len(p)) + self.used) % 64]) * self.size + self.low

    def curve(self, points: Path, ink: Colour, width: float = 1.0) -> None:
        self.canvas.stroke(spline(self.at(points)), self.line * width, ink)

    def shape(self, points: Path, ink: Colour, *, fill: bool | None = None) -> None:
        outline = spline(self.at(points), closed=True)
        if self.filled if fill is None else fill:
            self.canvas.fill([outline], ink)
        else:
            self.canvas.stroke(outline, self.line, ink, closed=True)

    def dot(self, x: float, y: float, radius: float, ink: Colour) -> None:
        p = self.at([(x, y)])[0]
        self.canvas.disc((float(p[0]), float(p[1])), radius, ink)


def _parrot(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.shape([(0.42, 0.14), (0.58, 0.1), (0.68, 0.2), (0.62, 0.34), (0.46, 0.32)], a, fill=False)
    pen.shape([(0.46, 0.32), (0.64, 0.34), (0.72, 0.5), (0.6, 0.66), (0.44, 0.56), (0.4, 0.42)], b)
    pen.dot(0.52, 0.2, 0.02, a)
    pen.curve([(0.42, 0.18), (0.32, 0.2), (0.4, 0.25)], c)
    for k in range(3):
        pen.curve([(0.5 + 0.02 * k, 0.1), (0.44 + 0.06 * k, 0.02), (0.52 + 0.08 * k, 0.0)], c)
    for k in range(4):
        pen.curve([(0.46 + 0.05 * k, 0.58), (0.38 + 0.05 * k, 0.8), (0.3 + 0.08 * k, 1.0)], (a, c, b, c)[k], 1.3)
    for k in range(3):
        pen.curve([(0.48, 0.4 + 0.06 * k), (0.58, 0.42 + 0.06 * k), (0.64, 0.38 + 0.07 * k)], c, 0.8)
    pen.curve([(0.14, 0.62), (0.34, 0.66), (0.5, 0.62)], c)
    pen.curve([(0.14, 0.62), (0.08, 0.54), (0.16, 0.5)], c)
    pen.curve([(0.6, 0.62), (0.8, 0.6), (0.92, 0.52)], c)


def _crane(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.curve([(0.2, 0.86), (0.3, 0.78), (0.36, 0.66), (0.5, 0.56), (0.7, 0.56)], a, 1.3)
    pen.shape([(0.38, 0.62), (0.56, 0.5), (0.82, 0.54), (0.9, 0.64), (0.6, 0.7)], a)
    for k in range(6):
        pen.curve([(0.5 + 0.05 * k, 0.52), (0.38 + 0.09 * k, 0.3), (0.28 + 0.12 * k, 0.12 + 0.03 * (k % 2))], b, 1.2)
    pen.curve([(0.12, 0.3), (0.28, 0.18), (0.5, 0.3), (0.66, 0.5)], b)
    for k in range(3):
        pen.curve([(0.84, 0.6), (0.94, 0.66 + 0.05 * k), (0.98, 0.74 + 0.08 * k)], a)
        pen.curve([(0.64, 0.68), (0.6 - 0.1 * k, 0.84), (0.66 - 0.08 * k, 0.98)], c)
    pen.dot(0.2, 0.86, 0.035, c)
    pen.curve([(0.18, 0.88), (0.08, 0.94), (0.04, 0.98)], c)
    pen.curve([(0.1, 0.12), (0.2, 0.06), (0.3, 0.12), (0.4, 0.06)], a, 0.8)


def _sparrow(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.shape([(0.2, 0.34), (0.3, 0.22), (0.46, 0.24), (0.62, 0.42), (0.7, 0.6), (0.5, 0.7), (0.3, 0.58)], a)
    pen.curve([(0.2, 0.3), (0.08, 0.32), (0.2, 0.37)], c)
    pen.dot(0.3, 0.31, 0.024, pen.face if pen.filled else c)
    for k in range(4):
        pen.curve([(0.66, 0.58), (0.8 + 0.03 * k, 0.66 + 0.05 * k), (0.98 - 0.07 * k, 0.72 + 0.09 * k)], b, 1.3)
    for k in range(3):
        pen.curve([(0.4, 0.42 + 0.05 * k), (0.54, 0.46 + 0.05 * k), (0.66, 0.4 + 0.08 * k)], b)
    pen.curve([(0.42, 0.68), (0.4, 0.86), (0.3, 0.92)], c)
    pen.curve([(0.52, 0.7), (0.54, 0.88), (0.64, 0.94)], c)
    pen.curve([(0.1, 0.94), (0.4, 0.9), (0.8, 0.96)], c, 1.3)
    pen.curve([(0.34, 0.22), (0.36, 0.1), (0.46, 0.06)], c)


def _peacock(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.shape(
        [
            (0.3, 0.2),
            (0.38, 0.12),
            (0.46, 0.18),
            (0.44, 0.34),
            (0.6, 0.46),
            (0.56, 0.6),
            (0.4, 0.58),
            (0.32, 0.4),
        ],
        a,
    )
    for k in range(3):
        pen.curve([(0.38, 0.12), (0.32 + 0.06 * k, 0.04), (0.3 + 0.08 * k, 0.0)], c, 0.8)
    pen.curve([(0.3, 0.18), (0.2, 0.2), (0.3, 0.24)], c)
    for k in range(5):
        x, y = 0.5 + 0.1 * k, 0.98 - 0.07 * k
        pen.curve([(0.52, 0.54), (0.56 + 0.06 * k, 0.74 - 0.03 * k), (x, y)], b, 1.1)
        pen.dot(x, y - 0.02, 0.042, c)
        pen.dot(x, y - 0.02, 0.018, pen.face)
    pen.curve([(0.44, 0.58), (0.42, 0.76), (0.36, 0.8)], c)
    pen.curve([(0.06, 0.8), (0.3, 0.76), (0.46, 0.84)], a)


def _owl(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.shape(
        [(0.36, 0.16), (0.56, 0.12), (0.7, 0.24), (0.66, 0.46), (0.52, 0.64), (0.38, 0.56), (0.3, 0.34)],
        a,
        fill=False,
    )
    pen.curve([(0.36, 0.18), (0.3, 0.04), (0.44, 0.12)], a)
    pen.curve([(0.56, 0.12), (0.68, 0.0), (0.68, 0.2)], a)
    for x in (0.42, 0.58):
        pen.dot(x, 0.25, 0.05, c)
        pen.dot(x, 0.25, 0.025, pen.face)
    pen.curve([(0.5, 0.28), (0.46, 0.36), (0.52, 0.36)], c)
    for k in range(4):
        pen.curve([(0.4 + 0.04 * k, 0.56), (0.34 - 0.02 * k + 0.06 * k, 0.78), (0.22 + 0.09 * k, 0.98)], b, 1.2)
    for k in range(3):
        pen.curve([(0.44, 0.42 + 0.06 * k), (0.52, 0.46 + 0.06 * k), (0.6, 0.42 + 0.05 * k)], b)
    pen.curve([(0.08, 0.68), (0.4, 0.62), (0.8, 0.7), (0.92, 0.62)], c, 1.2)


def _phoenix(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    pen.shape([(0.24, 0.16), (0.34, 0.1), (0.42, 0.2), (0.52, 0.36), (0.5, 0.5), (0.36, 0.46), (0.3, 0.3)], a)
    pen.curve([(0.24, 0.16), (0.12, 0.18), (0.24, 0.22)], c)
    for k in range(4):
        pen.shape(
            [
                (0.46, 0.34 + 0.03 * k),
                (0.66, 0.2 + 0.06 * k),
                (0.9 - 0.04 * k, 0.12 + 0.09 * k),
                (0.7, 0.3 + 0.06 * k),
            ],
            b,
        )
    for k in range(4):
        pen.curve(
            [(0.46, 0.5), (0.5 + 0.05 * k, 0.7), (0.3 + 0.17 * k, 0.9), (0.24 + 0.2 * k, 1.0)],
            (a, c, b, c)[k],
            1.4,
        )
    pen.curve([(0.34, 0.1), (0.4, 0.0), (0.5, 0.04)], c)
    pen.dot(0.32, 0.17, 0.018, c)


def _fan_peacock(pen: _Pen, a: Colour, b: Colour, c: Colour) -> None:
    for k in range(11):
        angle = np.pi * (1.05 + 0.09 * k)
        x, y = 0.52 + 0.42 * np.cos(angle), 0.46 + 0.4 * np.sin(angle)
        pen.curve([(0.52, 0.5), ((x + 0.52) / 2, (y + 0.5) / 2), (x, y)], b, 0.9)
        pen.dot(x, y, 0.045, c)
        pen.dot(x, y, 0.02, pen.face)
    body = turned(np.array([(-0.1, -0.14), (0.04, -0.2), (0.14, 0.0), (0.06, 0.18), (-0.1, 0.12)]), 0.2)
    body += np.array([0.5, 0.62])
    pen.shape([tuple(p) for p in body], a)
    pen.curve([(0.44, 0.5), (0.38, 0.38), (0.28, 0.34), (0.22, 0.38)], a, 1.6)
    pen.curve([(0.46, 0.8), (0.42, 0.96), (0.34, 0.98)], c)
    pen.curve([(0.56, 0.8), (0.58, 0.96), (0.66, 0.98)], c)


_BIRDS = {
    "parrot": _parrot,
    "crane": _crane,
    "sparrow": _sparrow,
    "peacock": _peacock,
    "owl": _owl,
    "phoenix": _phoenix,
    "fan_peacock": _fan_peacock,
}


def draw_bird(canvas: Canvas, style: Style) -> None:
    """Draw the bird of the one of bamboo in the style's shape and inks."""
    a, b, c = (style.inks[i] for i in style.bird_inks)
    _BIRDS[style.bird_kind](_Pen(canvas, style), a, b, c)
