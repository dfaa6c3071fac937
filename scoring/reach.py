"""How many tiles are missing: the least that must be drawn for some sets and a pair, suit by suit.

A `Cost` table answers, for one suit, how many tiles are missing for s sets and p pairs: `cost[s][p]`, s in
0..4, p in 0..1. Tables of several suits are added up with `combine`. Nothing here knows a rule set.
"""

from __future__ import annotations

from functools import lru_cache

Counts = tuple[int, ...]
Cost = tuple[tuple[int, int], ...]

NEVER = 99
"""More tiles than any hand has: these sets cannot be built."""
NOTHING: Cost = ((0, NEVER), *((NEVER, NEVER),) * 4)
"""The table of a suit that may not be used."""


_STEPS = tuple(
    (chows, pair, chows + pung, chows + 3 * pung + 2 * pair)
    for chows in (0, 1, 2)
    for pung in (0, 1)
    for pair in (0, 1)
)
"""What may begin at a place: chows, a pair, the sets that makes, the tiles it takes there.

Three equal chows are three pungs, so two are enough.
"""
_LAST_STEPS = _STEPS[:4]


@lru_cache(maxsize=20_000)
def suit_cost(counts: Counts, limits: Counts) -> Cost:
    """Table of a number suit: `counts` tiles held of 1..9, of which sets may use at most `limits`."""
    # A state is (chows begun one place before, two places before, sets so far, pairs so far).
    states = {(0, 0, 0, 0): 0}
    for place, (held, limit) in enumerate(zip(counts, limits, strict=True)):
        steps = _STEPS if place < 7 else _LAST_STEPS
        after: dict[tuple[int, int, int, int], int] = {}
        for (one, two, sets, pairs), missing in states.items():
            for chows, pair, more, takes in steps:
                need = one + two + takes
                if need > limit or sets + more > 4 or (pair and pairs):
                    continue
                key = (chows, one, sets + more, pairs + pair)
                cost = missing + need - held if need > held else missing
                if cost < after.get(key, NEVER):
                    after[key] = cost
        states = after
    return tuple((states.get((0, 0, s, 0), NEVER), states.get((0, 0, s, 1), NEVER)) for s in range(5))


@lru_cache(maxsize=20_000)
def pung_cost(counts: Counts, limits: Counts) -> Cost:
    """Table of tiles that make pungs and pairs only: honours, or any suit of an all-pung hand."""
    best = [[NEVER, NEVER] for _ in range(5)]
    best[0][0] = 0
    for held, limit in zip(counts, limits, strict=True):
        for sets in range(4, -1, -1):
            for pairs in (1, 0):
                options = [best[sets][pairs]]
                if sets and limit >= 3:
                    options.append(best[sets - 1][pairs] + max(0, 3 - held))
                if pairs and limit >= 2:
                    options.append(best[sets][0] + max(0, 2 - held))
                best[sets][pairs] = min(options)
    return tuple((row[0], row[1]) for row in best)


def combine(left: Cost, right: Cost) -> Cost:
    """Table of two suits together."""
    return tuple(
        (
            min(left[a][0] + right[s - a][0] for a in range(s + 1)),
            min(min(left[a][1] + right[s - a][0], left[a][0] + right[s - a][1]) for a in range(s + 1)),
        )
        for s in range(5)
    )
