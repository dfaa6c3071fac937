"""Tiles without a drawing: blank white dragons and tiles seen from their backs.

Nothing on them tells them from a bright patch of table, or from the side of a tile that shows its face. So each needs
evidence of its own kind before it counts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .classes import BACK, INDEX
from .detections import Detections
from .geometry import Floats, areas, overlaps

BLANK = "5z"
# The detector proposes backs from this sum of scores on; it learned them from made scenes only and hesitates on photos.
# The crop reader, which does not, decides.
FAINT, MOST_FAINT, SURE_BACK = 0.1, 48, 0.85
# A blank face must be set off, by so many grey levels, from what lies around it on so many sides; a tile that the edge
# of the photo cuts shows three.
SIDES, STEP = 3, 7.0
# Right beside a face, what is so much smaller than it is the face's own side.
SIDE_SHARE, TOUCHING = 0.72, 1.25
OVERLAP = 0.3


def faint_backs(proposals: Detections, found: Detections) -> Detections:
    """The likeliest of the proposals that read as backs and lie on nothing that was found."""
    order = [k for k in np.argsort(-proposals.scores.sum(axis=1)) if proposals.scores[k].argmax() == INDEX[BACK]]
    boxes, taken = proposals.xyxy, found.xyxy
    size = areas(boxes)
    free = [k for k in order if not (overlaps(boxes[k], taken) > OVERLAP * np.minimum(size[k], areas(taken))).any()]
    return proposals[free[:MOST_FAINT]]


def plausible(
    candidates: Detections, chances: Floats, named: Detections, outlined: NDArray[np.bool_], least: float
) -> list[int]:
    """Which of N tiles count: all with a drawing, and those without for which there is evidence.

    `chances` are the crop reader's N×43, `named` the same tiles with their final names, `outlined` tells which are set
    off from their surroundings; with a sum of scores below `least` nothing counts but a back.
    """
    found = candidates.scores.sum(axis=1) >= least
    sides = _own_sides(named)
    kept = []
    for index, code in enumerate(named.codes):
        if code == BACK:
            counts = chances[index, INDEX[BACK]] >= SURE_BACK and not sides[index]
        elif code == BLANK:
            counts = found[index] and outlined[index] and not sides[index]
        else:
            counts = found[index]
        if counts:
            kept.append(index)
    return kept


def _own_sides(named: Detections) -> NDArray[np.bool_]:
    """Which tiles without a drawing are the visible side of the face they touch."""
    codes = named.codes
    short = named.frames[:, 2:4].min(axis=1)
    face = np.array([code not in (BACK, BLANK) for code in codes], dtype=bool)
    result = np.zeros(len(codes), dtype=bool)
    for index in np.flatnonzero(~face):
        away = np.hypot(*(named.frames[face, :2] - named.frames[index, :2]).T)
        near = away < TOUCHING * np.sqrt(np.prod(named.frames[face, 2:4], axis=1))
        result[index] = bool((near & (short[index] < SIDE_SHARE * short[face])).any())
    return result


def is_outlined(crop: NDArray[np.uint8], wide: float, high: float) -> bool:
    """Whether the middle `wide` × `high` pixels of a crop (S×S×3) are set off from the rest on three of four sides."""
    grey = crop.astype(np.float32).mean(axis=2)
    middle = len(grey) / 2
    steps = []
    for across, along, rows in ((wide, high, grey.T), (high, wide, grey)):
        core = rows[:, round(middle - 0.3 * along) : round(middle + 0.3 * along)].mean(axis=1)
        for edge in (middle - across / 2, middle + across / 2):
            band = core[max(0, round(edge - 0.15 * across)) : round(edge + 0.15 * across) + 1]
            steps.append(float(np.ptp(band)) if len(band) else 0.0)
    return sum(step > STEP for step in steps) >= SIDES
