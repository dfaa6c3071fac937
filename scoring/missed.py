"""The win types that a hand has not reached, and what each lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .frozen import FrozenObject
from .hand import WinSource
from .patterns import BAHUAQI, BIT, QIDUI, TYPE_IDS
from .ruleset import RuleSet
from .scorer import Score
from .texts import say, texts
from .tiles import FIRST_FLOWER
from .wording import type_text


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
    have = result.candidates[0].verdict.types if result.candidates else 0
    return list(_missed(rules, have, _facts(rules, result), lang))


@lru_cache(maxsize=8192)
def _missed(rules: RuleSet, have: int, facts: Facts, lang: str) -> tuple[FrozenObject, ...]:
    sentences = texts(lang)["missed"]
    for combined, parts in _PARTS.items():
        if have & combined:
            have |= parts
    missed = []
    for id in TYPE_IDS:
        row = rules.types[id]
        if row.wins != "always" or row.bit & have:
            continue
        lacks = [
            FrozenObject(code=code, message=say(sentences[code], count=int(count)))
            for code, count in LACKS[id](rules, facts)
            if count
        ]
        if lacks:
            missed.append(FrozenObject(type=id, name=type_text(rules, id, lang), lacks=lacks))
    return tuple(missed)


_PARTS = {
    BIT["fengpeng"]: BIT["fengyise"] | BIT["pengpenghu"],
    BIT["qingpeng"]: BIT["qingyise"] | BIT["pengpenghu"],
    BIT["hunpeng"]: BIT["hunyise"] | BIT["pengpenghu"],
}
"""What a combined type holds already, though it is reported alone."""


def _facts(rules: RuleSet, result: Score) -> Facts:
    hand, win, held = result.hand, result.win, result.held
    counts, jokers = held.counts, held.jokers
    suits = [sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27]), sum(counts[27:])]
    if hand.tile == hand.joker:
        jokers += 1
    elif hand.tile < FIRST_FLOWER:
        suits[hand.tile // 9] += 1
    claimed = 0
    for meld in hand.melds:
        suits[meld.tile // 9] += 3
        claimed += meld.exposed
    honours = suits[3]
    numbers = suits[0] + suits[1] + suits[2]
    reading = result.best.reading if result.best is not None else None
    dealer = hand.seat == win.dealer
    return Facts(
        honours,
        not honours,
        numbers,
        numbers - max(suits[0], suits[1], suits[2]),
        held.chows if reading is None else held.chows + reading.chows,
        reading is None or reading.form != "sets",
        _odd(held.counts, hand.tile) if rules.known & QIDUI else 0,
        len(hand.melds),
        8 - len([tile for tile in hand.flowers if tile >= FIRST_FLOWER]) if rules.known & BAHUAQI else 0,
        4 - jokers,
        claimed,
        win.by is not WinSource.SELF_DRAW,
        not win.first_round,
        dealer,
        not dealer,
    )


def _odd(counts: list[int], tile: int) -> int:
    """How many kinds are held an odd number of times."""
    return sum((copies + (kind == tile)) % 2 for kind, copies in enumerate(counts[:FIRST_FLOWER]))
