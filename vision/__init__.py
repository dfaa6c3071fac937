"""From the bytes of a photo to a reading of its mahjong tiles.

Front door: `HandReader.load(folder).read(data)` gives a `PhotoReading`; `draw` paints it on the photo,
`browser_jpeg` is the photo as browsers can show it.
"""

from __future__ import annotations

from .classes import CLASSES
from .display import browser_jpeg
from .drawing import draw
from .errors import ImageError, VisionError, WeightsError
from .reader import HandReader, Preview
from .reading import HandReading, MeldReading, PhotoReading, Remark, Suggestion, TileReading

__all__ = [
    "CLASSES",
    "HandReader",
    "HandReading",
    "ImageError",
    "MeldReading",
    "PhotoReading",
    "Preview",
    "Remark",
    "Suggestion",
    "TileReading",
    "VisionError",
    "WeightsError",
    "browser_jpeg",
    "draw",
]
