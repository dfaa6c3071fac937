"""A look from further off: the whole photo again, a third as large, for tiles too near to be seen as tiles.

The detector knows tiles of 12 to about 100 pixels. One that fills half the photo shows it parts instead: a circle of
9p looks like a 1p.
"""

from __future__ import annotations

import numpy as np

from .detections import Detections
from .geometry import areas, overlaps

SHARE = 0.35
# A photo with a tile as large as this in pixels of the first look, or with hardly any tile, is looked at again.
LARGE, FEW = 96.0, 6
# A tile of the far look counts where the first look would have shown it at least this large.
TAKEN = 72.0
# What lies so far inside a near tile is a part of it, unless it is nearly all of it.
INSIDE, NEARLY_ALL = 0.6, 0.6
# Tiles hardly hide each other: what the first look saw too large, and that overlaps a near tile so far, is half of one.
OVERLAP = 0.3
# Several tiles of the first look, none too large for it and each surer than the far look's one, are a block of tiles
# where they fill its place; parts of a drawing leave most of the face bare.
SEVERAL, FILLED = 2, 0.6


def wanted(found: Detections, scale: float) -> bool:
    """Whether the far look is worth its time; `scale` is detector pixels per photo pixel in the first look."""
    if len(found) < FEW:
        return True
    return bool(found.frames[:, 2:4].min(axis=1).max() * scale >= LARGE)


def merge(first: Detections, far: Detections, scale: float) -> Detections:
    """The far look's near tiles in place of their parts, the first look elsewhere."""
    far = far[far.frames[:, 2:4].min(axis=1) * scale >= TAKEN]
    boxes, sizes, sure = first.xyxy, areas(first.xyxy), first.scores.sum(axis=1)
    trusted = first.frames[:, 2:4].min(axis=1) * scale < LARGE
    gone = np.zeros(len(first), dtype=bool)
    taken = []
    for index, box in enumerate(far.xyxy):
        room = areas(box[None])[0]
        shared = overlaps(box, boxes)
        inside = shared > INSIDE * sizes
        surer = inside & trusted & (sure > far.scores[index].sum())
        whole = surer & (sizes > NEARLY_ALL * room)
        parts = surer & ~whole
        if parts.sum() >= SEVERAL and shared[parts].sum() > FILLED * room:
            continue
        if not whole.any():
            taken.append(index)
        gone |= (inside & ~whole) | (~trusted & (shared > OVERLAP * np.minimum(sizes, room)))
    return far[taken] + first[~gone]
