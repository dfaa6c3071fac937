from __future__ import annotations

import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scoring import ScoringError
from tests.webapp.ledger import evening
from webapp import ledger
from webapp.db import Database
from webapp.ledger import Access, ConflictError, LedgerError
from webapp.ledger_replay import Replay


def opened(database: Database, **more) -> Access:
    links = ledger.open_table(database, {**evening.TABLE, **more})
    with database.read() as session:
        access = ledger.find_table(session, links.write)
    assert access is not None
    return access


def now(database: Database, access: Access, **options) -> Replay:
    with database.read() as session:
        return ledger.load(session, access.table_id, **options)


def play(database: Database, access: Access, *steps, **options) -> Replay:
    for kind, payload in steps:
        version = now(database, access).version
        done = ledger.append(database, access, kind, payload, based_on=version, **options)
    return done.now


def test_an_evening_of_eight_hands_pays_what_the_rules_say(database):
    access = opened(database)
    for (kind, payload, points), dealer in zip(evening.HANDS, evening.DEALERS, strict=True):
        table = play(database, access, (kind, payload))
        assert list(table.lines[-1].points) == points
        assert table.standing.dealer == dealer
    table = play(database, access, ("void", {"target": evening.MISTAKE}))
    assert table.totals == evening.TOTALS
    assert [line.seq for line in table.lines] == [1, 2, 3, 4, 5, 6, 8]


def test_scoring_everything_again_gives_what_was_remembered(database):
    access = opened(database)
    play(database, access, *[(kind, payload) for kind, payload, _ in evening.HANDS])
    assert now(database, access, trust=False).outcome() == now(database, access).outcome()


def test_a_hand_keeps_its_request_its_answer_and_the_digest_of_its_rules(database):
    access = opened(database)
    entry = play(database, access, ("hand", evening.HANDS[1][1])).entries[0]
    assert entry.result["request"]["ruleset"] == "qiaoma"
    assert entry.result["request"]["table"] == {"dealer": 0, "huangfan": 0, "kaibao": False}
    assert entry.result["answer"]["winners"][0]["types"] == ["pinghu"]
    assert len(entry.digest) >= 16


def test_voiding_a_drawn_hand_takes_its_fan_out_of_the_hand_after_it(database):
    access = opened(database)
    play(database, access, ("draw", {}), ("hand", evening.HANDS[1][1]))
    table = play(database, access, ("void", {"target": 1}))
    assert table.totals == (2, 0, -2, 0)
    assert table.lines[0].rescored


def test_a_correction_voids_and_replaces_in_one_append(database):
    access = opened(database)
    play(database, access, ("hand", evening.HANDS[1][1]), ("draw", {}))
    table = play(database, access, ("draw", {"replaces": 1}))
    assert [entry.kind for entry in table.entries] == ["hand", "draw", "void", "draw"]
    assert [line.seq for line in table.lines] == [4, 2]
    assert table.standing.huangfan == 2
    assert play(database, access, ("undo", {})).totals == (2, 0, -2, 0)


def test_lucky_dice_double_until_somebody_wins(database):
    access = opened(database)
    table = play(database, access, ("dice", {"dice": [3, 3]}), ("draw", {}))
    assert table.standing.kaibao
    table = play(database, access, ("hand", evening.HANDS[1][1]))
    assert list(table.lines[-1].points) == [8, 0, -8, 0]
    assert not table.standing.kaibao


def test_what_the_players_set_by_hand_stays_set(database):
    access = opened(database)
    request = {**evening.HANDS[1][1]["request"], "table": {"huangfan": 3}}
    table = play(database, access, ("hand", {"request": request}))
    assert table.totals == (16, 0, -16, 0)
    assert table.entries[0].payload["pinned"] == {"huangfan": 3}


