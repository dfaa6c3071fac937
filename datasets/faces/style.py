"""The look of one tile set: inks, fonts, ornament kinds and proportions, drawn at random as a whole.

One :class:`Style` is one consistent set, as if made by one maker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.faces.canvas import Colour, credits, fonts_with

Ink = Literal["red", "green", "blue", "black"]


@dataclass(frozen=True, slots=True)
class Style:
    """One maker's look. Lengths are in face widths; fonts are numbers into ``credits.json``."""

    seed: int
    aspect: float
    face: Colour
    inks: dict[str, Colour]
    font: int
    latin: int
    bold: float
    shear: float
    art_scale: float
    traditional: bool
    wu: str
    numeral_ink: Ink
    wan_ink: Ink
    wind_ink: Ink
    dragon_red_ink: Ink
    dragon_green_ink: Ink
    dot_kind: str
    dot_inks: tuple[Ink, Ink, Ink]
    dot_size: float
    one_dot_kind: str
    bamboo_kind: str
    bamboo_inks: tuple[Ink, Ink, Ink]
    bamboo_width: float
    eight_upside: bool
    bird_kind: str
    bird_inks: tuple[Ink, Ink, Ink]
    white_kind: str
    white_ink: Ink
    white_letter: str
    index: str
    index_ink: Ink
    index_size: float
    index_honours: bool
    flower_text: str
    flower_swap: bool
    flower_inks: tuple[Ink, Ink, Ink]
    plant_line: float
    plant_filled: bool
    relief: float
    grain: float
    red_fives: bool


DOT_KINDS = ("rings", "rings3", "cross", "petals", "coin", "solid", "spokes", "rosette")
ONE_DOT_KINDS = ("rings", "petals", "spokes", "double_petals", "wheel", "coin")
BAMBOO_KINDS = ("bone", "pill", "chain", "solid", "segments", "bars")
BIRD_KINDS = ("parrot", "crane", "sparrow", "peacock", "owl", "phoenix", "fan_peacock")
WHITE_KINDS = ("blank", "blank", "frame", "double", "notched", "ornate", "blocks", "letter", "character")
FLOWER_TEXTS = ("both", "both", "both", "both", "character", "numeral", "english", "other")
_CALLIGRAPHIC = (
    "ma-shan-zheng",
    "lxgw-wenkai-tc",
    "yuji-boku",
    "yuji-mai",
    "yuji-syuku",
    "zcool-xiaowei",
    "noto-serif-tc",
    "noto-serif-sc",
    "kaisei-tokumin",
    "shippori-mincho",
    "zen-antique",
    "cactus-classical-serif",
    "klee-one",
    "hina-mincho",
    "reggae-one",
)


_HEAVY = ("dela-gothic-one", "reggae-one", "potta-one", "zcool-kuaile")


def _choice(rng: np.random.Generator, options: tuple[str, ...], weights: tuple[float, ...] | None = None) -> str:
    p = None if weights is None else np.array(weights) / sum(weights)
    return options[int(rng.choice(len(options), p=p))]


def _face_colour(rng: np.random.Generator) -> Colour:
    """Return white, ivory or cream; now and then a tinted or grey face."""
    kind = rng.random()
    if kind < 0.45:
        level = rng.integers(236, 254)
        shade = np.array([level, level - rng.integers(0, 5), level - rng.integers(0, 9)])
    elif kind < 0.9:
        level = rng.integers(228, 252)
        shade = np.array([level, level - rng.integers(2, 14), level - rng.integers(8, 62)])
    else:
        shade = rng.integers(200, 246, 3)
    return int(shade[0]), int(shade[1]), int(shade[2])


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    base = {
        "red": ((150, 235), (8, 60), (15, 65)),
        "green": ((5, 55), (70, 150), (35, 105)),
        "blue": ((8, 60), (25, 95), (105, 215)),
        "black": ((8, 52), (8, 52), (12, 62)),
    }
    return {name: tuple(int(rng.integers(low, high)) for low, high in ranges) for name, ranges in base.items()}


def _fonts(rng: np.random.Generator) -> tuple[int, int]:
    """Return a font for hanzi (brush-like ones mostly) and one for numerals and letters."""
    able = fonts_with("一二三四五六七八九万南西北中春夏秋冬梅竹菊")
    names = [credits()[i]["font"] for i in able]
    weights = np.array([3.0 if n in _CALLIGRAPHIC else 1.0 for n in names])
    font = int(rng.choice(able, p=weights / weights.sum()))
    return font, int(rng.choice(fonts_with("123456789ESWNPBFC")))


