"""The answer of RULES.md §7: from scores and a settlement to JSON, with every reason."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .hua import hua_items
from .missed import missed_types
from .patterns import BAHUAQI
from .request import read_request
from .ruleset import RuleSet
from .scorer import Candidate, Score, score
from .settlement import settle
from .shapes import CHOW, PAIR, Reading, part_text, part_tiles
from .tiles import CODES, format_tiles
from .wording import payment_steps, reason, share_steps


def score_request(request: Any, lang: str = "zh") -> dict[str, Any]:
    """The answer to a request of RULES.md §7; ScoringError with every problem of it.

    >>> hand = {"seat": 0, "concealed": "123m456p789s234p5s", "tile": "5s", "flowers": "1f"}
    >>> answer = score_request({"ruleset": "qiaoma", "win": {"by": "self_draw"}, "winners": [hand]})
    >>> answer["payments"]
    [12, -4, -4, -4]
    """
    checked = read_request(request)
    rules = checked.rules
    scores = [score(rules, hand, checked.win) for hand in checked.hands]
    settlement = settle(rules, scores, checked.claims, checked.ready)
    winners = [winner_json(rules, each, lang) for each in scores]
    steps: list[str] = []
    for winner in winners:
        steps += [step["text"] for step in winner["steps"]]
    steps += payment_steps(rules, settlement, lang)
    stake = rules.stake
    money = [points if stake == 1 else round(points * stake, 2) for points in settlement.payments]
    return {"winners": winners, "payments": settlement.payments, "money": money, "steps": steps}


def winner_json(rules: RuleSet, result: Score, lang: str) -> dict[str, Any]:
    """One winner of the answer."""
    best = result.best
    items = hua_items(rules, result.hand, best.reading) if best is not None else []
    answer: dict[str, Any] = {
        "seat": result.hand.seat,
        "legal": result.legal,
        "why_not": [reason(rules, result, code, lang) for code in best.why_not]
        if best is not None
        else [reason(rules, result, "not_a_win", lang)],
    }
    if best is None:
        answer |= _nothing()
    else:
        verdict, value = best.verdict, best.price
        answer["types"] = list(verdict.names)
        answer["bonuses"] = list(verdict.changed)
        answer["hua"] = {
            "total": verdict.hua,
            "items": [{"id": item.id, "tiles": item.tiles, "hua": item.hua} for item in items],
        }
        answer["fan"] = {
            "total": value.fan,
            "items": [{"id": line.id, "fan": line.fan} for line in verdict.fan],
        }
        answer["lezi"] = value.lezi
        answer["multiplier"] = value.multiplier
        answer["share"] = result.share
        answer["reading"] = reading_texts(result, best)
        if best.reading is not None and result.hand.joker is not None:
            answer["jokers"] = joker_texts(result, best.reading)
        answer["alternatives"] = [_alternative(result, other) for other in result.candidates[1:]]
    answer["missed"] = missed_types(rules, result, lang)
    answer["steps"] = share_steps(rules, result, items, lang)
    return answer


def _nothing() -> dict[str, Any]:
    """The values of a hand that forms nothing known."""
    return {
        "types": [],
        "bonuses": [],
        "hua": {"total": 0, "items": []},
        "fan": {"total": 0, "items": []},
        "lezi": 0,
        "multiplier": 1,
        "share": 0,
        "reading": [],
        "alternatives": [],
    }


def _alternative(result: Score, other: Candidate) -> dict[str, Any]:
    """Another reading and what it would have paid."""
    return {
        "types": list(other.verdict.names),
        "legal": other.legal,
        "why_not": list(other.why_not),
        "hua": other.hua,
        "fan": other.price.fan,
        "lezi": other.price.lezi,
        "multiplier": other.price.multiplier,
        "share": other.price.share if other.legal else 0,
        "reading": reading_texts(result, other),
    }


def reading_texts(result: Score, candidate: Candidate) -> list[str]:
    """The melds, then the concealed sets in tile order, then the pair; all in notation."""
    hand, reading = result.hand, candidate.reading
    texts = [meld.text for meld in hand.melds]
    if reading is None:
        eighth = candidate.types & BAHUAQI
        return [*texts, "12345678f" if eighth else format_tiles((hand.tile,) * 4)]
    if reading.form == "honours":
        return [*texts, format_tiles(reading.parts[3])]
    if reading.form == "pairs":
        return [CODES[tile][0] * 2 + CODES[tile][1] for tile in reading.parts[3]]
    pair = ""
    for suit, parts in enumerate(reading.parts):
        if parts:
            sets, two = _suit_texts(suit, parts)
            texts += sets
            pair = pair or two
    return [*texts, pair]


@lru_cache(maxsize=1 << 13)
def _suit_texts(suit: int, parts: tuple[int, ...]) -> tuple[tuple[str, ...], str]:
    """The sets of a suit in tile order, and its pair or ""."""
    ordered = sorted(parts, key=lambda part: (part % 9, part))
    pairs = [part for part in ordered if PAIR <= part < CHOW]
    sets = tuple(part_text(suit, part) for part in ordered if part not in pairs)
    return sets, part_text(suit, pairs[0]) if pairs else ""


def joker_texts(result: Score, reading: Reading) -> list[str]:
    """What each joker in the hand stands for, its own face included."""
    held = [0] * 34
    if reading.form == "sets":
        for suit, parts in enumerate(reading.parts):
            for part in parts:
                for tile in part_tiles(suit, part):
                    held[tile] += 1
    else:
        for tile in reading.parts[3]:
            held[tile] += 1 if reading.form == "honours" else 2
    hand = result.hand
    for tile in (*hand.concealed, hand.tile):
        if tile != hand.joker:
            held[tile] -= 1
    return [CODES[tile] for tile, copies in enumerate(held) for _ in range(copies)]
