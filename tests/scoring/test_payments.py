"""Who pays whom: each row of the tables of RULES.md §5, in shares."""

from __future__ import annotations

import pytest

from scoring import load_ruleset, score_request
from scoring.chengbao import dues, partners
from scoring.hand import WinSource
from tests.scoring.builders import Json, request, score, winner

PRESET = {"small": "qiaoma", "big": "dashen", "extra": "deshi-qinghunpeng"}
"""A preset for each form of bao: dashen's big counts once both ways, deshi's extra twice."""
SELF, DISCARD, ROBBING = WinSource.SELF_DRAW, WinSource.DISCARD, WinSource.ROBBING_KONG


def owed(
    ruleset: str, by: WinSource, payer: int | None, bound: dict[int, int], ready: tuple[int, ...] = ()
) -> list[int]:
    """The shares that seats 1, 2 and 3 owe seat 0."""
    total = [0, 0, 0, 0]
    for due in dues(load_ruleset(ruleset), by, payer, 0, bound, ready):
        total[due.payer] += due.shares
    assert total[0] == 0
    return total[1:]


@pytest.mark.parametrize(
    ("form", "by", "payer", "bound", "ready", "shares"),
    [
        ("small", SELF, None, {}, (), [1, 1, 1]),
        ("small", SELF, None, {1: 1}, (), [3, 1, 1]),
        ("small", SELF, None, {1: 1, 2: 1}, (), [3, 3, 1]),
        ("big", SELF, None, {1: 1}, (), [5, 0, 0]),
        ("big", SELF, None, {1: 1, 2: 1}, (), [5, 5, 0]),
        ("extra", SELF, None, {1: 1}, (), [3, 1, 1]),
        ("small", DISCARD, 1, {1: 1}, (), [1, 0, 0]),
        ("big", DISCARD, 1, {1: 1}, (), [2, 0, 0]),
        ("extra", DISCARD, 1, {1: 1}, (), [2, 0, 0]),
        ("small", DISCARD, 2, {1: 1}, (2,), [1, 1, 0]),
        ("big", DISCARD, 2, {1: 1}, (2,), [1, 1, 0]),
        ("extra", DISCARD, 2, {1: 1}, (2,), [1, 1, 0]),
        ("small", DISCARD, 2, {1: 1}, (), [0, 2, 0]),
        ("big", DISCARD, 2, {1: 1}, (), [0, 2, 0]),
        ("extra", DISCARD, 2, {1: 1}, (), [1, 1, 0]),
        ("big", DISCARD, 2, {1: 1, 3: 1}, (), [0, 3, 0]),
        ("big", DISCARD, 2, {1: 1, 3: 1}, (2,), [1, 1, 1]),
        ("small", DISCARD, 1, {1: 1, 2: 1}, (1,), [1, 1, 0]),
        ("small", DISCARD, 1, {1: 1, 2: 1}, (), [2, 0, 0]),
        ("big", DISCARD, 1, {1: 1, 2: 1}, (1,), [2, 1, 0]),
        ("big", DISCARD, 1, {1: 1, 2: 1}, (), [3, 0, 0]),
        ("extra", DISCARD, 1, {1: 1, 2: 1}, (), [2, 1, 0]),
        ("small", ROBBING, 2, {1: 1}, (), [0, 3, 0]),
        ("big", ROBBING, 1, {1: 1}, (), [3, 0, 0]),
        ("extra", ROBBING, 2, {1: 1}, (), [3, 3, 0]),
        ("extra", ROBBING, 1, {1: 1}, (), [6, 0, 0]),
    ],
)
def test_each_row_of_the_table_of_bao(
    form: str, by: WinSource, payer: int | None, bound: dict[int, int], ready: tuple[int, ...], shares: list[int]
) -> None:
    assert owed(PRESET[form], by, payer, bound, ready) == shares


@pytest.mark.parametrize(
    ("ruleset", "by", "payer", "bound", "ready", "shares"),
    [
        ("laiyouxi", SELF, None, {1: 2}, (), [10, 0, 0]),
        ("laiyouxi", DISCARD, 1, {1: 2}, (), [4, 0, 0]),
        ("laiyouxi", DISCARD, 2, {1: 2}, (2,), [2, 1, 0]),
        ("laiyouxi", DISCARD, 2, {1: 2, 3: 1}, (), [0, 4, 0]),
        ("laiyouxi", DISCARD, 1, {1: 2, 2: 2}, (), [6, 0, 0]),
        ("laiyouxi", ROBBING, 2, {1: 2}, (), [6, 3, 0]),
        ("jinbi", SELF, None, {1: 2}, (), [5, 1, 1]),
        ("jinbi", DISCARD, 1, {1: 2}, (), [3, 0, 0]),
        ("jinbi", DISCARD, 2, {1: 2}, (), [2, 1, 0]),
        ("jinbi", DISCARD, 1, {1: 2, 2: 2}, (), [3, 2, 0]),
        ("jinbi", ROBBING, 1, {1: 2}, (), [9, 0, 0]),
    ],
)
def test_a_partner_bound_both_ways_pays_double(
    ruleset: str, by: WinSource, payer: int | None, bound: dict[int, int], ready: tuple[int, ...], shares: list[int]
) -> None:
    assert owed(ruleset, by, payer, bound, ready) == shares


