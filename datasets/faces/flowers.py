"""The eight bonus tiles: a plant drawn in lines, with its character, its numeral, both, or an English word.

On the tiles bamboo (竹) is numbered 4 and chrysanthemum (菊) 3, whatever their place in 梅兰竹菊.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from datasets.faces.canvas import Canvas, Colour, fonts_with, spline
from datasets.faces.style import Style

CHARACTERS = {1: "春", 2: "夏", 3: "秋", 4: "冬", 5: "梅", 6: "蘭", 7: "竹", 8: "菊"}
SIMPLE = {6: "兰"}
NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 1, 6: 2, 7: 4, 8: 3}
ENGLISH = {1: "SPR", 2: "SUM", 3: "AUT", 4: "WIN", 5: "PLUM", 6: "ORCH", 7: "BAMB", 8: "CHRY"}
# Word sets that some makers write in place of the seasons; the place in the word is the tile's number.
OTHER = ("福祿壽喜", "琴棋書畫", "漁樵耕讀", "榮華富貴")


def _leaf(
    canvas: Canvas, root: np.ndarray, angle: float, length: float, ink: Colour, line: float, *, fill: bool
) -> None:
    d = np.array([np.cos(angle), np.sin(angle)])
    n = np.array([-d[1], d[0]])
    outline = spline(
        np.array(
            [
                root,
                root + d * length * 0.45 + n * length * 0.22,
                root + d * length,
                root + d * length * 0.45 - n * length * 0.22,
            ]
        ),
        closed=True,
    )
    if fill:
        canvas.fill([outline], ink)
    else:
        canvas.stroke(outline, line, ink, closed=True)


def _blossom(
    canvas: Canvas,
    rng: np.random.Generator,
    at: np.ndarray,
    radius: float,
    ink: Colour,
    heart: Colour,
    style: Style,
) -> None:
    kind, petals = rng.integers(4), int(rng.integers(5, 8))
    line = style.plant_line
    c = (float(at[0]), float(at[1]))
    if kind == 0:
        for k in range(petals):
            a = 2 * np.pi * k / petals
            p = (c[0] + radius * 0.6 * np.cos(a), c[1] + radius * 0.6 * np.sin(a))
            (canvas.disc(p, radius * 0.42, ink) if style.plant_filled else canvas.ring(p, radius * 0.36, line, ink))
        canvas.disc(c, radius * 0.25, heart)
    elif kind == 1:
        for k in range(petals + 4):
            a = 2 * np.pi * k / (petals + 4)
            _leaf(canvas, at, a, radius, ink, line * 0.8, fill=style.plant_filled)
        canvas.disc(c, radius * 0.22, heart)
    elif kind == 2:
        t = np.linspace(0, 3.4 * np.pi, 26)
        r = radius * (0.15 + 0.85 * t / t[-1])
        canvas.stroke(np.stack([c[0] + r * np.cos(t), c[1] + 0.85 * r * np.sin(t)], 1), line, ink)
        canvas.ring(c, radius, line, ink)
    else:
        cup = spline(
            np.array([(-0.9, -0.5), (-0.4, -0.1), (0, -0.9), (0.4, -0.1), (0.9, -0.5), (0.6, 0.7), (-0.6, 0.7)])
            * radius
            + at,
            closed=True,
        )
        canvas.stroke(cup, line, ink, closed=True)
        canvas.stroke(np.array([at, at + np.array([0, radius * 0.6])]), line, heart)


def _spray(canvas: Canvas, style: Style, rng: np.random.Generator, inks: tuple[Colour, Colour, Colour]) -> None:
    """Draw a stem with leaves and blossoms: plum, chrysanthemum and the season plants."""
    stem, leaf, bloom = inks
    a = style.aspect
    foot = np.array([rng.uniform(0.35, 0.65), a * 0.92])
    head = np.array([rng.uniform(0.35, 0.65), a * rng.uniform(0.36, 0.5)])
    bend = (foot + head) / 2 + np.array([rng.normal(0, 0.1), 0])
    curve = spline(np.array([foot, bend, head]), steps=8)
    canvas.stroke(curve, style.plant_line, stem)
    for _ in range(int(rng.integers(4, 10))):
        root = curve[rng.integers(2, len(curve) - 1)]
        _leaf(
            canvas,
            root,
            rng.uniform(-np.pi, np.pi) * 0.9 - np.pi / 2,
            rng.uniform(0.1, 0.24),
            leaf,
            style.plant_line,
            fill=style.plant_filled,
        )
    _blossom(canvas, rng, head, rng.uniform(0.13, 0.22), bloom, leaf, style)
    for _ in range(int(rng.integers(0, 3))):
        _blossom(
            canvas,
            rng,
            curve[rng.integers(2, len(curve) - 4)] + rng.normal(0, 0.15, 2),
            rng.uniform(0.07, 0.12),
            bloom,
            leaf,
            style,
        )


def _orchid(canvas: Canvas, style: Style, rng: np.random.Generator, inks: tuple[Colour, Colour, Colour]) -> None:
    _, leaf, bloom = inks
    foot = np.array([0.48, style.aspect * 0.9])
    for _ in range(int(rng.integers(4, 8))):
        reach = rng.uniform(-0.42, 0.42)
        tip = foot + np.array([reach, -style.aspect * rng.uniform(0.2, 0.55)])
        bend = foot + np.array([reach * 0.35, (tip[1] - foot[1]) * 0.7])
        canvas.stroke(spline(np.array([foot, bend, tip])), style.plant_line * 1.2, leaf)
    for _ in range(int(rng.integers(1, 4))):
        at = foot + np.array([rng.uniform(-0.25, 0.25), -style.aspect * rng.uniform(0.15, 0.5)])
        _blossom(canvas, rng, at, 0.09, bloom, leaf, style)


def _stalks(canvas: Canvas, style: Style, rng: np.random.Generator, inks: tuple[Colour, Colour, Colour]) -> None:
    stem, leaf, _ = inks
    for k in range(int(rng.integers(1, 4))):
        x = 0.4 + 0.16 * k + rng.normal(0, 0.02)
        lean, top = rng.normal(0, 0.08), style.aspect * rng.uniform(0.3, 0.5)
        joints = np.linspace(style.aspect * 0.93, top, 5)
        for low, high in pairwise(joints):
            at = np.array(
                [
                    (x + lean * (0.93 * style.aspect - low), low - 0.01),
                    (x + lean * (0.93 * style.aspect - high), high + 0.01),
                ]
            )
            canvas.stroke(at, style.plant_line * 1.6, stem)
        for _ in range(int(rng.integers(3, 6))):
            root = np.array([x, rng.uniform(top, style.aspect * 0.75)])
            _leaf(
                canvas,
                root,
                rng.choice([0.5, 2.6]) + rng.normal(0, 0.35),
                rng.uniform(0.14, 0.26),
                leaf,
                style.plant_line,
                fill=True,
            )


def _basket(canvas: Canvas, style: Style, rng: np.random.Generator, inks: tuple[Colour, Colour, Colour]) -> None:
    stem, leaf, bloom = inks
    a = style.aspect
    cup = spline(np.array([(0.28, a * 0.68), (0.34, a * 0.88), (0.5, a * 0.92), (0.66, a * 0.88), (0.72, a * 0.68)]))
    canvas.stroke(cup, style.plant_line, stem, closed=True)
    for k in range(int(rng.integers(4, 8))):
        _leaf(
            canvas,
            np.array([0.5, a * 0.66]),
            -np.pi * (0.1 + 0.8 * k / 7),
            rng.uniform(0.2, 0.34),
            leaf,
            style.plant_line,
            fill=style.plant_filled,
        )
    for x in (0.36, 0.5, 0.64):
        _blossom(canvas, rng, np.array([x, a * 0.64]), 0.09, bloom, leaf, style)


def _labels(style: Style, rank: int, rng: np.random.Generator) -> tuple[str, str, bool]:
    """Return what is written: a word or character, a numeral, and whether the numeral is Chinese."""
    number, season = NUMBERS[rank], rank <= 4
    character = CHARACTERS[rank]
    if not style.traditional:
        character = SIMPLE.get(rank, character)
    if style.flower_text == "character":
        return character, "", False
    if style.flower_text == "numeral":
        return "", "一二三四"[number - 1] if season else str(number), season
    if style.flower_text == "english":
        return ENGLISH[rank], str(number), False
    if style.flower_text == "other" and season:
        return OTHER[style.seed % 4][number - 1], str(number), False
    chinese = season and style.seed % 7 == 0
    return character, "一二三四"[number - 1] if chinese else str(number), chinese


def draw_flower(canvas: Canvas, style: Style, rank: int) -> None:
    """Draw bonus tile ``rank``: 1-4 the seasons 春夏秋冬, 5-8 the plants 梅兰竹菊."""
    rng = np.random.default_rng((style.seed, rank))
    season = rank <= 4
    first, second = ("red", "black") if season else ("blue", "red")
    if style.seed % 3 == 0:
        first, second = style.flower_inks[0], style.flower_inks[1]
    if style.flower_text == "numeral":
        first = second = "red" if season else "blue"
    stem_leaf_bloom = (
        style.inks["green" if style.seed % 4 else "black"],
        style.inks["green" if style.seed % 5 else style.flower_inks[2]],
        style.inks["red"],
    )
    draw = {6: _orchid, 7: _stalks}.get(rank, _basket if rank == 4 and style.seed % 2 else _spray)
    draw(canvas, style, rng, stem_leaf_bloom)
    word, number, _ = _labels(style, rank, rng)
    number_left = season != style.flower_swap
    _write_labels(canvas, style, word, number, style.inks[first], style.inks[second], number_left=number_left)


def _write_labels(
    canvas: Canvas,
    style: Style,
    word: str,
    number: str,
    word_ink: Colour,
    number_ink: Colour,
    *,
    number_left: bool,
) -> None:
    size = 0.27 + 0.08 * ((style.seed >> 3) % 4) / 3
    margin = 0.08
    left = (margin, margin, margin + size, margin + size)
    right = (1 - margin - size, margin, 1 - margin, margin + size)
    number_box, word_box = (left, right) if number_left else (right, left)
    if number:
        font = style.latin if number.isdigit() else style.font
        inset = size * 0.12
        x0, y0, x1, y1 = number_box
        canvas.write(
            font,
            number,
            (x0 + inset, y0 + inset, x1 - inset, y1 - inset),
            number_ink,
            bold=style.bold,
            tight=number.isdigit(),
        )
    if len(word) == 1:
        able = fonts_with(word)
        font = style.font if style.font in able else able[style.font % len(able)]
        canvas.write(font, word, word_box, word_ink, bold=style.bold * 0.7, shear=style.shear)
    elif word:
        width = 0.62 / len(word)
        start = 1 - margin - 0.62 if number_left else margin
        able = fonts_with(word)
        font = style.latin if style.latin in able else able[0]
        for k, letter in enumerate(word):
            canvas.write(
                font,
                letter,
                (start + k * width, margin, start + (k + 0.9) * width, margin + size * 0.62),
                word_ink,
                tight=True,
            )
