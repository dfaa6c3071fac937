"""The request of RULES.md §7: JSON in, values out, and every problem of it named at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .errors import MAX_PROBLEMS, Problem, RequestError, RuleSetError, json_type, quoted
from .hand import Hand, Win, WinSource
from .melds import Meld, MeldKind, find_meld
from .patterns import SIBAIDA
from .ruleset import RuleSet, load_ruleset
from .tiles import CODES, COPIES, FIRST_DRAGON, FIRST_FLOWER, TILES, read_tiles

MAX_HUANGFAN = 99
_REQUEST = frozenset({"ruleset", "overrides", "table", "win", "winners", "claims", "ready"})
_TABLE = frozenset({"dealer", "huangfan", "kaibao", "joker"})
_WIN = frozenset({"by", "from", "replacement", "last_tile", "first_round"})
_WINNER = frozenset({"seat", "concealed", "tile", "melds", "flowers", "declared"})
_NEEDED = ("seat", "concealed", "tile")
_MELD = frozenset({"kind", "tiles", "from", "concealed"})
_SOURCES = {source.value: source for source in WinSource}
_KINDS = {"chow": MeldKind.CHOW, "pung": MeldKind.PUNG, "kong": MeldKind.EXPOSED_KONG}
_ALL_FLOWERS = frozenset(range(FIRST_FLOWER, len(CODES)))
_MISSING = object()


class Request(NamedTuple):
    """A checked request: the rules, how the hand was won, the winners, and who was bound and ready."""

    rules: RuleSet
    win: Win
    hands: tuple[Hand, ...]
    claims: Mapping[tuple[int, int], int]
    ready: frozenset[int]


class Checker:
    """Collects the problems of one request while its values are read."""

    __slots__ = ("problems",)

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, code: str, path: str, **params: object) -> None:
        """Note a problem."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(code, path, params))

    def table(self, value: Any, path: str, keys: frozenset[str], needed: tuple[str, ...] = ()) -> dict[str, Any]:
        """The value as an object with only these keys; {} where it is none."""
        if not isinstance(value, dict):
            self.add("wrong_type", path, expected="object", got=json_type(value))
            return {}
        dot = path + "." if path else ""
        if not value.keys() <= keys:
            for key in value:
                if key not in keys:
                    self.add("unknown_key", f"{dot}{quoted(key)}", key=quoted(key))
        for key in needed:
            if key not in value:
                self.add("missing_key", f"{dot}{key}")
        return value

    def flag(self, value: Any, path: str) -> bool:
        """The value as true or false."""
        if value is True or value is False:
            return value
        self.add("wrong_type", path, expected="boolean", got=json_type(value))
        return False

    def whole(self, value: Any, path: str, low: int, high: int, code: str = "out_of_range") -> int | None:
        """The value as a whole number in the range, or None."""
        if type(value) is not int:
            self.add("wrong_type", path, expected="integer", got=json_type(value))
            return None
        if not low <= value <= high:
            self.add(code, path, low=low, high=high, got=quoted(value))
            return None
        return value

    def seat(self, value: Any, path: str) -> int | None:
        """The value as a seat, or None."""
        return self.whole(value, path, 0, 3, "seat_out_of_range")

    def word(self, value: Any, path: str, known: Mapping[str, Any]) -> str | None:
        """The value as one of the known words, or None."""
        if not isinstance(value, str):
            self.add("wrong_type", path, expected="string", got=json_type(value))
        elif value not in known:
            self.add("unknown_value", path, expected=" | ".join(known), got=quoted(value))
        else:
            return value
        return None

    def tiles(self, value: Any, path: str) -> list[int] | None:
        """The value as tile notation, or None."""
        if not isinstance(value, str):
            self.add("wrong_type", path, expected="string", got=json_type(value))
            return None
        kinds = read_tiles(value)
        if isinstance(kinds, tuple):
            self.add(kinds[0], path, text=quoted(kinds[1]))
            return None
        return kinds

    def rows(self, value: Any, path: str, most: int) -> list[Any]:
        """The value as a list of at most `most` items; further ones are a problem and not looked at."""
        if not isinstance(value, list):
            self.add("wrong_type", path, expected="array", got=json_type(value))
            return []
        if len(value) > most:
            self.add("too_many_items", path, most=most, got=len(value))
            return value[:most]
        return value


