"""The rows of one hand → groups with a role: concealed, meld, flower, winning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .classes import BACK, is_flower
from .geometry import Floats
from .rows import Row
from .sets import HAND_SIZE, set_kind, split_sets

# A turned tile against its row: this much wider for its height than the row's tiles are.
TURNED, LONGER = 1.45, 1.15
# Four sets in one unbroken row are a hand put in order, not four melds.
UNBROKEN_SETS = 4
# An upright box tells how its tile lies only where the row is within about 20 degrees of it.
TELLING = 0.75
# A winning tile is set apart by this many pitches at least, from centre to centre.
APART = 1.4


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles lying together, by index, with what they are for.

    `zone` is "concealed", "meld", "flower" or "winning"; `kind` is "chow", "pung" or "kong" for a meld;
    `hidden` is true for a kong that lies with backs up.
    """

    tiles: tuple[int, ...]
    zone: str
    kind: str | None = None
    hidden: bool = False


def assign_roles(rows: Sequence[Row], codes: Sequence[str], frames: Floats) -> tuple[Group, ...]:
    """Groups for the rows of one hand, main row first."""
    groups: list[Group] = []
    plain: list[tuple[Row, tuple[int, ...]]] = []
    for row in rows:
        flowers = tuple(tile for tile in row.tiles if is_flower(codes[tile]))
        if flowers:
            groups.append(Group(flowers, "flower"))
        kongs, rest = _kongs_with_backs(tuple(tile for tile in row.tiles if tile not in flowers), codes)
        groups += kongs
        if rest:
            plain.append((row, rest))
    concealed, melds = _part(plain, codes)
    groups += melds
    sets = sum(group.zone == "meld" for group in groups)
    return tuple(groups + _winning_apart(concealed, HAND_SIZE - 3 * sets, frames))


def _kongs_with_backs(tiles: tuple[int, ...], codes: Sequence[str]) -> tuple[list[Group], tuple[int, ...]]:
    """Runs of four with backs and one face at most cut out of a row; loose backs stay."""
    kongs = []
    place = 0
    rest: list[int] = []
    while place < len(tiles):
        four = tiles[place : place + 4]
        named = [codes[tile] for tile in four]
        if BACK in named and set_kind(named) == "kong":
            kongs.append(Group(four, "meld", "kong", hidden=True))
            place += 4
        else:
            rest.append(tiles[place])
            place += 1
    return kongs, tuple(rest)


def _part(
    plain: list[tuple[Row, tuple[int, ...]]], codes: Sequence[str]
) -> tuple[list[tuple[Row, tuple[int, ...]]], list[Group]]:
    """What is concealed, and the melds: rows of sets lying apart from a row that is more than sets."""
    cuts = [split_sets(tuple(codes[tile] for tile in tiles)) for _, tiles in plain]
    apart = [cut is not None and len(cut) < UNBROKEN_SETS for cut in cuts]
    if plain and all(apart):
        longest = max(range(len(plain)), key=lambda index: (len(plain[index][1]), plain[index][0].size))
        if len(plain) == 1 or len(cuts[longest] or ()) > 1:
            apart[longest] = False
    concealed = [row for row, is_apart in zip(plain, apart, strict=True) if not is_apart]
    melds = []
    for (_, tiles), cut, is_apart in zip(plain, cuts, apart, strict=True):
        for start, end in cut if is_apart and cut else ():
            part = tiles[start:end]
            named = [codes[tile] for tile in part]
            melds.append(Group(part, "meld", set_kind(named), hidden=BACK in named))
    return concealed, melds


def _winning_apart(concealed: list[tuple[Row, tuple[int, ...]]], expected: int, frames: Floats) -> list[Group]:
    """Concealed groups; the winning tile on its own where it lies apart or turned and the count allows it."""
    groups = [Group(tiles, "concealed") for _, tiles in concealed]
    if sum(len(tiles) for _, tiles in concealed) < expected or len(concealed) == 0:
        return groups
    single = [index for index, (row, tiles) in enumerate(concealed) if len(tiles) == 1 and len(row) == 1]
    if len(single) == 1 and _is_apart(concealed, single[0]):
        groups[single[0]] = Group(groups[single[0]].tiles, "winning")
        return groups
    for index, (row, tiles) in enumerate(concealed):
        turned = _turned_end(row, tiles, frames)
        if turned is not None:
            rest = tuple(tile for tile in tiles if tile != turned)
            return [
                *groups[:index],
                Group(rest, "concealed"),
                *groups[index + 1 :],
                Group((turned,), "winning"),
            ]
    return groups


def _is_apart(concealed: list[tuple[Row, tuple[int, ...]]], index: int) -> bool:
    single = concealed[index][0]
    others = [row for row, _ in concealed if row is not single]
    return bool(others) and min(single.distance(row) / row.pitch for row in others) > APART


def _turned_end(row: Row, tiles: tuple[int, ...], frames: Floats) -> int | None:
    """The tile at an end of the row that lies across it, alone among upright ones."""
    if len(tiles) < 4:
        return None
    shapes = [_shape(frames[tile], row.angle) for tile in tiles]
    known = np.array([shape for shape in shapes if shape is not None])
    if len(known) < len(tiles):
        return None
    along, across = known.T
    # A tile cut by the edge of the photo is lower than the others, but no longer along the row.
    lies = (along / across > TURNED * np.median(along / across)) & (along > LONGER * np.median(along))
    turned = [tile for tile, is_turned in zip(tiles, lies, strict=True) if is_turned]
    return turned[0] if len(turned) == 1 and turned[0] in (tiles[0], tiles[-1]) else None


def _shape(frame: Floats, angle: float) -> tuple[float, float] | None:
    """Length along the row and across it; None where a slanting upright box does not tell."""
    cos, sin = abs(math.cos(angle - float(frame[4]))), abs(math.sin(angle - float(frame[4])))
    wide, high = float(frame[2]), float(frame[3])
    if abs(det := cos * cos - sin * sin) < TELLING:
        return None
    along, across = (wide * cos - high * sin) / det, (high * cos - wide * sin) / det
    return (along, across) if along > 0 and across > 0 else None
