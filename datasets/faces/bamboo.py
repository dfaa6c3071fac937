"""Bamboo sticks from two to nine; the bird of the one is in ``birds``."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Canvas, Colour, spline, turned
from datasets.faces.style import Style
from datasets.faces.suits import art_box


def draw_stick(canvas: Canvas, style: Style, start: np.ndarray, end: np.ndarray, width: float, ink: Colour) -> None:
    """Draw one bamboo stick from ``start`` to ``end``."""
    axis = end - start
    length = float(np.hypot(*axis))
    angle = float(np.arctan2(axis[1], axis[0]))
    kind = style.bamboo_kind

    def place(points: list[tuple[float, float]]) -> np.ndarray:
        return turned(np.array(points) * (length, width), angle) + start

    line = min(width * 0.3, length * 0.12)
    if kind == "solid":
        shape = spline(
            [
                (0, 0.35),
                (0.1, 0.5),
                (0.4, 0.4),
                (0.5, 0.55),
                (0.6, 0.4),
                (0.9, 0.5),
                (1, 0.35),
                (1, -0.35),
                (0.9, -0.5),
                (0.6, -0.4),
                (0.5, -0.55),
                (0.4, -0.4),
                (0.1, -0.5),
                (0, -0.35),
            ],
            closed=True,
        )
        canvas.fill([place([tuple(p) for p in shape])], ink)
        canvas.stroke(place([(0.12, 0), (0.4, 0)]), line * 0.5, style.face)
        canvas.stroke(place([(0.6, 0), (0.88, 0)]), line * 0.5, style.face)
    elif kind == "bone":
        shape = spline(
            [
                (0.06, 0.5),
                (0.3, 0.42),
                (0.5, 0.34),
                (0.7, 0.42),
                (0.94, 0.5),
                (1, 0),
                (0.94, -0.5),
                (0.7, -0.42),
                (0.5, -0.34),
                (0.3, -0.42),
                (0.06, -0.5),
                (0, 0),
            ],
            closed=True,
        )
        canvas.fill([place([tuple(p) for p in shape])], ink)
        canvas.stroke(place([(0.16, 0), (0.4, 0)]), line * 0.8, style.face)
        canvas.stroke(place([(0.6, 0), (0.84, 0)]), line * 0.8, style.face)
    elif kind == "chain":
        count = 2 if length / width < 3.4 else 3
        for k in range(count):
            a, b = k / count, (k + 1) / count
            oval = spline([(a, 0), ((a + b) / 2, 0.5), (b, 0), ((a + b) / 2, -0.5)], closed=True)
            canvas.stroke(place([tuple(p) for p in oval]), line * 0.8, ink, closed=True)
    elif kind == "segments":
        for a, b in ((0.0, 0.3), (0.36, 0.64), (0.7, 1.0)):
            canvas.fill([place([(a, 0.42), (b, 0.42), (b, -0.42), (a, -0.42)])], ink)
            canvas.stroke(place([(a, 0.5), (a, -0.5)]), line * 0.5, ink)
            canvas.stroke(place([(b, 0.5), (b, -0.5)]), line * 0.5, ink)
        canvas.stroke(place([(0.08, 0), (0.92, 0)]), line * 0.45, style.face)
    elif kind == "bars":
        canvas.stroke(place([(0.05, 0), (0.95, 0)]), width * 0.62, ink)
        for a in (0.0, 0.5, 1.0):
            canvas.stroke(place([(a, 0.45), (a, -0.45)]), line * 0.9, ink)
    else:
        shape = spline([(0, 0), (0.08, 0.44), (0.92, 0.44), (1, 0), (0.92, -0.44), (0.08, -0.44)], closed=True)
        canvas.stroke(place([tuple(p) for p in shape]), line, ink, closed=True)
        canvas.stroke(place([(0.5, -0.44), (0.5, 0.44)]), line, ink)


_COLUMNS = {2: (0.28, 0.72), 3: (0.16, 0.5, 0.84)}


def _stick_places(rank: int, *, upside: bool) -> list[tuple[float, float, float, float, int]]:
    """Return start and end of each stick (fractions of the art box) and its ink (0, 1 dark; 2 red)."""

    def column(x: float, y0: float, y1: float, ink: int) -> tuple[float, float, float, float, int]:
        return x, y0, x, y1, ink

    top, low = (0.0, 0.46), (0.54, 1.0)
    if rank == 2:
        return [column(0.5, *top, 0), column(0.5, *low, 1)]
    if rank == 3:
        return [column(0.5, *top, 1)] + [column(x, *low, 0) for x in (0.25, 0.75)]
    if rank == 4:
        return [column(x, *y, i) for y, i in ((top, 0), (low, 1)) for x in (0.25, 0.75)]
    if rank == 5:
        return [column(x, *y, 0) for y in (top, low) for x in (0.16, 0.84)] + [column(0.5, 0.27, 0.73, 2)]
    if rank == 6:
        return [column(x, *y, i) for y, i in ((top, 0), (low, 1)) for x in _COLUMNS[3]]
    if rank == 7:
        third = [column(0.5, 0.0, 0.28, 2)]
        return third + [column(x, *y, 1 if x == 0.5 else 0) for y in ((0.36, 0.66), (0.7, 1.0)) for x in _COLUMNS[3]]
    if rank == 9:
        rows = ((0.0, 0.31), (0.345, 0.655), (0.69, 1.0))
        return [column(x, *y, 2 if x == 0.5 else 0) for y in rows for x in _COLUMNS[3]]
    halves = ((0.0, 0.45), (0.55, 1.0))
    places: list[tuple[float, float, float, float, int]] = []
    for (y0, y1), peak_up in zip(halves, (not upside, upside), strict=True):
        a, b = (y1, y0) if peak_up else (y0, y1)
        places += [column(0.1, y0, y1, 0), column(0.9, y0, y1, 0)]
        places += [(0.22, a, 0.47, b, 1 if upside else 0), (0.78, a, 0.53, b, 1 if upside else 0)]
    return places


def draw_bamboo(canvas: Canvas, style: Style, rank: int) -> None:
    """Draw a bamboo tile from two up; the bird is in ``birds``."""
    x0, y0, x1, y1 = art_box(style, 0.76, 0.84)
    inks = [style.inks[i] for i in style.bamboo_inks]
    width = {2: 0.15, 3: 0.15, 4: 0.15, 5: 0.145, 6: 0.145, 7: 0.14, 8: 0.1, 9: 0.14}[rank]
    width *= style.bamboo_width * style.art_scale
    plain = style.seed % 5 < 2
    squeeze = 0.12 if rank in {2, 3, 4} else 0.0
    for ax, ay, bx, by, which in _stick_places(rank, upside=style.eight_upside):
        ink = inks[0] if (plain and which == 1) else inks[which]
        start = np.array([x0 + ax * (x1 - x0), y0 + (squeeze + ay * (1 - 2 * squeeze)) * (y1 - y0)])
        end = np.array([x0 + bx * (x1 - x0), y0 + (squeeze + by * (1 - 2 * squeeze)) * (y1 - y0)])
        draw_stick(canvas, style, start, end, width, ink)
