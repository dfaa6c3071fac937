"""What a group of tiles may be: chow, pung, kong, a row of such sets, or a whole winning hand.

Only enough arithmetic to make a reading plausible; the rules of the game live in `scoring`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from .classes import BACK, is_flower

HAND_SIZE = 14


def set_kind(codes: Sequence[str]) -> str | None:
    """Whether three or four tiles form a "chow", "pung" or "kong" (backs are hidden tiles); else None."""
    faces = {code for code in codes if code != BACK}
    backs = len(codes) - sum(code != BACK for code in codes)
    if any(is_flower(code) for code in faces):
        return None
    if len(codes) == 4 and len(faces) <= 1:
        return "kong"
    if len(codes) != 3 or backs:
        return None
    if len(faces) == 1:
        return "pung"
    numbers = sorted(int(code[0]) for code in faces)
    same_suit = len({code[1] for code in faces}) == 1 and "z" not in {code[1] for code in faces}
    in_line = len(faces) == 3 and numbers == list(range(numbers[0], numbers[0] + 3))
    return "chow" if same_suit and in_line else None


def split_sets(codes: tuple[str, ...]) -> tuple[tuple[int, int], ...] | None:
    """The row cut from left to right into sets, as (start, end) pairs; None where it is no row of sets.

    A kong is preferred to a pung wherever both fit.
    """
    if not codes:
        return ()
    for size in (4, 3):
        if set_kind(codes[:size]) and len(codes) >= size:
            rest = split_sets(codes[size:])
            if rest is not None:
                return ((0, size), *((start + size, end + size) for start, end in rest))
    return None


def is_winning(codes: Sequence[str]) -> bool:
    """True for sets and one pair (seven pairs too), whatever the order of the tiles."""
    counts = Counter(codes)
    if len(codes) % 3 != 2 or any(code == BACK or is_flower(code) for code in counts):
        return False
    if len(codes) == HAND_SIZE and all(count in (2, 4) for count in counts.values()):
        return True
    return any(
        _all_sets(tuple(sorted((counts - Counter({code: 2})).elements(), key=lambda c: (c[1], c[0]))))
        for code, count in counts.items()
        if count >= 2
    )


@cache
def _all_sets(codes: tuple[str, ...]) -> bool:
    """True where the sorted tiles split into pungs and chows."""
    if not codes:
        return True
    first = codes[0]
    if codes[:3] == (first,) * 3 and _all_sets(codes[3:]):
        return True
    if first[1] == "z" or int(first[0]) > 7:
        return False
    rest = list(codes[1:])
    for step in (1, 2):
        wanted = f"{int(first[0]) + step}{first[1]}"
        if wanted not in rest:
            return False
        rest.remove(wanted)
    return _all_sets(tuple(rest))
