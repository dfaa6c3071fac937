"""The questions of the front door: waits, keep, ready, distance and explain, held to `score_request` itself."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from scoring import ScoringError, distance, explain, keep, load_ruleset, ready, ruleset_ids, score_request, waits
from scoring.lesson import lesson_texts
from scoring.patterns import TYPE_IDS
from tests.scoring.random_requests import random_request

Asked = dict[str, Any]
KINDS = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
FLOWERS = [f"{n}f" for n in range(1, 9)]


def random_questions(count: int, seed: int, rulesets: tuple[str, ...] = ruleset_ids()) -> list[Asked]:
    """Hands of thirteen tiles, most of them waiting, from the requests that the scorers are compared on."""
    rng = random.Random(seed)
    asked = []
    while len(asked) < count:
        request = random_request(rng, rulesets)
        winner = request["winners"][0]
        if winner["tile"].endswith("f"):
            continue
        kept = {key: winner[key] for key in ("seat", "concealed", "melds", "flowers", "declared")}
        asked.append(kept | {key: request[key] for key in ("ruleset", "overrides", "table")})
    return asked


def won(asked: Asked, tile: str, by: str) -> Asked | None:
    """The engine's winner for this tile, or None where the request cannot be."""
    winner = {key: asked[key] for key in ("seat", "concealed", "melds", "flowers", "declared")} | {"tile": tile}
    if tile.endswith("f"):
        winner["flowers"] += tile
    giver = None if by == "self_draw" else (asked["seat"] + 1) % 4
    request = {key: asked[key] for key in ("ruleset", "overrides", "table")}
    try:
        answer = score_request(request | {"win": {"by": by, "from": giver}, "winners": [winner]})
    except ScoringError:
        return None
    return dict(answer["winners"][0])


def test_every_tile_that_waits_gives_completes_the_hand_and_no_other_does() -> None:
    for asked in random_questions(100, 11):
        answer = waits(asked)
        found = {row["tile"]: row for row in answer["waits"]}
        for tile in KINDS + FLOWERS:
            drawn = won(asked, tile, "self_draw")
            completes = drawn is not None and [why["code"] for why in drawn["why_not"]] != ["not_a_win"]
            assert completes == (tile in found), (asked, tile)
            if drawn is None or not completes:
                continue
            row = found[tile]["self_draw"]
            assert {key: row[key] for key in ("legal", "types", "share", "why_not")} == {
                key: drawn[key] for key in ("legal", "types", "share", "why_not")
            }
            discarded = won(asked, tile, "discard")
            assert (discarded is None) == (found[tile]["discard"] is None)
            if discarded is not None:
                assert found[tile]["discard"]["share"] == discarded["share"], (asked, tile)
                assert found[tile]["discard"]["legal"] == discarded["legal"]


def test_waits_costs_less_than_thirty_scores() -> None:
    plain = tuple(id for id in ruleset_ids() if not load_ruleset(id).jokers)
    rng = random.Random(14)
    requests = [random_request(rng, plain) for _ in range(200)]
    questions = random_questions(100, 15, plain)
    began = time.process_time()
    for request in requests:
        score_request(request)
    between = time.process_time()
    for asked in questions:
        waits(asked)
    one_score, one_question = (between - began) / 200, (time.process_time() - between) / 100
    assert one_question < 30 * one_score


def test_waits_says_how_many_are_left_and_why_some_may_not_win() -> None:
    asked = {"ruleset": "qiaoma", "concealed": "123m789p123s23p55s", "seen": "44p1f"}
    answer = waits(asked, "en")
    assert [(row["tile"], row["left"]) for row in answer["waits"]] == [("1p", 4), ("4p", 2)]
    assert answer["left"] == 6
    first = answer["waits"][0]
    assert first["self_draw"]["legal"]
    assert first["self_draw"]["share"] == 2
    assert not first["discard"]["legal"]
    assert [why["code"] for why in first["discard"]["why_not"]] == ["too_few_hua"]
    assert first["discard"]["why_not"][0]["message"]


