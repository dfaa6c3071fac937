"""Ways to each win type (RULES.md §1), how many tiles each still misses, and which tiles help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .melds import Meld, MeldKind
from .reach import NEVER, NOTHING, Cost, combine, pung_cost, suit_cost
from .ruleset import RuleSet
from .tiles import COPIES, FIRST_HONOUR

HONOURS = 3
SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
FLUSHES = {
    "hunyise": (True, False),
    "qingyise": (False, False),
    "hunpeng": (True, True),
    "qingpeng": (False, True),
}
"""Types of one number suit: whether honours belong to them, and whether they are of pungs only."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's tiles: 34 counts of concealed tiles without jokers, the melds, and how many jokers.

    `seen` counts what lies open elsewhere; it and the holding's own tiles cannot be drawn any more.
    """

    counts: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    jokers: int = 0
    joker: int | None = None
    seen: tuple[int, ...] = (0,) * 34

    @property
    def sets(self) -> int:
        """Sets still to be made beside the melds."""
        return 4 - len(self.melds)

    @property
    def size(self) -> int:
        """Tiles in the hand, a meld counting as three."""
        return sum(self.counts) + self.jokers + 3 * len(self.melds)

    def melded(self) -> tuple[int, ...]:
        """How many of each kind lie in the melds."""
        used = [0] * 34
        for meld in self.melds:
            for tile in meld.tiles:
                used[tile] += 1
        return tuple(used)

    def left(self) -> tuple[int, ...]:
        """How many of each kind may still be drawn."""
        used = self.melded()
        own = list(self.counts)
        if self.joker is not None:
            own[self.joker] += self.jokers
        return tuple(max(0, COPIES[t] - own[t] - used[t] - self.seen[t]) for t in range(34))

    def without(self, tile: int) -> Holding:
        """The holding after discarding a tile, which then lies open."""
        return replace(self, counts=_changed(self.counts, tile, -1), seen=_changed(self.seen, tile, 1))

    def with_tile(self, tile: int) -> Holding:
        """The holding after drawing a tile."""
        if tile == self.joker:
            return replace(self, jokers=self.jokers + 1)
        return replace(self, counts=_changed(self.counts, tile, 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to a win type: the suits it uses (0 to 2 numbers, 3 honours), pungs only, and loose tiles.

    `both`: the number suit and honours must both be there. `loose`: "honours" in any arrangement, "pairs"
    for seven of them, or "" for sets.
    """

    suits: tuple[int, ...]
    pungs: bool = False
    both: bool = False
    loose: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a plan is: `missing` tiles to complete it, and the kinds that help with how many are left."""

    plan: Plan
    missing: int
    helps: tuple[tuple[int, int], ...]

    @property
    def left(self) -> int:
        """How many tiles that help are left."""
        return sum(count for _, count in self.helps)


def plans(type_id: str) -> tuple[Plan, ...]:
    """The ways to a type of four sets, honours or pairs; none for those that only flowers and jokers make."""
    if type_id in FLUSHES:
        honours, pungs = FLUSHES[type_id]
        return tuple(Plan((s, HONOURS) if honours else (s,), pungs, both=honours) for s in range(HONOURS))
    return {
        "pinghu": (Plan((0, 1, 2, 3)),),
        "pengpenghu": (Plan((0, 1, 2, 3), pungs=True),),
        "fengpeng": (Plan((HONOURS,), pungs=True),),
        "fengyise": (Plan((HONOURS,), loose="honours"),),
        "qidui": (Plan((0, 1, 2, 3), loose="pairs"),),
    }.get(type_id, ())


def obstacle(plan: Plan, holding: Holding) -> str | None:
    """Why the melds bar the plan: an id of the lesson texts, or None."""
    if plan.loose == "pairs" and holding.melds:
        return "has_melds"
    for meld in holding.melds:
        if plan.pungs and meld.kind is MeldKind.CHOW:
            return "meld_chow"
        if meld.tile // 9 not in plan.suits:
            return "meld_of_another_suit"
    return None


def reach(plan: Plan, holding: Holding, rules: RuleSet) -> Reach:
    """How many tiles are missing for the plan, and which kinds bring it nearer."""
    left = holding.left()
    if plan.loose:
        missing, useful = _loose(plan, holding, rules, left)
    else:
        missing, useful = _sets(plan, holding, rules, left)
    if missing and holding.joker is not None:
        useful = {*useful, holding.joker}
    helps = tuple((tile, left[tile]) for tile in sorted(useful) if left[tile])
    return Reach(plan, missing, helps if missing < NEVER else ())


def missing_tiles(plan: Plan, holding: Holding, rules: RuleSet) -> int:
    """How many tiles are missing for the plan; NEVER where it cannot be made."""
    left = holding.left()
    if plan.loose:
        return _loose(plan, holding, rules, left)[0]
    tables = _tables(plan, holding, rules, left)
    return _total(_joined(tables), holding)


def _loose(plan: Plan, holding: Holding, rules: RuleSet, left: Sequence[int]) -> tuple[int, set[int]]:
    """Missing tiles and helping kinds of honours in any arrangement, or of seven pairs."""
    counts, honours = holding.counts, range(FIRST_HONOUR, FIRST_HONOUR + rules.honours)
    if plan.loose == "honours":
        wanted = 3 * holding.sets + 2
        held = sum(counts[tile] for tile in honours)
        missing = max(0, wanted - held - holding.jokers)
        reachable = sum(left[tile] for tile in honours) >= missing
        return (missing if reachable else NEVER), set(honours) if missing else set()
    kinds = _kinds(rules)
    pairs = sum(counts[tile] // 2 for tile in kinds)
    odd = {tile for tile in kinds if counts[tile] % 2 and (left[tile] or holding.jokers)}
    wanted = max(0, 7 - pairs)
    missing = max(0, wanted + max(0, wanted - len(odd)) - holding.jokers)
    if not missing:
        return 0, set()
    useful = {tile for tile in odd if left[tile]}
    if wanted > len(odd):
        useful |= {tile for tile in kinds if left[tile] + counts[tile] % 2 >= 2}
    return missing, useful


def _kinds(rules: RuleSet) -> range:
    return range(FIRST_HONOUR + rules.honours)


def _tables(plan: Plan, holding: Holding, rules: RuleSet, left: Sequence[int]) -> list[Cost]:
    """One table for each of the four suits; a joker may stand where no tile is left."""
    return [_table(plan, suit, holding.counts, holding, rules, left) for suit in range(4)]


def _table(plan: Plan, suit: int, counts: Sequence[int], holding: Holding, rules: RuleSet, left: Sequence[int]) -> Cost:
    if suit not in plan.suits:
        return NOTHING
    start, end = SUITS[suit]
    end = min(end, start + rules.honours) if suit == HONOURS else end
    held = tuple(counts[start:end])
    limits = tuple(
        counts[t] + max(0, left[t] - (counts[t] - holding.counts[t])) + holding.jokers for t in range(start, end)
    )
    cost = (pung_cost if plan.pungs or suit == HONOURS else suit_cost)(held, limits)
    if plan.both and not any(meld.tile // 9 == suit for meld in holding.melds):
        cost = ((NEVER, cost[0][1]), *cost[1:])
    return cost


def _sets(plan: Plan, holding: Holding, rules: RuleSet, left: Sequence[int]) -> tuple[int, set[int]]:
    tables = _tables(plan, holding, rules, left)
    missing = _total(_joined(tables), holding)
    useful: set[int] = set()
    if not missing or missing >= NEVER:
        return missing, useful
    for suit in plan.suits:
        rest = _joined([table for at, table in enumerate(tables) if at != suit])
        start, end = SUITS[suit]
        for tile in range(start, min(end, len(_kinds(rules)))):
            if left[tile]:
                more = _table(plan, suit, _changed(holding.counts, tile, 1), holding, rules, left)
                if _pair_up(more, rest, holding) < missing:
                    useful.add(tile)
    return missing, useful


def _joined(tables: Sequence[Cost]) -> Cost:
    result = tables[0]
    for table in tables[1:]:
        result = table if result is NOTHING else result if table is NOTHING else combine(result, table)
    return result


def _total(table: Cost, holding: Holding) -> int:
    cost = table[holding.sets][1]
    return cost if cost >= NEVER else max(0, cost - holding.jokers)


def _pair_up(one: Cost, rest: Cost, holding: Holding) -> int:
    """The missing tiles of two tables together, without making the whole table of both."""
    sets = holding.sets
    cost = min(min(one[a][1] + rest[sets - a][0], one[a][0] + rest[sets - a][1]) for a in range(sets + 1))
    return cost if cost >= NEVER else max(0, cost - holding.jokers)


def _changed(counts: tuple[int, ...], tile: int, by: int) -> tuple[int, ...]:
    return (*counts[:tile], counts[tile] + by, *counts[tile + 1 :])


def discards(holding: Holding) -> Iterator[int]:
    """The kinds that can be discarded from the concealed tiles, jokers kept."""
    return (tile for tile in range(len(holding.counts)) if holding.counts[tile])
