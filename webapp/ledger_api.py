"""The ledger as JSON under /api/v1/tables. Errors are problem+json; the link's secret is the permission."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, jsonify, request, stream_with_context
from flask_babel import gettext

from . import ledger, ledger_service
from .errors import problem
from .ledger import Access, Appended, ConflictError, LedgerError
from .ledger_events import LIFETIME, TooManyStreamsError, stream_events
from .ledger_files import entry_json, export_csv, export_json, read_export, setup_json
from .ledger_payloads import KINDS_BY_PATH, Append
from .ledger_replay import Line, Replay
from .ledger_stats import find_stats
from .security import require_json, require_same_origin

blueprint = Blueprint("ledger_api", __name__, url_prefix="/api/v1/tables")


@blueprint.before_request
def only_from_here() -> None:
    """Another site's page can't use a link it happened to learn of through this browser."""
    if request.method != "GET":
        require_same_origin(request)


@blueprint.errorhandler(LedgerError)
def refused(error: LedgerError) -> Response:
    """A refusal as problem+json; a conflict also says what came between."""
    faults = error.params.get("faults", [])
    problems = [{"code": error.code, "message": f["message"], "path": f["path"]} for f in faults]
    response = problem(ledger_service.status_of(error), error.code, ledger_service.message_of(error), problems)
    if isinstance(error, ConflictError):
        body = json.loads(response.get_data())
        body |= {"version": error.now.version, "since": [entry_json(entry) for entry in error.since]}
        response.set_data(json.dumps(body, ensure_ascii=False))
    return response


def body_of_request() -> dict[str, Any]:
    """The JSON object that was sent; LedgerError for other JSON, 400 or 415 for none."""
    require_json(request)
    body = request.get_json()
    if not isinstance(body, dict):
        raise LedgerError("bad_payload", faults=[{"path": "", "message": "send a JSON object"}])
    return body


@blueprint.post("")
def create() -> tuple[Response, int]:
    """Open a table."""
    links = ledger.open_table(ledger_service.service().database, body_of_request())
    return _created(links), 201


def _created(links: ledger.Links) -> Response:
    access = ledger_service.open_access(links.write)
    return jsonify(links={"view": links.view, "write": links.write}, **table_json(ledger_service.load(access), access))


@blueprint.post("/import")
def import_() -> tuple[Response, int]:
    """Open a table out of an exported file (JSON or CSV)."""
    table, fill = read_export(request.get_data(), ruleset=request.args.get("ruleset", "qiaoma"))
    return _created(ledger.import_table(ledger_service.service().database, table, fill)), 201


@blueprint.get("/<token>")
def show(token: str) -> Response:
    """The table as it stands."""
    access = ledger_service.open_access(token)
    return jsonify(table_json(ledger_service.load(access), access))


@blueprint.get("/<token>/hands")
def hands(token: str) -> Response:
    """The lines that count, in order of play."""
    now = ledger_service.load(ledger_service.open_access(token))
    return jsonify(version=now.version, hands=[line_json(now, line) for line in now.lines])


@blueprint.get("/<token>/entries")
def entries(token: str) -> Response:
    """The log as it was written, after `since`."""
    now = ledger_service.load(ledger_service.open_access(token))
    since = request.args.get("since", 0, type=int)
    return jsonify(version=now.version, entries=[entry_json(e) for e in now.entries if e.seq > since])


@blueprint.post("/<token>/entries")
def append(token: str) -> tuple[Response, int]:
    """Append an entry of any kind."""
    return _append(token, body_of_request())


@blueprint.post("/<token>/<any(hands, draws, dice, void, undo, redo, leave, join, adjust):action>")
def append_kind(token: str, action: str) -> tuple[Response, int]:
    """Append an entry of the kind in the address; the body is its payload and `based_on`."""
    body = body_of_request()
    envelope = {name: body.pop(name) for name in ("based_on", "dry_run") if name in body}
    return _append(token, {**envelope, "kind": KINDS_BY_PATH[action], "payload": body})


def _append(token: str, body: dict[str, Any]) -> tuple[Response, int]:
    access = ledger_service.open_access(token)
    wanted = ledger.validate(Append, body)
    key = request.headers.get("Idempotency-Key")
    if key is not None and not 1 <= len(key) <= 80:
        raise LedgerError("bad_payload", faults=[{"path": "Idempotency-Key", "message": "1 to 80 characters"}])
    done = ledger_service.append(
        access, wanted.kind, wanted.payload, based_on=wanted.based_on, key=key, dry_run=wanted.dry_run
    )
    return jsonify(appended_json(done, access)), 200 if done.repeated or wanted.dry_run else 201


@blueprint.get("/<token>/export")
def export(token: str) -> Response:
    """The whole log, JSON or with `format=csv` as CSV."""
    now = ledger_service.load(ledger_service.open_access(token))
    if request.args.get("format") == "csv":
        return as_csv(now)
    return as_json_file(now)


def as_csv(now: Replay) -> Response:
    """A table as a CSV download, with the mark that makes spreadsheets read it as UTF-8."""
    response = Response("\ufeff" + export_csv(now), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="hupai-table.csv"'
    return response


def as_json_file(now: Replay) -> Response:
    """A table as a JSON download."""
    response = jsonify(export_json(now))
    response.headers["Content-Disposition"] = 'attachment; filename="hupai-table.json"'
    return response


@blueprint.get("/<token>/events")
def events(token: str) -> Response:
    """Server-sent events: `version` whenever something was appended. 503 when all streams are in use."""
    access = ledger_service.open_access(token)
    service = ledger_service.service()
    since = request.headers.get("Last-Event-ID", request.args.get("since", ""))
    told = int(since) if since.isdecimal() and len(since) < 10 else 0
    lifetime = min(request.args.get("seconds", LIFETIME, type=float), LIFETIME)
    stream = service.bell.stream()
    try:
        stream.__enter__()
    except TooManyStreamsError:
        response = problem(503, "too_many_streams", gettext("All live connections are in use; ask again later."))
        response.headers["Retry-After"] = "30"
        return response

    def find_version() -> int:
        with service.database.read() as session:
            return ledger.find_version(session, access.table_id)

    response = Response(
        stream_with_context(stream_events(service.bell, find_version, told, lifetime=lifetime)),
        mimetype="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
    response.call_on_close(lambda: stream.__exit__(None, None, None))
    return response


@blueprint.get("/<token>/version")
def version(token: str) -> Response:
    """The number of the last entry, for those who ask now and then instead of listening."""
    access = ledger_service.open_access(token)
    return jsonify(version=ledger.find_version(ledger_service.reading(), access.table_id))


def table_json(now: Replay, access: Access) -> dict[str, Any]:
    """A table as JSON."""
    claimed, _ = ledger.find_claims(ledger_service.reading(), access.table_id, None)
    return {
        "version": now.version,
        "table": setup_json(now.setup),
        "may_write": access.may_write,
        "state": standing_json(now),
        "seats": [
            {
                "seat": seat,
                "name": now.names[player],
                "points": now.totals[player],
                "money": str(now.totals[player] * now.setup.stake),
                "rating": now.rating[player],
                "empty": seat in now.gone,
                "claimed": seat in claimed,
            }
            for seat, player in enumerate(now.seats)
        ],
        "players": [
            {
                "name": one.name,
                "points": one.points,
                "rating": one.rating,
                "hands": one.hands,
                "wins": one.wins,
                "self_draws": one.self_draws,
                "deal_ins": one.deal_ins,
                "best": one.best,
                "average": round(one.average, 3),
                "types": dict(one.types),
            }
            for one in find_stats(now)
        ],
        "undoable": now.undoable,
        "redoable": now.redoable,
    }


def standing_json(now: Replay) -> dict[str, Any]:
    """What the next hand starts from; the `table` of its request."""
    return {
        "dealer": now.standing.dealer,
        "huangfan": now.standing.huangfan,
        "kaibao": now.standing.kaibao,
        "hands": now.hands,
    }


def line_json(now: Replay, line: Line) -> dict[str, Any]:
    """A line that counts, as JSON."""
    return {
        "seq": line.seq,
        "kind": line.kind,
        "at": line.entry.at.isoformat(),
        "author": line.entry.author,
        "players": [now.names[player] for player in line.players],
        "points": list(line.points),
        "totals": list(line.totals),
        "rescored": line.rescored,
        "stale": line.stale,
        "payload": line.entry.payload,
        "request": line.request,
        "answer": line.answer,
    }


def appended_json(done: Appended, access: Access) -> dict[str, Any]:
    """What an append wrote, and the table after it."""
    return {
        "repeated": done.repeated,
        "entries": [entry_json(entry) for entry in done.entries],
        **table_json(done.now, access),
    }
