"""Characters, dots and bamboo, and the honours: everything on a tile that is counted or written."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Canvas, Colour, fonts_with, spline, turned
from datasets.faces.style import Style

NUMERALS = "一二三四五六七八九"

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

Box = tuple[float, float, float, float]


def art_box(style: Style, width: float = 0.8, height: float = 0.84) -> Box:
    """Return the box that the drawing fills: centred, pushed away from the corner index where there is
    one.
    """
    w, h = width * style.art_scale, height * style.aspect * style.art_scale
    drop = 0.03 if style.index != "none" else 0.0
    cx, cy = 0.5, style.aspect / 2 + drop
    return cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2


def _fitting(font: int, characters: str) -> int:
    able = fonts_with(characters)
    return font if font in able else able[font % len(able)]


def draw_wan(canvas: Canvas, style: Style, rank: int) -> None:
    """Draw a character tile: numeral above, 萬 or 万 below."""
    numeral = style.wu if rank == 5 else NUMERALS[rank - 1]
    wan = "萬" if style.traditional else "万"
    x0, y0, x1, y1 = art_box(style, 0.66, 0.9)
    middle = y0 + (y1 - y0) * (0.46 + 0.03 * np.sin(style.seed))
    w, ink = x1 - x0, style.inks[style.numeral_ink]
    squeeze = 0.07 * w * np.cos(style.seed)
    canvas.write(
        _fitting(style.font, numeral),
        numeral,
        (x0 + squeeze, y0, x1 - squeeze, middle + 0.04),
        ink,
        bold=style.bold,
        shear=style.shear,
    )
    canvas.write(
        _fitting(style.font, wan),
        wan,
        (x0, middle, x1, y1),
        style.inks[style.wan_ink],
        bold=style.bold,
        shear=style.shear,
    )


def draw_honour(canvas: Canvas, style: Style, rank: int) -> None:
    """Draw a wind or the green or red dragon as one large character."""
    options = {1: "東", 2: "南", 3: "西", 4: "北", 6: "發", 7: "中"}
    character = options[rank]
    if not style.traditional and style.seed % 3 == 0:
        character = {"東": "东", "發": "发"}.get(character, character)
    ink = {6: style.dragon_green_ink, 7: style.dragon_red_ink}.get(rank, style.wind_ink)
    x0, y0, x1, y1 = art_box(style, 0.8, 0.72)
    canvas.write(
        _fitting(style.font, character),
        character,
        (x0, y0, x1, y1),
        style.inks[ink],
        bold=style.bold * 1.3,
        shear=style.shear,
    )


def _petals(
    canvas: Canvas, centre: tuple[float, float], radius: float, count: int, ink: Colour, inner: float
) -> None:
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


def draw_stick(
    canvas: Canvas, style: Style, start: np.ndarray, end: np.ndarray, width: float, ink: Colour
) -> None:
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
        shape = spline(
            [(0, 0), (0.08, 0.44), (0.92, 0.44), (1, 0), (0.92, -0.44), (0.08, -0.44)], closed=True
        )
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
        return third + [
            column(x, *y, 1 if x == 0.5 else 0) for y in ((0.36, 0.66), (0.7, 1.0)) for x in _COLUMNS[3]
        ]
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


def draw_white(canvas: Canvas, style: Style) -> None:
    """Draw the white dragon: nothing at all, a frame of some kind, or a letter or 白."""
    kind, ink = style.white_kind, style.inks[style.white_ink]
    if kind == "blank":
        return
    x0, y0, x1, y1 = art_box(style, 0.7, 0.82)
    w = 0.03 + 0.02 * (style.seed % 4)

    def frame(inset: float, thickness: float) -> None:
        canvas.stroke(
            np.array(
                [
                    (x0 + inset, y0 + inset),
                    (x1 - inset, y0 + inset),
                    (x1 - inset, y1 - inset),
                    (x0 + inset, y1 - inset),
                ]
            ),
            thickness,
            ink,
            closed=True,
        )

    if kind in {"frame", "letter"}:
        frame(0, w)
    elif kind == "double":
        frame(0, 0.045)
        frame(0.075, 0.022)
    elif kind == "notched":
        frame(0, 0.05)
        cut = 0.13
        canvas.stroke(
            np.array(
                [
                    (x0 + 0.06, y0 + cut),
                    (x0 + cut, y0 + 0.06),
                    (x1 - cut, y0 + 0.06),
                    (x1 - 0.06, y0 + cut),
                    (x1 - 0.06, y1 - cut),
                    (x1 - cut, y1 - 0.06),
                    (x0 + cut, y1 - 0.06),
                    (x0 + 0.06, y1 - cut),
                ]
            ),
            0.02,
            ink,
            closed=True,
        )
    elif kind == "ornate":
        frame(0, 0.03)
        frame(0.11, 0.022)
        for t in np.linspace(0, 1, 7):
            for p in (
                (x0 + t * (x1 - x0), y0 + 0.055),
                (x0 + t * (x1 - x0), y1 - 0.055),
                (x0 + 0.055, y0 + t * (y1 - y0)),
                (x1 - 0.055, y0 + t * (y1 - y0)),
            ):
                canvas.disc(p, 0.028, ink)
    elif kind == "blocks":
        frame(0, 0.025)
        frame(0.1, 0.025)
        for t in (0.18, 0.5, 0.82):
            x, y = x0 + t * (x1 - x0), y0 + t * (y1 - y0)
            for a, b in (
                ((x, y0), (x, y0 + 0.1)),
                ((x, y1 - 0.1), (x, y1)),
                ((x0, y), (x0 + 0.1, y)),
                ((x1 - 0.1, y), (x1, y)),
            ):
                canvas.stroke(np.array([a, b]), 0.05, ink)
    if kind == "letter":
        c, h = 0.5, 0.16 if style.seed % 2 else 0.3
        canvas.write(
            style.latin,
            style.white_letter,
            (c - h, (y0 + y1) / 2 - h, c + h, (y0 + y1) / 2 + h),
            ink,
            tight=True,
        )
    elif kind == "character":
        canvas.write(_fitting(style.font, "白"), "白", art_box(style, 0.8, 0.72), ink, bold=style.bold)