def test_a_stale_append_is_a_conflict_that_says_what_came_between(database):
    access = opened(database)
    play(database, access, ("draw", {}), ("draw", {}))
    with pytest.raises(ConflictError) as caught:
        ledger.append(database, access, "hand", evening.HANDS[1][1], based_on=1)
    assert [entry.seq for entry in caught.value.since] == [2]
    assert now(database, access).version == 2


def test_of_two_people_saving_at_once_exactly_one_gets_a_conflict(database):
    access = opened(database)
    outcomes: list[str] = []
    gate = threading.Barrier(2)

    def save(payload) -> None:
        gate.wait()
        try:
            ledger.append(database, access, "hand", payload, based_on=0)
            outcomes.append("saved")
        except ConflictError:
            outcomes.append("conflict")

    threads = [threading.Thread(target=save, args=(evening.HANDS[n][1],)) for n in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict", "saved"]
    assert now(database, access).version == 1


def test_many_writers_who_try_again_lose_nothing(database):
    access = opened(database)

    def write(name: str) -> None:
        for turn in range(5):
            while True:
                version = now(database, access).version
                try:
                    reason = {"payments": [1, -1, 0, 0], "reason": f"{name}{turn}"}
                    ledger.append(database, access, "adjust", reason, based_on=version)
                    break
                except ConflictError:
                    continue

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table = now(database, access)
    assert table.totals == (20, -20, 0, 0)
    assert len({entry.payload["reason"] for entry in table.entries}) == 20


def test_the_same_key_writes_once(database):
    access = opened(database)
    first = ledger.append(database, access, "draw", {}, based_on=0, key="k")
    again = ledger.append(database, access, "draw", {}, based_on=0, key="k")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.entries[0].seq == 1
    assert now(database, access).version == 1


def test_a_key_used_for_something_else_is_refused(database):
    access = opened(database)
    ledger.append(database, access, "draw", {}, based_on=0, key="k")
    with pytest.raises(LedgerError, match="key_reused"):
        ledger.append(database, access, "dice", {"dice": [1, 2]}, based_on=1, key="k")


def test_a_dry_run_leaves_nothing(database):
    access = opened(database)
    done = ledger.append(database, access, "draw", {}, based_on=0, dry_run=True)
    assert done.now.standing.huangfan == 1
    assert now(database, access).version == 0


@pytest.mark.parametrize(
    ("kind", "payload", "code"),
    [
        ("void", {"target": 9}, "not_there"),
        ("undo", {}, "nothing_to_undo"),
        ("redo", {}, "nothing_to_redo"),
        ("join", {"seat": 1, "name": "Eve"}, "seat_taken"),
        ("rename", {"seat": 1, "name": "ann"}, "name_taken"),
        ("adjust", {"payments": [1, 0, 0, 0], "reason": "x"}, "bad_payload"),
        ("adjust", {"payments": [1, -1, 0], "reason": "x"}, "bad_payload"),
        ("dice", {"dice": [0, 7]}, "bad_payload"),
        ("hand", {}, "bad_payload"),
        ("hand", {"manual": {"by": "discard", "winners": [0], "payments": [0, 0, 0, 0]}}, "bad_payload"),
        ("gift", {}, "unknown_kind"),
    ],
)
def test_what_does_not_fit_the_table_is_refused(database, kind, payload, code):
    access = opened(database)
    with pytest.raises(LedgerError) as caught:
        ledger.append(database, access, kind, payload, based_on=0)
    assert caught.value.code == code
    assert now(database, access).version == 0


def test_an_illegal_win_is_not_recorded(database):
    access = opened(database)
    bare = {**evening.plain(0), "flowers": ""}
    with pytest.raises(LedgerError) as caught:
        ledger.append(database, access, "hand", {"request": evening.request("discard", bare, payer=2)}, based_on=0)
    assert caught.value.code == "illegal_win"
    assert [one["code"] for one in caught.value.params["why_not"]] == ["too_few_hua"]


def test_a_hand_that_can_not_be_scored_is_not_recorded(database):
    access = opened(database)
    broken = {**evening.plain(0), "concealed": "456m"}
    with pytest.raises(ScoringError):
        ledger.append(database, access, "hand", {"request": evening.request("discard", broken, payer=2)}, based_on=0)
    assert now(database, access).version == 0


def test_a_hand_settled_under_other_rules_is_refused(database):
    access = opened(database)
    request = {**evening.HANDS[1][1]["request"], "ruleset": "dashen"}
    with pytest.raises(LedgerError, match="other_rules"):
        ledger.append(database, access, "hand", {"request": request}, based_on=0)


def test_leaving_costs_what_the_rule_set_says_and_the_seat_is_empty(database):
    access = opened(database, ruleset="dashen")
    table = play(database, access, ("leave", {"seat": 3}))
    assert table.totals == (20, 20, 20, -66)
    assert table.house == 6
    assert table.rating == (0, 0, 0, -3)
    with pytest.raises(LedgerError, match="seat_empty"):
        play(database, access, ("draw", {}))
    table = play(database, access, ("join", {"seat": 3, "name": "Eve"}), ("draw", {}))
    assert table.seat_names() == ("Ann", "Bo", "蔡", "Eve")


def test_dashen_rates_a_discard(database):
    access = opened(database, ruleset="dashen")
    flush = {**evening.FLUSH, "flowers": ""}
    table = play(database, access, ("hand", {"request": evening.request("discard", flush, payer=1)}))
    assert table.rating == (0, -2, 2, 0)


def test_nobody_pays_more_than_the_purse_holds(database):
    access = opened(database, purse=10)
    table = play(database, access, ("hand", evening.HANDS[5][1]))
    assert table.totals == (0, -10, 10, 0)
    table = play(database, access, ("hand", evening.HANDS[5][1]))
    assert table.totals == (0, -10, 10, 0)


def test_the_viewing_link_reads_and_may_not_write(database):
    links = ledger.open_table(database, evening.TABLE)
    with database.read() as session:
        viewer = ledger.find_table(session, links.view)
        assert ledger.find_table(session, links.view + "x") is None
    assert not viewer.may_write
    with pytest.raises(LedgerError, match="read_only"):
        ledger.append(database, viewer, "draw", {}, based_on=0)


def test_links_can_not_be_guessed_and_are_not_in_the_database(database):
    links = ledger.open_table(database, evening.TABLE)
    assert len(links.write) >= 22
    assert len(links.view) >= 22
    with database.read() as session:
        row = session.execute(text("SELECT view_hash, write_hash FROM ledger_table")).one()
    assert links.view not in row
    assert links.write not in row


@pytest.mark.parametrize("sql", ["UPDATE ledger_entry SET kind = 'hand'", "DELETE FROM ledger_entry"])
def test_the_database_itself_refuses_to_change_an_entry(database, sql):
    access = opened(database)
    play(database, access, ("draw", {}))
    with pytest.raises(DBAPIError, match="never changed"), database.write() as session:
        session.execute(text(sql))
    assert now(database, access).entries[0].kind == "draw"


def test_a_seat_is_claimed_by_one_phone_at_a_time(database):
    access = opened(database)
    ledger.claim_seat(database, access, 1, "phone one")
    with pytest.raises(LedgerError, match="seat_claimed"):
        ledger.claim_seat(database, access, 1, "phone two")
    ledger.claim_seat(database, access, 2, "phone one")
    ledger.claim_seat(database, access, 1, "phone two")
    with database.read() as session:
        assert ledger.find_claims(session, access.table_id, "phone one") == (frozenset({1, 2}), 2)


def test_a_table_opened_with_four_names_of_which_two_are_alike_is_refused(database):
    with pytest.raises(LedgerError, match="bad_payload"):
        ledger.open_table(database, {**evening.TABLE, "names": ["Ann", "ann", "Cai", "Dee"]})
    with pytest.raises(ScoringError):
        ledger.open_table(database, {**evening.TABLE, "ruleset": "chess"})
