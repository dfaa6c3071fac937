"""What a hand waits for and what to keep for it, and whether a discarder was ready (RULES.md §1, §5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .hand import WinSource
from .lesson import lesson_texts
from .patterns import type_names
from .question import Question, read_question
from .scorer import Score, score, tally
from .shapes import waits_for_anything
from .texts import say
from .tiles import CODES, COPIES, FIRST_FLOWER, FIRST_HONOUR
from .wording import reason


def waits(request: Any, lang: str = "zh") -> dict[str, Any]:
    """Every tile that completes a hand of thirteen, and what it pays here; ScoringError with every problem.

    The request is §7's winner without a winning tile, at the top level beside `ruleset`, `overrides` and
    `table`; `seen` are tiles that lie open elsewhere. A wait names the win by `self_draw` and on a `discard`
    (null where the tile cannot be discarded): types, hua, share, or why it may not win; `left` counts the
    copies that may still come. `anything`: any tile would do 跑百搭.

    >>> answer = waits({"ruleset": "qiaoma", "concealed": "123m789p123s23p55s", "seen": "4p"})
    >>> [(wait["tile"], wait["self_draw"]["share"], wait["left"]) for wait in answer["waits"]]
    [('1p', 2, 4), ('4p', 2, 3)]
    """
    question = read_question(request)
    left = question.left()
    rows = [_wait(question, drawn, left[drawn.hand.tile], lang) for drawn in completions(question)]
    winning = [row for row in rows if _wins(row)]
    return {
        "ruleset": question.rules.id,
        "ready": _ready(question, rows),
        "waits": rows,
        "left": sum(row["left"] for row in winning),
        "anything": _anything(question),
    }


def ready(request: Any, lang: str = "zh") -> dict[str, Any]:
    """Whether the owner of these thirteen tiles was ready 听 on discarding; ScoringError with every problem.

    Ready is who waits for a tile of a type that may win here, even with too few hua so far; where one must
    declare (敲), only who has. It decides under bao whether a discarder pays one share or two (RULES.md §5).

    >>> ready({"ruleset": "qinghunpeng", "concealed": "123m456m789m23p55p"}, "en")["ready"]
    False
    """
    question = read_question(request)
    rows = [_wait(question, drawn, 0, lang) for drawn in completions(question)]
    good = [row["tile"] for row in rows if not _barred(row)]
    sentences = lesson_texts(lang)["ready"]
    is_ready = _ready(question, rows)
    code = "ready" if is_ready else "not_declared" if good else "barred" if rows else "not_ready"
    tiles = " ".join(good)
    return {
        "ruleset": question.rules.id,
        "ready": is_ready,
        "tiles": good,
        "why": {"code": code, "message": say(sentences[code], count=len(good), tiles=tiles)},
    }


def keep(request: Any, lang: str = "zh") -> dict[str, Any]:
    """Every discard that leaves a hand of fourteen ready, best first; ScoringError with every problem.

    The request is that of `waits` with one tile more. A discard has the `waits` it leaves, as `waits` gives them,
    the tiles `left` of those that may win, the `best` share among them and its `worth`: shares times tiles left,
    by which they are ordered. `complete`: the fourteen tiles are a won hand already.

    >>> answer = keep({"ruleset": "qiaoma", "concealed": "123m789p12s3455s44z"})
    >>> [(row["tile"], [wait["tile"] for wait in row["waits"]], row["left"]) for row in answer["discards"]]
    [('5s', ['3s', '6s'], 7), ('1s', ['5s', '4z'], 4), ('4s', ['5s', '4z'], 4)]
    """
    question = read_question(request, (14,))
    whole = score(question.rules, question.hand, question.win)
    rows = [_discard(question, tile, lang) for tile in sorted(set(question.tiles) - {question.hand.joker})]
    rows = sorted((row for row in rows if row["waits"]), key=lambda row: (-row["worth"], -row["left"]))
    return {"ruleset": question.rules.id, "complete": bool(whole.candidates), "discards": rows}


def completions(question: Question) -> Iterator[Score]:
    """The score of a self-draw of every tile that completes the hand, in tile order, flowers last."""
    rules, hand = question.rules, question.hand
    held = question.copies()
    kinds = [tile for tile in range(FIRST_HONOUR + rules.honours) if held[tile] < COPIES[tile]]
    missing = [tile for tile in range(FIRST_FLOWER, len(CODES)) if not held[tile]]
    for tile in kinds:
        result = score(rules, hand._replace(tile=tile), question.win)
        if result.candidates:
            yield result
    if len(missing) == 1:
        eighth = hand._replace(tile=missing[0], flowers=(*hand.flowers, missing[0]))
        result = score(rules, eighth, question.win)
        if result.candidates:
            yield result


def _discard(question: Question, tile: int, lang: str) -> dict[str, Any]:
    """What the other thirteen tiles wait for once `tile` lies open."""
    kept, seen = list(question.tiles), list(question.seen)
    kept.remove(tile)
    seen[tile] += 1
    hand = question.hand._replace(concealed=tuple(kept))
    after = replace(question, tiles=tuple(kept), seen=tuple(seen), hand=hand)
    left = after.left()
    rows = [_wait(after, drawn, left[drawn.hand.tile], lang) for drawn in completions(after)]
    shares = [(max(side["share"] for side in _sides(row)), row["left"]) for row in rows if _wins(row)]
    return {
        "tile": CODES[tile],
        "waits": rows,
        "left": sum(left for _, left in shares),
        "best": max((share for share, _ in shares), default=0),
        "worth": sum(share * left for share, left in shares),
    }


def _wait(question: Question, drawn: Score, left: int, lang: str) -> dict[str, Any]:
    tile = drawn.hand.tile
    discarded = None
    if tile < FIRST_FLOWER:
        win = replace(question.win, by=WinSource.DISCARD, payer=(drawn.hand.seat + 3) % 4)
        discarded = _side(question, score(question.rules, drawn.hand, win), lang)
    return {
        "tile": CODES[tile],
        "left": left,
        "self_draw": _side(question, drawn, lang),
        "discard": discarded,
    }


def _side(question: Question, result: Score, lang: str) -> dict[str, Any]:
    """What a win of one kind would be."""
    best = result.best
    codes = best.why_not if best is not None else ("not_a_win",)
    return {
        "legal": result.legal,
        "why_not": [reason(question.rules, result, code, lang) for code in codes],
        "types": list(type_names(best.types)) if best is not None else [],
        "hua": best.hua if best is not None else 0,
        "fan": best.price.fan if best is not None else 0,
        "lezi": best.price.lezi if best is not None else 0,
        "share": result.share,
    }


def _sides(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The wins that a wait allows: by self-draw, and on a discard where the tile can be discarded."""
    return [side for side in (row["self_draw"], row["discard"]) if side is not None]


def _wins(row: dict[str, Any]) -> bool:
    return any(side["legal"] for side in _sides(row))


def _barred(row: dict[str, Any]) -> bool:
    """Whether the type of this wait may not win at all."""
    return any(each["code"] == "type_not_allowed" for each in row["self_draw"]["why_not"])


def _ready(question: Question, rows: list[dict[str, Any]]) -> bool:
    declared = question.hand.declared or not question.rules.must_declare
    return declared and any(not _barred(row) for row in rows)


def _anything(question: Question) -> bool:
    held = tally(question.hand)
    return held.jokers > 0 and waits_for_anything(
        held.counts, held.sets, jokers=held.jokers, joker=question.hand.joker, honours=question.rules.honours
    )
