"""What light, lens and phone do to a picture: uneven and coloured light, glare, blur, grain, compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Look:
    """How one picture was taken. Blur and motion are in pixels at 768; light 1 is well exposed."""

    light: float
    cast: tuple[float, float, float]
    gradient: float
    vignette: float
    hard_shadow: float
    glare: float
    blur: float
    motion: float
    shrink: float
    noise: float
    saturation: float
    contrast: float
    sharpen: float
    quality: int


def random_look(rng: np.random.Generator) -> Look:
    """Return a look: two thirds ordinary phone pictures, the rest with one or more real faults."""
    warm = rng.normal(0, 0.09)
    cast = (1 + warm, 1 + rng.normal(0, 0.025), 1 - warm)
    dim = rng.random() < 0.11
    return Look(
        light=float(rng.uniform(0.3, 0.6) if dim else np.clip(rng.normal(1.06, 0.14), 0.72, 1.5)),
        cast=cast,
        gradient=float(abs(rng.normal(0, 0.17))),
        vignette=float(rng.uniform(0, 0.3)),
        hard_shadow=float(rng.uniform(0.2, 0.55) if rng.random() < 0.22 else 0),
        glare=float(rng.uniform(0.25, 1.0) if rng.random() < 0.22 else 0),
        blur=float(rng.uniform(0.8, 2.2) if rng.random() < 0.18 else rng.uniform(0.0, 0.75)),
        motion=float(rng.uniform(2, 8) if rng.random() < 0.1 else 0),
        shrink=float(rng.uniform(0.45, 0.85) if rng.random() < 0.22 else 1),
        noise=float(rng.uniform(5, 13) if dim or rng.random() < 0.1 else rng.uniform(0.3, 4)),
        saturation=float(rng.normal(1, 0.16)),
        contrast=float(rng.normal(1.02, 0.1)),
        sharpen=float(rng.uniform(0.2, 0.9) if rng.random() < 0.4 else 0),
        quality=int(rng.integers(38, 96)),
    )


def _field(rng: np.random.Generator, look: Look, size: tuple[int, int]) -> Floats32:
    """Return the factor by which light multiplies each pixel, (H, W, 3), made small and enlarged."""
    w, h = 48, 48
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    level = look.light * (
        1 + look.gradient * (x * np.cos(angle) + y * np.sin(angle)) - look.vignette * (x**2 + y**2) / 2
    )
    field = np.repeat(level[:, :, None], 3, 2) * np.array(look.cast)
    if rng.random() < 0.3:
        side = 1 + rng.normal(0, 0.12, 3)
        mix = np.clip(0.5 + x * np.cos(angle + 1) + y * np.sin(angle + 1), 0, 1)[:, :, None]
        field *= 1 + (side - 1) * mix
    field = cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    if look.hard_shadow:
        field *= _hard_shadow(rng, look, size)[:, :, None]
    return np.asarray(field)


def _hard_shadow(rng: np.random.Generator, look: Look, size: tuple[int, int]) -> Floats32:
    quarter = (size[0] // 4, size[1] // 4)
    mask = np.zeros(quarter[::-1], np.float32)
    centre = rng.uniform(-0.1, 1.1, 2) * quarter
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
    reach = rng.uniform(0.2, 0.75, len(angles)) * max(quarter)
    shape = np.stack([centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)], 1)
    cv2.fillPoly(mask, [shape.astype(np.int32)], 1.0, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 9)))
    return np.asarray(1 - look.hard_shadow * cv2.resize(mask, size), np.float32)


def _glare(rng: np.random.Generator, look: Look, faces: NDArray[np.bool_]) -> Floats32:
    """Return light added by reflections (H, W): blobs and bars that lie on the faces."""
    h, w = faces.shape
    small = np.zeros((h // 4, w // 4), np.float32)
    ys, xs = np.nonzero(faces[::4, ::4])
    for _ in range(int(rng.integers(1, 5))):
        if not len(xs):
            break
        k = int(rng.integers(len(xs)))
        reach = rng.uniform(0.01, 0.09) * w / 4
        axes = (max(1, int(reach * rng.uniform(1, 4))), max(1, int(reach)))
        blob = np.zeros_like(small)
        cv2.ellipse(blob, (int(xs[k]), int(ys[k])), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
        small = np.maximum(small, cv2.GaussianBlur(blob, (0, 0), max(reach * rng.uniform(0.15, 0.8), 0.5)))
    spread = cv2.resize(small, (w, h)) * (255 * look.glare)
    return np.asarray(spread * np.where(faces, 1.0, 0.25), np.float32)


def _colours(image: Image, look: Look) -> Image:
    grey = np.full((3, 3), 1 / 3) * (1 - look.saturation) + np.eye(3) * look.saturation
    matrix = np.hstack([grey * look.contrast, np.full((3, 1), 128 * (1 - look.contrast) * look.light)])
    return cv2.transform(image, matrix.astype(np.float32))


def _lens(image: Image, rng: np.random.Generator, look: Look) -> Image:
    scale = max(image.shape[:2]) / 768
    if look.shrink < 1:
        small = cv2.resize(image, None, fx=look.shrink, fy=look.shrink, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if look.blur > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), look.blur * scale)
    if look.motion:
        length = max(3, round(look.motion * scale))
        kernel = np.zeros((length, length), np.float32)
        a, c = rng.uniform(0, np.pi), (length - 1) / 2
        d = np.array([np.cos(a), np.sin(a)]) * c
        cv2.line(
            kernel,
            np.round(c - d).astype(int).tolist(),
            np.round(c + d).astype(int).tolist(),
            1.0,
            1,
            cv2.LINE_AA,
        )
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if look.sharpen:
        image = cv2.addWeighted(image, 1 + look.sharpen, cv2.GaussianBlur(image, (0, 0), 1.2 * scale), -look.sharpen, 0)
    return image


@cache
def _grain_sheet() -> Image:
    """Return a fixed sheet of noise about 128, deviation 32, from which pieces are cut: faster than drawing
    it anew.
    """
    return np.clip(np.random.default_rng(0).normal(128, 32, (1280, 1280, 3)), 0, 255).astype(np.uint8)


def _grained(image: Image, rng: np.random.Generator, strength: float) -> Image:
    h, w = image.shape[:2]
    sheet = _grain_sheet()
    if h > 1024 or w > 1024:
        sheet = np.tile(sheet, (h // 1024 + 1, w // 1024 + 1, 1))
    y, x = rng.integers(0, 256, 2)
    part = np.ascontiguousarray(sheet[y : y + h, x : x + w])
    return cv2.addWeighted(image, 1, part, strength / 32, -4 * strength)


def apply_look(image: Image, faces: NDArray[np.bool_], look: Look, rng: np.random.Generator) -> Image:
    """Return the picture as a phone would have taken it, RGB uint8 of the same size."""
    size = (image.shape[1], image.shape[0])
    lit = cv2.multiply(image, _field(rng, look, size), dtype=cv2.CV_32F)
    if look.glare:
        lit += _glare(rng, look, faces)[:, :, None]
    image = cv2.convertScaleAbs(lit)
    image = _lens(_colours(image, look), rng, look)
    if look.noise > 0.5:
        image = _grained(image, rng, look.noise)
    return np.ascontiguousarray(image)
