"""What the ledger's pages and its API share: database, bell of the live streams, messages."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, g, request, session
from flask_babel import gettext
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound

from . import ledger
from .db import Database, open_database
from .ledger import Access, Appended, LedgerError
from .ledger_events import Bell
from .ledger_replay import Replay

STREAMS = 8
RECENT = 8
DEVICE_COOKIE = "hupai_device"
STATUS = {
    "read_only": 403,
    "conflict": 409,
    "key_reused": 409,
    "seat_empty": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "seat_claimed": 409,
    "table_full": 409,
    "nothing_to_undo": 409,
    "nothing_to_redo": 409,
    "write_lost": 503,
    "photos_not_kept": 409,
    "examples_full": 409,
    "no_example": 404,
}


@dataclass(frozen=True, slots=True)
class Service:
    """One application's ledger."""

    database: Database
    bell: Bell


def install(app: Flask, url: str, *, streams: int = STREAMS) -> None:
    """Open the database (which upgrades it) and close each request's session at its end."""
    app.extensions["hupai_ledger"] = Service(open_database(url), Bell(streams))

    @app.teardown_appcontext
    def close(_error: BaseException | None) -> None:
        opened = g.pop("ledger_session", None)
        if opened is not None:
            opened.close()


def service() -> Service:
    """The ledger of the application that answers."""
    found: Service = current_app.extensions["hupai_ledger"]
    return found


def reading() -> Session:
    """This request's session for reading; closed when the request ends."""
    if "ledger_session" not in g:
        g.ledger_session = Session(service().database.engine, expire_on_commit=False, autoflush=False)
    opened: Session = g.ledger_session
    return opened


def open_access(token: str) -> Access:
    """The table of a link; NotFound for a link that opens nothing."""
    access = ledger.find_table(reading(), token)
    if access is None:
        raise NotFound
    return access


def load(access: Access) -> Replay:
    """The table as it stands for this request."""
    return ledger.load(reading(), access.table_id)


def append(access: Access, kind: str, payload: Mapping[str, Any], **options: Any) -> Appended:
    """`ledger.append` in the name of who sits there, telling the live streams."""
    done = ledger.append(service().database, access, kind, payload, author=_author(access), **options)
    if not options.get("dry_run"):
        service().bell.ring()
    return done


def _author(access: Access) -> str:
    _, own = ledger.find_claims(reading(), access.table_id, device())
    return load(access).seat_names()[own] if own is not None else ""


def device() -> str | None:
    """The secret that tells this phone from others, None where it has none yet."""
    return request.cookies.get(DEVICE_COOKIE) or None


def new_device() -> str:
    """A phone's secret, for a cookie."""
    return secrets.token_urlsafe(18)


def new_key() -> str:
    """A key for one form, so that sending it twice writes once."""
    return secrets.token_urlsafe(9)


def remember_table(token: str) -> None:
    """Put a table first among those that this browser knows."""
    known = [one for one in session.get("tables", []) if one != token]
    session["tables"] = [token, *known][:RECENT]
    session.permanent = True


def forget_table(token: str) -> None:
    """Take a table off this browser's list."""
    session["tables"] = [one for one in session.get("tables", []) if one != token]
    if session.get("at_table") == token:
        session.pop("at_table")


def status_of(error: LedgerError) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(error.code, 422)


def message_of(error: LedgerError, names: tuple[str, ...] | None = None) -> str:
    """A refusal in the page's language."""
    params = error.params
    if error.code == "bad_payload":
        return "; ".join(f"{fault['path']}: {fault['message']}".lstrip(": ") for fault in params["faults"])
    if error.code == "illegal_win":
        return "; ".join(one["message"] for one in params["why_not"])
    seat = params.get("seat")
    who = names[seat] if names and seat is not None else seat
    texts = {
        "conflict": gettext("Somebody else wrote to this table in the meantime. Nothing of yours was saved."),
        "read_only": gettext("This link is for viewing only."),
        "key_reused": gettext("This key was already used for something else."),
        "unknown_kind": gettext("There is no such kind of entry."),
        "not_there": gettext("Line %(seq)s does not count (any more).", seq=params.get("seq")),
        "nothing_to_undo": gettext("There is nothing to undo."),
        "nothing_to_redo": gettext("There is nothing to redo."),
        "seat_empty": gettext("The seat of %(who)s is empty: somebody has to sit down first.", who=who),
        "seat_taken": gettext("Somebody sits there already."),
        "seat_claimed": gettext("Another phone has claimed this seat."),
        "name_taken": gettext("There is a %(name)s at this table already.", name=params.get("name")),
        "other_rules": gettext("This hand was settled under other rules than the table's."),
        "table_full": gettext("This table's log is full; open a new one."),
        "write_lost": gettext("The database lost the connection; nothing was saved. Try again."),
        "bad_file": _bad_file(params),
        "photos_not_kept": gettext("This table keeps no photos. Switch it on first."),
        "examples_full": gettext(
            "This table keeps %(count)s photos; at most %(most)s, together %(megabytes)s MB, are kept."
            " Delete some first.",
            count=params.get("count"),
            most=params.get("most"),
            megabytes=params.get("megabytes"),
        ),
        "other_shape": gettext("The boxes are for a photo of another shape; give the size of the upright photo."),
        "no_example": gettext("There is no such photo (any more)."),
    }
    return str(texts.get(error.code, error.code))


def _bad_file(params: Mapping[str, Any]) -> str:
    why, seq = params.get("why"), params.get("seq")
    if why == "mismatch":
        return gettext("Line %(seq)s of the file does not follow from the rules.", seq=seq)
    if why == "columns":
        return gettext("The CSV file needs one column of points for each of four players.")
    if why == "size":
        return gettext("The file is too large.")
    return gettext("This file is no table exported from here.")
