"""Cutting a square about a box out of a picture, and changing it as other light and lenses would."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def cut(
    image: Image,
    centre: tuple[float, float],
    side: float,
    size: int,
    angle: float = 0.0,
    pixels: int | None = None,
) -> Image:
    """Return the square of ``side`` pixels about ``centre``, turned by ``angle`` radians, as ``size`` by
    ``size``.

    ``pixels`` limits the resolution it is read at before it is enlarged, as if the tile had been that small.
    """
    inner = min(size, pixels or size)
    c, s = np.cos(angle) * inner / side, np.sin(angle) * inner / side
    x, y = centre
    matrix = np.array([[c, -s, inner / 2 - c * x + s * y], [s, c, inner / 2 - s * x - c * y]])
    shrink = side / inner
    if shrink > 1.6:
        image, matrix = _reduced(image, matrix, centre, side, shrink)
    out = cv2.warpAffine(image, matrix, (inner, inner), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out if inner == size else cv2.resize(out, (size, size), interpolation=cv2.INTER_LINEAR)


def _reduced(
    image: Image, matrix: NDArray[np.float64], centre: tuple[float, float], side: float, shrink: float
) -> tuple[Image, NDArray[np.float64]]:
    """Return the part about the square made smaller by averaging, and the matrix that fits it."""
    h, w = image.shape[:2]
    reach = side * 0.75
    x0, y0 = max(int(centre[0] - reach), 0), max(int(centre[1] - reach), 0)
    x1, y1 = min(int(centre[0] + reach) + 1, w), min(int(centre[1] + reach) + 1, h)
    part = image[y0:y1, x0:x1]
    small = cv2.resize(
        part,
        (max(1, round((x1 - x0) / shrink)), max(1, round((y1 - y0) / shrink))),
        interpolation=cv2.INTER_AREA,
    )
    fx, fy = (x1 - x0) / small.shape[1], (y1 - y0) / small.shape[0]
    to_image = np.array([[fx, 0, x0 + fx / 2 - 0.5], [0, fy, y0 + fy / 2 - 0.5], [0, 0, 1]])
    return small, matrix @ to_image


def augment(crop: Image, rng: np.random.Generator) -> Image:
    """Return the crop in other light, softer or sharper, with grain and compression."""
    gain = rng.uniform(0.55, 1.35) * (1 + rng.normal(0, 0.06, 3))
    saturation, lift = rng.normal(1, 0.2), rng.uniform(-25, 25)
    matrix = (np.full((3, 3), 1 / 3) * (1 - saturation) + np.eye(3) * saturation) * gain[:, None]
    crop = cv2.transform(crop, np.hstack([matrix, np.full((3, 1), lift)]).astype(np.float32))
    if rng.random() < 0.3:
        crop = cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.4, 1.4)) * crop.shape[0] / 64)
    if rng.random() < 0.08:
        length = int(rng.integers(3, 7))
        crop = cv2.blur(crop, (length, 1) if rng.random() < 0.5 else (1, length))
    if rng.random() < 0.08:
        crop = _shine(crop, rng)
    if rng.random() < 0.3:
        noise = rng.standard_normal(crop.shape, np.float32) * np.float32(rng.uniform(2, 14))
        crop = np.clip(crop + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))])[1]
        crop = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return crop


def _shine(crop: Image, rng: np.random.Generator) -> Image:
    size = crop.shape[0]
    spot = np.zeros((size, size), np.float32)
    at = rng.integers(size // 4, 3 * size // 4, 2).tolist()
    cv2.ellipse(spot, at, rng.integers(size // 14, size // 3, 2).tolist(), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(1, size / 8))) * float(rng.uniform(60, 255))
    return np.clip(crop + spot[:, :, None], 0, 255).astype(np.uint8)


def reading_pixels(rng: np.random.Generator, side: float, scale: float) -> int | None:
    """Return the pixels the square is read with: one crop in four as of a tile 12 to 40 pixels high."""
    if rng.random() > 0.25:
        return None
    return max(8, round(float(np.exp(rng.uniform(np.log(12), np.log(40)))) * scale))
