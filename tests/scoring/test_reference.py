"""The reference scorer passes the rule book's cases, and the engine agrees with it on random requests."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.scoring.compare import disagreements
from tests.scoring.random_requests import random_request
from tests.scoring.reference import PRESETS, reference_score


def test_the_reference_passes_every_worked_case(shared: Path) -> None:
    for line in (shared / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        answer = reference_score(case["request"])
        first = answer["winners"][0]
        got = first | {"payments": answer["payments"], "shares": [w["share"] for w in answer["winners"]]}
        assert {key: got[key] for key in case["expect"]} == case["expect"], case["id"]


def test_random_requests_reach_every_type_and_every_reason() -> None:
    rng = random.Random(5)
    seen: set[str] = set()
    for _ in range(2000):
        answer = reference_score(random_request(rng, sorted(PRESETS)))
        for winner in answer["winners"]:
            seen.update(winner["types"] if winner["legal"] else winner["why_not"])
    assert seen >= {
        "pinghu", "pengpenghu", "hunyise", "qingyise", "hunpeng", "qingpeng", "fengyise", "fengpeng",
        "bahuaqi", "sibaida", "tianhu", "dihu",
        "not_a_win", "type_not_allowed", "too_few_hua", "not_declared", "self_draw_only",
    }  # fmt: skip


@pytest.mark.parametrize("ruleset", sorted(PRESETS))
def test_the_engine_agrees_with_the_reference_on_random_requests(ruleset: str) -> None:
    count = 120 if "baida" in ruleset else 300
    found = [(differs, json.dumps(request)) for request, differs in disagreements(count, 20241, [ruleset])]
    assert not found, found[:3]
