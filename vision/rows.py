"""Tiles → rows, each along its own axis at any angle.

Tiles are chained neighbour by neighbour; a chain's unit is its own pitch (the step from tile to tile), which
follows the perspective along the row. Nothing here depends on the axes of the picture or on a pixel count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .geometry import Floats, upright

# In units of the running pitch of a chain.
SHORTEST_STEP, LONGEST_STEP, SIDEWAYS = 0.6, 1.5, 0.36
# A step longer than this, against the steps around it, is a gap: a turned tile makes 1.17 of an upright one.
GAP = 1.3
# Of three or four tiles laid by hand the steps vary more than along a row.
FEW_STEPS_GAP = 1.5
# In units of tile size (root of the box's area): a first step may be this long or short.
NEAREST, FARTHEST = 0.3, 1.45
LIKE_SIZE = 1.6


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles in a line, by index, from one end to the other.

    `centres` are their M×2 centres, `pitch` the median step in pixels (for a single tile, a guess from its
    size), `size` the median root of the box area.
    """

    tiles: tuple[int, ...]
    centres: tuple[tuple[float, float], ...]
    pitch: float
    size: float

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def angle(self) -> float:
        """Direction from the first to the last tile, radians, y down; 0 for a single tile."""
        (x0, y0), (x1, y1) = self.centres[0], self.centres[-1]
        return math.atan2(y1 - y0, x1 - x0)

    def parallel(self, other: Row) -> float:
        """Radians, 0 to π/2, between the two axes."""
        turn = abs(self.angle - other.angle) % math.pi
        return min(turn, math.pi - turn)

    def distance(self, other: Row) -> float:
        """Pixels between the nearest centres of the two rows."""
        return min(math.dist(a, b) for a in self.centres for b in other.centres)


def find_rows(frames: Floats, *, farthest: float = FARTHEST) -> tuple[Row, ...]:
    """Every tile of N×5 `frames` in exactly one row; longest rows first, single tiles last.

    `farthest` is the longest first step of a row, in tile sizes.
    """
    if not len(frames):
        return ()
    sizes = np.sqrt(np.maximum(frames[:, 2] * frames[:, 3], 1))
    boxes = upright(frames)
    spread = np.sqrt(np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1))
    finder = _Chains(frames[:, :2].tolist(), spread.tolist(), farthest)
    rows = [
        _row(part, finder.points, sizes) for chain in finder.disjoint() for part in split_at_gaps(chain, finder.points)
    ]
    return tuple(sorted(rows, key=lambda row: (-len(row), -row.size)))


