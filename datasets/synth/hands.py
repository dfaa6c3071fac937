"""What lies on the table: plausible hands with melds, kongs and flowers, or loose tiles, from a seeded
generator.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from datasets.faces import FACE_CODES

PLAIN_CODES = FACE_CODES[:34]
FLOWER_CODES = FACE_CODES[34:]


@dataclass(frozen=True, slots=True)
class MeldSpec:
    """An exposed group or a kong; ``hidden`` marks a concealed kong."""

    codes: tuple[str, ...]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class HandSpec:
    """A hand: concealed tiles in the order they stand, melds, flowers, and the winning tile if it lies
    apart.
    """

    concealed: tuple[str, ...]
    melds: tuple[MeldSpec, ...] = ()
    flowers: tuple[str, ...] = ()
    winning: str | None = None


class Pool:
    """A full set of tiles to draw from: four of each kind, one of each flower."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.left = Counter({c: 4 for c in PLAIN_CODES} | {c: 1 for c in FLOWER_CODES})

    def take(self, code: str) -> bool:
        """Take one tile if there is one left."""
        if self.left[code] == 0:
            return False
        self.left[code] -= 1
        return True

    def any(self, count: int, *, flowers: float = 0.19) -> list[str]:
        """Return tiles drawn at random: every class about as often as every other."""
        out: list[str] = []
        for _ in range(count * 20):
            if len(out) == count:
                break
            codes = FLOWER_CODES if self.rng.random() < flowers else PLAIN_CODES
            code = codes[self.rng.integers(len(codes))]
            if self.take(code):
                out.append(code)
        return out

    def group(self, *, kong: float) -> tuple[str, ...]:
        """Return a chow, a pung or (with probability ``kong``) a kong that the pool still holds."""
        while True:
            code = PLAIN_CODES[self.rng.integers(34)]
            if self.rng.random() < kong and self.left[code] == 4:
                codes: tuple[str, ...] = (code,) * 4
            elif code[1] != "z" and int(code[0]) <= 7 and self.rng.random() < 0.5:
                codes = tuple(f"{int(code[0]) + k}{code[1]}" for k in range(3))
            else:
                codes = (code,) * 3
            need = Counter(codes)
            if all(self.left[c] >= n for c, n in need.items()):
                self.left.subtract(need)
                return codes


def random_hand(rng: np.random.Generator, pool: Pool | None = None) -> HandSpec:
    """Return a hand of 14 tiles' worth (now and then 13): winning shapes and plain jumbles, 0-4 melds, 0-8
    flowers.
    """
    pool = pool or Pool(rng)
    melds = []
    for _ in range(int(rng.choice(5, p=[0.34, 0.22, 0.2, 0.14, 0.1]))):
        codes = pool.group(kong=0.35)
        melds.append(MeldSpec(codes, hidden=len(codes) == 4 and bool(rng.random() < 0.5)))
    count = 14 - 3 * len(melds)
    flowers = [c for c in FLOWER_CODES if rng.random() < (0.22 if rng.random() < 0.8 else 0.7) and pool.take(c)]
    if rng.random() < 0.6:
        tiles = [c for _ in range(count // 3) for c in pool.group(kong=0.0)]
        pair = next((c for c in rng.permutation(PLAIN_CODES) if pool.left[str(c)] >= 2), PLAIN_CODES[0])
        tiles += [str(pair)] * 2
        pool.left[str(pair)] -= 2
    else:
        tiles = pool.any(count, flowers=0.0)
    if rng.random() < 0.15:
        tiles.pop(int(rng.integers(len(tiles))))
    if rng.random() < 0.75:
        tiles.sort(key=PLAIN_CODES.index)
    elif rng.random() < 0.5:
        tiles = [str(t) for t in rng.permutation(tiles)]
    winning = None
    if len(tiles) == count and rng.random() < 0.25:
        winning = tiles.pop(int(rng.integers(len(tiles))))
    flowers = [str(f) for f in rng.permutation(flowers)]
    return HandSpec(tuple(tiles), tuple(melds), tuple(flowers), winning)


def notation(codes: tuple[str, ...] | list[str]) -> str:
    """Return codes in mpsz notation, sorted: ``1m 2m 5z`` as ``12m5z``."""
    out = ""
    for suit in "mpszf":
        ranks = sorted(c[0] for c in codes if c[1] == suit)
        out += "".join(ranks) + suit if ranks else ""
    return out
