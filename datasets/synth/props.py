"""Things on a table that are no tiles: dice, chips, cards, phones, pens, and hands reaching in from the
border.

All are drawn before the tiles and never get a label: they teach the detector what to leave alone.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
_SKIN = ((236, 200, 175), (222, 178, 148), (198, 150, 118), (150, 105, 78), (110, 74, 54))


def fill_flat(image: Image, camera: Camera, points: Floats, colour: tuple[float, ...]) -> None:
    """Fill a world polygon (n, 3) with one colour."""
    outline = camera.project_polygon(points)
    if len(outline) >= 3:
        cv2.fillPoly(image, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _circle(x: float, y: float, radius: float, z: float) -> Floats:
    t = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t), np.full_like(t, z)], 1)


def _square(x: float, y: float, half: tuple[float, float], yaw: float, z: float) -> Floats:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    c, s = np.cos(yaw), np.sin(yaw)
    flat = corners @ np.array([[c, s], [-s, c]]) + (x, y)
    return np.column_stack([flat, np.full(4, z)])


def _die(image: Image, camera: Camera, rng: np.random.Generator, x: float, y: float) -> None:
    half, yaw = float(rng.uniform(0.22, 0.36)), float(rng.uniform(0, np.pi))
    white = np.array([rng.uniform(215, 250)] * 3) if rng.random() < 0.8 else rng.uniform(20, 240, 3)
    base, top = _square(x, y, (half, half), yaw, 0.0), _square(x, y, (half, half), yaw, 2 * half)
    sides = sorted(range(4), key=lambda k: -float(np.linalg.norm((base[k] + base[(k + 1) % 4]) / 2 - camera.position)))
    for k in sides:
        wall = np.stack([base[k], base[(k + 1) % 4], top[(k + 1) % 4], top[k]])
        fill_flat(image, camera, wall, tuple((white * (0.62 + 0.09 * k)).tolist()))
    fill_flat(image, camera, top, tuple(white.tolist()))
    pips = int(rng.integers(1, 7))
    ink = (190.0, 25.0, 35.0) if pips in {1, 4} else (25.0, 25.0, 60.0)
    for px, py in _PIPS[pips]:
        spot = _square(x, y, (half * 0.5, half * 0.5), yaw, 2 * half)
        at = top.mean(0) + (spot[1] - spot[0]) * px / 2 + (spot[3] - spot[0]) * py / 2
        fill_flat(
            image,
            camera,
            _circle(float(at[0]), float(at[1]), half * (0.3 if pips == 1 else 0.18), 2 * half),
            ink,
        )


def _flat(image: Image, camera: Camera, rng: np.random.Generator, x: float, y: float) -> None:
    yaw = float(rng.uniform(0, np.pi))
    colour = tuple(np.clip(rng.uniform(10, 245) + rng.normal(0, 45, 3), 3, 250).tolist())
    kind = rng.integers(4)
    if kind == 0:
        radius = float(rng.uniform(0.4, 0.9))
        fill_flat(image, camera, _circle(x, y, radius, 0.02), colour)
        fill_flat(image, camera, _circle(x, y, radius * 0.7, 0.03), tuple(min(c + 40, 255) for c in colour))
    elif kind == 1:
        fill_flat(image, camera, _square(x, y, (0.12, float(rng.uniform(2, 4))), yaw, 0.05), colour)
    else:
        half = (float(rng.uniform(0.9, 2)), float(rng.uniform(1.3, 3.6)))
        fill_flat(image, camera, _square(x, y, half, yaw, 0.0), colour)
        fill_flat(
            image,
            camera,
            _square(x, y, (half[0] * 0.9, half[1] * 0.88), yaw, 0.0),
            tuple(c * 0.5 + 30 for c in colour),
        )


def _hand(image: Image, rng: np.random.Generator) -> None:
    """Draw an arm and fingers that reach in from the picture's border."""
    h, w = image.shape[:2]
    skin = np.array(_SKIN[rng.integers(len(_SKIN))]) * rng.uniform(0.6, 1.05)
    start = np.array([(rng.uniform(0, w), -10), (-10, rng.uniform(0, h)), (w + 10, rng.uniform(0, h))][rng.integers(3)])
    inward = np.array([w / 2, h / 2]) - start
    inward = inward / np.linalg.norm(inward)
    thick = rng.uniform(0.04, 0.09) * max(w, h)
    palm = start + inward * rng.uniform(0.04, 0.16) * max(w, h)
    part = np.zeros((h, w), np.uint8)
    cv2.line(part, start.astype(int).tolist(), palm.astype(int).tolist(), 255, int(thick), cv2.LINE_AA)
    for k in range(4):
        a = (k - 1.5) * 0.24 + rng.normal(0, 0.06)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        tip = palm + turn @ inward * thick * rng.uniform(1.0, 1.7)
        cv2.line(
            part,
            palm.astype(int).tolist(),
            tip.astype(int).tolist(),
            255,
            max(2, int(thick * 0.3)),
            cv2.LINE_AA,
        )
    soft = cv2.GaussianBlur(part, (0, 0), max(thick / 9, 1)).astype(np.float32)[:, :, None] / 255
    weight = cv2.GaussianBlur(part, (0, 0), 1.0).astype(np.float32)[:, :, None] / 255
    image[:] = (image * (1 - weight) + skin * (0.55 + 0.45 * soft) * weight).astype(np.uint8)


def draw_props(
    image: Image, camera: Camera, rng: np.random.Generator, xs: tuple[float, float], ys: tuple[float, float]
) -> None:
    """Draw a few things somewhere in the given stretch of the table."""
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.45, 0.25, 0.2, 0.1]))):
        _flat(image, camera, rng, float(rng.uniform(*xs)), float(rng.uniform(*ys)))
    if rng.random() < 0.25:
        x, y = float(rng.uniform(*xs)), float(rng.uniform(*ys))
        for k in range(int(rng.integers(1, 4))):
            _die(image, camera, rng, x + 0.9 * k, y + float(rng.normal(0, 0.4)))
    if rng.random() < 0.12:
        _hand(image, rng)