def test_a_single_joker_beside_four_sets_waits_for_anything() -> None:
    asked = {
        "ruleset": "baida", "table": {"joker": "9m"}, "concealed": "456p789p234s9m",
        "melds": [{"kind": "chow", "tiles": "123m", "from": 3}],
    }  # fmt: skip
    answer = waits(asked)
    assert answer["anything"]
    assert len(answer["waits"]) == 31


def test_the_eighth_flower_and_the_fourth_joker_are_waits() -> None:
    flowers = waits({"ruleset": "qinghunpeng", "concealed": "147m258p369s1234z", "flowers": "1234567f"})
    assert [(row["tile"], row["self_draw"]["types"], row["discard"]) for row in flowers["waits"]] == [
        ("8f", ["bahuaqi"], None)
    ]
    jokers = waits({"ruleset": "baida", "table": {"joker": "9m"}, "concealed": "14m25p36s1234z999m"})
    assert [row["self_draw"]["types"] for row in jokers["waits"]] == [["sibaida"]]


READY = [
    ("qinghunpeng", "123m456m789m23m11z", {}, True, "ready"),
    ("qinghunpeng", "123m456m789m23p11p", {}, False, "barred"),
    ("qinghunpeng", "147m258p369s1234z", {}, False, "not_ready"),
    ("qiaoma", "123m456m789m23p11p", {}, True, "ready"),
    ("qiaoma", "123m456m789m23p11p", {"declared": False}, False, "not_declared"),
    ("laoshanghai", "123m456m789m23p11p", {"flowers": "1f"}, True, "ready"),
]


@pytest.mark.parametrize(("ruleset", "concealed", "more", "expected", "code"), READY)
def test_ready_is_who_waits_for_a_type_that_may_win_and_has_declared_where_one_must(
    ruleset: str, concealed: str, more: Asked, expected: bool, code: str
) -> None:
    for lang in ("zh", "en"):
        answer = ready({"ruleset": ruleset, "concealed": concealed} | more, lang)
        assert answer["ready"] is expected
        assert answer["why"]["code"] == code
        assert answer["why"]["message"]


def test_ready_and_waits_agree() -> None:
    for asked in random_questions(60, 12):
        assert ready(asked)["ready"] == waits(asked)["ready"]


def test_a_discard_leaves_the_waits_that_the_other_thirteen_tiles_have() -> None:
    asked = {"ruleset": "qiaoma", "concealed": "123m789p12s3455s44z", "flowers": "1f"}
    found = {row["tile"]: row for row in keep(asked)["discards"]}
    assert set(found) == {"1s", "4s", "5s"}
    for tile, row in found.items():
        assert row["waits"] == waits(asked | {"concealed": without(tile), "seen": tile})["waits"], tile


def without(tile: str) -> str:
    """The hand 123m789p123455s44z without one of its bamboos."""
    return "123m789p" + "123455".replace(tile[0], "", 1) + "s44z"


def test_discards_come_in_order_of_share_times_tiles_left() -> None:
    """123455s 44z beside two chows.

    Without 5s it waits for 3s and 6s, 3 + 4 tiles; without 1s or 4s for 5s and 4z, 2 + 2.
    """
    rows = keep({"ruleset": "qiaoma", "concealed": "123m789p12s3455s44z", "flowers": "1f"})["discards"]
    assert [(row["tile"], row["left"]) for row in rows] == [("5s", 7), ("1s", 4), ("4s", 4)]
    for row in rows:
        shares = [(max(w["self_draw"]["share"], w["discard"]["share"]), w["left"]) for w in row["waits"]]
        assert (row["best"], row["worth"]) == (max(shares)[0], sum(share * left for share, left in shares))


def test_fourteen_tiles_that_have_won_are_called_complete() -> None:
    assert keep({"ruleset": "qiaoma", "concealed": "123m789p123s234p55s"})["complete"]
    assert not keep({"ruleset": "qiaoma", "concealed": "123m789p123s23p55s4z"})["complete"]


