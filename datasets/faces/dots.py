"""The dots: one large ornament, or two to nine small ones in the places all makers agree on."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Canvas, Colour
from datasets.faces.style import Style
from datasets.faces.suits import art_box

# Where the dots lie, as fractions of the art box, with the ink of each: 0 and 1 the dark inks, 2 the red one.
DOTS: dict[int, list[tuple[float, float, int]]] = {
    2: [(0.5, 0.22, 0), (0.5, 0.78, 1)],
    3: [(0.2, 0.16, 0), (0.5, 0.5, 2), (0.8, 0.84, 1)],
    4: [(0.24, 0.22, 1), (0.76, 0.22, 0), (0.24, 0.78, 0), (0.76, 0.78, 1)],
    5: [(0.2, 0.16, 1), (0.8, 0.16, 0), (0.5, 0.5, 2), (0.2, 0.84, 0), (0.8, 0.84, 1)],
    6: [(0.26, 0.13, 0), (0.74, 0.13, 0), (0.26, 0.57, 2), (0.74, 0.57, 2), (0.26, 0.88, 2), (0.74, 0.88, 2)],
    7: [
        (0.16, 0.09, 0),
        (0.5, 0.2, 0),
        (0.84, 0.31, 0),
        (0.28, 0.62, 2),
        (0.72, 0.62, 2),
        (0.28, 0.9, 2),
        (0.72, 0.9, 2),
    ],
    8: [(x, y, 1) for y in (0.1, 0.367, 0.633, 0.9) for x in (0.28, 0.72)],
    9: [(x, y, i) for y, i in ((0.13, 0), (0.5, 2), (0.87, 1)) for x in (0.16, 0.5, 0.84)],
}
DOT_RADIUS = {2: 0.2, 3: 0.165, 4: 0.19, 5: 0.165, 6: 0.165, 7: 0.14, 8: 0.135, 9: 0.15}


def _petals(canvas: Canvas, centre: tuple[float, float], radius: float, count: int, ink: Colour, inner: float) -> None:
    for k in range(count):
        a = 2 * np.pi * k / count
        middle = (centre[0] + radius * np.cos(a), centre[1] + radius * np.sin(a))
        canvas.disc(middle, radius * np.pi / count * 0.9, ink)
    if inner:
        canvas.disc(centre, inner, ink)


def draw_dot(canvas: Canvas, style: Style, centre: tuple[float, float], radius: float, ink: Colour) -> None:
    """Draw one small dot of a dots tile."""
    kind, face = style.dot_kind, style.face
    if kind in {"rings", "rings3"}:
        canvas.disc(centre, radius, ink)
        canvas.ring(centre, radius * 0.72, radius * 0.15, face)
        if kind == "rings3":
            canvas.ring(centre, radius * 0.42, radius * 0.15, face)
            canvas.disc(centre, radius * 0.12, face)
        else:
            canvas.disc(centre, radius * 0.28, face)
            canvas.disc(centre, radius * 0.16, ink)
    elif kind == "cross":
        canvas.disc(centre, radius, ink)
        for a in (np.pi / 4, -np.pi / 4):
            arm = np.array([[np.cos(a), np.sin(a)]]) * radius * 0.62
            canvas.stroke(np.vstack([centre - arm, centre + arm]), radius * 0.22, face)
    elif kind in {"petals", "rosette"}:
        canvas.ring(centre, radius * 0.92, radius * 0.16, ink)
        _petals(canvas, centre, radius * 0.5, 6 if kind == "petals" else 8, ink, radius * 0.22)
        if kind == "rosette":
            canvas.disc(centre, radius * 0.2, face)
    elif kind == "coin":
        canvas.ring(centre, radius * 0.9, radius * 0.2, ink)
        canvas.ring(centre, radius * 0.5, radius * 0.16, ink)
        canvas.disc(centre, radius * 0.16, ink)
    elif kind == "spokes":
        canvas.ring(centre, radius * 0.9, radius * 0.18, ink)
        for a in np.arange(0, np.pi, np.pi / 4):
            arm = np.array([[np.cos(a), np.sin(a)]]) * radius * 0.85
            canvas.stroke(np.vstack([centre - arm, centre + arm]), radius * 0.12, ink)
        canvas.disc(centre, radius * 0.3, ink)
    else:
        canvas.disc(centre, radius, ink)
        canvas.disc(centre, radius * 0.3, face)


def draw_dots(canvas: Canvas, style: Style, rank: int) -> None:
    """Draw a dots tile."""
    inks = [style.inks[i] for i in style.dot_inks]
    if rank == 1:
        draw_one_dot(canvas, style, inks)
        return
    x0, y0, x1, y1 = art_box(style, 0.84, 0.88)
    for fx, fy, which in DOTS[rank]:
        radius = DOT_RADIUS[rank] * style.dot_size * style.art_scale
        if rank == 8 and style.seed % 2:
            which = 0
        draw_dot(canvas, style, (x0 + fx * (x1 - x0), y0 + fy * (y1 - y0)), radius, inks[which])


def draw_one_dot(canvas: Canvas, style: Style, inks: list[Colour]) -> None:
    """Draw the single large ornament of the one of dots."""
    x0, y0, x1, y1 = art_box(style)
    c, r, face = ((x0 + x1) / 2, (y0 + y1) / 2), 0.4 * style.art_scale, style.face
    a, b, red = inks
    kind = style.one_dot_kind
    if kind == "rings":
        for k, ink in ((1.0, a), (0.82, face), (0.74, b), (0.5, face), (0.42, red), (0.24, face)):
            canvas.disc(c, r * k, ink)
    elif kind in {"petals", "double_petals"}:
        _petals(canvas, c, r * 0.8, 16, a, 0)
        canvas.disc(c, r * 0.68, face)
        if kind == "double_petals":
            _petals(canvas, c, r * 0.5, 10, b, 0)
            canvas.disc(c, r * 0.38, face)
        canvas.ring(c, r * 0.34, r * 0.08, red)
        canvas.disc(c, r * 0.2, red)
    elif kind == "spokes":
        canvas.ring(c, r * 0.95, r * 0.1, a)
        canvas.ring(c, r * 0.6, r * 0.08, a)
        for t in np.arange(0, 2 * np.pi, np.pi / 12):
            d = np.array([np.cos(t), np.sin(t)])
            canvas.stroke(np.vstack([c + d * r * 0.66, c + d * r * 0.88]), r * 0.06, b)
        _petals(canvas, c, r * 0.32, 8, red, r * 0.2)
    elif kind == "wheel":
        canvas.disc(c, r, a)
        canvas.ring(c, r * 0.84, r * 0.06, face)
        _petals(canvas, c, r * 0.62, 12, face, 0)
        canvas.disc(c, r * 0.44, red)
        _petals(canvas, c, r * 0.24, 6, face, r * 0.08)
    else:
        canvas.ring(c, r * 0.94, r * 0.12, a)
        canvas.ring(c, r * 0.72, r * 0.08, b)
        canvas.ring(c, r * 0.48, r * 0.1, red)
        _petals(canvas, c, r * 0.22, 5, red, r * 0.08)
