"""Every way to read tiles as sets and a pair, jokers included (RULES.md §1 and §2).

A suit is solved by itself, once for its counts and the jokers spent in it, and remembered; a hand combines four
of them. Readings that count the same (sets, pair, kinds of pungs, jokers used) are one: the first found stands
for them. Which shapes win, and for what, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from .tiles import CODES

PAIR, CHOW = 9, 18
"""A part of a suit is a number: the tile's place for a pung, PAIR + it, or CHOW + it for a chow from there."""

_CACHE = 1 << 15
_WINDS, _HONOURS, _NUMBERS = 4, 7, 9


class Split(NamedTuple):
    """One way to read a suit: what it holds, and its parts."""

    sets: int
    pair: int
    chows: int
    winds: int
    dragons: int
    parts: tuple[int, ...]


class Reading(NamedTuple):
    """One way to read the concealed tiles as sets and a pair.

    `numbers`, `winds` and `dragons` count pungs; `suits` has bit 0 for 万, 1 for 筒, 2 for 条, 3 for honours;
    `wild` is how many jokers stand for another tile; `parts` are those of the four suits. The `form` is "sets",
    or "honours" (风一色 in any arrangement) and "pairs" (七对), whose last part lists the tiles, or a tile a pair.
    """

    chows: int
    numbers: int
    winds: int
    dragons: int
    suits: int
    wild: int
    parts: tuple[tuple[int, ...], ...]
    form: str = "sets"


@lru_cache(maxsize=_CACHE)
def splits(counts: tuple[int, ...], wild: int = 0, barred: int = -1) -> tuple[Split, ...]:
    """Every way to read a suit of nine numbers or seven honours with exactly `wild` jokers.

    A joker may stand for any tile of the suit but the place `barred`: there it would be its own face.
    """
    total = sum(counts)
    if not total:
        return _of_jokers(len(counts), wild, barred)
    if (total + wild) % 3 == 1:
        return ()
    place = next(place for place, held in enumerate(counts) if held)
    found: dict[tuple[int, int, int, int, int], tuple[int, ...]] = {}
    for part, left, spent in _parts_holding(place, counts, wild, barred):
        sets, pair, chows, winds, dragons = _step(part, len(counts))
        for rest in splits(left, wild - spent, barred):
            if rest.pair + pair < 2 and rest.sets + sets < 5:
                key = (
                    rest.sets + sets,
                    rest.pair + pair,
                    rest.chows + chows,
                    rest.winds + winds,
                    rest.dragons + dragons,
                )
                found.setdefault(key, (part, *rest.parts))
    return tuple(Split(*key, parts) for key, parts in found.items())


def _parts_holding(
    place: int, counts: tuple[int, ...], wild: int, barred: int
) -> list[tuple[int, tuple[int, ...], int]]:
    """Parts that can hold the lowest tile: (part, counts left, jokers spent); jokers fill only what is missing."""
    options = []
    held = counts[place]
    for size, base in ((3, 0), (2, PAIR)):
        real = min(size, held)
        if size - real <= wild and (real == size or place != barred):
            options.append((base + place, (*counts[:place], held - real, *counts[place + 1 :]), size - real))
    if len(counts) == _NUMBERS:
        for start in range(max(place - 2, 0), min(place, 6) + 1):
            missing = [at for at in range(start, start + 3) if not counts[at]]
            if len(missing) <= wild and barred not in missing:
                left = list(counts)
                for at in range(start, start + 3):
                    left[at] -= at not in missing
                options.append((CHOW + start, tuple(left), len(missing)))
    return options


def _step(part: int, size: int) -> tuple[int, int, int, int, int]:
    """What a part adds to sets, pair, chows, pungs of winds and pungs of dragons."""
    if part >= CHOW:
        return (1, 0, 1, 0, 0)
    if part >= PAIR:
        return (0, 1, 0, 0, 0)
    if size == _NUMBERS:
        return (1, 0, 0, 0, 0)
    return (1, 0, 0, 1, 0) if part < _WINDS else (1, 0, 0, 0, 1)


def _of_jokers(size: int, wild: int, barred: int) -> tuple[Split, ...]:
    """Readings of jokers alone: nothing, a pair, or a set of each sort."""
    if wild == 0:
        return (Split(0, 0, 0, 0, 0, ()),)
    free = [place for place in range(size) if place != barred]
    if wild == 2:
        return (Split(0, 1, 0, 0, 0, (PAIR + free[0],)),)
    if wild != 3:
        return ()
    chosen = [free[0]]
    if size == _NUMBERS:
        chosen += [CHOW + (0 if barred not in (0, 1, 2) else 3)]
    elif size == _HONOURS:
        chosen += [next(place for place in free if place >= _WINDS)]
    return tuple(Split(*_step(part, size), (part,)) for part in chosen)


