"""Questions about a hand that has not won: the notation of RULES.md §7 without `win` and `winners`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .errors import Problem, RequestError
from .hand import Hand, Win
from .request import Checker, read_request
from .ruleset import RuleSet
from .tiles import CODES, COPIES, FIRST_FLOWER, format_tiles, read_tiles

_KEYS = frozenset({"ruleset", "overrides", "table", "seat", "concealed", "melds", "flowers", "declared", "seen"})
_WINNER = ("concealed", "melds", "flowers", "declared")


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question. `tiles` are the concealed tiles, 13 or 14 with the melds; `seen` counts 42 kinds.

    `hand` holds melds, flowers and a winning tile that says nothing; `win` is a self-draw at this table.
    """

    rules: RuleSet
    hand: Hand
    win: Win
    tiles: tuple[int, ...]
    seen: tuple[int, ...]

    def copies(self) -> list[int]:
        """How many of each of the 42 kinds the player holds, melds and flowers included."""
        held = [0] * len(CODES)
        for tile in (*self.tiles, *self.hand.flowers):
            held[tile] += 1
        for meld in self.hand.melds:
            for tile in meld.tiles:
                held[tile] += 1
        return held

    def left(self) -> list[int]:
        """How many of each of the 42 kinds may still be drawn."""
        return [max(0, COPIES[t] - held - self.seen[t]) for t, held in enumerate(self.copies())]


def read_question(value: Any, sizes: Collection[int] = (13,)) -> Question:
    """The checked question; RequestError with every problem. `sizes`: tiles allowed, a meld being three."""
    check = Checker()
    asked = check.table(value, "", _KEYS, ("ruleset", "concealed") if isinstance(value, dict) else ())
    seen = check.tiles(asked.get("seen", ""), "seen") or []
    tiles, melds = read_tiles_of(asked.get("concealed")), asked.get("melds", ())
    count = len(tiles) + 3 * len(melds) if isinstance(melds, list | tuple) else 0
    winner = {key: asked[key] for key in _WINNER if key in asked} | {"seat": asked.get("seat", 0)}
    last = _stranger(tiles, melds)
    if count == 14 and 14 in sizes:
        # a flower may not pass as the winning tile: it is a problem of the concealed tiles
        *rest, last = sorted(tiles, key=lambda tile: tile < FIRST_FLOWER)
        winner["concealed"] = format_tiles(rest)
    request: dict[str, Any] = {key: asked[key] for key in ("ruleset", "overrides", "table") if key in asked}
    request |= {"win": {"by": "self_draw"}, "winners": [winner | {"tile": CODES[last]}]}
    try:
        checked = read_request(request)
    except RequestError as error:
        check.problems += [each for each in map(_moved, error.problems) if not _known(each, check)]
        raise RequestError(check.problems) from None
    counts = [0] * len(CODES)
    for tile in seen:
        counts[tile] += 1
    question = Question(checked.rules, checked.hands[0], checked.win, tuple(tiles), tuple(counts))
    for tile, held in enumerate(question.copies()):
        if counts[tile] and counts[tile] + held > COPIES[tile]:
            check.add("too_many_copies", "seen", tile=CODES[tile], got=counts[tile] + held, most=COPIES[tile])
    if check.problems:
        raise RequestError(check.problems)
    return question


def read_tiles_of(text: Any) -> list[int]:
    """The tiles of the text, or none where it is no notation: the request's own check names that."""
    kinds = read_tiles(text) if isinstance(text, str) else []
    return [] if isinstance(kinds, tuple) else kinds


def _stranger(tiles: Collection[int], melds: Any) -> int:
    """A tile that the player does not hold, to stand for the one that has not come."""
    held = set(tiles)
    for meld in melds if isinstance(melds, list | tuple) else ():
        held |= set(read_tiles_of(meld.get("tiles") if isinstance(meld, dict) else None))
    return next((tile for tile in range(FIRST_FLOWER) if tile not in held), 0)


def _moved(problem: Problem) -> Problem:
    """The problem of the winner's request at the question's own path."""
    path = problem.path.removeprefix("winners[0]").removeprefix(".")
    return Problem(problem.code, "concealed" if path in ("", "tile") else path, problem.params)


def _known(problem: Problem, check: Checker) -> bool:
    return any((each.code, each.path) == (problem.code, problem.path) for each in check.problems)
