"""A settled hand as a lesson: each step of the answer beside the rule it follows (texts/lesson.*.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from .answer import winner_json
from .request import read_request
from .ruleset import RuleSet
from .scorer import Score, score
from .settlement import settle
from .texts import LANGS
from .wording import payment_steps

_FOLDER = Path(__file__).with_name("texts")
_STEP_RULES: dict[str, tuple[str, ...]] = {
    "win_self_draw": (),
    "win_discard": (),
    "win_robbing_kong": ("robbing_kong",),
    "nothing_known": ("not_a_win",),
    "hua_flower": ("flower",),
    "hua_pung": ("pung",),
    "hua_exposed_kong": ("kong",),
    "hua_concealed_kong": ("kong",),
    "hua_joker": ("joker",),
    "hua_no_hua": ("no_hua",),
}
"""The rules behind the steps whose id is not that of their rule."""


@lru_cache(maxsize=len(LANGS))
def lesson_texts(lang: str) -> dict[str, Any]:
    """The rule texts and the questions' sentences in "zh" or "en"; ValueError for another language."""
    if lang not in LANGS:
        raise ValueError(f"language {lang!r}; expected one of {LANGS}")
    import tomllib

    return tomllib.loads((_FOLDER / f"lesson.{lang}.toml").read_text(encoding="utf-8"))


def explain(request: Any, lang: str = "zh") -> dict[str, Any]:
    """The hand of a request of RULES.md §7 as a lesson; ScoringError with every problem of the request.

    Under `winners[i].lesson` and `payments_lesson` each step says what happened `here`, the running `value`
    in points (null where nothing is counted), and its `rules`: id, title, the rule in a sentence, and the
    section of RULES.md.

    >>> hand = {"seat": 0, "concealed": "123m456p789s234p5s", "tile": "5s", "flowers": "1f"}
    >>> asked = {"ruleset": "qiaoma", "win": {"by": "self_draw"}, "winners": [hand]}
    >>> [step["rules"][0]["title"] for step in explain(asked, "en")["winners"][0]["lesson"][2:6]]
    ['base', 'flower tiles', 'concealed hand', 'one share']
    """
    checked = read_request(request)
    scores = [score(checked.rules, hand, checked.win) for hand in checked.hands]
    settlement = settle(checked.rules, scores, checked.claims, checked.ready)
    lines = payment_steps(checked.rules, settlement, lang)
    whys = [transfer.why for transfer in settlement.transfers]
    whys += ["loss_cap" if settlement.capped else "nothing"] * (len(lines) - len(whys))
    return {
        "ruleset": checked.rules.id,
        "winners": [_winner(checked.rules, each, lang) for each in scores],
        "payments": list(settlement.payments),
        "payments_lesson": [
            _step(line, None, _known_rules((why,), lang)) for line, why in zip(lines, whys, strict=True)
        ],
    }


def _winner(rules: RuleSet, result: Score, lang: str) -> dict[str, Any]:
    answer = winner_json(rules, result, lang)
    steps = []
    for line in answer["steps"]:
        ids = (line["of"], *_STEP_RULES.get(line["id"], (line["id"],)))
        if line["id"] == "types":
            ids = tuple(answer["types"])
        counted = line["value"] if line["value"] else None
        steps.append(_step(line["text"], counted, _known_rules(ids, lang)))
    kept = ("seat", "legal", "types", "bonuses", "share", "reading", "missed")
    return {key: answer[key] for key in kept} | {"lesson": steps}


def _step(here: str, value: int | None, rules: list[dict[str, str]]) -> dict[str, Any]:
    return {"here": here, "value": value, "rules": rules}


def _known_rules(ids: Iterable[str], lang: str) -> list[dict[str, str]]:
    known = lesson_texts(lang)["rules"]
    return [{"id": id, **known[id]} for id in ids if id in known]
