"""承包: who is bound to whom, and which shares bound and other players owe (RULES.md §5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from .hand import Hand, WinSource
from .ruleset import RuleSet

Claims = dict[tuple[int, int], int]
"""How many melds the first seat has claimed from the second."""
SEATS = range(4)


class Due(NamedTuple):
    """What one seat owes one winner, in shares; `why` is the id of the sentence that explains it."""

    payer: int
    shares: int
    why: str


def count_claims(hands: Iterable[Hand], stated: Mapping[tuple[int, int], int]) -> Claims:
    """The claims that the winners' melds show; what is stated replaces them, pair by pair and way by way."""
    claims: Claims = {}
    for hand in hands:
        for meld in hand.melds:
            if meld.exposed and meld.giver is not None:
                pair = (hand.seat, meld.giver)
                claims[pair] = claims.get(pair, 0) + 1
    claims.update(stated)
    return claims


def partners(rules: RuleSet, winner: int, claims: Claims) -> dict[int, int]:
    """The seats bound to the winner, with their weight w: 2 where both ways count double, else 1."""
    bao = rules.bao
    if bao.form == "none" or not claims:
        return {}
    bound = {}
    for seat in SEATS:
        if seat == winner:
            continue
        taken, given = claims.get((winner, seat), 0), claims.get((seat, winner), 0)
        claims_that_bind = taken + given if bao.counted == "summed" else max(taken, given)
        if claims_that_bind >= 3:
            bound[seat] = 2 if bao.mutual == "double" and taken >= 3 and given >= 3 else 1
    return bound


def dues(
    rules: RuleSet,
    by: WinSource,
    payer: int | None,
    winner: int,
    bound: Mapping[int, int],
    ready: Collection[int],
) -> list[Due]:
    """Who owes the winner how many shares; `bound` are its partners that did not win themselves."""
    if payer is None:
        listed = _self_draw(rules, winner, bound)
    elif by is WinSource.ROBBING_KONG:
        listed = _robbing(rules, payer, bound)
    elif bound:
        listed = _discard(rules, payer, bound, ready)
    else:
        listed = _plain_discard(rules, payer, winner)
    return [due for due in listed if due.shares]


def _self_draw(rules: RuleSet, winner: int, bound: Mapping[int, int]) -> list[Due]:
    if not bound:
        return [Due(seat, 1, "self_draw") for seat in SEATS if seat != winner]
    fixed, weighted = rules.bao.self_draw
    return [
        Due(seat, fixed + weighted * bound[seat], "bao_self_draw")
        if seat in bound
        else Due(seat, rules.bao.self_draw_others, "self_draw")
        for seat in SEATS
        if seat != winner
    ]


def _robbing(rules: RuleSet, payer: int, bound: Mapping[int, int]) -> list[Due]:
    konger = Due(payer, rules.robbing_kong_pays, "robbing_kong")
    each = rules.bao.robbing
    return [konger, *(Due(seat, each * weight, "bao_robbing") for seat, weight in bound.items())]


def _plain_discard(rules: RuleSet, payer: int, winner: int) -> list[Due]:
    if rules.baochong:
        return [Due(payer, 3, "baochong")]
    if rules.chuchong:
        rest = [seat for seat in SEATS if seat not in (winner, payer)]
        return [Due(payer, 2, "chuchong"), *(Due(seat, 1, "chuchong_others") for seat in rest)]
    return [Due(payer, 1, "discard")]


def _discard(rules: RuleSet, payer: int, bound: Mapping[int, int], ready: Collection[int]) -> list[Due]:
    own = Due(payer, 1, "discard")
    if payer in bound:
        fixed, weighted = rules.bao.own_discard
        own = Due(payer, fixed + weighted * bound[payer], "bao_own_discard")
    third = {seat: weight for seat, weight in bound.items() if seat != payer}
    if rules.bao.takes_over and payer not in ready:
        return [own, Due(payer, sum(third.values()), "bao_taken_over")]
    return [own, *(Due(seat, weight, "bao_third") for seat, weight in third.items())]