def _ink_triples(
    rng: np.random.Generator,
) -> tuple[tuple[Ink, Ink, Ink], tuple[Ink, Ink, Ink], tuple[Ink, Ink, Ink]]:
    dark: tuple[Ink, ...] = ("green", "blue", "black")
    dots = tuple(rng.choice(dark, 2, replace=bool(rng.random() < 0.3)))
    bamboo = (
        rng.choice(["green", "green", "green", "black", "blue"]),
        rng.choice(["green", "blue", "black"]),
    )
    bird = tuple(rng.choice(["red", "green", "blue", "black"], 3, replace=bool(rng.random() < 0.5)))
    return (*dots, "red"), (*bamboo, "red"), bird


def random_style(rng: np.random.Generator) -> Style:
    """Return a style drawn at random; the same generator state gives the same style."""
    font, latin = _fonts(rng)
    dots, bamboo, bird = _ink_triples(rng)
    traditional_able = font in fonts_with("萬")
    numeral: Ink = rng.choice(["black", "blue", "blue", "green", "red"], p=[0.35, 0.2, 0.2, 0.1, 0.15])
    return Style(
        seed=int(rng.integers(2**31)),
        aspect=float(rng.uniform(1.24, 1.46)),
        face=_face_colour(rng),
        inks=_inks(rng),
        font=font,
        latin=latin,
        bold=0.0 if credits()[font]["font"] in _HEAVY else float(rng.choice([0.0, 0.0, 0.012, 0.02, 0.03])),
        shear=float(rng.normal(0, 0.03)),
        art_scale=float(rng.uniform(0.72, 0.98)),
        traditional=bool(traditional_able and rng.random() < 0.85),
        wu=_choice(rng, ("五", "伍"), (0.45, 0.55)),
        numeral_ink=numeral,
        wan_ink="red" if rng.random() < 0.9 else numeral,
        wind_ink=rng.choice(["blue", "black", "green", "red"], p=[0.45, 0.43, 0.07, 0.05]),
        dragon_red_ink="red" if rng.random() < 0.93 else "black",
        dragon_green_ink="green" if rng.random() < 0.9 else "black",
        dot_kind=_choice(rng, DOT_KINDS, (4, 4, 2, 2, 2, 1.5, 1.5, 1.5)),
        dot_inks=dots,
        dot_size=float(rng.uniform(0.86, 1.02)),
        one_dot_kind=_choice(rng, ONE_DOT_KINDS),
        bamboo_kind=_choice(rng, BAMBOO_KINDS, (4, 2, 2, 1.5, 2, 1)),
        bamboo_inks=bamboo,
        bamboo_width=float(rng.uniform(0.8, 1.2)),
        eight_upside=bool(rng.random() < 0.35),
        bird_kind=_choice(rng, BIRD_KINDS),
        bird_inks=bird,
        white_kind=_choice(rng, WHITE_KINDS),
        white_ink=rng.choice(["blue", "black", "green", "red"], p=[0.5, 0.34, 0.1, 0.06]),
        white_letter=_choice(rng, ("P", "B", "W", "P")),
        index=_choice(rng, ("none", "left", "right", "both"), (5, 3, 2, 0.5)),
        index_ink=rng.choice(["red", "black", "blue", "green"], p=[0.45, 0.3, 0.2, 0.05]),
        index_size=float(rng.uniform(0.17, 0.27)),
        index_honours=bool(rng.random() < 0.8),
        flower_text=_choice(rng, FLOWER_TEXTS),
        flower_swap=bool(rng.random() < 0.12),
        flower_inks=tuple(rng.choice(["red", "black", "blue", "green"], 3)),  # type: ignore[arg-type]
        plant_line=float(rng.uniform(0.016, 0.04)),
        plant_filled=bool(rng.random() < 0.4),
        relief=float(rng.choice([0.0, rng.uniform(0.1, 0.5)], p=[0.35, 0.65])),
        grain=float(rng.choice([0.0, rng.uniform(2, 9)])),
        red_fives=bool(rng.random() < 0.04),
    )
