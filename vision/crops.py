"""The second opinion: name each found tile from a close crop of the full-resolution photo."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .classes import CLASSES
from .detections import Detections
from .detector import to_batch
from .errors import WeightsError
from .geometry import Floats
from .image import Photo
from .session import Session
from .weights import ModelFile

BATCH = 32
# 99 in 100 labelled tiles of photos/val are found with at least this sum of scores; what is found with less may be no
# tile at all.
PLAIN = 0.5


class CropReader:
    """The crop classifier: square crops at any rotation → 43 probabilities. Keeps no state between calls."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        self._session = Session(model, threads=threads)
        self.side = int(model.number("input", 64))
        self.crop_scale = float(model.number("crop_scale", 1.5))
        self.weight = float(model.number("weight", 0.6))
        seen = self._session.output_shape
        if len(seen) != 2 or (isinstance(seen[1], int) and seen[1] != len(CLASSES)):
            raise WeightsError(f"crops: output of shape {seen}; expected (B, {len(CLASSES)})")
        fixed = self._session.input_shape[2]
        if isinstance(fixed, int) and fixed != self.side:
            raise WeightsError(f"crops: the model takes {fixed} pixels; the manifest says {self.side}")

    def needs_full(self, photo: Photo, found: Detections) -> bool:
        """True where the working pixels hold less than the crop reader could use."""
        if photo.scale == 1.0 or not len(found):
            return False
        sides = self.crop_scale * np.sqrt(found.frames[:, 2] * found.frames[:, 3]) * photo.scale
        return bool(np.quantile(sides, 0.25) < self.side)

    def probabilities(self, photo: Photo, found: Detections) -> Floats:
        """N×43 probabilities, one row per detection.

        Each crop is read twice, as it is and upside down, and the two logits are averaged: a tile has no top, and the
        two readings err apart (98.7 % of the labelled tiles of photos/val by one look, 99.2 % by two).
        """
        answers = [np.zeros((0, len(CLASSES)), dtype=np.float32)]
        for start in range(0, len(found), BATCH):
            frames = found.frames[start : start + BATCH]
            crops = np.stack([self.crop(photo, frame) for frame in frames])
            looks = [self._session.run(to_batch(crops)), self._session.run(to_batch(crops[:, ::-1, ::-1]))]
            answers.append(softmax((looks[0] + looks[1]) / np.float32(2)))
        return np.concatenate(answers)

    def crop(self, photo: Photo, frame: Floats) -> NDArray[np.uint8]:
        """A square around the frame, turned with it, border replicated: S×S×3."""
        x, y, wide, high, angle = (float(value) for value in frame)
        reach = self.crop_scale * max(1.0, (wide * high) ** 0.5)
        window, x, y, scale = _window(photo, x, y, reach)
        zoom = self.side / (reach * scale)
        if zoom < 0.5:  # a plain warp would skip pixels and turn thin strokes into noise
            window = cv2.resize(window, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
            x, y, zoom = x * zoom, y * zoom, 1.0
        cos, sin = np.cos(angle) * zoom, np.sin(angle) * zoom
        half = self.side / 2
        matrix = np.array([[cos, sin, half - cos * x - sin * y], [-sin, cos, half + sin * x - cos * y]])
        size = (self.side, self.side)
        crop = cv2.warpAffine(window, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return crop  # type: ignore[return-value]


def _window(photo: Photo, x: float, y: float, reach: float) -> tuple[NDArray[np.uint8], float, float, float]:
    """The part of the working pixels that a turned square can touch, and the centre within it."""
    scale = photo.scale
    x, y, half = x * scale, y * scale, reach * scale * 0.75 + 2
    high, wide = photo.pixels.shape[:2]
    left, top = int(np.clip(x - half, 0, wide - 1)), int(np.clip(y - half, 0, high - 1))
    right, bottom = int(np.clip(x + half, left + 1, wide)), int(np.clip(y + half, top + 1, high))
    return photo.pixels[top:bottom, left:right], x - left - 0.5, y - top - 0.5, scale


def softmax(logits: Floats) -> Floats:
    """Rows of logits → rows that sum to 1."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: Floats = raised / raised.sum(axis=1, keepdims=True)
    return result


def fuse(detector: Floats, crops: Floats, weight: float) -> Floats:
    """Weighted geometric mean of two N×43 opinions; `weight` 0..1 is the crop reader's share.

    The detector's scores are made to sum to one first, so that a hesitant box does not outvote a sure crop. What it is
    not sure to be a tile at all (its scores sum to less than PLAIN) loses confidence in proportion.
    """
    total = np.maximum(detector.sum(axis=1, keepdims=True), 1e-6)
    mixed = (1 - weight) * np.log(detector / total + 1e-4) + weight * np.log(crops + 1e-4)
    fused: Floats = softmax(mixed) * np.minimum(1, total / np.float32(PLAIN))
    return fused
