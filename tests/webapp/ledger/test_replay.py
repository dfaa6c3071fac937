from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webapp.ledger.toy import ToyRules, entry, won
from webapp.ledger_replay import Replay, Setup, replay

RULES = ToyRules()
SETUP = Setup(names=("Ann", "Bo", "Cai", "Dee"), ruleset="toy", overrides={})


def play(*steps: tuple[str, dict]) -> Replay:
    return replay(SETUP, [entry(n, kind, **payload) for n, (kind, payload) in enumerate(steps, 1)], RULES)


def test_a_self_draw_is_paid_by_the_other_three_and_the_winner_deals():
    table = play(("hand", won(2, 5)))
    assert table.totals == (-5, -5, 15, -5)
    assert table.standing.dealer == 2


def test_a_drawn_hand_raises_huangfan_and_keeps_the_dealer():
    table = play(("hand", won(2, 5)), ("draw", {}))
    assert (table.standing.dealer, table.standing.huangfan) == (2, 1)


def test_a_voided_drawn_hand_no_longer_doubles_the_hand_after_it():
    table = play(("draw", {}), ("hand", won(0, 3, payer=1)), ("void", {"target": 1}))
    assert table.totals == (3, -3, 0, 0)
    assert [line.seq for line in table.lines] == [2]
    assert table.voided == {1: 3}


def test_a_correction_stands_in_the_place_of_what_it_replaces():
    table = play(
        ("hand", won(0, 3, payer=1)),
        ("hand", won(2, 4, payer=3)),
        ("void", {"target": 1}),
        ("draw", {"replaces": 1}),
    )
    assert [line.seq for line in table.lines] == [4, 2]
    assert table.totals == (0, 0, 8, -8)


def test_undo_takes_a_correction_back_as_a_whole():
    steps = [("hand", won(0, 3, payer=1)), ("void", {"target": 1}), ("hand", won(1, 3, 0) | {"replaces": 1})]
    assert play(*steps).totals == (-3, 3, 0, 0)
    assert play(*steps, ("undo", {})).totals == (3, -3, 0, 0)
    assert play(*steps, ("undo", {}), ("redo", {})).totals == (-3, 3, 0, 0)


def test_undoing_a_void_brings_the_hand_back():
    table = play(("hand", won(0, 3, payer=1)), ("void", {"target": 1}), ("undo", {}))
    assert table.totals == (3, -3, 0, 0)
    assert table.voided == {}
    assert table.redoable == 2


def test_nothing_can_be_redone_after_a_new_action():
    table = play(("draw", {}), ("undo", {}), ("hand", won(0, 1)))
    assert table.redoable is None
    assert table.undone == {1}


def test_who_takes_an_empty_seat_starts_at_zero_and_who_left_keeps_their_points():
    table = play(
        ("hand", won(0, 5, payer=3)),
        ("leave", {"seat": 3, "payments": [0, 0, 0, 0]}),
        ("join", {"seat": 3, "name": "Eve"}),
        ("hand", won(3, 2, payer=0)),
    )
    assert table.names == ("Ann", "Bo", "Cai", "Dee", "Eve")
    assert table.totals == (3, 0, 0, -5, 2)
    assert table.seat_names() == ("Ann", "Bo", "Cai", "Eve")
    assert table.gone == frozenset()


def test_somebody_who_comes_back_has_their_old_points():
    table = play(
        ("hand", won(0, 5, payer=3)),
        ("leave", {"seat": 3, "payments": [0, 0, 0, 0]}),
        ("join", {"seat": 3, "name": "Dee"}),
        ("hand", won(3, 2, payer=0)),
    )
    assert table.names == ("Ann", "Bo", "Cai", "Dee")
    assert table.totals == (3, 0, 0, -3)


def test_a_penalty_moves_points_and_nothing_else():
    table = play(("draw", {}), ("adjust", {"payments": [-30, 10, 10, 10], "reason": "false win"}))
    assert table.totals == (-30, 10, 10, 10)
    assert table.standing.huangfan == 1


SEATS = st.integers(0, 3)
ACTIONS = st.one_of(
    st.builds(lambda w, p, s: ("hand", won(w, s, (w + p) % 4 if p else None)), SEATS, SEATS, st.integers(0, 40)),
    st.just(("draw", {})),
    st.builds(lambda a, b: ("dice", {"dice": [a, b]}), st.integers(1, 6), st.integers(1, 6)),
    st.builds(
        lambda a, b, n: (
            "adjust",
            {"payments": [n * (s == a) - n * (s == b) for s in range(4)], "reason": "x"},
        ),
        SEATS,
        SEATS,
        st.integers(0, 99),
    ),
    st.builds(lambda s: ("leave", {"seat": s, "payments": [0, 0, 0, 0]}), SEATS),
    st.builds(lambda s, n: ("join", {"seat": s, "name": n}), SEATS, st.sampled_from(["Eve", "Fay", "Ann"])),
    st.builds(lambda s, n: ("rename", {"seat": s, "name": n}), SEATS, st.sampled_from(["Gus", "Hal"])),
    st.just(("undo", {})),
    st.just(("redo", {})),
    st.builds(lambda n: ("void", {"target": n}), st.integers(1, 8)),
)
LOGS = st.lists(ACTIONS, max_size=14)
# a machine that trains beside the tests draws its examples slowly
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@patient
@given(LOGS)
def test_totals_sum_to_zero_after_any_log(log):
    table = play(*log)
    assert sum(table.totals) == 0
    assert all(sum(line.points) == 0 for line in table.lines)


@patient
@given(LOGS)
def test_undo_then_redo_changes_nothing(log):
    before = play(*log)
    if before.undoable is not None:
        after = play(*log, ("undo", {}), ("redo", {}))
        assert after.outcome() == before.outcome()
        assert after.undoable == before.undoable


@patient
@given(LOGS, ACTIONS.filter(lambda action: action[0] not in ("void", "undo", "redo", "join")))
def test_a_void_restores_the_table_from_before_the_line(log, action):
    before = play(*log)
    after = play(*log, action, ("void", {"target": len(log) + 1}))
    assert after.outcome() == before.outcome()


@patient
@given(LOGS, ACTIONS.filter(lambda action: action[0] not in ("undo", "redo")))
def test_an_undo_restores_the_table_from_before_the_action(log, action):
    before = play(*log)
    assert play(*log, action, ("undo", {})).outcome() == before.outcome()


@pytest.mark.parametrize("trust", [True, False])
def test_an_entry_explains_itself_by_what_it_remembers_only_while_it_is_trusted(trust):
    hand = entry(1, "hand", **won(0, 3, payer=1))
    before = {"dealer": 0, "huangfan": 0, "kaibao": False}
    memory = {
        "before": before,
        "after": before,
        "points": [7, -7, 0, 0],
        "rating": [0] * 4,
        "request": None,
        "answer": None,
    }
    from dataclasses import replace

    table = replay(SETUP, [replace(hand, result=memory, digest="older")], RULES, trust=trust)
    assert table.totals == ((7, -7, 0, 0) if trust else (3, -3, 0, 0))
