from __future__ import annotations

import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.webapp.ledger import evening
from webapp import ledger
from webapp.db import Database, DatabaseError, open_database, upgrade

ROOT = Path(__file__).resolve().parents[3]
WRITER = """
import sys
from webapp import ledger
from webapp.db import open_database

database = open_database(sys.argv[1])
with database.read() as session:
    access = ledger.find_table(session, sys.argv[2])
    version = ledger.find_version(session, access.table_id)
print("ready", flush=True)
while True:
    payload = {"payments": [3, -1, -1, -1], "reason": f"line {version + 1}"}
    version = ledger.append(database, access, "adjust", payload, based_on=version).now.version
    print(version, flush=True)
"""


def kill_while_writing(url: str, token: str, seconds: float) -> int:
    """Start a writer, end it with SIGKILL in the midst of its work; gives the last version it was told."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, url, token], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    time.sleep(seconds)
    writer.send_signal(signal.SIGKILL)
    lines = writer.stdout.read().split("\n")
    writer.wait(timeout=30)
    # the last line may be torn; whole lines were acknowledged
    acknowledged = [int(line) for line in lines[:-1]]
    return acknowledged[-1] if acknowledged else 0


def test_a_writer_killed_in_the_middle_loses_nothing_that_was_acknowledged(database, url):
    token = ledger.open_table(database, evening.TABLE).write
    acknowledged = 0
    for round_ in range(3):
        told = kill_while_writing(url, token, 0.3 + 0.4 * random.Random(round_).random())
        acknowledged = max(acknowledged, told)
        with database.read() as session:
            access = ledger.find_table(session, token)
            table = ledger.load(session, access.table_id)
            version = ledger.find_version(session, access.table_id)
            if database.is_sqlite:
                assert session.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
        assert table.version == version >= acknowledged
        assert [entry.seq for entry in table.entries] == list(range(1, version + 1))
        assert table.totals == (3 * version, -version, -version, -version)
    assert acknowledged > 0
    done = ledger.append(database, access, "draw", {}, based_on=version)
    assert done.now.version == version + 1


def test_a_killed_writer_leaves_a_file_that_opens_without_its_side_files_open(tmp_path):
    path = tmp_path / "hupai.sqlite"
    database = open_database(str(path))
    token = ledger.open_table(database, evening.TABLE).write
    database.close()
    told = kill_while_writing(str(path), token, 0.5)
    copy = tmp_path / "copy.sqlite"
    for suffix in ("", "-wal"):
        if Path(f"{path}{suffix}").exists():
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT max(seq) FROM ledger_entry").fetchone()[0] >= told


def old_database(url: str) -> Database:
    """A database as the first release left it, with a table, a hand, a drawn hand and a void."""
    database = Database(url)
    upgrade(database, "0001")
    result = (
        '{"before": {"dealer": 0, "huangfan": 0, "kaibao": false, "dealt": [], "rounds": 0},'
        ' "after": {"dealer": 0, "huangfan": 0, "kaibao": false, "dealt": [0], "rounds": 0},'
        ' "points": [7, 0, -7, 0], "rating": [0, 0, 0, 0], "request": null, "answer": null}'
    )
    manual = '{"manual": {"by": "discard", "from": 2, "winners": [0], "payments": [7, 0, -7, 0]}}'
    with database.write() as session:
        session.execute(
            text(
                "INSERT INTO ledger_table (id, view_hash, write_hash, title, names, ruleset, overrides,"
                " rules_digest, stake, currency, dealer, version, created_at, changed_at)"
                " VALUES (1, :view, :write, 'Tuesday',"
                " '[\"Ann\", \"Bo\", \"Cai\", \"Dee\"]', 'qiaoma', '{}', 'old', '0.5', '¥', 0, 3,"
                " '2025-01-01 00:00:00', '2025-01-01 00:00:00')"
            ),
            {"view": ledger.hash_token("see"), "write": ledger.hash_token("write")},
        )
        rows = [(1, "hand", manual, result), (2, "draw", "{}", None), (3, "void", '{"target": 2}', None)]
        for seq, kind, payload, outcome in rows:
            session.execute(
                text(
                    "INSERT INTO ledger_entry"
                    " (id, table_id, seq, kind, payload, result, rules_digest, created_at)"
                    " VALUES (:seq, 1, :seq, :kind, :payload, :outcome, 'old', '2025-01-01 00:00:00')"
                ),
                {"seq": seq, "kind": kind, "payload": payload, "outcome": outcome},
            )
        if not database.is_sqlite:
            for name in ("ledger_table", "ledger_entry"):
                session.execute(text(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))"))
    return database


def test_an_upgrade_from_the_first_schema_keeps_every_line(url):
    old_database(url).close()
    database = open_database(url)
    with database.read() as session:
        access = ledger.find_table(session, "write")
        table = ledger.load(session, access.table_id)
    assert access.may_write
    assert table.setup.title == "Tuesday"
    assert [entry.kind for entry in table.entries] == ["hand", "draw", "void"]
    assert table.totals == (7, 0, -7, 0)
    assert table.standing.huangfan == 0
    done = ledger.append(database, access, "draw", {}, based_on=3, author="Bo")
    assert done.now.standing.huangfan == 1
    with pytest.raises(Exception, match="never changed"), database.write() as session:
        session.execute(text("DELETE FROM ledger_entry"))
    database.close()


def test_an_upgrade_first_copies_the_file_aside(tmp_path):
    path = tmp_path / "hupai.sqlite"
    old_database(str(path)).close()
    open_database(str(path)).close()
    open_database(str(path)).close()
    backups = list(tmp_path.glob("hupai.sqlite.before-upgrade-0001-*"))
    assert len(backups) == 1
    with contextlib.closing(sqlite3.connect(backups[0])) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert connection.execute("SELECT count(*) FROM ledger_entry").fetchone() == (3,)


def test_a_database_of_a_newer_program_is_left_alone_with_a_clear_message(url):
    database = open_database(url)
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(DatabaseError, match="newer version"):
        open_database(url)


def test_two_programs_that_start_at_once_upgrade_once(url):
    start = "import sys; from webapp.db import open_database; print(open_database(sys.argv[1]).revision())"
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", start, url],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [program.communicate(timeout=60) for program in programs]
    assert [program.returncode for program in programs] == [0, 0], said
    assert {out.strip() for out, _ in said} == {"0003"}


def test_the_models_and_the_migrations_describe_the_same_tables(database):
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from webapp.db import Base

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, Base.metadata)
    assert differences == []


def test_sqlite_waits_for_the_disk_and_keeps_a_write_ahead_log(tmp_path):
    database = open_database(str(tmp_path / "hupai.sqlite"))
    with database.read() as session:
        assert session.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert session.execute(text("PRAGMA synchronous")).scalar_one() == 2
    database.close()