def test_distance_names_every_type_that_may_win_and_no_other() -> None:
    for ruleset in ruleset_ids():
        rules = load_ruleset(ruleset)
        table = {"joker": "9m"} if rules.jokers else {}
        answer = distance({"ruleset": ruleset, "table": table, "concealed": "147m258p369s1234z"})
        expected = {t for t in TYPE_IDS if rules.types[t].wins == "always"} - {"tianhu", "dihu"}
        assert {row["type"] for row in answer["types"]} == expected


def test_a_hand_is_zero_away_from_exactly_the_types_that_its_waits_make() -> None:
    plain = tuple(id for id in ruleset_ids() if not load_ruleset(id).jokers)
    for asked in random_questions(60, 13, plain):
        left = {row["tile"]: row["left"] for row in waits(asked)["waits"]}
        made = {kind for row in waits(asked)["waits"] if row["left"] for kind in row["self_draw"]["types"]}
        for row in distance(asked)["types"]:
            if row["type"] in made and row["away"] is not None:
                assert row["away"] == 0, (asked, row)
            if row["away"] == 0 and row["left"]:
                assert {each["tile"] for each in row["helps"]} <= set(left), (asked, row)


def test_distance_tells_what_to_keep_and_which_discard_keeps_most() -> None:
    asked = {"ruleset": "qinghunpeng", "concealed": "111m33m99m11z44z59p1s"}
    rows = {row["type"]: row for row in distance(asked, "en")["types"]}
    assert rows["hunpeng"]["away"] == 2
    assert rows["hunpeng"]["text"].startswith("hunpeng 2 away: keep pairs and pungs of characters 万 and honours")
    assert {row["tile"] for row in rows["hunpeng"]["discards"]} == {"5p", "9p", "1s"}
    assert {each["tile"] for each in rows["hunpeng"]["helps"]} == {"3m", "9m", "1z", "4z"}
    assert rows["hunpeng"]["left"] == 8
    zh = {row["type"]: row for row in distance(asked)["types"]}
    assert zh["hunpeng"]["text"].startswith("混碰还差 2 张听牌：留万和字牌的对子、刻子")


def test_where_dragons_are_flowers_one_keeps_winds() -> None:
    asked = {"ruleset": "qiaoma", "concealed": "111m33m99m11z44z59p"}
    rows = {row["type"]: row for row in distance(asked, "en")["types"]}
    assert rows["hunyise"]["keep"] == "characters 万 and winds"


def test_a_chow_bars_the_types_of_pungs_and_another_suit_the_flushes() -> None:
    melds = [{"kind": "chow", "tiles": "123p", "from": 3}]
    rows = {
        row["type"]: row
        for row in distance({"ruleset": "laiyouxi", "concealed": "111m33m99m11z4z", "melds": melds}, "en")["types"]
    }
    assert rows["pengpenghu"]["away"] is None
    assert rows["pengpenghu"]["why"] == "there is a chow already"
    assert rows["fengyise"]["away"] is None
    assert rows["qingyise"]["away"] is not None
    assert "dots 筒" in rows["qingyise"]["text"]


def test_a_complete_hand_is_minus_one_away() -> None:
    rows = distance({"ruleset": "qiaoma", "concealed": "123m456m789m11p234p"})["types"]
    assert rows[0]["type"] == "pinghu"
    assert rows[0]["away"] == -1


