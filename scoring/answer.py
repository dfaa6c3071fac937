"""The answer of RULES.md §7: from scores and a settlement to JSON, with every reason."""

from __future__ import annotations

from typing import Any

from .explain import payment_steps, reason, share_steps
from .hua import hua_items
from .missed import missed_types
from .patterns import BAHUAQI, type_names
from .pricing import changing, fan_lines
from .request import read_request
from .ruleset import RuleSet
from .scorer import Candidate, Score, score
from .settlement import settle
from .shapes import PAIR, Reading, part_text, part_tiles
from .tiles import CODES, format_tiles


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
    for each, winner in zip(scores, winners, strict=True):
        steps += (step["text"] for step in winner["steps"])
    steps += payment_steps(rules, settlement, lang)
    stake = rules.stake
    money = [points * stake if type(stake) is int else round(points * stake, 2) for points in settlement.payments]
    return {"winners": winners, "payments": list(settlement.payments), "money": money, "steps": steps}


def winner_json(rules: RuleSet, result: Score, lang: str) -> dict[str, Any]:
    """One winner of the answer."""
    hand, best = result.hand, result.best
    answer: dict[str, Any] = {
        "seat": hand.seat,
        "legal": result.legal,
        "why_not": [reason(rules, result, code, lang) for code in _why_not(result)],
        "types": list(type_names(best.types)) if best else [],
        "bonuses": [],
        "hua": {"total": 0, "items": []},
        "fan": {"total": 0, "items": []},
        "lezi": 0,
        "multiplier": 1,
        "share": result.share,
        "reading": [],
        "alternatives": [],
    }
    if best is not None:
        concealed = not any(meld.exposed for meld in hand.melds)
        drawn = result.win.huangfan
        answer["bonuses"] = [
            bonus.id
            for bonus in changing(rules, best.types, best.hua, best.bonuses, concealed=concealed, drawn=drawn)
        ]
        items = hua_items(rules, hand, best.reading)
        answer["hua"] = {
            "total": best.hua,
            "items": [{"id": item.id, "tiles": item.tiles, "hua": item.hua} for item in items],
        }
        fan = fan_lines(rules, best.types, best.bonuses, drawn)
        answer["fan"] = {"total": best.price.fan, "items": [{"id": line[0], "fan": line[3]} for line in fan]}
        answer["lezi"] = best.price.lezi
        answer["multiplier"] = best.price.multiplier
        answer["reading"] = reading_texts(result, best)
        if best.reading is not None and hand.joker is not None:
            answer["jokers"] = joker_texts(result, best.reading)
        answer["alternatives"] = [_alternative(result, other) for other in result.candidates[1:]]
    answer["missed"] = missed_types(rules, result, lang)
    answer["steps"] = share_steps(rules, result, lang)
    return answer


def _why_not(result: Score) -> tuple[str, ...]:
    return result.best.why_not if result.best is not None else ("not_a_win",)


def _alternative(result: Score, other: Candidate) -> dict[str, Any]:
    """Another reading and what it would have paid."""
    return {
        "types": list(type_names(other.types)),
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
        for part in sorted(parts, key=_place):
            if PAIR <= part < 2 * PAIR:
                pair = part_text(suit, part)
            else:
                texts.append(part_text(suit, part))
    return [*texts, pair]


def _place(part: int) -> tuple[int, int]:
    return (part % 9, part)


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
