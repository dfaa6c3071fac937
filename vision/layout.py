"""Rows → whose tiles they are and what they do: hand, melds, flowers, winning tile, or none of our business.

The near hand is the long row of the largest tiles together with the sets, flowers and tiles that lie by it.
Distances are in units of that row's pitch, never in pixels. How many tiles a hand may have decides what
belongs to it: a row of 14 needs no further meld, a row of 8 looks for two. Where there is no hand (tiles
spread out, a sheet, a full set, flowers on show) every face-up tile is the subject.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .classes import BACK, is_flower
from .geometry import Floats
from .roles import Group, assign_roles
from .rows import Row, find_rows
from .sets import HAND_SIZE, set_kind, split_sets

MAIN_ROW = 5
# A row with room between its tiles (steps in tile sizes) must be long, or every heap would hold one.
LOOSE_ROW, LOOSE_STEP = 10, 2.4
# In units of the main row's pitch: how far from the hand's nearest tile its parts may lie.
MELD_REACH, FLOWER_REACH, ROW_REACH, WINNING_REACH, BACKS_REACH = 9.0, 7.0, 2.8, 3.2, 4.0
# One tile in so many of a row of flowers may be misread and it still is one.
MOSTLY_FLOWERS = 4
# A level row of three or more is taken for a meld with a misread tile a little further off than a pair is.
MISREAD_REACH = 5.0
FRAGMENT_REACH, TOUCH_REACH = 1.7, 1.5
# A crooked tile at the end of two melds in one line; a longer row is a hand, whose single tile is the winning one.
STRAY_REACH, FEWEST_BESIDE, MOST_BESIDE = 1.35, 5, 7
# Four kongs and a pair; more faces than that are no hand.
MOST_FACES = 18
PARALLEL = 0.3
TOUCHING = 1.9
LIKE_SIZE, TOUCHING_SIZE = 1.45, 1.3
# A second hand in the photo must be as good as whole; anything less is somebody's discards.
WHOLE_HAND = 13


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its groups by index into the detections, and whether it is no hand but tiles spread out."""

    groups: tuple[Group, ...]
    spread: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        """Every tile of the hand, group by group."""
        return tuple(tile for group in self.groups for tile in group.tiles)


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of a photo, nearest first, and the tiles that belong to none of them."""

    hands: tuple[Hand, ...]
    others: tuple[int, ...]


def arrange(frames: Floats, codes: Sequence[str], bottom: float | None = None) -> Layout:
    """Say what every tile is for: N×5 `frames`, N `codes`; `bottom` is the photo's height where it is known.

    The height serves as a weak hint at which hand is the near one, nothing more.
    """
    rows = _join_fragments(find_rows(frames), codes)
    table = _Table(codes, frames, bottom or 0.0)
    hands: list[Hand] = []
    first = table.near_hand(rows)
    if first is None and (loose := _loose_row(frames, table)) is not None:
        first, rows = loose
    if first is None:
        return table.spread(rows)
    hands.append(Hand(assign_roles(first, codes, frames)))
    left = [row for row in rows if row not in first]
    while (more := table.near_hand(left)) is not None and table.worth(more) >= WHOLE_HAND:
        hands.append(Hand(assign_roles(more, codes, frames)))
        left = [row for row in left if row not in more]
    taken = {tile for hand in hands for tile in hand.tiles}
    return Layout(tuple(hands), tuple(tile for tile in range(len(codes)) if tile not in taken))


def _join_fragments(rows: Iterable[Row], codes: Sequence[str]) -> tuple[Row, ...]:
    """Short rows that only together make a set (laid crooked, fanned) become one row."""
    rows = list(rows)
    for row in [row for row in rows if len(row) <= 2]:
        if row not in rows:
            continue
        for other in [other for other in rows if other is not row and len(other) + len(row) in (3, 4)]:
            together = [codes[tile] for tile in (*other.tiles, *row.tiles)]
            alone = set_kind([codes[tile] for tile in other.tiles])
            near = row.distance(other) <= FRAGMENT_REACH * other.pitch
            if alone or not near or not set_kind(together) or BACK in together:
                continue
            joined = replace(other, tiles=other.tiles + row.tiles, centres=other.centres + row.centres)
            rows = [joined, *(r for r in rows if r is not row and r is not other)]
            break
    return tuple(_join_strays(rows, codes))


def _join_strays(rows: list[Row], codes: Sequence[str]) -> list[Row]:
    """A single tile laid crooked at the end of a row of melds belongs to it where both together are sets."""
    for stray in [row for row in rows if len(row) == 1]:
        for row in [row for row in rows if FEWEST_BESIDE <= len(row) <= MOST_BESIDE]:
            ends = [math.dist(stray.centres[0], centre) for centre in (row.centres[0], row.centres[-1])]
            if min(ends) > STRAY_REACH * row.pitch:
                continue
            left, right = (stray, row) if ends[0] < ends[1] else (row, stray)
            joined = replace(row, tiles=left.tiles + right.tiles, centres=left.centres + right.centres)
            named = tuple(codes[tile] for tile in joined.tiles)
            if BACK not in named and split_sets(named):
                rows = [joined, *(r for r in rows if r is not stray and r is not row)]
                break
    return rows


def _loose_row(frames: Floats, table: _Table) -> tuple[list[Row], tuple[Row, ...]] | None:
    """A hand whose tiles stand apart from each other: one long even row with room between the tiles."""
    rows = find_rows(frames, farthest=LOOSE_STEP)
    if len(rows) and len(table.faces(rows[0])) >= LOOSE_ROW and (hand := table.near_hand(rows)) is not None:
        return hand, rows
    return None


@dataclass(frozen=True, slots=True)
class _Table:
    """Questions about rows that need the codes of their tiles."""

    codes: Sequence[str]
    frames: Floats
    bottom: float

    def faces(self, row: Row) -> list[int]:
        """Tiles of the row that are neither flowers nor backs."""
        return [tile for tile in row.tiles if self.codes[tile] != BACK and not is_flower(self.codes[tile])]

    def named(self, tiles: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.codes[tile] for tile in tiles)

    def sets(self, row: Row) -> tuple[tuple[int, int], ...] | None:
        """The row without its flowers cut into sets, where it is nothing but sets."""
        return split_sets(self.named(tile for tile in row.tiles if not is_flower(self.codes[tile])))

    def worth(self, rows: Iterable[Row]) -> int:
        """Tiles towards the fourteen: flowers and loose backs are none, a kong apart is three."""
        total = 0
        for row in rows:
            sets = self.sets(row)
            kongs = sum(end - start == 4 for start, end in sets) if sets else 0
            backs = sum(self.codes[tile] == BACK for tile in row.tiles) if sets else 0
            total += len(self.faces(row)) + backs - kongs
        return total

    def near_hand(self, rows: Sequence[Row]) -> list[Row] | None:
        """The rows of the nearest hand, main row first; None where nothing looks like one."""
        mains = [row for row in rows if len(self.faces(row)) >= MAIN_ROW]
        if not mains:
            return self._hand_of_sets(rows)
        main = max(mains, key=self._prominence)
        if self._is_sheet(main, rows):
            return None
        hand = self._gather(main, rows)
        return None if self._is_heap(hand, rows) else hand

    def spread(self, rows: Sequence[Row]) -> Layout:
        """No hand: every face is the subject."""
        groups = []
        for row in rows:
            faces = tuple(self.faces(row))
            flowers = tuple(tile for tile in row.tiles if is_flower(self.codes[tile]))
            groups += [Group(faces, "concealed")] if faces else []
            groups += [Group(flowers, "flower")] if flowers else []
        backs = tuple(tile for tile, code in enumerate(self.codes) if code == BACK)
        return Layout((Hand(tuple(groups), spread=True),) if groups else (), backs)

    def _prominence(self, row: Row) -> float:
        low = max(y for _, y in row.centres) / self.bottom if self.bottom else 0.0
        return float(min(len(self.faces(row)), HAND_SIZE) * row.pitch**1.5 * (1 + 0.2 * low))

    def _alike(self, row: Row, main: Row) -> bool:
        return 1 / LIKE_SIZE < row.size / main.size < LIKE_SIZE

    def _is_sheet(self, main: Row, rows: Sequence[Row]) -> bool:
        """Parallel rows touching each other, together too many for a hand."""
        block, grew = [main], True
        while grew:
            grew = False
            for row in rows:
                if row in block or len(row) < 3 or not self._alike(row, main):
                    continue
                if any(row.parallel(r) < PARALLEL and row.distance(r) < TOUCHING * main.pitch for r in block):
                    block.append(row)
                    grew = True
        faces = sum(len(self.faces(row)) for row in block)
        return (
            len(block) > 1
            and self.worth(block) > HAND_SIZE
            and faces > (MOST_FACES if len(block) == 2 else HAND_SIZE + 1)
        )

    def _is_heap(self, hand: list[Row], rows: Sequence[Row]) -> bool:
        """A chance line through a heap: half as many tiles again lie right beside it, any way round."""
        if len(hand) > 1 and sum(len(self.faces(row)) for row in hand) > MOST_FACES:
            return True
        if self.worth(hand) in (HAND_SIZE - 1, HAND_SIZE) and len(hand[0]) > 6:
            return False
        reach = 2.4 * hand[0].pitch
        beside = sum(
            len(self.faces(row))
            for row in rows
            if row not in hand and self._alike(row, hand[0]) and any(row.distance(r) < reach for r in hand)
        )
        return beside * 2 > sum(len(self.faces(row)) for row in hand)

    def _hand_of_sets(self, rows: Sequence[Row]) -> list[Row] | None:
        """A hand opened into its sets, none longer than four, where the count of tiles fits."""
        sets = [row for row in rows if self.sets(row) and self.faces(row)]
        if len(sets) < 2:
            return None
        hand = self._gather(max(sets, key=self._prominence), rows)
        return hand if self.worth(hand) in (HAND_SIZE - 1, HAND_SIZE) and not self._is_heap(hand, rows) else None

    def _gather(self, main: Row, rows: Sequence[Row]) -> list[Row]:
        """The main row and, nearest first, every row that belongs to it."""
        hand = [main]
        left = [row for row in rows if row is not main and self._alike(row, main)]
        while True:
            near = sorted(left, key=lambda row: min(row.distance(part) for part in hand))
            found = next((row for row in near if self._belongs(row, hand)), None)
            if found is None:
                return hand
            hand.append(found)
            left.remove(found)

    def _belongs(self, row: Row, hand: list[Row]) -> bool:
        main = hand[0]
        away = min(row.distance(part) for part in hand) / main.pitch
        faces, backs = self.faces(row), [tile for tile in row.tiles if self.codes[tile] == BACK]
        if len(row) >= MOSTLY_FLOWERS * (len(faces) + len(backs)):
            return away <= FLOWER_REACH
        near_size = 1 / TOUCHING_SIZE < row.size / main.size < TOUCHING_SIZE
        if faces and not backs and near_size and away <= TOUCH_REACH:
            return True
        need = HAND_SIZE - self.worth(hand) + self._fours([*hand, row])
        worth = self.worth([row])
        if self.sets(row):
            if not faces:
                return len(backs) == 4 and need >= 3 and away <= BACKS_REACH
            return worth <= need and away <= MELD_REACH
        if backs:
            return False
        if len(row) == 1:
            return need == 1 and away <= WINNING_REACH
        if need == 2 and len(faces) == 2 and len(set(self.named(faces))) == 1:
            return away <= MELD_REACH
        reach = MISREAD_REACH if len(row) >= 3 else ROW_REACH
        return worth <= need and away <= reach and row.parallel(main) <= PARALLEL

    def _fours(self, rows: Iterable[Row]) -> int:
        """How many codes lie there four times, not as sets apart: each may be a kong, and one tile more."""
        loose = Counter(code for row in rows if not self.sets(row) for code in self.named(self.faces(row)))
        return sum(count == 4 for count in loose.values())
