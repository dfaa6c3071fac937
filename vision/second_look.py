"""A second look at the near hand: cut it out of the photo, lay it level and larger, find its tiles again."""

from __future__ import annotations

import math

import numpy as np

from .detections import Detections
from .geometry import Strip
from .layout import arrange
from .rows import Row, find_rows

# Tiles whose short side is below this many pixels at the detector's scale are looked at again.
SMALL = 28.0
TILTED = math.radians(12)
# The strip shows a tile at this many pixels of pitch, where the photo and the detector allow it.
TARGET_PITCH = 44.0
LONGEST, SHORTEST = 1280, 320
MARGIN = 1.6
FEWEST = 4


def plan(found: Detections, height: int, detector_scale: float, photo_scale: float) -> Strip | None:
    """The strip worth a second look; None where the first look saw the hand well enough.

    `detector_scale` is detector pixels per photo pixel in the first look.
    """
    if len(found) < FEWEST:
        return None
    layout = arrange(found.frames, found.codes, float(height))
    if not layout.hands or len(layout.hands[0].tiles) < FEWEST:
        return None
    hand = found[layout.hands[0].tiles]
    main = find_rows(hand.frames)[0]
    turn = _turn(main) if len(main) >= FEWEST else 0.0
    small = float(np.median(hand.frames[:, 2:4].min(axis=1))) * detector_scale < SMALL
    if not small and abs(turn) < TILTED:
        return None
    strip = _strip(hand, main, turn, photo_scale)
    # Nothing is gained where the strip shows the tiles no larger and no straighter.
    return strip if abs(turn) >= TILTED or strip.scale > 1.2 * detector_scale else None


def _turn(row: Row) -> float:
    """Radians, -45° to 45°, that the row deviates from the nearest axis of the picture."""
    return (row.angle + math.pi / 4) % (math.pi / 2) - math.pi / 4


def _strip(hand: Detections, main: Row, turn: float, photo_scale: float) -> Strip:
    """A level picture of the whole hand with a margin, as large as is useful."""
    cos, sin = math.cos(turn), math.sin(turn)
    centres = hand.frames[:, :2]
    along, across = centres @ [cos, sin], centres @ [-sin, cos]
    margin = MARGIN * main.size
    wide, high = np.ptp(along) + 2 * margin, np.ptp(across) + 2 * margin
    middle = ((along.min() + along.max()) / 2, (across.min() + across.max()) / 2)
    centre = (cos * middle[0] - sin * middle[1], sin * middle[0] + cos * middle[1])
    scale = min(TARGET_PITCH / main.pitch, LONGEST / max(wide, high), 2.0 * photo_scale)
    scale = max(scale, min(SHORTEST / max(wide, high), 2.0 * photo_scale))
    size = (max(32, round(wide * scale)), max(32, round(high * scale)))
    return Strip((float(centre[0]), float(centre[1])), turn, float(scale), *size)


def merge(first: Detections, second: Detections, strip: Strip) -> Detections:
    """The second look where it looked, the first elsewhere.

    Inside the strip a tile of the first look stays only if it was sure and the second look has none there.
    Tiles that the strip's edge cuts through are left to the first look.
    """
    if not len(second):
        return first
    edge = 0.02 * max(strip.width, strip.height)
    where = strip.apply(first.frames[:, :2])
    inside = ((where > edge) & (where < [strip.width - edge, strip.height - edge])).all(axis=1)
    size = np.sqrt(second.frames[:, 2] * second.frames[:, 3])
    distance = np.hypot(*(first.frames[:, None, :2] - second.frames[None, :, :2]).transpose(2, 0, 1))
    same = distance < 0.5 * size[None]
    seen_again = same.any(axis=1)
    keep = ~seen_again & (~inside | (first.confidence > 0.6))
    seen_before = same.any(axis=0)
    spot = strip.apply(second.frames[:, :2])
    whole = ((spot > edge) & (spot < [strip.width - edge, strip.height - edge])).all(axis=1)
    return second[seen_before | whole] + first[keep]