def readings(
    counts: Sequence[int],
    sets: int,
    *,
    pair: int = 1,
    jokers: int = 0,
    joker: int | None = None,
    honours: int = _HONOURS,
) -> list[Reading]:
    """Every reading of 34 counts as `sets` sets and `pair` pairs; `counts` holds no joker, `jokers` says how many.

    A joker is used as its own face, the kind `joker`, or as any other tile; `honours` is 4 where dragons are
    flowers, so that no joker stands for one.
    """
    held = tuple(counts)
    suits = (held[:9], held[9:18], held[18:27], held[27 : 27 + honours])
    if not jokers or joker is None:
        rows = [splits(suit) for suit in suits]
        return _combine(rows, sets, pair) if all(rows) else []
    return list(_with_jokers(suits, sets, pair, jokers, joker))


@lru_cache(maxsize=1 << 10)
def _with_jokers(
    suits: tuple[tuple[int, ...], ...], sets: int, pair: int, jokers: int, joker: int
) -> tuple[Reading, ...]:
    """Readings of a hand with jokers; a hand asked about tile by tile asks for the same ones again."""
    found: list[Reading] = []
    home, place = divmod(joker, 9)
    for own in range(jokers + 1):
        suit = list(suits[home])
        suit[place] += own
        hand = (*suits[:home], tuple(suit), *suits[home + 1 :])
        found += _spend(hand, sets, pair, jokers - own, home, place)
    return tuple(found)


_State = tuple[int, int, int, int, int, int, int, int]
"""What some suits hold together: sets, pairs, chows, pungs of numbers, winds and dragons, suits, jokers used."""


def _spend(suits: tuple[tuple[int, ...], ...], sets: int, pair: int, wild: int, home: int, place: int) -> list[Reading]:
    """Readings that use exactly `wild` jokers as other tiles, however they are dealt out to the suits."""
    partial: dict[_State, tuple[tuple[int, ...], ...]] = {(0, 0, 0, 0, 0, 0, 0, 0): ()}
    for index, suit in enumerate(suits):
        rows = [splits(suit, spent, place if index == home else -1) for spent in range(wild + 1)]
        grown: dict[_State, tuple[tuple[int, ...], ...]] = {}
        for (n, p, chows, numbers, winds, dragons, mask, used), parts in partial.items():
            for spent in range(wild + 1 - used):
                for split in rows[spent]:
                    if n + split.sets > sets or p + split.pair > pair:
                        continue
                    state = (
                        n + split.sets,
                        p + split.pair,
                        chows + split.chows,
                        numbers if index == 3 else numbers + split.sets - split.chows,
                        winds + split.winds,
                        dragons + split.dragons,
                        mask | (1 << index if split.parts else 0),
                        used + spent,
                    )
                    grown.setdefault(state, (*parts, split.parts))
        partial = grown
    return [
        Reading(chows, numbers, winds, dragons, mask, wild, parts)
        for (n, p, chows, numbers, winds, dragons, mask, used), parts in partial.items()
        if n == sets and p == pair and used == wild
    ]


def _combine(rows: Sequence[tuple[Split, ...]], sets: int, pair: int) -> list[Reading]:
    """Readings of a hand without jokers from those of its suits."""
    found = []
    for a, b, c, d in product(*rows):
        numbers = a[0] + b[0] + c[0]
        if numbers + d[0] != sets or a[1] + b[1] + c[1] + d[1] != pair:
            continue
        chows = a[2] + b[2] + c[2]
        suits = (1 if a[5] else 0) | (2 if b[5] else 0) | (4 if c[5] else 0) | (8 if d[5] else 0)
        found.append(Reading(chows, numbers - chows, d[3], d[4], suits, 0, (a[5], b[5], c[5], d[5])))
    return found


def is_complete(
    counts: Sequence[int], sets: int, *, jokers: int = 0, joker: int | None = None, honours: int = _HONOURS
) -> bool:
    """Whether the 34 counts, with the jokers, are `sets` sets and a pair."""
    return bool(readings(counts, sets, jokers=jokers, joker=joker, honours=honours))


