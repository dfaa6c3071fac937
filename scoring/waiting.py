"""What a hand waits for, what each tile would pay, and whether a discarder was ready (RULES.md §1, §5)."""

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


def _wins(row: dict[str, Any]) -> bool:
    return row["self_draw"]["legal"] or (row["discard"] is not None and row["discard"]["legal"])


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