def test_claims_bind_by_their_sum_or_each_way() -> None:
    mixed = {(0, 1): 2, (1, 0): 1}
    assert partners(load_ruleset("qiaoma"), 0, mixed) == {1: 1}
    assert partners(load_ruleset("laiyouxi"), 0, mixed) == {}
    assert partners(load_ruleset("laiyouxi"), 1, {(0, 1): 3}) == {0: 1}
    both = {(0, 1): 3, (1, 0): 3}
    assert partners(load_ruleset("laiyouxi"), 0, both) == {1: 2}
    assert partners(load_ruleset("dashen"), 0, both) == {1: 1}
    assert partners(load_ruleset("baida"), 0, both) == {}


def test_the_melds_show_who_claimed_from_whom_and_claims_replace_that() -> None:
    melds = "p111m<2 p888m<2 p999m<2"
    hand = winner("2345m", "2m", melds)
    assert score("dashen", hand)["payments"] == [50, 0, -50, 0]
    assert score("dashen", hand, claims=[[0, 2, 2]])["payments"] == [30, -10, -10, -10]


def test_a_concealed_kong_is_no_claim() -> None:
    hand = winner("2345m", "2m", "p111m<2 p888m<2 K9999m")
    assert score("dashen", hand)["payments"] == [30, -10, -10, -10]


@pytest.mark.parametrize(
    ("scheme", "payments"),
    [({}, [4, 0, -4, 0]), ({"chuchong": True}, [16, -4, -8, -4]), ({"baochong": True}, [12, 0, -12, 0])],
)
def test_the_schemes_for_a_discard_without_bao(scheme: Json, payments: list[int]) -> None:
    hand = winner("456m789p234s5s", "5s", "c123m<3", "1f2f3f")
    asked = score("qiaoma", hand, by="discard", from_=2, overrides=scheme)
    assert asked["payments"] == payments


def test_chuchong_leaves_a_robbed_kong_and_bao_alone() -> None:
    hand = winner("456m789p34s55s", "2s", "c123m<3", "1f2f")
    assert score("qiaoma", hand, by="robbing_kong", from_=3, overrides={"chuchong": True})["payments"] == [9, 0, 0, -9]
    bound = score("qiaoma", hand, by="discard", from_=2, overrides={"chuchong": True}, claims=[[0, 1, 3]])
    assert bound["payments"] == [6, 0, -6, 0]


def test_every_winner_of_one_discard_is_paid_in_full_and_an_illegal_one_not_at_all() -> None:
    one = winner("456m789p234s5s", "5s", "c123m<3", "1f")
    other = winner("456m789p234s5s", "5s", "c123m<0", "1f2f", seat=1)
    none = winner("456m789p234s5s", "5s", "c123m<2", seat=3)
    assert score("qiaoma", one, other, none, by="discard", from_=2)["payments"] == [2, 3, -5, 0]


def test_an_illegal_partner_still_pays_what_it_is_bound_to() -> None:
    one = winner("456m789p234s5s", "5s", "c123m<3", "1f")
    illegal = winner("456m789p234s5s", "5s", "c123m<0", seat=1)
    answer = score("qiaoma", one, illegal, by="discard", from_=2, claims=[[0, 1, 3]], ready=[2])
    assert answer["payments"] == [4, -2, -2, 0]


def test_the_loss_cap_limits_the_whole_hand_and_the_nearest_winner_gets_the_remainder() -> None:
    asked = request("laiyouxi", winner("222z555z666z7z", "7z", "p111z<1"), by="discard", from_=2, huangfan=1)
    asked["overrides"] = {"loss_cap": 2}
    answer = score_request(asked)
    assert answer["winners"][0]["share"] == 80
    assert answer["payments"] == [20, 0, -20, 0]


def test_the_stake_turns_points_into_money() -> None:
    hand = winner("123m456p789s234p5s", "5s", flowers="1f")
    answer = score("qiaoma", hand, overrides={"stake": 0.5})
    assert (answer["payments"], answer["money"]) == ([12, -4, -4, -4], [6.0, -2.0, -2.0, -2.0])