def read_request(value: Any) -> Request:
    """The checked request; RequestError with every problem, for any JSON value."""
    check = Checker()
    request = check.table(value, "", _REQUEST, ("ruleset", "win", "winners") if isinstance(value, dict) else ())
    rules = _rules(check, request)
    table = request.get("table", {})
    joker = _joker(check, table.get("joker") if isinstance(table, dict) else None, rules)
    win = _usual_win(table, request.get("win")) or _win_of(check, table, request)
    hands = _winners(check, request, rules, win, joker)
    claims = _claims(check, request["claims"]) if "claims" in request else {}
    ready = _ready(check, request["ready"]) if "ready" in request else _NOBODY
    if check.problems or rules is None or win is None:
        raise RequestError(check.problems)
    return Request(rules, win, tuple(hands), claims, ready)


_NOBODY: frozenset[int] = frozenset()


def _ready(check: Checker, value: Any) -> frozenset[int]:
    seats = (check.seat(seat, f"ready[{at}]") for at, seat in enumerate(check.rows(value, "ready", 4)))
    return frozenset(seat for seat in seats if seat is not None)


def _rules(check: Checker, request: dict[str, Any]) -> RuleSet | None:
    if "ruleset" not in request:
        return None
    name = request["ruleset"]
    if not isinstance(name, str):
        check.add("wrong_type", "ruleset", expected="string", got=json_type(name))
        return None
    overrides = request.get("overrides")
    if overrides is None and "overrides" in request:
        check.add("wrong_type", "overrides", expected="object", got="null")
    try:
        return load_ruleset(name, overrides)
    except RuleSetError as error:
        for problem in error.problems:
            check.add(problem.code, problem.path, **problem.params)
    return None


def _usual_win(table: Any, win: Any) -> Win | None:
    """The remembered value of these two objects, or None where they have to be looked at closely."""
    if type(table) is dict and type(win) is dict and table.keys() <= _TABLE and win.keys() <= _WIN:
        try:
            return _remembered_win(
                win.get("by"),
                win.get("from"),
                win.get("replacement"),
                win.get("last_tile", False),
                win.get("first_round", False),
                table.get("dealer", 0),
                table.get("huangfan", 0),
                table.get("kaibao", False),
            )
        except TypeError:  # an array or object where none belongs
            return None
    return None


@lru_cache(maxsize=4096, typed=True)
def _remembered_win(
    by: Any, payer: Any, replacement: Any, last_tile: Any, first: Any, dealer: Any, huangfan: Any, kaibao: Any
) -> Win | None:
    check = Checker()
    win = {"by": by, "from": payer, "replacement": replacement, "last_tile": last_tile, "first_round": first}
    found = _win_of(check, {"dealer": dealer, "huangfan": huangfan, "kaibao": kaibao}, {"win": win})
    return None if check.problems else found


def _win_of(check: Checker, table: Any, request: dict[str, Any]) -> Win | None:
    """The win and the table of a request, with every problem of them but the joker's."""
    table = check.table(table, "table", _TABLE)
    dealer = check.seat(table.get("dealer", 0), "table.dealer")
    huangfan = check.whole(table.get("huangfan", 0), "table.huangfan", 0, MAX_HUANGFAN)
    kaibao = check.flag(table.get("kaibao", False), "table.kaibao")
    if "win" not in request:
        return None
    return _win(check, request["win"], dealer or 0, huangfan or 0, kaibao)


def _joker(check: Checker, value: Any, rules: RuleSet | None) -> int | None:
    if value is None:
        if rules is not None and rules.jokers:
            check.add("joker_missing", "table.joker")
        return None
    if rules is not None and not rules.jokers:
        check.add("joker_forbidden", "table.joker")
        return None
    kinds = check.tiles(value, "table.joker")
    if kinds is None:
        return None
    if len(kinds) != 1:
        check.add("one_tile", "table.joker", got=len(kinds))
        return None
    if kinds[0] >= FIRST_DRAGON:
        check.add("bad_joker", "table.joker", tile=CODES[kinds[0]])
        return None
    return kinds[0]


def _win(check: Checker, value: Any, dealer: int, huangfan: int, kaibao: bool) -> Win | None:
    win = check.table(value, "win", _WIN, ("by",) if isinstance(value, dict) else ())
    last_tile = check.flag(win.get("last_tile", False), "win.last_tile")
    first_round = check.flag(win.get("first_round", False), "win.first_round")
    replacement = win.get("replacement")
    if replacement is not None:
        replacement = check.word(replacement, "win.replacement", {"kong": 0, "flower": 0})
    payer = win.get("from")
    if payer is not None:
        payer = check.seat(payer, "win.from")
    if "by" not in win:
        return None
    by = check.word(win["by"], "win.by", _SOURCES)
    if by is None:
        return None
    if by == "self_draw":
        if win.get("from") is not None:
            check.add("from_on_self_draw", "win.from")
    elif win.get("from") is None:
        check.add("from_missing", "win.from")
    return Win(_SOURCES[by], payer, replacement, last_tile, first_round, dealer, huangfan, kaibao)


