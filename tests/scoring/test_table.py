"""RULES.md §6: dealer, huangfan, kaibao, the wall, rating, leaving early and 逛花园, preset by preset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.ruleset import load_ruleset, ruleset_ids
from scoring.table import (
    TableState,
    after_dice,
    after_draw,
    after_leaving,
    after_win,
    garden_over,
    leaving_payments,
    open_wall,
    rating_leaving,
    rating_points,
    within_purses,
)

SEATS = st.integers(0, 3)
WEB = ("qiaoma", "qinghunpeng", "baida", "laoshanghai")
PLATFORM = ("laiyouxi", "deshi-qinghunpeng", "jinbi", "dashen")


@pytest.mark.parametrize("id", ruleset_ids())
def test_the_winner_is_the_next_dealer(id: str) -> None:
    rules = load_ruleset(id)
    assert after_win(rules, TableState(dealer=1), [3], None).dealer == 3
    assert after_win(rules, TableState(dealer=1), [2], 1).dealer == 2


@pytest.mark.parametrize("id", WEB)
def test_after_several_winners_the_discarder_deals_in_the_web_styles(id: str) -> None:
    assert after_win(load_ruleset(id), TableState(dealer=1), [0, 3], 2).dealer == 2


@pytest.mark.parametrize("id", PLATFORM)
def test_after_several_winners_the_one_next_after_the_discarder_deals_on_the_platforms(id: str) -> None:
    rules = load_ruleset(id)
    assert after_win(rules, TableState(dealer=1), [0, 3], 2).dealer == 3
    assert after_win(rules, TableState(dealer=1), [1, 2], 3).dealer == 1
    assert after_win(rules, TableState(dealer=1), [1, 2], 0).dealer == 1


@pytest.mark.parametrize("id", [id for id in ruleset_ids() if id != "mil2024"])
def test_a_drawn_hand_adds_one_and_the_dealer_stays(id: str) -> None:
    after = after_draw(load_ruleset(id), TableState(dealer=2, huangfan=1))
    assert (after.dealer, after.huangfan) == (2, 2)


@pytest.mark.parametrize("id", ["qiaoma", "qinghunpeng", "baida", "laoshanghai", "jinbi", "deshi-qiaoma"])
def test_a_win_clears_the_drawn_hands(id: str) -> None:
    assert after_win(load_ruleset(id), TableState(huangfan=3), [0], None).huangfan == 0


@pytest.mark.parametrize("id", ["laiyouxi", "deshi-qinghunpeng", "dashen"])
def test_a_win_lowers_the_drawn_hands_by_one_however_many_win(id: str) -> None:
    rules = load_ruleset(id)
    assert after_win(rules, TableState(huangfan=3), [0], None).huangfan == 2
    assert after_win(rules, TableState(huangfan=3), [0, 1], 2).huangfan == 2
    assert after_win(rules, TableState(), [0], None).huangfan == 0


@pytest.mark.parametrize("id", ruleset_ids())
def test_leaving_clears_the_drawn_hands_in_laiyouxi_and_deshi_only(id: str) -> None:
    after = after_leaving(load_ruleset(id), TableState(huangfan=3))
    assert after.huangfan == (0 if id == "laiyouxi" or id.startswith("deshi-") else 3)


DICE = [
    # preset, dice, luck
    ("qiaoma", (3, 3), True), ("qiaoma", (1, 4), False), ("qinghunpeng", (6, 6), True),
    ("laoshanghai", (2, 2), True), ("deshi-qiaoma", (5, 5), True), ("deshi-qiaoma", (1, 4), False),
    ("laiyouxi", (2, 2), True), ("laiyouxi", (4, 1), True), ("laiyouxi", (1, 2), False),
    ("deshi-qinghunpeng", (1, 4), True), ("jinbi", (1, 4), False), ("jinbi", (4, 4), True),
    ("baida", (1, 1), False), ("deshi-baida", (1, 1), False), ("mil2024", (1, 1), False),
    ("dashen", (1, 1), False),
]  # fmt: skip


@pytest.mark.parametrize(("id", "dice", "luck"), DICE)
def test_which_dice_open_a_hand_with_luck(id: str, dice: tuple[int, int], luck: bool) -> None:
    rules = load_ruleset(id)
    assert after_dice(rules, TableState(), dice).kaibao is luck
    assert after_dice(rules, TableState(), dice[::-1]).kaibao is luck


@pytest.mark.parametrize(
    ("dice", "added"),
    [((1, 1), 2), ((4, 4), 2), ((3, 3), 1), ((1, 6), 1), ((2, 4), 1), ((1, 4), 1), ((2, 3), 0)],
)
def test_dashen_dice_add_to_the_drawn_hands(dice: tuple[int, int], added: int) -> None:
    assert after_dice(load_ruleset("dashen"), TableState(huangfan=1), dice).huangfan == 1 + added


@pytest.mark.parametrize("id", ["qiaoma", "qinghunpeng", "laoshanghai", "deshi-qiaoma"])
def test_luck_is_kept_until_somebody_wins(id: str) -> None:
    rules = load_ruleset(id)
    drawn = after_draw(rules, after_dice(rules, TableState(), (2, 2)))
    assert drawn.kaibao
    assert after_dice(rules, drawn, (1, 2)).kaibao
    assert not after_win(rules, drawn, [1], None).kaibao


@pytest.mark.parametrize("id", ["laiyouxi", "deshi-qinghunpeng", "jinbi"])
def test_luck_is_for_this_hand_only_on_the_platforms(id: str) -> None:
    rules = load_ruleset(id)
    lucky = after_dice(rules, TableState(), (2, 2))
    assert lucky.kaibao
    assert not after_draw(rules, lucky).kaibao
    assert not after_dice(rules, lucky, (2, 3)).kaibao


def test_the_wall_is_counted_counter_clockwise_from_the_roller_and_seven_is_opposite() -> None:
    assert open_wall(0, (3, 4)) == (2, 7)
    assert open_wall(1, (1, 1)) == (2, 2)
    assert open_wall(3, (4, 1)) == (3, 5)
    assert open_wall(2, (6, 6)) == (1, 12)


def test_dashen_rates_every_hand() -> None:
    rules = load_ruleset("dashen")
    assert rating_points(rules, "discard", [0], 2) == (2, 0, -2, 0)
    assert rating_points(rules, "discard", [0, 1], 2) == (2, 2, -4, 0)
    assert rating_points(rules, "self_draw", [1], None) == (-1, 3, -1, -1)
    assert rating_points(rules, "robbing_kong", [1], 3) == (0, 3, 0, -3)
    assert rating_leaving(rules, 2) == (0, 0, -3, 0)


@pytest.mark.parametrize("id", [id for id in ruleset_ids() if id != "dashen"])
def test_no_other_preset_rates(id: str) -> None:
    assert rating_points(load_ruleset(id), "self_draw", [1], None) == (0, 0, 0, 0)
    assert rating_leaving(load_ruleset(id), 1) == (0, 0, 0, 0)


def test_leaving_early_costs_what_the_texts_name() -> None:
    assert leaving_payments(load_ruleset("laiyouxi"), 1, base=400) == ((75, -400, 75, 75), 175)
    assert leaving_payments(load_ruleset("dashen"), 3, base=2) == ((20, 20, 20, -66), 6)
    assert leaving_payments(load_ruleset("jinbi"), 0, huangfan=2) == ((-80, 0, 0, 0), 80)
    assert leaving_payments(load_ruleset("qiaoma"), 0) == ((0, 0, 0, 0), 0)


@given(st.sampled_from(ruleset_ids()), SEATS, st.integers(0, 10_000), st.integers(0, 9))
def test_leaving_early_and_the_house_sum_to_zero(id: str, seat: int, base: int, n: int) -> None:
    points, house = leaving_payments(load_ruleset(id), seat, base=base, huangfan=n)
    assert sum(points) + house == 0
    assert house >= 0
    assert all(amount >= 0 for at, amount in enumerate(points) if at != seat)


def test_a_purse_pays_no_more_than_it_holds() -> None:
    assert within_purses((100, 100, 100, 100), (30, -10, -10, -10)) == (30, -10, -10, -10)
    assert within_purses((0, 100, 4, 0), (30, -10, -10, -10)) == (14, -10, -4, 0)
    # 86 owed and 50 there, shared like a loss cap: the remainder goes to the winner next after the payer
    assert within_purses((0, 0, 50, 0), (80, 6, -86, 0)) == (47, 3, -50, 0)


@given(
    st.lists(st.integers(0, 200), min_size=4, max_size=4),
    st.lists(st.integers(0, 80), min_size=3, max_size=3),
    SEATS,
    st.booleans(),
)
def test_purses_conserve_points_and_never_go_below_zero(
    purses: list[int], amounts: list[int], turn: int, wins: bool
) -> None:
    payments = [sum(amounts), *(-amount for amount in amounts)]
    if not wins:
        payments = [-amount for amount in payments]
    payments = payments[turn:] + payments[:turn]
    paid = within_purses(purses, payments)
    assert sum(paid) == 0
    for purse, owed, real in zip(purses, payments, paid, strict=True):
        if owed < 0:
            assert owed <= real <= 0
            assert purse + real >= 0


def test_a_round_of_the_wind_is_over_when_all_four_have_dealt() -> None:
    rules = load_ruleset("qiaoma")
    state = TableState(dealer=0)
    for winner in (1, 1, 0, 2, 3):
        state = after_win(rules, state, [winner], None)
        assert state.rounds == 0
    state = after_draw(rules, state)
    assert (state.dealer, state.rounds) == (3, 0)
    state = after_win(rules, state, [3], None)
    assert state.rounds == 0
    state = after_win(rules, state, [0], None)
    assert (state.rounds, state.dealt) == (1, ())
    assert not garden_over(state)
    assert garden_over(TableState(rounds=4))


@given(
    st.builds(
        TableState,
        SEATS,
        st.integers(0, 20),
        st.booleans(),
        st.lists(SEATS, unique=True).map(tuple),
        st.just(1),
    )
)
def test_a_table_survives_json(state: TableState) -> None:
    assert TableState.from_json(state.to_json()) == state


def test_what_a_table_leaves_out_is_as_at_the_start() -> None:
    assert TableState.from_json({}) == TableState()
    assert TableState.from_json({"huangfan": 2}) == TableState(huangfan=2)


def test_bad_tables_dice_and_winners_are_refused_with_every_problem() -> None:
    rules = load_ruleset("qiaoma")
    with pytest.raises(ScoringError) as error:
        TableState.from_json({"dealer": 4, "huangfan": -1, "kaibao": 1})
    assert [problem.path for problem in error.value.problems] == ["dealer", "huangfan", "kaibao"]
    for dice in ((0, 3), (7, 1), (1,), (True, 2)):
        with pytest.raises(ScoringError):
            after_dice(rules, TableState(), dice)
    for winners, giver in (([], None), ([0, 0], 1), ([0], 0), ([0, 1], None), ([5], None)):
        with pytest.raises(ScoringError):
            after_win(rules, TableState(), winners, giver)