def waits_for_anything(
    counts: Sequence[int], sets: int, *, jokers: int, joker: int | None, honours: int = _HONOURS
) -> bool:
    """跑百搭: the tiles before the win are `sets` sets and one single joker (RULES.md §1)."""
    if not jokers:
        return False
    return bool(readings(counts, sets, pair=0, jokers=jokers - 1, joker=joker, honours=honours))


def all_honours(
    counts: Sequence[int], *, jokers: int = 0, joker: int | None = None, honours: int = _HONOURS
) -> list[Reading]:
    """风一色: readings of concealed tiles that are honours only, in any arrangement; none if they are not.

    Three or four of a kind count as one pung (RULES.md §2); jokers complete as many as they can.
    """
    if any(counts[:27]):
        return []
    held = list(counts[27 : 27 + honours])
    if not jokers or joker is None:
        return [_honours(held, 0)]
    found = []
    at_home = joker >= 27
    for own in range(jokers + 1 if at_home else 1):
        hand = list(held)
        if at_home:
            hand[joker - 27] += own
        found += _with_wild(hand, jokers - own, joker - 27)
    return found


def _with_wild(held: list[int], wild: int, barred: int) -> list[Reading]:
    """Honours with `wild` jokers dealt out in every way to kinds other than `barred`."""
    hands = {tuple(held)}
    for _ in range(wild):
        hands = {
            (*hand[:place], hand[place] + 1, *hand[place + 1 :])
            for hand in hands
            for place in range(len(hand))
            if place != barred
        }
    best: dict[tuple[int, int], Reading] = {}
    for hand in sorted(hands):
        reading = _honours(hand, wild)
        best.setdefault((reading.winds, reading.dragons), reading)
    return list(best.values())


def _honours(held: Sequence[int], wild: int) -> Reading:
    winds = sum(n >= 3 for n in held[:_WINDS])
    dragons = sum(n >= 3 for n in held[_WINDS:])
    tiles = tuple(27 + place for place, n in enumerate(held) for _ in range(n))
    return Reading(0, 0, winds, dragons, 8, wild, ((), (), (), tiles), "honours")


def seven_pairs(
    counts: Sequence[int], *, jokers: int = 0, joker: int | None = None, honours: int = _HONOURS
) -> list[Reading]:
    """七对: readings of fourteen concealed tiles as seven pairs; four of a kind are two of them."""
    if sum(counts) + jokers != 14:
        return []
    found = []
    for own in range(jokers + 1):
        hand = list(counts)
        if joker is not None:
            hand[joker] += own
            if hand[joker] % 2:
                continue
        wild = jokers - own
        pairs = [kind for kind, n in enumerate(hand) for _ in range((n + 1) // 2)]
        if (spare := wild - sum(n % 2 for n in hand)) < 0:
            continue
        found += [_pairs(pairs + added, wild) for added in _spare_pairs(pairs, spare // 2, joker, honours)]
    return found


def _spare_pairs(pairs: list[int], spare: int, joker: int | None, honours: int) -> list[list[int]]:
    """Pairs made of jokers alone, as tiles that some type may want: a suit that is there, or honours."""
    if not spare:
        return [[]]
    free = [kind for kind in (*range(27), *range(27, 27 + honours)) if kind != joker]
    suits = {kind // 9 for kind in pairs} or {0}
    wanted = {next(kind for kind in free if kind // 9 == suit) for suit in sorted(suits | {3})}
    return [[kind] * spare for kind in sorted(wanted)]


def _pairs(pairs: list[int], wild: int) -> Reading:
    suits = 0
    for kind in pairs:
        suits |= 1 << kind // 9
    return Reading(0, 0, 0, 0, suits, wild, ((), (), (), tuple(sorted(pairs))), "pairs")


def part_text(suit: int, part: int) -> str:
    """A part in notation, such as "123m", "555z" or "22s"."""
    return _PART_TEXTS[suit][part]


def part_tiles(suit: int, part: int) -> tuple[int, ...]:
    """The tile kinds of a part."""
    start = 9 * suit + part % 9
    if part >= CHOW:
        return (start, start + 1, start + 2)
    return (start,) * (2 if part >= PAIR else 3)


def _part_text(suit: int, part: int) -> str:
    tiles = part_tiles(suit, part)
    return "".join(CODES[tile][0] for tile in tiles) + CODES[tiles[0]][1]


_PART_TEXTS: tuple[dict[int, str], ...] = tuple(
    {
        part: _part_text(suit, part)
        for part in range(25)
        if part % 9 < (_HONOURS if suit == 3 else _NUMBERS) and (suit < 3 or part < CHOW)
    }
    for suit in range(4)
)
