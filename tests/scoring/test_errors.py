"""Bad input names every problem with its code and JSON path, in both languages, and never raises anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import ScoringError, error_json, parse_tiles, ruleset_ids, score_request
from tests.scoring.builders import Json, problems, request, winner

GOOD = "123m456p789s234p5s"


def asked(concealed: str = GOOD, tile: str = "5s", melds: str = "", flowers: str = "1f", **more: Any) -> Json:
    ruleset = more.pop("ruleset", "qiaoma")
    return request(ruleset, winner(concealed, tile, melds, flowers), **more)


def changed(asked: Json, path: str, value: Any) -> Json:
    """A copy of the request with one value changed; `path` is dotted."""
    copy: Json = json.loads(json.dumps(asked))
    place: Any = copy
    *parents, last = path.split(".")
    for key in parents:
        place = place[int(key)] if key.isdigit() else place[key]
    place[int(last) if last.isdigit() else last] = value
    return copy


def test_the_good_request_of_these_tests_has_no_problem() -> None:
    assert problems(asked()) == []


TILES = [
    ("a fifth copy", asked("1111m456p789s23p5s", "1m", flowers=""), [("too_many_copies", "winners[0]")]),
    ("a fifth copy in a meld", asked("111m456p789s2p", "2p", "p111m<1"), [("too_many_copies", "winners[0]")]),
    ("a flower twice", asked(flowers="1f1f"), [("too_many_copies", "winners[0]")]),
    ("too few tiles", asked("123m456p789s234p"), [("tile_count", "winners[0].concealed")]),
    ("too many tiles", asked(GOOD + "5s"), [("tile_count", "winners[0].concealed")]),
    ("more tiles than a player holds", asked(GOOD + "67s", "8f", flowers="12345678f"),
     [("tile_count", "winners[0].concealed")]),
    ("three jokers and a discarded fourth", asked("999m1p", "9m", ruleset="baida", joker="9m", by="discard", from_=2),
     [("tile_count", "winners[0].concealed")]),
    ("a meld too many", asked(GOOD, "5s", "c123s"), [("tile_count", "winners[0].concealed")]),
    ("a flower in the hand", asked("123m456p789s234p1f"), [("flower_in_hand", "winners[0].concealed"),
                                                          ("too_many_copies", "winners[0]")]),
    ("a dragon where dragons are flowers", asked("123m456p789s23p55z"), [("flower_in_hand", "winners[0].concealed")]),
    ("a dragon as winning tile there", asked(tile="5z"), [("flower_in_hand", "winners[0].tile")]),
    ("a meld of dragons there", asked("123m456p789s5s", melds="p777z<1"),
     [("flower_in_hand", "winners[0].melds[0].tiles")]),
    ("a tile that is no flower", asked(flowers="1f1m"), [("no_flower", "winners[0].flowers")]),
    ("a dragon among flowers where it is a tile", asked(ruleset="laiyouxi", flowers="5z"),
     [("no_flower", "winners[0].flowers")]),
    ("the back of a tile", asked("123m456p789s234p0x"), [("back_tile", "winners[0].concealed")]),
    ("no tiles", asked("hello"), [("bad_notation", "winners[0].concealed")]),
    ("a ten of characters", asked(tile="0m"), [("bad_notation", "winners[0].tile")]),
    ("an eighth honour", asked(tile="8z"), [("bad_notation", "winners[0].tile")]),
    ("digits without a suit", asked("123"), [("bad_notation", "winners[0].concealed")]),
    ("two winning tiles", asked(tile="5s6s"), [("one_tile", "winners[0].tile")]),
    ("no winning tile", asked(tile=""), [("one_tile", "winners[0].tile")]),
    ("a flower that is not the eighth", asked(tile="2f", flowers="1f2f"),
     [("flower_wins_as_eighth", "winners[0].tile")]),
    ("a flower that is discarded", asked(tile="8f", flowers="12345678f", by="discard", from_=2),
     [("flower_not_drawn", "winners[0].tile")]),
]  # fmt: skip
MELDS = [
    ("a chow that is none", "c124m<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a chow over two suits", "c89m1p<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a chow of honours", "c123z<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a pung of two", "p11m<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a kong of three", "k111m<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a pung of flowers", "p111f<3", [("bad_meld", "winners[0].melds[0].tiles")]),
    ("a chow from the wrong seat", "c123m<1", [("chow_from", "winners[0].melds[0].from")]),
    ("a meld from oneself", "p111m<0", [("meld_from_self", "winners[0].melds[0].from")]),
    ("a giver out of range", "p111m<4", [("seat_out_of_range", "winners[0].melds[0].from")]),
    ("a concealed kong from somebody", "K1111m<1", [("concealed_from", "winners[0].melds[0].from")]),
]
SEATS = [
    ("a winner out of range", changed(asked(), "winners.0.seat", 4), [("seat_out_of_range", "winners[0].seat")]),
    ("a dealer out of range", changed(asked(), "table.dealer", -1), [("seat_out_of_range", "table.dealer")]),
    ("a discarder out of range", asked(by="discard", from_=9), [("seat_out_of_range", "win.from")]),
    ("a discarder who wins", asked(by="discard", from_=0), [("winner_pays", "winners[0].seat")]),
    ("a konger who wins", asked(by="robbing_kong", from_=0, tile="5s", concealed="123m456p789s23p55s"),
     [("robbed_tile_held", "winners[0].tile"), ("winner_pays", "winners[0].seat")]),
    ("nobody discards", asked(by="discard"), [("from_missing", "win.from")]),
    ("a giver of a self-draw", asked(from_=2), [("from_on_self_draw", "win.from")]),
    ("a robbed tile that the winner holds", asked("456m789p34s55s", "4s", "c123m<3", by="robbing_kong", from_=3),
     [("robbed_tile_held", "winners[0].tile")]),
    ("a robbed tile in a meld", asked("456m789p34s55s", "2m", "c123m<3", by="robbing_kong", from_=3),
     [("robbed_tile_held", "winners[0].tile")]),
    ("somebody bound to himself", asked(claims=[[1, 1, 3]]), [("claim_from_self", "claims[0]")]),
    ("five claims", asked(claims=[[0, 1, 5]]), [("out_of_range", "claims[0][2]")]),
    ("claims said twice", asked(claims=[[0, 1, 3], [0, 1, 2]]), [("duplicate_claim", "claims[1]")]),
    ("a claim of two numbers", asked(claims=[[0, 1]]), [("bad_claim", "claims[0]")]),
    ("a seat that is ready and none", asked(ready=[7]), [("seat_out_of_range", "ready[0]")]),
]  # fmt: skip
VALUES = [
    ("a truth for a number", changed(asked(), "winners.0.seat", False), [("wrong_type", "winners[0].seat")]),
    ("a number for a truth", asked(kaibao=1), [("wrong_type", "table.kaibao")]),
    ("a fraction", asked(huangfan=1.0), [("wrong_type", "table.huangfan")]),
    ("no number", asked(huangfan=float("nan")), [("wrong_type", "table.huangfan")]),
    ("a huge number", asked(huangfan=10**400), [("out_of_range", "table.huangfan")]),
    ("less than none", asked(huangfan=-1), [("out_of_range", "table.huangfan")]),
    ("text for a list", changed(asked(), "winners", "0"), [("wrong_type", "winners")]),
    ("a list for text", changed(asked(), "winners.0.concealed", ["1m"]), [("wrong_type", "winners[0].concealed")]),
    ("no such win", asked(by="theft"), [("unknown_value", "win.by")]),
    ("no such replacement", asked(replacement="dice"), [("unknown_value", "win.replacement")]),
    ("no such meld", changed(asked(melds="p111m"), "winners.0.melds.0.kind", "quad"),
     [("unknown_value", "winners[0].melds[0].kind"), ("tile_count", "winners[0].concealed")]),
    ("no such rule set", asked(ruleset="riichi"), [("unknown_ruleset", "ruleset")]),
    ("no winners", request("qiaoma"), [("no_winner", "winners")]),
    ("a key too many", {**asked(), "wind": "east"}, [("unknown_key", "wind")]),
    ("a key too many of a winner", changed(asked(), "winners.0.riichi", True), [("unknown_key", "winners[0].riichi")]),
    ("a key missing", {"ruleset": "qiaoma", "winners": []}, [("missing_key", "win"), ("no_winner", "winners")]),
    ("null overrides", {**asked(), "overrides": None}, [("wrong_type", "overrides")]),
    ("null claims", {**asked(), "claims": None}, [("wrong_type", "claims")]),
    ("a list", [], [("wrong_type", "")]),
    ("nothing", None, [("wrong_type", "")]),
    ("a winner that is none", changed(asked(), "winners.0", None), [("wrong_type", "winners[0]")]),
    ("a joker where there is none", asked(joker="9m"), [("joker_forbidden", "table.joker")]),
    ("no joker where there are four", asked(ruleset="baida"), [("joker_missing", "table.joker")]),
    ("a flower as joker", asked(ruleset="baida", joker="1f"), [("bad_joker", "table.joker")]),
    ("a dragon as joker", asked(ruleset="baida", joker="7z"), [("bad_joker", "table.joker")]),
    ("two jokers", asked(ruleset="baida", joker="1m2m"), [("one_tile", "table.joker")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "expected"), [pytest.param(*row[1:], id=row[0]) for row in (*TILES, *SEATS, *VALUES)]
)
def test_a_wrong_request_is_named_by_code_and_path(wrong: Any, expected: list[tuple[str, str]]) -> None:
    assert sorted(problems(wrong)) == sorted(expected)


@pytest.mark.parametrize(("melds", "expected"), [pytest.param(*row[1:], id=row[0]) for row in MELDS])
def test_a_wrong_meld_is_named_by_code_and_path(melds: str, expected: list[tuple[str, str]]) -> None:
    assert problems(asked("456p789s234p5s", "5s", melds, ruleset="laiyouxi")) == expected


@pytest.mark.parametrize("kind", ["chow", "pung"])
def test_only_a_kong_can_be_concealed(kind: str) -> None:
    tiles = {"chow": "123m", "pung": "111m"}[kind]
    wrong = changed(asked("456p789s234p5s", "5s", "p111m"), "winners.0.melds.0", {
        "kind": kind, "tiles": tiles, "concealed": True})  # fmt: skip
    assert problems(wrong) == [("concealed_meld", "winners[0].melds[0].concealed")]


def test_two_winners_on_one_self_draw_and_one_seat_twice_are_problems() -> None:
    hand = winner(GOOD, "5s", flowers="1f")
    assert problems(request("qiaoma", hand, hand)) == [
        ("duplicate_winner", "winners[1].seat"),
        ("several_self_draw", "winners"),
    ]


def test_winners_of_one_discard_win_on_one_tile() -> None:
    one, other = winner(GOOD, "5s", flowers="1f"), winner("123m456p789s234p6s", "6s", seat=1, flowers="1f")
    assert problems(request("qiaoma", one, other, by="discard", from_=2)) == [("different_tiles", "winners[1].tile")]


def test_a_fourth_winner_is_one_too_many() -> None:
    hands = [winner(GOOD, "5s", seat=seat) for seat in (0, 1, 2, 3)]
    found = problems(request("qiaoma", *hands, by="discard", from_=3))
    assert ("too_many_items", "winners") in found


def test_every_problem_is_named_at_once() -> None:
    wrong = request(
        "qiaoma",
        winner("1111m456p789s23p5z", "1m", "c124m<3", flowers="1m", seat=0),
        winner("0x", "5s6s", seat=5, declared="yes"),
        by="discard",
        huangfan=-1,
        kaibao="no",
        joker="9m",
        claims=[[0, 0, 9]],
        ready=[4],
        dice=[1, 2],
    )
    wrong["overrides"] = {"cup": 3}
    codes = {code for code, _ in problems(wrong)}
    assert codes >= {
        "unknown_key", "unknown_override", "out_of_range", "wrong_type", "from_missing", "bad_meld",
        "no_flower", "too_many_copies", "back_tile", "one_tile", "seat_out_of_range",
    }  # fmt: skip


def test_an_error_answers_as_the_rule_book_says_in_both_languages() -> None:
    with pytest.raises(ScoringError) as caught:
        score_request(asked("1111m456p789s23p5s", "1m"))
    zh, en = error_json(caught.value, "zh")["error"], error_json(caught.value, "en")["error"]
    assert {"code", "message", "path", "problems"} == set(zh)
    assert zh["code"] == en["code"] == "too_many_copies"
    assert zh["message"] == "1m 有 5 张；一副牌只有 4 张"
    assert en["message"] == "1m appears 5 times; a set has 4"


def test_notation_that_is_none_is_a_scoring_error() -> None:
    with pytest.raises(ScoringError) as caught:
        parse_tiles("12")
    assert caught.value.problems[0].code == "bad_notation"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["123m", "5s", "0x", "1f", "self_draw", "discard", "kong", "qiaoma", "baida"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip
ODD: list[Any] = [
    None, True, False, 0, 1, 3, 4, -1, 10**30, 0.0, 1.5, float("nan"), float("inf"), "", "m", "5s", "1f", "0x", "5z",
    "123m", "一万", "\ud800", "self_draw", "discard", "robbing_kong", "kong", "baida", [], [0], [[]], [[0, 1, 3]], [{}],
    {}, {"a": 1}, {"kind": "kong"}, {"cap": "x"}, {"types": {"pinghu": {"wins": 1}}}, {"qidui": True},
]  # fmt: skip
PATHS = [
    "ruleset", "overrides", "table", "table.dealer", "table.huangfan", "table.kaibao", "table.joker", "win",
    "win.by", "win.from", "win.replacement", "win.last_tile", "win.first_round", "winners", "winners.0",
    "winners.0.seat", "winners.0.concealed", "winners.0.tile", "winners.0.melds", "winners.0.melds.0",
    "winners.0.melds.0.kind", "winners.0.melds.0.tiles", "winners.0.melds.0.from",
    "winners.0.melds.0.concealed", "winners.0.flowers", "winners.0.declared", "claims", "claims.0", "claims.0.0",
    "ready", "ready.0",
]  # fmt: skip


def is_answered(value: Any) -> None:
    """Either an answer or an error line, in both languages, as JSON."""
    for lang in ("zh", "en"):
        try:
            answer = score_request(value, lang)
        except ScoringError as error:
            answer = error_json(error, lang)
            assert all(problem["message"] for problem in answer["error"]["problems"])
        json.dumps(answer)


@given(JSON)
@settings(max_examples=100, deadline=None)
def test_any_json_value_is_answered(value: Any) -> None:
    is_answered(value)


@given(
    st.lists(st.tuples(st.sampled_from(PATHS), st.sampled_from(ODD)), min_size=1, max_size=3),
    st.sampled_from(ruleset_ids()),
)
@settings(max_examples=400, deadline=None)
def test_a_request_with_values_of_any_kind_is_answered(changes: list[tuple[str, Any]], ruleset: str) -> None:
    value = asked("456p789s234p5s", melds="p111m<2", ruleset=ruleset, claims=[[0, 1, 3]], ready=[2])
    value["overrides"] = {}
    for path, new in changes:
        try:
            value = changed(value, path, new)
        except (KeyError, IndexError, TypeError, ValueError):
            continue  # an earlier change took the place away
    is_answered(value)


@given(st.text(alphabet="0123456789mpszfx", max_size=40), st.sampled_from(["concealed", "tile", "flowers"]))
@settings(max_examples=100, deadline=None)
def test_any_notation_is_answered(text: str, key: str) -> None:
    is_answered(changed(asked(), f"winners.0.{key}", text))