def test_every_question_names_all_problems_at_its_own_paths() -> None:
    bad = {
        "ruleset": "qinghunpeng",
        "concealed": "1111m1f",
        "melds": [{"kind": "pung", "tiles": "123m"}],
        "x": 1,
    }
    for ask in (waits, ready, distance):
        with pytest.raises(ScoringError) as error:
            ask(bad | {"seen": "q"})
        found = {(problem.code, problem.path) for problem in error.value.problems}
        assert {
            ("unknown_key", "x"), ("bad_notation", "seen"), ("bad_meld", "melds[0].tiles"),
            ("flower_in_hand", "concealed"), ("tile_count", "concealed"),
        } <= found  # fmt: skip
        for problem in error.value.problems:
            assert problem.message("zh")
            assert problem.message("en")


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"concealed": "11111m56789m1z2z3z"}, "too_many_copies", "concealed"),
        ({"seen": "1111m"}, "too_many_copies", "seen"),
        ({"ruleset": "nowhere"}, "unknown_ruleset", "ruleset"),
        ({"table": {"dealer": 9}}, "seat_out_of_range", "table.dealer"),
        ({"table": {"joker": "1m"}}, "joker_forbidden", "table.joker"),
        ({"concealed": "123m"}, "tile_count", "concealed"),
        ({"concealed": "123456789m123456789p123456789s1234567z"}, "tile_count", "concealed"),
        ({"concealed": 5}, "wrong_type", "concealed"),
        ({"melds": "none"}, "wrong_type", "melds"),
        ({"seat": 4}, "seat_out_of_range", "seat"),
        ({"win": {}}, "unknown_key", "win"),
    ],
)
def test_a_bad_question_is_refused(change: Asked, code: str, path: str) -> None:
    with pytest.raises(ScoringError) as error:
        waits({"ruleset": "qinghunpeng", "concealed": "123m456m789m23m11z"} | change)
    assert (code, path) in {(problem.code, problem.path) for problem in error.value.problems}


def test_a_flower_among_fourteen_tiles_is_refused_even_as_the_eighth() -> None:
    for concealed in ("8f123m456m789m23m11z", "123m456m789m23m11z8f"):
        with pytest.raises(ScoringError) as error:
            distance({"ruleset": "qinghunpeng", "concealed": concealed, "flowers": "12345678f"})
        assert ("flower_in_hand", "concealed") in {(each.code, each.path) for each in error.value.problems}


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, {"ruleset": []}, {"concealed": {}, "melds": {}, "seen": 1}])
def test_no_json_value_is_too_strange_to_refuse(value: Any) -> None:
    for ask in (waits, keep, ready, distance, explain):
        with pytest.raises(ScoringError):
            ask(value)


def test_explain_gives_the_rule_of_every_step_in_both_languages(shared: Path) -> None:
    for line in (shared / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        request = json.loads(line)["request"]
        answer = score_request(request)
        for lang in ("zh", "en"):
            lesson = explain(request, lang)
            assert lesson["payments"] == answer["payments"]
            for winner, scored in zip(lesson["winners"], answer["winners"], strict=True):
                assert winner["share"] == scored["share"]
                assert all(step["rules"] for step in winner["lesson"][1:]), winner["lesson"]
                named = {rule["id"] for step in winner["lesson"] for rule in step["rules"]}
                assert set(winner["types"]) <= named
                assert not winner["legal"] or "share" in named
            for step in lesson["payments_lesson"]:
                assert step["rules"] or not any(answer["payments"])


def test_a_lesson_goes_from_base_to_share_with_the_running_value() -> None:
    hand = {"seat": 0, "concealed": "123m456p789s234p5s", "tile": "5s", "flowers": "1f"}
    lesson = explain({"ruleset": "qiaoma", "win": {"by": "self_draw"}, "winners": [hand]}, "en")
    steps = [(step["rules"][0]["id"], step["value"]) for step in lesson["winners"][0]["lesson"][1:]]
    assert steps == [("pinghu", None), ("base", 1), ("flower", 2), ("menqing", 4), ("share", 4)]
    assert [step["rules"][0]["section"] for step in lesson["payments_lesson"]] == ["§5"] * 3


def test_the_lesson_texts_of_both_languages_have_the_same_keys_and_gaps() -> None:
    zh, en = lesson_texts("zh"), lesson_texts("en")
    assert zh.keys() == en.keys()
    for part in zh:
        assert zh[part].keys() == en[part].keys(), part
    for id, row in zh["rules"].items():
        assert row.keys() == en["rules"][id].keys() == {"title", "section", "says"}
        assert row["section"] == en["rules"][id]["section"]


def test_every_type_and_every_bonus_of_every_preset_has_a_lesson() -> None:
    known = lesson_texts("zh")["rules"]
    for id in ruleset_ids():
        rules = load_ruleset(id)
        assert set(rules.types) <= set(known)
        assert set(rules.data["bonuses"]) <= set(known)
