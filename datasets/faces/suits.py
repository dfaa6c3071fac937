"""What is written or framed on a tile: the characters suit, the honours, the white dragon."""

from __future__ import annotations

import numpy as np

from datasets.faces.canvas import Canvas, fonts_with
from datasets.faces.style import Style

NUMERALS = "一二三四五六七八九"

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
