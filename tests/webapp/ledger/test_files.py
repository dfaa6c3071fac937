from __future__ import annotations

import csv
import io
import json

import pytest

from tests.webapp.ledger import evening
from tests.webapp.ledger.test_append import now, opened, play
from webapp import ledger
from webapp.db import Database
from webapp.ledger import LedgerError
from webapp.ledger_files import export_csv, export_json, read_export
from webapp.ledger_replay import Replay


@pytest.fixture
def evening_table(database: Database) -> Replay:
    access = opened(database)
    play(database, access, ("dice", {"dice": [1, 4]}), *[(kind, payload) for kind, payload, _ in evening.HANDS])
    play(database, access, ("void", {"target": evening.MISTAKE + 1}), ("draw", {}), ("undo", {}))
    return now(database, access)


def brought_in(database: Database, data: bytes) -> Replay:
    links = ledger.import_table(database, *read_export(data))
    with database.read() as session:
        return ledger.load(session, ledger.find_table(session, links.write).table_id)


def as_bytes(data: dict) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def test_a_table_comes_back_from_json_with_its_whole_log(database, evening_table):
    back = brought_in(database, as_bytes(export_json(evening_table)))
    assert back.outcome() == evening_table.outcome()
    assert [(e.seq, e.kind, e.at) for e in back.entries] == [(e.seq, e.kind, e.at) for e in evening_table.entries]
    assert export_json(back) == export_json(evening_table)


def test_a_json_export_holds_no_link(database):
    links = ledger.open_table(database, evening.TABLE)
    with database.read() as session:
        table = ledger.load(session, ledger.find_table(session, links.view).table_id)
    text = json.dumps(export_json(table))
    assert links.view not in text
    assert links.write not in text


def test_a_table_comes_back_from_csv_with_its_points_and_its_standing(database, evening_table):
    back = brought_in(database, export_csv(evening_table).encode("utf-8-sig"))
    assert back.names == evening_table.names
    assert back.totals == evening_table.totals
    assert back.standing.dealer == evening_table.standing.dealer
    assert [line.points for line in back.lines] == [line.points for line in evening_table.lines]


def test_the_csv_has_a_row_a_line_and_says_what_does_not_count(evening_table):
    rows = list(csv.DictReader(io.StringIO(export_csv(evening_table))))
    assert [row["status"] for row in rows].count("counts") == 8
    assert {row["status"] for row in rows} == {"counts", "void", "undone"}
    flush = next(row for row in rows if row["types"] == "qingyise")
    assert (flush["share"], flush["points: 蔡"], flush["points: Bo"]) == ("20", "20", "-20")
    doubled = next(row for row in rows if row["winners"] == "0 1")
    assert doubled["types"] == "pinghu / pinghu"


def test_no_text_becomes_a_formula_in_a_spreadsheet(database):
    access = opened(database, names=["=1+1", "@b", "Cai", "Dee"])
    play(database, access, ("adjust", {"payments": [0, 0, 0, 0], "reason": "=HYPERLINK(1)"}))
    text = export_csv(now(database, access))
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
    back = brought_in(database, text.encode())
    assert back.names[:2] == ("=1+1", "@b")
    assert back.entries[0].payload["reason"] == "=HYPERLINK(1)"


def test_a_plain_csv_of_four_columns_becomes_payments(database):
    back = brought_in(database, b"Ann,Bo,Cai,Dee\n3,-1,-1,-1\n-9,9,0,0\n")
    assert back.names == ("Ann", "Bo", "Cai", "Dee")
    assert back.totals == (-6, 8, -1, -1)


def _changed(table: Replay, change) -> bytes:
    data = json.loads(as_bytes(export_json(table)))
    change(data)
    return as_bytes(data)


def _richer(data: dict) -> None:
    hand = next(entry for entry in data["entries"] if entry["kind"] == "hand")
    hand["result"]["points"] = [400, 0, -400, 0]


@pytest.mark.parametrize(
    "change",
    [
        _richer,
        lambda data: data["entries"].pop(0),
        lambda data: data["entries"][0].update(kind="gift"),
        lambda data: data["entries"][0].update(at="yesterday"),
        lambda data: data["entries"][1].update(payload={"more": 1}),
        lambda data: data["entries"][2]["result"].update(points=[1, 2, 3, 4]),
        lambda data: data["table"].update(names=["A"]),
        lambda data: data.update(format="other"),
        lambda data: data.update(entries=7),
    ],
)
def test_a_json_file_that_was_tampered_with_is_refused(database, evening_table, change):
    with pytest.raises(LedgerError):
        brought_in(database, _changed(evening_table, change))


def test_points_scored_under_older_rule_data_are_taken_as_they_stand(database, evening_table):
    def older(data: dict) -> None:
        for entry in data["entries"]:
            entry["rules_digest"] = "0" * 16
        _richer(data)

    back = brought_in(database, _changed(evening_table, older))
    assert back.line(3).points == (400, 0, -400, 0)
    assert back.line(3).answer["winners"][0]["types"] == ["pinghu"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b"{}",
        b"a,b\n1,2\n",
        b"Ann,Bo,Cai,Dee\n1,1,1,1\n",
        b"Ann,Bo,Cai,Dee\nx,0,0,0\n",
        b'{"format": "hupai-table", "format_version": 1}',
        b"{" * 100_000,
    ],
)
def test_what_is_no_export_is_refused(database, data):
    with pytest.raises(LedgerError):
        brought_in(database, data)
