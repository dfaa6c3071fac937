"""A table as a file and back: JSON keeps the whole log, CSV one line a hand for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from .ledger import LONGEST_LOG, LedgerError, check_payload, work_out_append
from .ledger_replay import KINDS, Entry, Line, Replay, Rules, Setup, play_entry, remember, replay
from .ledger_stats import types_of

FORMAT = "hupai-table"
FORMAT_VERSION = 1
MOST_ROWS = 1000
MOST_BYTES = 8_000_000
COLUMNS = (
    "seq",
    "at",
    "kind",
    "status",
    "ruleset",
    "dealer",
    "huangfan",
    "kaibao",
    "dice",
    "by",
    "from",
    "winners",
    "types",
    "hua",
    "fan",
    "share",
    "note",
)
POINTS_OF = "points: "
TOTAL_OF = "total: "
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as JSON, as in exports and in the API."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "payload": entry.payload,
        "result": entry.result,
        "rules_digest": entry.digest,
        "author": entry.author,
        "at": entry.at.isoformat(),
    }


def setup_json(setup: Setup) -> dict[str, Any]:
    """What a table was opened with, as JSON that opens such a table again."""
    return {
        "title": setup.title,
        "names": list(setup.names),
        "ruleset": setup.ruleset,
        "overrides": dict(setup.overrides),
        "dealer": setup.dealer,
        "stake": str(setup.stake),
        "currency": setup.currency,
        "purse": setup.purse,
    }


def export_json(now: Replay) -> dict[str, Any]:
    """The whole log; no link is in it."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "table": setup_json(now.setup),
        "version": now.version,
        "entries": [entry_json(entry) for entry in now.entries],
        "players": list(now.names),
        "totals": list(now.totals),
    }


