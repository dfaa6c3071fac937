"""Boxes and the ways pictures are placed: overlap, suppression, `Letterbox` and `Frame` with their inverses.

Boxes are float arrays N×4 of x0, y0, x1, y1 in pixels, x to the right and y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
GREY = 114


def areas(boxes: Floats) -> Floats:
    """N areas; a box turned inside out has area 0."""
    sides: Floats = np.clip(boxes[:, 2:] - boxes[:, :2], 0, None)
    return sides[:, 0] * sides[:, 1]


def overlaps(box: Floats, boxes: Floats) -> Floats:
    """N areas shared by `box` (4) and each of `boxes` (N×4)."""
    low = np.maximum(box[:2], boxes[:, :2])
    high = np.minimum(box[2:], boxes[:, 2:])
    shared: Floats = np.prod(np.clip(high - low, 0, None), axis=1)
    return shared


def iou(box: Floats, boxes: Floats) -> Floats:
    """N values from 0 to 1: shared area over the area of the union."""
    shared = overlaps(box, boxes)
    union = areas(box[None])[0] + areas(boxes) - shared
    return np.where(union > 0, shared / np.maximum(union, 1e-9), 0)


def suppress(boxes: Floats, scores: Floats, *, max_iou: float = 0.5, max_inside: float = 0.8) -> NDArray[np.intp]:
    """Indices to keep, best score first, whatever the classes.

    A box goes when a better one overlaps it by more than `max_iou`, or when more than `max_inside` of the
    smaller of the two lies in the other (a tight and a loose box of one tile).
    """
    order = np.argsort(-scores, kind="stable")
    size = areas(boxes)
    kept = []
    while order.size:
        best, rest = order[0], order[1:]
        kept.append(best)
        shared = overlaps(boxes[best], boxes[rest])
        union = size[best] + size[rest] - shared
        smaller = np.minimum(size[best], size[rest])
        same = (shared > max_iou * union) | (shared > max_inside * np.maximum(smaller, 1e-9))
        order = rest[~same]
    return np.array(kept, dtype=np.intp)


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How a picture is scaled and centred in the detector's input of `width` × `height` pixels."""

    scale: float
    left: float
    top: float
    width: int
    height: int

    @classmethod
    def fit(cls, width: int, height: int, side: int, *, stride: int = 32, square: bool = False) -> Letterbox:
        """Scale so that the long side is `side`; the short side is filled up to a multiple of `stride`."""
        scale = side / max(width, height)
        wide = side if square else math.ceil(round(width * scale) / stride) * stride
        high = side if square else math.ceil(round(height * scale) / stride) * stride
        return cls(scale, (wide - round(width * scale)) // 2, (high - round(height * scale)) // 2, wide, high)

    def apply(self, xyxy: Floats) -> Floats:
        """Boxes of the picture → boxes of the input."""
        return xyxy * self.scale + np.array([self.left, self.top] * 2, dtype=np.float32)

    def undo(self, xyxy: Floats) -> Floats:
        """Boxes of the input → boxes of the picture."""
        return (xyxy - np.array([self.left, self.top] * 2, dtype=np.float32)) / self.scale

    def image(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture placed on grey: height × width × 3 uint8."""
        high, wide = (max(1, round(side * self.scale)) for side in pixels.shape[:2])
        way = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_LINEAR
        canvas = np.full((self.height, self.width, 3), GREY, dtype=np.uint8)
        left, top = int(self.left), int(self.top)
        canvas[top : top + high, left : left + wide] = cv2.resize(pixels, (wide, high), interpolation=way)
        return canvas


@dataclass(frozen=True, slots=True)
class Strip:
    """A turned rectangle of the photo laid level in a picture of its own, `width` × `height` pixels."""

    centre: tuple[float, float]
    angle: float
    scale: float
    width: int
    height: int

    def matrix(self) -> NDArray[np.float64]:
        """2×3 affine matrix: photo → strip."""
        cos, sin = math.cos(self.angle) * self.scale, math.sin(self.angle) * self.scale
        x, y = self.centre
        return np.array(
            [
                [cos, sin, self.width / 2 - cos * x - sin * y],
                [-sin, cos, self.height / 2 + sin * x - cos * y],
            ]
        )

    def image(self, pixels: NDArray[np.uint8], pixel_scale: float = 1.0) -> NDArray[np.uint8]:
        """The strip cut from `pixels`, which show the photo at `pixel_scale`."""
        matrix = self.matrix()
        matrix[:, :2] /= pixel_scale
        way = cv2.INTER_AREA if self.scale / pixel_scale < 1 else cv2.INTER_LINEAR
        ground = (GREY, GREY, GREY)
        return cv2.warpAffine(pixels, matrix, (self.width, self.height), flags=way, borderValue=ground)  # type: ignore[return-value]

    def undo(self, points: NDArray[np.floating]) -> NDArray[np.floating]:
        """N×2 points of the strip → points of the photo."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        x = (points[:, 0] - self.width / 2) / self.scale
        y = (points[:, 1] - self.height / 2) / self.scale
        return np.stack([self.centre[0] + cos * x - sin * y, self.centre[1] + sin * x + cos * y], axis=1)

    def apply(self, points: NDArray[np.floating]) -> NDArray[np.floating]:
        """N×2 points of the photo → points of the strip."""
        matrix = self.matrix()
        return points @ matrix[:, :2].T + matrix[:, 2]


def upright(frames: Floats) -> Floats:
    """N×4 upright boxes around N×5 turned boxes (centre x, centre y, width, height, angle in radians)."""
    cos, sin = np.abs(np.cos(frames[:, 4])), np.abs(np.sin(frames[:, 4]))
    half_w = (frames[:, 2] * cos + frames[:, 3] * sin) / 2
    half_h = (frames[:, 2] * sin + frames[:, 3] * cos) / 2
    x, y = frames[:, 0], frames[:, 1]
    return np.stack([x - half_w, y - half_h, x + half_w, y + half_h], axis=1)
