"""What the detector found: read-only parallel arrays, checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .classes import CLASSES, INDEX
from .geometry import Floats, upright


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N tiles of one photo.

    `frames` is N×5 float32: centre x, centre y, width, height in pixels of the upright photo, and the angle
    in radians (clockwise on the screen) of the frame in which the box was drawn; 0 for a plain box.
    `scores` is N×43 float32, 0..1, one column per class.
    """

    frames: Floats
    scores: Floats

    def __post_init__(self) -> None:
        count = len(self.frames)
        if self.frames.shape != (count, 5) or self.scores.shape != (count, len(CLASSES)):
            raise ValueError(f"frames {self.frames.shape}, scores {self.scores.shape}; expected N×5, N×{len(CLASSES)}")
        for array in (self.frames, self.scores):
            array.flags.writeable = False

    @classmethod
    def of(cls, xyxy: NDArray[np.floating] | Sequence[Sequence[float]], scores: Floats) -> Detections:
        """From upright boxes N×4."""
        boxes = np.asarray(xyxy, dtype=np.float32).reshape(-1, 4)
        size = boxes[:, 2:] - boxes[:, :2]
        zero = np.zeros((len(boxes), 1), dtype=np.float32)
        frames = np.concatenate([(boxes[:, :2] + boxes[:, 2:]) / 2, size, zero], axis=1)
        return cls(frames.astype(np.float32), np.array(scores, dtype=np.float32).reshape(len(boxes), len(CLASSES)))

    @classmethod
    def certain(cls, xyxy: NDArray[np.floating] | Sequence[Sequence[float]], codes: Sequence[str]) -> Detections:
        """From upright boxes and known codes, each with full confidence."""
        scores = np.zeros((len(codes), len(CLASSES)), dtype=np.float32)
        scores[np.arange(len(codes)), [INDEX[code] for code in codes]] = 1
        return cls.of(xyxy, scores)

    @classmethod
    def none(cls) -> Detections:
        """No tile at all."""
        return cls.certain([], [])

    def __len__(self) -> int:
        return len(self.frames)

    def __getitem__(self, chosen: NDArray[np.bool_] | NDArray[np.intp] | Sequence[int]) -> Detections:
        picked = np.asarray(chosen, dtype=None if len(chosen) else np.intp)
        return Detections(self.frames[picked], self.scores[picked])

    def __add__(self, other: Detections) -> Detections:
        frames = np.concatenate([self.frames, other.frames])
        return Detections(frames, np.concatenate([self.scores, other.scores]))

    @property
    def xyxy(self) -> Floats:
        """N×4 upright boxes in pixels of the upright photo."""
        return upright(self.frames)

    @property
    def confidence(self) -> Floats:
        """N scores of the best class of each."""
        best: Floats = self.scores.max(axis=1, initial=0)
        return best

    @property
    def codes(self) -> list[str]:
        """The best class of each."""
        return [CLASSES[index] for index in self.scores.argmax(axis=1)] if len(self) else []