def export_csv(now: Replay) -> str:
    """One row for each entry that was an action; what was voided or undone says so and counts nothing."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    names = now.names
    writer.writerow([*COLUMNS, *(POINTS_OF + name for name in names), *(TOTAL_OF + name for name in names)])
    lines = {line.seq: line for line in now.lines}
    out = [entry for entry in now.entries if entry.seq not in lines and entry.kind not in ("undo", "redo", "void")]
    for entry in (*(line.entry for line in now.lines), *out):
        writer.writerow(_row(now, entry, lines.get(entry.seq)))
    return stream.getvalue()


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_RISKY) else text


def _row(now: Replay, entry: Entry, line: Line | None) -> list[Any]:
    status = "counts" if line else "undone" if entry.seq in now.undone else "void"
    empty = [""] * (2 * len(now.names))
    head = [entry.seq, entry.at.isoformat(), entry.kind, status, now.setup.ruleset]
    note = _cell(str(entry.payload.get("reason") or entry.payload.get("note") or ""))
    dice = " ".join(map(str, entry.payload.get("dice", ())))
    if line is None:
        return [*head, "", "", "", dice, *[""] * 7, note, *empty]
    points = dict.fromkeys(range(len(now.names)), 0)
    for seat, player in enumerate(line.players):
        points[player] += line.points[seat]
    totals = line.totals + (0,) * (len(now.names) - len(line.totals))
    state = [line.before.dealer, line.before.huangfan, int(line.before.kaibao)]
    return [*head, *state, dice, *_win_cells(line), note, *points.values(), *totals]


def _win_cells(line: Line) -> list[Any]:
    if line.win is None:
        return [""] * 7
    payer = "" if line.win.payer is None else line.win.payer
    seats = " ".join(map(str, line.win.winners))
    types = " / ".join(" ".join(types_of(line, seat)) for seat in line.win.winners).strip(" /")
    scored = line.answer["winners"] if line.answer else []
    cells = [
        " / ".join(str(pick(winner)) for winner in scored)
        for pick in (lambda w: w["hua"]["total"], lambda w: w["fan"]["total"], lambda w: w["share"])
    ]
    return [line.win.by, payer, seats, types, *cells]


Fill = Callable[[Setup, Rules], Sequence[Entry]]


def read_export(data: bytes, *, ruleset: str = "qiaoma") -> tuple[dict[str, Any], Fill]:
    """A file of either kind: what to open the table with, and what fills its log (for `ledger.import_table`).

    `ruleset` is for CSV files that name none. LedgerError `bad_file` for what is neither.
    """
    if len(data) > MOST_BYTES:
        raise LedgerError("bad_file", why="size")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LedgerError("bad_file", why="encoding") from None
    return _read_json(text) if text.lstrip().startswith("{") else _read_csv(text, ruleset)


def _read_json(text: str) -> tuple[dict[str, Any], Fill]:
    try:
        found = json.loads(text)
        if found["format"] != FORMAT or found["format_version"] != FORMAT_VERSION:
            raise LedgerError("bad_file", why="format")
        entries = [_read_entry(place, item) for place, item in enumerate(found["entries"], 1)]
        table = {key: value for key, value in dict(found["table"]).items() if value is not None}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LedgerError("bad_file", why="format") from None
    return table, lambda _setup, rules: [_checked(entry, rules) for entry in entries]


def _read_entry(place: int, item: Mapping[str, Any]) -> Entry:
    kind, payload = item["kind"], dict(item["payload"])
    if item["seq"] != place or kind not in KINDS:
        raise LedgerError("bad_file", why="entry", seq=place)
    # what the ledger itself added when the entry was written
    own = "target" if kind in ("undo", "redo") else "pinned"
    extra = {own: payload.pop(own)} if own in payload else {}
    if not isinstance(extra.get("target", 0), int) or not isinstance(extra.get("pinned", {}), dict):
        raise LedgerError("bad_file", why="entry", seq=place)
    at = datetime.fromisoformat(item["at"])
    if at.tzinfo is None:
        raise LedgerError("bad_file", why="entry", seq=place)
    result = item.get("result")
    if kind != "void" and kind not in ("undo", "redo") and result is not None and sum(result["points"]) != 0:
        raise LedgerError("bad_file", why="entry", seq=place)
    return Entry(
        place,
        kind,
        {**check_payload(kind, payload), **extra},
        result,
        item.get("rules_digest"),
        str(item.get("author", ""))[:60],
        at,
    )


def _checked(entry: Entry, rules: Rules) -> Entry:
    """The entry, if the rules say the same as the file; hands of other rule data are taken as told."""
    remembered = entry.result
    if remembered is None or entry.digest != rules.digest:
        return entry
    try:
        before = rules.parse(remembered["before"])
        purses = remembered["before"].get("purses")
        outcome = play_entry(rules, before, tuple(purses) if purses else None, entry, trust=False)
        same = list(outcome.points) == remembered["points"] and rules.dump(outcome.after) == remembered["after"]
        fresh = remember(rules, before, tuple(purses) if purses else None, outcome)
    except (KeyError, TypeError, ValueError):
        raise LedgerError("bad_file", why="entry", seq=entry.seq) from None
    if not same:
        raise LedgerError("bad_file", why="mismatch", seq=entry.seq)
    return replace(entry, result=fresh)


def _read_csv(text: str, ruleset: str) -> tuple[dict[str, Any], Fill]:
    reader = csv.DictReader(io.StringIO(text))
    header = list(reader.fieldnames or ())
    rows = list(reader)
    columns = [name for name in header if name and name.startswith(POINTS_OF)]
    if not columns and len(header) == 4:
        columns = header
    if len(columns) != 4 or len(rows) > min(MOST_ROWS, LONGEST_LOG):
        raise LedgerError("bad_file", why="columns")
    names = [name.removeprefix(POINTS_OF) for name in columns]
    counting = [row for row in rows if (row.get("status") or "counts") == "counts"]
    try:
        actions = [_read_row(row, columns) for row in counting]
        first = counting[0] if counting else {}
        dealer = int(first.get("dealer") or 0)
    except (ValueError, KeyError, TypeError):
        raise LedgerError("bad_file", why="row") from None
    table = {"names": names, "ruleset": first.get("ruleset") or ruleset, "dealer": dealer}
    return table, lambda setup, rules: _written(setup, rules, actions)


def _read_row(row: Mapping[str, str], columns: Sequence[str]) -> tuple[str, dict[str, Any]]:
    kind = row.get("kind") or "adjust"
    payments = [int(row[name]) for name in columns]
    note = (row.get("note") or "").removeprefix("'")
    if kind == "draw":
        return kind, {"note": note}
    if kind == "dice":
        return kind, {"dice": [int(die) for die in row["dice"].split()]}
    if kind == "hand":
        manual: dict[str, Any] = {
            "by": row["by"],
            "winners": [int(seat) for seat in row["winners"].split()],
            "payments": payments,
            "types": sorted({name for name in row["types"].replace("/", " ").split()}),
        }
        if row["from"]:
            manual["from"] = int(row["from"])
        return kind, {"manual": manual, "note": note}
    if kind != "adjust":
        raise ValueError(kind)
    return kind, {"payments": payments, "reason": note or "import"}


def _written(setup: Setup, rules: Rules, actions: Sequence[tuple[str, dict[str, Any]]]) -> list[Entry]:
    now = replay(setup, (), rules)
    written: list[Entry] = []
    for kind, payload in actions:
        more, now = work_out_append(now, rules, kind, check_payload(kind, payload), "")
        written += more
    return written
