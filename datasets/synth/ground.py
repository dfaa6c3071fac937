"""Table surfaces and what lies beyond the table: cloth, mesh mats, prints, wood, stone, plain paper,
clutter.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces.canvas import fonts_with, outlines

Image = NDArray[np.uint8]
SIZE = 512

_CLOTHS = (
    (30, 140, 60),
    (60, 180, 60),
    (20, 80, 60),
    (10, 60, 40),
    (40, 90, 170),
    (20, 40, 90),
    (150, 40, 50),
    (190, 90, 90),
    (160, 110, 50),
    (60, 60, 66),
    (30, 30, 34),
    (170, 170, 165),
    (225, 225, 222),
    (90, 60, 110),
    (80, 190, 170),
    (210, 190, 150),
)
_WOODS = ((190, 150, 100), (220, 190, 145), (140, 90, 55), (90, 55, 35), (205, 170, 120), (200, 195, 185))


def _colour(rng: np.random.Generator, base: tuple[int, int, int], spread: float = 14) -> NDArray[np.float32]:
    return np.clip(np.array(base) + rng.normal(0, spread, 3), 4, 250).astype(np.float32)


def _noise(rng: np.random.Generator, rows: int, columns: int) -> NDArray[np.float32]:
    small = rng.standard_normal((rows, columns), np.float32)
    return small if small.shape == (SIZE, SIZE) else cv2.resize(small, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR)


def _finish(base: NDArray[np.float32], shade: NDArray[np.float32]) -> Image:
    return np.clip(base * (1 + shade[:, :, None]), 0, 255).astype(np.uint8)


def cloth(rng: np.random.Generator) -> Image:
    """Return felt, leatherette or a perforated mat."""
    base = np.broadcast_to(_colour(rng, _CLOTHS[rng.integers(len(_CLOTHS))]), (SIZE, SIZE, 3))
    shade = _noise(rng, 6, 6) * 0.05 + _noise(rng, SIZE, SIZE) * rng.uniform(0.0, 0.08)
    if rng.random() < 0.4:
        period = rng.uniform(5, 14)
        y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) * np.float32(2 * np.pi / period)
        shade = shade + (np.sin(x) * np.sin(y)).astype(np.float32) * rng.uniform(0.03, 0.16)
    return _finish(base, shade.astype(np.float32))


def wood(rng: np.random.Generator) -> Image:
    """Return planks or veneer with the grain along x."""
    base = np.broadcast_to(_colour(rng, _WOODS[rng.integers(len(_WOODS))], 10), (SIZE, SIZE, 3))
    shade = _noise(rng, 60, 3) * 0.07 + _noise(rng, 240, 8) * 0.05 + _noise(rng, 5, 5) * 0.05
    if rng.random() < 0.4:
        for y in range(0, SIZE, int(rng.integers(50, 140))):
            shade[y : y + 2] -= 0.3
    return _finish(base, shade)


def stone(rng: np.random.Generator) -> Image:
    """Return speckled stone or a knitted, blotchy cloth."""
    a, b = _colour(rng, (150, 145, 140), 40), _colour(rng, (70, 66, 62), 40)
    mix = np.clip(0.5 + 0.35 * _noise(rng, 90, 90) + 0.25 * _noise(rng, 20, 20), 0, 1)[:, :, None]
    return (a * mix + b * (1 - mix)).astype(np.uint8)


def printed(rng: np.random.Generator) -> Image:
    """Return a mat with rings, curls, stripes or large characters printed on it."""
    image = cloth(rng).copy()
    inks = [tuple(int(v) for v in _colour(rng, _CLOTHS[rng.integers(len(_CLOTHS))], 30)) for _ in range(3)]
    for _ in range(int(rng.integers(4, 22))):
        ink = inks[rng.integers(3)]
        at = rng.integers(0, SIZE, 2)
        kind = rng.integers(5)
        if kind == 0:
            cv2.circle(image, at.tolist(), int(rng.integers(10, 130)), ink, int(rng.choice([-1, 3, 8])), cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(
                image,
                at.tolist(),
                rng.integers(20, 120, 2).tolist(),
                float(rng.uniform(0, 360)),
                0,
                float(rng.uniform(90, 360)),
                ink,
                int(rng.integers(2, 10)),
                cv2.LINE_AA,
            )
        elif kind == 2:
            cv2.line(
                image,
                at.tolist(),
                rng.integers(0, SIZE, 2).tolist(),
                ink,
                int(rng.integers(2, 14)),
                cv2.LINE_AA,
            )
        elif kind == 3:
            corner = at + rng.integers(10, 160, 2)
            cv2.rectangle(image, at.tolist(), corner.tolist(), ink, int(rng.choice([-1, 3, 6])), cv2.LINE_AA)
        else:
            _character(image, rng, at, ink)
    return image


def _character(image: Image, rng: np.random.Generator, at: NDArray[np.int64], ink: tuple[int, ...]) -> None:
    able = fonts_with("福")
    font = outlines()[able[rng.integers(len(able))]]
    character = list(font)[rng.integers(len(font))]
    size = rng.uniform(60, 260)
    cv2.fillPoly(image, [(c * (size / 1000) + at).astype(np.int32) for c in font[character]], ink, cv2.LINE_AA)


def plain(rng: np.random.Generator) -> Image:
    """Return paper, a bare table top or a dark surface, with hardly any texture."""
    level = rng.choice([rng.uniform(200, 240), rng.uniform(20, 60), rng.uniform(90, 180)])
    base = np.broadcast_to(_colour(rng, (int(level),) * 3, 8), (SIZE, SIZE, 3))
    return _finish(base, _noise(rng, 4, 4) * 0.04 + _noise(rng, SIZE, SIZE) * 0.01)


def clutter(rng: np.random.Generator) -> Image:
    """Return what is seen beyond a table: floor, furniture, clothes, far-off things, muted and out of
    focus.
    """
    floor = (wood, stone, cloth, plain)[rng.integers(4)](rng).astype(np.float32)
    image = np.ascontiguousarray((floor * rng.uniform(0.25, 0.95)).astype(np.uint8))
    vivid = rng.uniform(0.1, 0.6)
    for _ in range(int(rng.integers(3, 30))):
        grey = rng.uniform(10, 225)
        ink = tuple(int(v) for v in np.clip(grey + vivid * rng.normal(0, 70, 3), 4, 250))
        at = rng.integers(-60, SIZE, 2)
        if rng.random() < 0.7:
            sides = rng.uniform(10, 120, 2) * rng.choice([(1, 1), (4, 0.3), (0.3, 4), (2, 2)])
            box = cv2.boxPoints((at.astype(float).tolist(), sides.tolist(), float(rng.normal(0, 20))))
            cv2.fillConvexPoly(image, box.astype(np.int32), ink, cv2.LINE_AA)
        else:
            cv2.ellipse(
                image,
                at.tolist(),
                rng.integers(6, 90, 2).tolist(),
                float(rng.uniform(0, 180)),
                0,
                360,
                ink,
                -1,
                cv2.LINE_AA,
            )
    shade = 1 + 0.14 * _noise(rng, 9, 9) + 0.05 * _noise(rng, 60, 60)
    image = np.clip(image * shade[:, :, None], 0, 255).astype(np.uint8)
    return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.8, 4)))


_SURFACES = ((cloth, 0.42), (wood, 0.17), (printed, 0.2), (plain, 0.12), (stone, 0.05), (clutter, 0.04))


def surface(rng: np.random.Generator) -> Image:
    """Return a table surface, RGB, 512x512; it may be mirrored at its borders to go on."""
    weights = np.array([w for _, w in _SURFACES])
    return _SURFACES[int(rng.choice(len(_SURFACES), p=weights / weights.sum()))][0](rng)


def rim_colour(rng: np.random.Generator) -> tuple[int, int, int]:
    """Return the colour of a table's frame: wood, white or dark plastic, or metal."""
    options = (*_WOODS, (235, 232, 225), (30, 28, 28), (150, 150, 155))
    r, g, b = _colour(rng, options[rng.integers(len(options))], 8).astype(int)
    return int(r), int(g), int(b)
