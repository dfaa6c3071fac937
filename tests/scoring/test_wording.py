"""What people read: one thing is singular, and a Chinese message has no English words in it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring import Problem, ScoringError, describe_ruleset, load_ruleset, ruleset_ids, score_request
from scoring.texts import say
from tests.scoring.builders import Json, request, winner

GOOD = winner("123m456p789s234p5s", "5s", flowers="1f")
KEYS = {"claims", "cap", "wins", "off", "lezi", "flowers"}


def messages(asked: Any, lang: str) -> list[str]:
    with pytest.raises(ScoringError) as caught:
        score_request(asked)
    return [problem.message(lang) for problem in caught.value.problems]


def rows(ruleset: str, lang: str) -> dict[str, dict[str, str]]:
    sections = describe_ruleset(load_ruleset(ruleset), lang)["sections"]
    return {section["id"]: {row["label"]: row["text"] for row in section["rows"]} for section in sections}


def with_meld(**meld: Any) -> Json:
    return request("qiaoma", {**winner("456p789s234p5s", "5s"), "melds": [meld]})


WRONG = [
    (with_meld(kind="chow", tiles="123m", concealed=True), "只有杠可以是暗的；暗的顺子请放进手牌"),
    (with_meld(kind="pung", tiles="112m"), "112m 不是刻子"),
    (request("qiaoma", GOOD, dealer="0"), "类型不对：要整数，给的是文字"),
    (request("qiaoma", GOOD, dealer=1.0), "类型不对：要整数，给的是小数"),
    (request("qiaoma", GOOD, dealer=True), "类型不对：要整数，给的是真或假"),
    (request("qiaoma", GOOD, claims={}), "类型不对：要数组，给的是对象"),
    (request("qiaoma", GOOD, overrides={"stake": -1}), "-1 不行；要大于 0 的数"),
]


@pytest.mark.parametrize(("asked", "message"), WRONG)
def test_a_chinese_message_names_kinds_and_types_in_chinese(asked: Json, message: str) -> None:
    assert messages(asked, "zh") == [message]


@pytest.mark.parametrize("asked", [asked for asked, _ in WRONG])
def test_no_message_mixes_the_languages(asked: Json) -> None:
    assert not any(set(re.findall("[a-z]{3,}", text)) - KEYS for text in messages(asked, "zh"))
    assert not any(re.search("[一-鿿]", text) for text in messages(asked, "en"))


def test_one_is_singular_and_every_other_number_plural() -> None:
    assert [say("{n:share|shares}", n=n) for n in (0, 1, 2)] == ["0 shares", "1 share", "2 shares"]
    assert Problem("too_many_items", "ready", {"most": 1, "got": 2}).message("en") == "at most 1 item, got 2"


def test_payments_speak_of_one_share_and_of_three_shares() -> None:
    drawn = score_request(request("qinghunpeng", winner("456m789m234m5m", "5m", "c123m<3")), "en")
    assert drawn["steps"][-1] == "seat 3 pays seat 0 for the self-draw, 1 share: 10"
    bound = request("qiaoma", GOOD, claims=[[0, 1, 3]])
    assert "3 shares: " in "".join(score_request(bound, "en")["steps"])


def test_steps_name_a_bonus_by_its_id() -> None:
    steps = score_request(request("qiaoma", GOOD), "en")["steps"]
    assert any(step.startswith("menqing (no exposed meld), 1 fan: times 2") for step in steps)


@pytest.mark.parametrize("id", ruleset_ids())
def test_no_rule_set_speaks_of_one_thing_in_the_plural(id: str) -> None:
    text = str(rows(id, "en"))
    assert not re.search(r"\b1 (points|shares|bases|melds)\b|\(s\)", text)


def test_most_fan_says_what_comes_on_top() -> None:
    assert rows("baida", "en")["value"]["most fan"] == "3 fan, with huangfan on top"
    assert rows("baida", "zh")["value"]["最多算"] == "3 番，荒番另加"
    assert rows("mil2024", "en")["value"]["most fan"] == "3 fan"


def test_fengpeng_is_said_to_be_impossible_with_four_kinds_of_honours() -> None:
    assert "cannot occur" in rows("qiaoma", "en")["types"]["fengpeng 风碰: honours only, all pungs"]
    assert "做不成" in rows("qiaoma", "zh")["types"]["风碰"]
    assert rows("laoshanghai", "zh")["types"]["风碰"] == "4 勒子"


def test_an_option_that_cannot_be_turned_on_is_not_offered() -> None:
    assert [label.split()[0] for label in rows("baida", "en")["options"]] == ["qidui"]
    assert [label.split()[0] for label in rows("deshi-baida", "en")["options"]] == ["qidui", "menqing"]
    assert [label.split()[0] for label in rows("mil2024", "en")["options"]] == [
        "qidui", "chuchong", "baochong", "qing_diao", "hunpeng_diao",
    ]  # fmt: skip