def _winners(
    check: Checker, request: dict[str, Any], rules: RuleSet | None, win: Win | None, joker: int | None
) -> list[Hand]:
    if "winners" not in request:
        return []
    rows = check.rows(request["winners"], "winners", 3)
    if not rows and isinstance(request["winners"], list):
        check.add("no_winner", "winners")
    hands: list[Hand] = []
    seats: list[int] = []
    for index, row in enumerate(rows):
        path = f"winners[{index}]"
        hand = _winner(check, row, path, rules, win, joker)
        seat = row.get("seat") if isinstance(row, dict) else None
        if type(seat) is int:
            if seat in seats:
                check.add("duplicate_winner", path + ".seat", seat=quoted(seat))
            seats.append(seat)
            if win is not None and seat == win.payer:
                check.add("winner_pays", path + ".seat", seat=seat)
        if hand is not None:
            if hands and hand.tile != hands[0].tile:
                check.add("different_tiles", path + ".tile", tile=CODES[hand.tile], first=CODES[hands[0].tile])
            hands.append(hand)
    if len(rows) > 1 and win is not None and win.by is WinSource.SELF_DRAW:
        check.add("several_self_draw", "winners")
    return hands


def _winner(
    check: Checker, value: Any, path: str, rules: RuleSet | None, win: Win | None, joker: int | None
) -> Hand | None:
    before = len(check.problems)
    row = check.table(value, path, _WINNER, _NEEDED if isinstance(value, dict) else ())
    if not row:
        return None
    seat = check.seat(row["seat"], path + ".seat") if "seat" in row else None
    declared = check.flag(row["declared"], path + ".declared") if "declared" in row else True
    given = row.get("melds", [])
    melds = _melds(check, given, path + ".melds", seat, rules) if given != [] else []
    concealed = check.tiles(row["concealed"], path + ".concealed") if "concealed" in row else None
    flowers = check.tiles(row["flowers"], path + ".flowers") if "flowers" in row else []
    tile = check.tiles(row["tile"], path + ".tile") if "tile" in row else None
    if tile is not None and len(tile) != 1:
        check.add("one_tile", path + ".tile", got=len(tile))
        tile = None
    kind = tile[0] if tile is not None else None
    count = min(len(given), 4) if isinstance(given, list) else 0
    drawn = win is not None and win.by is WinSource.SELF_DRAW
    at_once = kind is not None and drawn and _wins_at_once(rules, concealed, kind, joker)
    _check_tiles(check, path, rules, concealed, kind, melds, count, flowers, at_once=at_once)
    if kind is not None and win is not None:
        _check_winning_tile(check, path, win, kind, concealed or [], melds, flowers)
    if len(check.problems) > before or kind is None or concealed is None or flowers is None or seat is None:
        return None
    return Hand(tuple(concealed), kind, tuple(melds), tuple(flowers), seat, declared, joker)


def _melds(check: Checker, value: Any, path: str, seat: int | None, rules: RuleSet | None) -> list[Meld]:
    melds = []
    for index, row in enumerate(check.rows(value, path, 4)):
        meld = _meld(check, row, f"{path}[{index}]", seat, rules)
        if meld is not None:
            melds.append(meld)
    return melds


def _meld(check: Checker, value: Any, path: str, seat: int | None, rules: RuleSet | None) -> Meld | None:
    row = check.table(value, path, _MELD, ("kind", "tiles") if isinstance(value, dict) else ())
    concealed = check.flag(row.get("concealed", False), path + ".concealed")
    giver = row.get("from")
    if giver is not None:
        giver = check.seat(giver, path + ".from")
    kind = check.word(row["kind"], path + ".kind", _KINDS) if "kind" in row else None
    tiles = check.tiles(row["tiles"], path + ".tiles") if "tiles" in row else None
    if kind is None or tiles is None:
        return None
    first = find_meld(kind, tiles)
    if first is None:
        check.add("bad_meld", path + ".tiles", kind=kind, tiles=quoted(row["tiles"]))
        return None
    if rules is not None and rules.dragons_are_flowers and first >= FIRST_DRAGON:
        check.add("flower_in_hand", path + ".tiles", tile=CODES[first])
    if concealed and kind != "kong":
        check.add("concealed_meld", path + ".concealed", kind=kind)
    if concealed and giver is not None:
        check.add("concealed_from", path + ".from")
    if giver is not None and seat is not None:
        if giver == seat:
            check.add("meld_from_self", path + ".from", seat=seat)
        elif kind == "chow" and giver != (seat + 3) % 4:
            check.add("chow_from", path + ".from", seat=(seat + 3) % 4)
    return Meld(MeldKind.CONCEALED_KONG if concealed else _KINDS[kind], TILES[first], giver)


