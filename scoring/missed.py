"""The win types that a hand has not reached, and what each lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .explain import type_text
from .hand import WinSource
from .melds import MeldKind
from .patterns import BIT, FENGPENG, TYPE_IDS
from .ruleset import RuleSet
from .scorer import Score
from .texts import texts
from .tiles import FIRST_FLOWER


class Facts(NamedTuple):
    """What stands in the way of types, as counts; 0 is nothing in the way."""

    honours: int
    no_honours: int
    numbers: int
    stray: int
    chows: int
    unset: int
    odd: int
    melds: int
    flowers: int
    jokers: int
    claimed: int
    not_drawn: int
    not_first: int
    is_dealer: int
    not_dealer: int


Lacks = Callable[[RuleSet, Facts], tuple[tuple[str, int], ...]]


def _flush(rules: RuleSet, facts: Facts) -> tuple[tuple[str, int], ...]:
    return (("stray_suits", facts.stray), ("honours_held", facts.honours), ("unset", facts.unset))


def _half_flush(rules: RuleSet, facts: Facts) -> tuple[tuple[str, int], ...]:
    return (("stray_suits", facts.stray), ("no_honours", facts.no_honours), ("unset", facts.unset))


def _pungs(rules: RuleSet, facts: Facts) -> tuple[tuple[str, int], ...]:
    return (("chows", facts.chows), ("unset", facts.unset))


def _first(rules: RuleSet, facts: Facts) -> tuple[tuple[str, int], ...]:
    return (("not_first_round", facts.not_first),)


def _dihu(rules: RuleSet, facts: Facts) -> tuple[tuple[str, int], ...]:
    drawn = facts.not_drawn if rules.dihu_by == "self_draw" else 0
    claimed = 0 if rules.dihu_after_own_claim else facts.claimed
    return (*_first(rules, facts), ("is_dealer", facts.is_dealer), ("not_drawn", drawn), ("claimed", claimed))


LACKS: Mapping[str, Lacks] = {
    "bahuaqi": lambda rules, facts: (("flowers_missing", facts.flowers), ("no_flower_drawn", not facts.flowers)),
    "sibaida": lambda rules, facts: (("jokers_missing", facts.jokers),),
    "fengpeng": lambda rules, facts: (("numbers_held", facts.numbers), ("not_pungs", not facts.numbers)),
    "qingpeng": lambda rules, facts: (*_flush(rules, facts)[:2], *_pungs(rules, facts)),
    "fengyise": lambda rules, facts: (("numbers_held", facts.numbers),),
    "hunpeng": lambda rules, facts: (*_half_flush(rules, facts)[:2], *_pungs(rules, facts)),
    "qingyise": _flush,
    "pengpenghu": _pungs,
    "hunyise": _half_flush,
    "qidui": lambda rules, facts: (("melds_held", facts.melds), ("odd_tiles", facts.odd)),
    "pinghu": lambda rules, facts: (("unset", facts.unset),),
    "tianhu": lambda rules, facts: (
        *_first(rules, facts),
        ("not_dealer", facts.not_dealer),
        ("not_drawn", facts.not_drawn),
        ("claimed", facts.claimed),
    ),
    "dihu": _dihu,
}
"""For each type what it may lack, as (id of the sentence, count); a count of 0 lacks nothing."""


def missed_types(rules: RuleSet, result: Score, lang: str) -> list[dict[str, Any]]:
    """The win types that may win under the rules and that the hand has not, each with what it lacks."""
    have = result.best.types if result.best is not None else 0
    if have & FENGPENG:
        have |= BIT["fengyise"] | BIT["pengpenghu"]
    if have & BIT["qingpeng"]:
        have |= BIT["qingyise"] | BIT["pengpenghu"]
    if have & BIT["hunpeng"]:
        have |= BIT["hunyise"] | BIT["pengpenghu"]
    facts = _facts(result)
    missed = []
    for name in TYPE_IDS:
        row = rules.types[name]
        if row.wins != "always" or row.bit & have:
            continue
        lacks = [_sentence(code, int(count), lang) for code, count in LACKS[name](rules, facts) if count]
        if lacks:
            missed.append({"type": name, "name": type_text(rules, name, lang), "lacks": lacks})
    return missed


@lru_cache(maxsize=1024)
def _sentence(code: str, count: int, lang: str) -> Mapping[str, str]:
    return {"code": code, "message": texts(lang)["missed"][code].format(count=count)}


def _facts(result: Score) -> Facts:
    hand, win, best = result.hand, result.win, result.best
    tiles = [tile for tile in hand.concealed if tile != hand.joker]
    if hand.tile != hand.joker and hand.tile < FIRST_FLOWER:
        tiles.append(hand.tile)
    suits = [0, 0, 0, 0]
    for tile in tiles:
        suits[tile // 9] += 1
    for meld in hand.melds:
        suits[meld.tile // 9] += 3
    numbers = suits[0] + suits[1] + suits[2]
    reading = best.reading if best is not None else None
    chows = sum(meld.kind is MeldKind.CHOW for meld in hand.melds) + (reading.chows if reading else 0)
    flowers = {tile for tile in hand.flowers if tile >= FIRST_FLOWER}
    dealer = hand.seat == win.dealer
    return Facts(
        honours=suits[3],
        no_honours=not suits[3],
        numbers=numbers,
        stray=numbers - max(suits[:3]),
        chows=chows,
        unset=reading is None or reading.form != "sets",
        odd=sum(tiles.count(tile) % 2 for tile in set(tiles)),
        melds=len(hand.melds),
        flowers=8 - len(flowers),
        jokers=4 - hand.concealed.count(hand.joker) - (hand.tile == hand.joker) if hand.joker is not None else 4,
        claimed=sum(meld.exposed for meld in hand.melds),
        not_drawn=win.by is not WinSource.SELF_DRAW,
        not_first=not win.first_round,
        is_dealer=dealer,
        not_dealer=not dealer,
    )
