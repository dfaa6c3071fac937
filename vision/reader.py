"""The pipeline in order: bytes → photo → tiles → layout → reading, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from . import bare, far_look, second_look
from .crops import CropReader, fuse
from .detections import Detections
from .detector import TileDetector
from .doubts import find_doubts, suggest
from .image import Photo, decode
from .layout import arrange
from .normalise import normalise
from .quality import advise
from .reading import PhotoReading, Remark
from .weights import read_manifest

PREVIEW_SIDE = 416


@dataclass(frozen=True, slots=True)
class Preview:
    """A quick look for a live camera: boxes with codes and confidences, how many, and advice."""

    width: int
    height: int
    tiles: tuple[dict[str, Any], ...]
    count: int
    advice: tuple[Remark, ...] = ()

    def to_json(self, lang: str = "zh") -> dict[str, Any]:
        """Everything, with texts in `lang`."""
        return {
            "width": self.width,
            "height": self.height,
            "tiles": list(self.tiles),
            "count": self.count,
            "advice": [remark.to_json(lang) for remark in self.advice],
        }


@dataclass(slots=True)
class _Clock:
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def time(self, name: str) -> Iterator[None]:
        start = perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - start


class HandReader:
    """Reads photos of tiles. One instance serves any number of threads: it keeps nothing between calls."""

    def __init__(self, detector: TileDetector, crops: CropReader | None = None) -> None:
        self._detector = detector
        self._crops = crops

    @classmethod
    def load(cls, weights_dir: Path, *, threads: int | None = None) -> HandReader:
        """From a folder with manifest.toml and its model files; WeightsError where they do not match."""
        files = read_manifest(Path(weights_dir))
        crops = CropReader(files["crops"], threads=threads) if "crops" in files else None
        return cls(TileDetector(files["tiles"], threads=threads), crops)

    def read(self, data: bytes, *, second_look: bool = True) -> PhotoReading:
        """The full reading of one photo; raises ImageError for bytes that are no usable photo."""
        clock = _Clock()
        start = perf_counter()
        with clock.time("decode"):
            photo = decode(data)
        with clock.time("detect"):
            proposals = self._detector.find(photo, min_confidence=bare.FAINT if self._crops else None)
            sure = proposals.scores.sum(axis=1) >= self._detector.min_confidence
            found = proposals[sure]
            if second_look:
                found = self._look_again(photo, self._look_from_afar(photo, found))
        if self._crops:
            found += bare.faint_backs(proposals[~sure], found)
        if self._crops and len(found):
            with clock.time("decode"):
                sharp = photo.full() if self._crops.needs_full(photo, found) else photo
            with clock.time("detect"):
                found = self._name(self._crops, sharp, found)
        with clock.time("normalise"):
            normal = normalise(found, arrange(found.frames, found.codes, float(photo.height)))
            doubts, suggestions = find_doubts(normal), suggest(normal)
            advice = advise(photo, normal.tiles)
        seconds = {**clock.seconds, "total": perf_counter() - start}
        size = (photo.width, photo.height)
        return PhotoReading(*size, normal.tiles, normal.hands, doubts, suggestions, advice, seconds)

    def preview(self, data: bytes, *, side: int = PREVIEW_SIDE) -> Preview:
        """A cheap look for a live view: the detector alone at a small input."""
        photo = decode(data, working_side=side)
        found = self._detector.find(photo, side=side)
        normal = normalise(found, arrange(found.frames, found.codes, float(photo.height)))
        subject = tuple(tile.to_json() for tile in normal.tiles if tile.zone != "other")
        advice = advise(photo, normal.tiles) if subject else (Remark("no_tiles"),)
        return Preview(photo.width, photo.height, subject, len(subject), advice)

    def _look_from_afar(self, photo: Photo, found: Detections) -> Detections:
        scale = self._detector.side / max(photo.width, photo.height)
        if not far_look.wanted(found, scale):
            return found
        far = self._detector.find(photo, side=round(self._detector.side * far_look.SHARE))
        return far_look.merge(found, far, scale)

    def _look_again(self, photo: Photo, found: Detections) -> Detections:
        detector_scale = self._detector.side / max(photo.width, photo.height)
        strip = second_look.plan(found, photo.height, detector_scale, photo.scale)
        if strip is None:
            return found
        return second_look.merge(found, self._detector.find_in(photo, strip), strip)

    def _name(self, crops: CropReader, photo: Photo, found: Detections) -> Detections:
        chances = crops.probabilities(photo, found)
        named = Detections(found.frames.copy(), fuse(found.scores, chances, crops.weight))
        outlined = np.ones(len(named), dtype=bool)
        for index in (index for index, code in enumerate(named.codes) if code == bare.BLANK):
            frame = found.frames[index]
            wide, high = frame[2:4] * crops.side / (crops.crop_scale * np.sqrt(frame[2] * frame[3]))
            outlined[index] = bare.is_outlined(crops.crop(photo, frame), float(wide), float(high))
        return named[bare.plausible(found, chances, named, outlined, self._detector.min_confidence)]