def _wins_at_once(rules: RuleSet | None, concealed: list[int] | None, tile: int, joker: int | None) -> bool:
    """Whether the drawn tile is the eighth flower or fourth joker, which win with any tiles in hand (RULES.md §7)."""
    if tile >= FIRST_FLOWER:
        return True
    known = rules is not None and rules.known & SIBAIDA
    return bool(known and tile == joker and concealed is not None and concealed.count(tile) == COPIES[tile] - 1)


def _check_tiles(
    check: Checker,
    path: str,
    rules: RuleSet | None,
    concealed: list[int] | None,
    tile: int | None,
    melds: list[Meld],
    meld_count: int,
    flowers: list[int] | None,
    *,
    at_once: bool,
) -> None:
    """Counts, copies, and flowers where they may not be; `at_once`: however few tiles are in hand."""
    first_flower = FIRST_DRAGON if rules is not None and rules.dragons_are_flowers else FIRST_FLOWER
    held = [0] * len(CODES)
    if concealed is not None:
        expected = 13 - 3 * meld_count
        if len(concealed) > expected + 1 if at_once else len(concealed) != expected:
            check.add("tile_count", path + ".concealed", got=len(concealed), expected=expected, melds=meld_count)
        for kind in concealed:
            held[kind] += 1
        if concealed and max(concealed) >= first_flower:
            for kind in sorted({kind for kind in concealed if kind >= first_flower}):
                check.add("flower_in_hand", path + ".concealed", tile=CODES[kind])
    for meld in melds:
        for kind in meld.tiles:
            held[kind] += 1
    for kind in flowers or ():
        held[kind] += 1
        if kind < (first_flower if rules is not None else FIRST_DRAGON):
            check.add("no_flower", path + ".flowers", tile=CODES[kind])
    if tile is not None:
        if tile < FIRST_FLOWER:
            held[tile] += 1
        if first_flower <= tile < FIRST_FLOWER:
            check.add("flower_in_hand", path + ".tile", tile=CODES[tile])
    if max(held) > 4 or max(held[FIRST_FLOWER:]) > 1:
        for kind, copies in enumerate(held):
            if copies > COPIES[kind]:
                check.add("too_many_copies", path, tile=CODES[kind], got=copies, most=COPIES[kind])


def _check_winning_tile(
    check: Checker,
    path: str,
    win: Win,
    tile: int,
    concealed: list[int],
    melds: list[Meld],
    flowers: list[int] | None,
) -> None:
    """A flower wins only as the eighth and drawn; of a robbed tile the winner holds no copy."""
    if tile >= FIRST_FLOWER:
        if flowers is not None and not set(flowers) >= _ALL_FLOWERS:
            check.add("flower_wins_as_eighth", path + ".tile", tile=CODES[tile])
        if win.by is not WinSource.SELF_DRAW:
            check.add("flower_not_drawn", path + ".tile", tile=CODES[tile])
    elif win.by is WinSource.ROBBING_KONG and (tile in concealed or any(tile in meld.tiles for meld in melds)):
        check.add("robbed_tile_held", path + ".tile", tile=CODES[tile])


def _claims(check: Checker, value: Any) -> dict[tuple[int, int], int]:
    claims: dict[tuple[int, int], int] = {}
    for index, row in enumerate(check.rows(value, "claims", 12)):
        path = f"claims[{index}]"
        if not isinstance(row, list) or len(row) != 3:
            check.add("bad_claim", path)
            continue
        taker, giver = check.seat(row[0], path + "[0]"), check.seat(row[1], path + "[1]")
        melds = check.whole(row[2], path + "[2]", 0, 4)
        if taker is None or giver is None or melds is None:
            continue
        if taker == giver:
            check.add("claim_from_self", path, seat=taker)
        elif (taker, giver) in claims:
            check.add("duplicate_claim", path, taker=taker, giver=giver)
        else:
            claims[taker, giver] = melds
    return claims
