"""Picture → `Detections`: letterbox, run, decode, suppress, undo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .classes import CLASSES
from .detections import Detections
from .errors import WeightsError
from .geometry import Floats, Letterbox, Strip, suppress
from .image import Photo
from .session import Session
from .weights import ModelFile

STRIDE = 32
# Boxes beyond this are no tile but a whole table; the cut keeps suppression cheap on hopeless pictures.
MAX_BOXES = 600


class TileDetector:
    """The YOLO model: finds tiles in a photo or in a strip of it. Keeps no state between calls."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        self._session = Session(model, threads=threads)
        self.side = int(model.number("input", 960))
        self.min_confidence = float(model.number("confidence", 0.25))
        self.max_iou = float(model.number("iou", 0.5))
        high, wide = self._session.input_shape[2:]
        self._fixed: int | None = None
        if isinstance(high, int) and isinstance(wide, int):
            if high != wide:
                raise WeightsError(f"tiles: a fixed input of {wide}×{high}; expected a square or free sizes")
            self._fixed = high
        rows = self._session.output_shape[1]
        if isinstance(rows, int) and rows != 4 + len(CLASSES):
            raise WeightsError(f"tiles: output of {rows} rows; expected {4 + len(CLASSES)}")

    def find(self, photo: Photo, *, side: int | None = None, min_confidence: float | None = None) -> Detections:
        """All tiles of the photo, boxes in its own pixels; `side` is the detector's long side."""
        boxes, scores = self._boxes(photo.pixels, side or self.side, min_confidence)
        return Detections.of(boxes / np.float32(photo.scale), scores)

    def find_in(self, photo: Photo, strip: Strip) -> Detections:
        """All tiles of a turned strip of the photo, as frames turned by the strip's angle."""
        picture = strip.image(photo.pixels, photo.scale)
        boxes, scores = self._boxes(picture, max(strip.width, strip.height), None)
        inside = Detections.of(boxes, scores)
        frames = inside.frames.copy()
        frames[:, :2] = strip.undo(frames[:, :2])
        frames[:, 2:4] /= strip.scale
        frames[:, 4] = strip.angle
        return Detections(frames, inside.scores)

    def _boxes(self, pixels: NDArray[np.uint8], side: int, min_confidence: float | None) -> tuple[Floats, Floats]:
        high, wide = pixels.shape[:2]
        side = max(STRIDE, round(side / STRIDE) * STRIDE)
        fit = Letterbox.fit(wide, high, self._fixed or side, stride=STRIDE, square=self._fixed is not None)
        output = self._session.run(to_batch(fit.image(pixels)[None]))
        boxes, scores = decode_output(output, min_confidence or self.min_confidence, self.max_iou)
        boxes = np.clip(fit.undo(boxes), 0, [wide, high, wide, high]).astype(np.float32)
        return boxes, scores


def to_batch(pictures: NDArray[np.uint8]) -> Floats:
    """B×H×W×3 uint8 → B×3×H×W float32, 0..1."""
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)


def decode_output(output: Floats, min_confidence: float, max_iou: float) -> tuple[Floats, Floats]:
    """[1, 4+C, N] with cx, cy, w, h and class scores → K×4 boxes x0, y0, x1, y1 and their K×C scores."""
    if output.ndim != 3 or output.shape[0] != 1 or output.shape[1] != 4 + len(CLASSES):
        raise WeightsError(f"tiles: output of shape {output.shape}; expected (1, {4 + len(CLASSES)}, N)")
    # The sum, not the best: a tile that is plainly there but could be two things is still found.
    best = np.minimum(output[0, 4:].sum(axis=0), 1)
    chosen = np.flatnonzero(best >= min_confidence)
    if chosen.size > MAX_BOXES * 8:
        chosen = chosen[np.argsort(-best[chosen])[: MAX_BOXES * 8]]
    rows = output[0][:, chosen].T
    centre, half = rows[:, :2], rows[:, 2:4] / 2
    boxes = np.concatenate([centre - half, centre + half], axis=1)
    kept = suppress(boxes, best[chosen], max_iou=max_iou)[:MAX_BOXES]
    return boxes[kept], rows[kept, 4:]
