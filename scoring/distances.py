"""How far a hand is from every win type that may win here (RULES.md §1): the question `distance`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .lesson import lesson_texts
from .patterns import TYPE_IDS
from .plans import HONOURS, Holding, Reach, discards, missing_tiles, obstacle, plans, reach
from .question import Question, read_question
from .reach import NEVER
from .texts import say
from .tiles import CODES, FIRST_DRAGON, FIRST_FLOWER

_NO_SHAPES = ("tianhu", "dihu")
_DRAWN = ("bahuaqi", "sibaida")


def distance(request: Any, lang: str = "zh") -> dict[str, Any]:
    """For each win type of the rule set, how far a hand of 13 or 14 tiles is from it; nearest first.

    The request is that of `waits`. `away` is the shanten: tiles to draw until ready, -1 when complete, null
    where the type is out of reach (`why` says what bars it). `helps` are the tiles that bring it nearer with
    how many are left; `discards`, of 14 tiles, those that keep it nearest, best first. `text` sums it up.

    >>> hand = {"ruleset": "qinghunpeng", "concealed": "1123577m11z44z59p"}
    >>> [(row["type"], row["away"]) for row in distance(hand, "en")["types"]][:2]
    [('hunyise', 3), ('pengpenghu', 4)]
    """
    question = read_question(request, (13, 14))
    rows = [_row(question, name, lang) for name in _types(question)]
    rows.sort(key=lambda row: NEVER if row["away"] is None else row["away"])
    return {"ruleset": question.rules.id, "tiles": _holding(question).size, "types": rows}


def _types(question: Question) -> Iterator[str]:
    """The shapes that may win, the plainest first."""
    for name in reversed(TYPE_IDS):
        if question.rules.types[name].wins == "always" and name not in _NO_SHAPES:
            yield name


def _holding(question: Question) -> Holding:
    counts = [0] * FIRST_FLOWER
    for tile in question.tiles:
        counts[tile] += 1
    joker = question.hand.joker
    jokers = 0
    if joker is not None:
        jokers, counts[joker] = counts[joker], 0
    seen = question.seen[:FIRST_FLOWER]
    return Holding(tuple(counts), question.hand.melds, jokers, joker, tuple(seen))


def _row(question: Question, name: str, lang: str) -> dict[str, Any]:
    row = question.rules.types[name]
    shown = row.hanzi if lang == "zh" else name
    texts = lesson_texts(lang)["distance"]
    answer: dict[str, Any] = {
        "type": name,
        "name": row.hanzi,
        "away": None,
        "why": None,
        "helps": [],
        "left": 0,
    }
    if name in _DRAWN:
        return answer | _drawn(question, name, shown, texts)
    holding = _holding(question)
    barred = [obstacle(plan, holding) for plan in plans(name)]
    reaches = [
        reach(plan, holding, question.rules) for plan, bar in zip(plans(name), barred, strict=True) if bar is None
    ]
    best = min(reaches, key=lambda each: (each.missing, -each.left), default=None)
    if best is None or best.missing >= NEVER:
        why = texts["no_tiles"] if best is not None else texts[barred[0] or "no_tiles"]
        return answer | {"why": why, "text": texts["impossible"].format(type=shown, why=why)}
    return answer | _reached(question, holding, best, name, shown, lang)


def _drawn(question: Question, name: str, shown: str, texts: dict[str, str]) -> dict[str, Any]:
    """bahuaqi and sibaida: counted in flowers and jokers to draw."""
    left = question.left()
    if name == "bahuaqi":
        wanted = [t for t in range(FIRST_FLOWER, len(CODES)) if t not in question.hand.flowers]
        missing, reachable = len(wanted), all(left[tile] for tile in wanted)
    else:
        joker = question.hand.joker
        assert joker is not None
        wanted = [joker]
        missing = 4 - question.tiles.count(joker)
        reachable = left[joker] >= missing
    if not reachable:
        why = texts["no_tiles"]
        return {"why": why, "text": texts["impossible"].format(type=shown, why=why)}
    sentence = "complete" if not missing else "flowers" if name == "bahuaqi" else "jokers"
    helps = [{"tile": CODES[tile], "left": left[tile]} for tile in wanted if missing]
    return {
        "away": missing - 1,
        "helps": helps,
        "left": sum(each["left"] for each in helps),
        "text": say(texts[sentence], type=shown, missing=missing),
    }


def _reached(question: Question, holding: Holding, best: Reach, name: str, shown: str, lang: str) -> dict[str, Any]:
    texts, keep = lesson_texts(lang)["distance"], _keep(best, name, lang, question)
    sentence = ("complete", "ready")[best.missing] if best.missing < 2 else "away"
    text = texts[sentence].format(type=shown, away=best.missing - 1, keep=keep)
    answer = {
        "away": best.missing - 1,
        "helps": [{"tile": CODES[tile], "left": count} for tile, count in best.helps],
        "left": best.left,
        "keep": keep,
    }
    if holding.size == 14 and best.missing:
        rows = _discards(question, holding, best)
        answer["discards"] = rows
        if rows:
            text += texts["discard"].format(tile=rows[0]["tile"])
    return answer | {"text": text}


def _discards(question: Question, holding: Holding, best: Reach) -> list[dict[str, Any]]:
    """The discards that keep the plan as near as it is, the one with most tiles that help first."""
    rows = []
    for tile in discards(holding):
        rest = holding.without(tile)
        if missing_tiles(best.plan, rest, question.rules) == best.missing:
            after = reach(best.plan, rest, question.rules)
            rows.append({"tile": CODES[tile], "left": after.left, "helps": [CODES[t] for t, _ in after.helps]})
    return sorted(rows, key=lambda row: -row["left"])


def _keep(best: Reach, name: str, lang: str, question: Question) -> str:
    texts = lesson_texts(lang)
    honours = "winds" if question.rules.honours == FIRST_DRAGON - 27 else "honours"
    suit = texts["keep"].get(str(min(best.plan.suits)), "") if best.plan.suits != (HONOURS,) else ""
    return str(texts["plans"][name].format(suit=suit, honours=texts["keep"][honours]))
