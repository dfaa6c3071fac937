"""The worked cases of the rule book, one test each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import score_request

CASES = Path(__file__).resolve().parents[3] / "shared" / "rules" / "cases.jsonl"
LINES = CASES.read_text(encoding="utf-8").splitlines() if CASES.is_file() else []


def test_the_rule_book_is_there() -> None:
    assert len(LINES) >= 116, f"{CASES} is missing: this test needs the shared rules beside the checkout"


@pytest.mark.parametrize("case", [pytest.param(json.loads(line), id=json.loads(line)["id"]) for line in LINES])
def test_the_case_comes_out_as_the_rule_book_says(case: dict[str, Any]) -> None:
    answer = score_request(case["request"])
    winner = answer["winners"][0]
    got = {
        "legal": winner["legal"],
        "share": winner["share"],
        "shares": [each["share"] for each in answer["winners"]],
        "types": winner["types"],
        "hua": winner["hua"]["total"],
        "why_not": [each["code"] for each in winner["why_not"]],
        "payments": answer["payments"],
    }
    assert {key: got[key] for key in case["expect"]} == case["expect"]
    assert sum(answer["payments"]) == 0
