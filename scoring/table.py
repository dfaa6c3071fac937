"""From hand to hand (RULES.md §6): dealer, huangfan, kaibao, the wall, rating, leaving early, 逛花园.

Pure values in, values out. What differs between rule sets is the section `table` of their data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import RequestError
from .request import MAX_HUANGFAN, Checker
from .ruleset import RuleSet

SEATS = range(4)
MAX_ROUNDS = 10_000
GARDEN_ROUNDS = 4
"""逛花园 lasts four rounds of the wind."""

Points = tuple[int, int, int, int]
_STATE = frozenset({"dealer", "huangfan", "kaibao", "dealt", "rounds"})


@dataclass(frozen=True, slots=True)
class TableState:
    """Where a table stands before a hand.

    `huangfan` is n, `kaibao` whether this hand is opened with luck. `dealt` are the seats that have been
    dealer in this round of the wind, `rounds` the rounds that are over.
    """

    dealer: int = 0
    huangfan: int = 0
    kaibao: bool = False
    dealt: tuple[int, ...] = ()
    rounds: int = 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; `from_json` gives the same state back."""
        return {
            "dealer": self.dealer,
            "huangfan": self.huangfan,
            "kaibao": self.kaibao,
            "dealt": list(self.dealt),
            "rounds": self.rounds,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableState:
        """The state of `to_json`; what is missing is as at the start. RequestError names what is wrong."""
        check = Checker()
        row = check.table(data, "", _STATE)
        dealer = check.seat(row.get("dealer", 0), "dealer")
        huangfan = check.whole(row.get("huangfan", 0), "huangfan", 0, MAX_HUANGFAN)
        kaibao = check.flag(row.get("kaibao", False), "kaibao")
        seats = check.rows(row.get("dealt", []), "dealt", len(SEATS))
        dealt = [check.seat(seat, f"dealt[{i}]") for i, seat in enumerate(seats)]
        rounds = check.whole(row.get("rounds", 0), "rounds", 0, MAX_ROUNDS)
        if check.problems:
            raise RequestError(check.problems)
        known = dict.fromkeys(seat for seat in dealt if seat is not None)
        return cls(dealer or 0, huangfan or 0, kaibao, tuple(known), rounds or 0)


def after_win(rules: RuleSet, state: TableState, winners: Sequence[int], giver: int | None) -> TableState:
    """The table after a win: new dealer, n cleared or lowered once, luck gone (RULES.md §6).

    `giver` is the seat that discarded or konged; None on a self-draw. RequestError for seats that cannot be.
    """
    _check_winners(winners, giver)
    dealer = winners[0]
    if giver is not None and len(winners) > 1:
        discarder_deals = rules.table["dealer_after_several"] == "discarder"
        dealer = giver if discarder_deals else next_after(giver, winners)
    n = max(state.huangfan - 1, 0) if rules.table["huangfan_after_win"] == "one_less" else 0
    return replace(_deal(state, dealer), huangfan=n, kaibao=False)


def _check_winners(winners: Sequence[int], giver: int | None) -> None:
    check = Checker()
    for index, seat in enumerate(winners):
        check.seat(seat, f"winners[{index}]")
        if seat in winners[:index]:
            check.add("duplicate_winner", f"winners[{index}]", seat=seat)
        if seat == giver:
            check.add("winner_pays", f"winners[{index}]", seat=seat)
    if giver is not None:
        check.seat(giver, "from")
    if not winners:
        check.add("no_winner", "winners")
    if giver is None and len(winners) > 1:
        check.add("several_self_draw", "winners")
    if check.problems:
        raise RequestError(check.problems)


def after_draw(rules: RuleSet, state: TableState) -> TableState:
    """The table after a drawn hand 荒牌: the dealer stays, n grows by one; luck may last till a win."""
    counted = rules.table["huangfan_after_win"] != "unused"
    n = min(state.huangfan + counted, MAX_HUANGFAN)
    return replace(state, huangfan=n, kaibao=state.kaibao and rules.table["kaibao_kept"])


def after_dice(rules: RuleSet, state: TableState, dice: Sequence[int]) -> TableState:
    """The table once the dealer has thrown two dice (RULES.md §4, kaibao and its dice)."""
    one, other = _check_dice(dice)
    luck = _luck(rules, one, other)
    if rules.table["kaibao_adds_to_huangfan"]:
        return replace(state, huangfan=min(state.huangfan + luck, MAX_HUANGFAN), kaibao=False)
    return replace(state, kaibao=luck > 0 or (state.kaibao and rules.table["kaibao_kept"]))


def _check_dice(dice: Sequence[int]) -> tuple[int, int]:
    check = Checker()
    for index, die in enumerate(dice):
        check.whole(die, f"dice[{index}]", 1, 6)
    if len(dice) != 2:
        check.add("out_of_range", "dice", low=2, high=2, got=len(dice))
    if check.problems:
        raise RequestError(check.problems)
    return dice[0], dice[1]


def _luck(rules: RuleSet, one: int, other: int) -> int:
    """How lucky the two dice are: 0 where they open nothing, else what they may add to n."""
    prices = rules.table["kaibao_dice"]
    if one == other:
        return int(prices["double_1_or_4" if one in (1, 4) else "other_double"])
    if {one, other} == {1, 4}:
        return int(prices["one_and_four"])
    return int(prices["any_1_or_4"]) if {1, 4} & {one, other} else 0


def after_leaving(rules: RuleSet, state: TableState) -> TableState:
    """The table once somebody has left it: n is cleared where the rule set says so (RULES.md §6)."""
    return replace(state, huangfan=0) if rules.table["leaving_clears_huangfan"] else state


def open_wall(roller: int, dice: Sequence[int]) -> tuple[int, int]:
    """The seat whose wall is opened and how many of its stacks are skipped, clockwise from its right end.

    The sum is counted counter-clockwise from the roller: 7 is the opposite side (RULES.md §6).
    """
    total = sum(_check_dice(dice))
    return ((roller + total - 1) % 4, total)


def rating_points(rules: RuleSet, by: str, winners: Sequence[int], giver: int | None) -> Points:
    """Rating points of a hand by seat; zeros where the rule set has no rating (RULES.md §6: dashen).

    Each of several winners is rated with the discarder. A robbed kong is rated as the self-draw that it
    counts as, the konger losing for all three (§4.7).
    """
    points = [0, 0, 0, 0]
    rating = rules.table["rating"]
    if not rating["used"]:
        return (0, 0, 0, 0)
    for winner in winners:
        if giver is None or by == "robbing_kong":
            points[winner] += rating["self_draw"]
            for seat in SEATS:
                if seat != winner:
                    points[seat if giver is None else giver] += rating["self_draw_others"]
        else:
            points[winner] += rating["winner"]
            points[giver] += rating["discarder"]
    return _four(points)


def rating_leaving(rules: RuleSet, seat: int) -> Points:
    """Rating points when `seat` leaves early."""
    rating = rules.table["rating"]
    lost = rating["leaving"] if rating["used"] else 0
    return _four([lost if at == seat else 0 for at in SEATS])


def leaving_payments(rules: RuleSet, seat: int, *, base: int | None = None, huangfan: int = 0) -> tuple[Points, int]:
    """What leaving early costs by seat, and what is left for the house; together they sum to zero.

    `base` is the table's base in points, the rule set's own by default. Parts of a point are not paid out;
    zeros where the text names no price.
    """
    leaving = rules.table["leaving"]
    unit = rules.base if base is None else base
    pays, others = leaving["pays"], leaving["others_get"]
    paid = leaving["amount"] * {"nothing": 0, "cap_by_huangfan": rules.cap * huangfan}.get(pays, unit)
    each = {
        "nothing": 0,
        "quarter": paid * leaving["others_amount"] // 400,
        "bases": leaving["others_amount"] * unit,
    }[others]
    return _four([-paid if at == seat else each for at in SEATS]), paid - 3 * each


def within_purses(purses: Sequence[int], payments: Sequence[int]) -> Points:
    """What is really paid under 逛花园: nobody pays more than the purse holds, winners share what is there.

    Shared as under a loss cap (RULES.md §5): in proportion to what each winner is owed, in whole points, the
    remainder to the winner next after the payer.
    """
    winners = [seat for seat in SEATS if payments[seat] > 0]
    owed = sum(payments[seat] for seat in winners)
    result = list(payments)
    for payer in SEATS:
        short = min(-payments[payer] - max(purses[payer], 0), -payments[payer])
        if payments[payer] >= 0 or short <= 0:
            continue
        result[payer] += short
        last = next_after(payer, winners)
        for seat in winners:
            if seat != last:
                cut = -(-payments[seat] * short // owed)
                result[seat] -= cut
                short -= cut
        result[last] -= short
    return _four(result)


def garden_over(state: TableState) -> bool:
    """Whether 逛花园 has been played to its end."""
    return state.rounds >= GARDEN_ROUNDS


def next_after(seat: int, among: Sequence[int]) -> int:
    """The first of the seats that plays after `seat`."""
    return min(among, key=lambda other: (other - seat - 1) % 4)


def _deal(state: TableState, dealer: int) -> TableState:
    """The deal goes to `dealer`; a round of the wind is over when all four have dealt and it moves on."""
    dealt = state.dealt if state.dealer in state.dealt else (*state.dealt, state.dealer)
    if dealer != state.dealer and len(dealt) == len(SEATS):
        return replace(state, dealer=dealer, dealt=(), rounds=state.rounds + 1)
    return replace(state, dealer=dealer, dealt=dealt)


def _four(points: Sequence[int]) -> Points:
    return (points[0], points[1], points[2], points[3])