def split_at_gaps(chain: Sequence[int], points: Sequence[Sequence[float]]) -> list[tuple[int, ...]]:
    """The chain cut where a step is a gap in units of the steps near it."""
    steps = [math.dist(points[a], points[b]) for a, b in pairwise(chain)]
    parts, start = [], 0
    for place, step in enumerate(steps):
        near = sorted(steps[max(0, place - 4) : place] + steps[place + 1 : place + 5])
        if near and step > (GAP if len(near) > 2 else FEW_STEPS_GAP) * near[len(near) // 2 if len(near) > 2 else 0]:
            parts.append(tuple(chain[start : place + 1]))
            start = place + 1
    return [*parts, tuple(chain[start:])]


def _row(tiles: tuple[int, ...], points: Sequence[Sequence[float]], sizes: Floats) -> Row:
    centres = tuple((points[tile][0], points[tile][1]) for tile in tiles)
    size = float(np.median(sizes[list(tiles)]))
    steps = [math.dist(a, b) for a, b in pairwise(centres)]
    return Row(tiles, centres, float(np.median(steps)) if steps else size * 0.86, size)


class _Chains:
    """The search for chains over one photo's tiles."""

    def __init__(self, points: list[list[float]], sizes: list[float], farthest: float) -> None:
        self.points = points
        self.farthest = farthest
        self.sizes = sizes
        self.near = [self._neighbours(tile) for tile in range(len(points))]

    def _neighbours(self, tile: int) -> list[tuple[float, int]]:
        found = []
        for other, point in enumerate(self.points):
            ratio = self.sizes[tile] / self.sizes[other]
            if other == tile or not 1 / LIKE_SIZE < ratio < LIKE_SIZE:
                continue
            size = (self.sizes[tile] + self.sizes[other]) / 2
            distance = math.dist(self.points[tile], point)
            if NEAREST * size < distance < self.farthest * size:
                found.append((distance, other))
        return sorted(found)

    def disjoint(self) -> Iterable[tuple[int, ...]]:
        """Chains that share no tile, the best first, then the tiles that are in none."""
        chains = self._all()
        used: set[int] = set()
        while chains:
            chains.sort(key=self._merit)
            best = chains.pop()
            yield best
            used.update(best)
            chains = [part for chain in chains for part in _without(chain, used)]
        yield from ((tile,) for tile in range(len(self.points)) if tile not in used)

    def _merit(self, chain: tuple[int, ...]) -> float:
        """Long chains win; of two ways through a block of tiles, the one with the shorter steps."""
        steps = [math.dist(self.points[a], self.points[b]) for a, b in pairwise(chain)]
        size = sum(self.sizes[tile] for tile in chain) / len(chain)
        typical = sorted(steps)[len(steps) // 2]
        return len(chain) * (size / typical) ** 2 if len(chain) < 5 else len(chain) * size / typical * 1.5

    def _all(self) -> list[tuple[int, ...]]:
        chains: list[tuple[int, ...]] = []
        seen: set[tuple[int, int]] = set()
        for tile, near in enumerate(self.near):
            for _, other in near:
                if other < tile or (tile, other) in seen:
                    continue
                ahead = self._walk(tile, other)
                chain = (*reversed(self._walk(other, tile)), *ahead[2:])
                chains.append(chain)
                for pair in pairwise(chain):
                    seen.add((min(pair), max(pair)))
        return chains

    def _walk(self, start: int, then: int) -> list[int]:
        """Tiles from `start` over `then` onwards, as long as the line holds."""
        chain = [start, then]
        (x0, y0), (x1, y1) = self.points[start], self.points[then]
        pitch = math.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / pitch, (y1 - y0) / pitch
        while (found := self._next(chain, pitch, ux, uy)) is not None:
            tile, along = found
            (x0, y0), (x1, y1) = self.points[chain[-1]], self.points[tile]
            length = math.hypot(x1 - x0, y1 - y0)
            ux, uy = ux + (x1 - x0) / length * 0.6, uy + (y1 - y0) / length * 0.6
            norm = math.hypot(ux, uy)
            ux, uy = ux / norm, uy / norm
            pitch = 0.6 * pitch + 0.4 * min(along, pitch * 1.15)
            chain.append(tile)
        return chain

    def _next(self, chain: list[int], pitch: float, ux: float, uy: float) -> tuple[int, float] | None:
        here = chain[-1]
        best, least = None, math.inf
        for _, other in self.near[here]:
            dx, dy = (
                self.points[other][0] - self.points[here][0],
                self.points[other][1] - self.points[here][1],
            )
            along, across = dx * ux + dy * uy, abs(dx * uy - dy * ux)
            if not SHORTEST_STEP * pitch <= along <= LONGEST_STEP * pitch or across > SIDEWAYS * pitch:
                continue
            if other not in chain and (cost := abs(along - pitch) + 2 * across) < least:
                best, least = (other, along), cost
        return best


def _without(chain: tuple[int, ...], used: set[int]) -> list[tuple[int, ...]]:
    """The parts of the chain between used tiles, where at least two tiles long."""
    parts: list[list[int]] = [[]]
    for tile in chain:
        if tile in used:
            parts.append([])
        else:
            parts[-1].append(tile)
    return [tuple(part) for part in parts if len(part) > 1]
