"""The ledger's front door: open a table, find it by its link, append to its log. No Flask here.

An append names the version it was based on. Whoever comes second gets `ConflictError` with what came between,
and nothing is lost or written. A key given with an append makes a repeated send harmless.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pydantic
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from .db import Database, LedgerEntry, LedgerTable, SeatClaim, utc_now
from .ledger_payloads import PAYLOADS, NewTable
from .ledger_replay import Entry, Replay, Rules, Setup, play_entry, remember, replay
from .ledger_rules import find_rules

TOKEN_BYTES = 18
LONGEST_LOG = 2000
PINNABLE = ("dealer", "huangfan", "kaibao")


class LedgerError(Exception):
    """Something that the ledger refuses. `code` is stable; `params` fill the message in either language."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code}: {params}" if params else code)
        self.code = code
        self.params = params


class ConflictError(LedgerError):
    """Somebody else wrote first; `since` is what they wrote."""

    def __init__(self, based_on: int, now: Replay) -> None:
        super().__init__("conflict", based_on=based_on, version=now.version)
        self.based_on = based_on
        self.now = now
        self.since = tuple(entry for entry in now.entries if entry.seq > based_on)


@dataclass(frozen=True, slots=True)
class Links:
    """The two secrets of a table. Who has `write` can work out `view`, never the other way round."""

    view: str
    write: str


@dataclass(frozen=True, slots=True)
class Access:
    """A table found by a link, and what the link allows."""

    table_id: int
    may_write: bool
    token: str

    @property
    def view_token(self) -> str:
        """The link that may be shown to anybody."""
        return find_view_token(self.token) if self.may_write else self.token


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append wrote, and the table after it. `repeated`: the key was used before, nothing written."""

    entries: tuple[Entry, ...]
    now: Replay
    repeated: bool = False


def find_view_token(write_token: str) -> str:
    """The viewing secret that belongs to a writing secret."""
    digest = hashlib.sha256(b"hupai view link\0" + write_token.encode()).digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def hash_token(token: str) -> str:
    """How a secret is stored: a copy of the database opens no table."""
    return hashlib.sha256(token.encode()).hexdigest()


def check_payload(kind: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload as it is stored. LedgerError `bad_payload` with every fault, or `unknown_kind`."""
    if kind not in PAYLOADS:
        raise LedgerError("unknown_kind", kind=kind)
    return validate(PAYLOADS[kind], payload).model_dump(mode="json", by_alias=True, exclude_none=True)


def validate(model: type[pydantic.BaseModel], data: Mapping[str, Any]) -> Any:
    """An instance of `model`. LedgerError `bad_payload` with every fault."""
    try:
        return model.model_validate(dict(data))
    except pydantic.ValidationError as error:
        faults = [
            {"path": ".".join(map(str, fault["loc"])), "message": fault["msg"].removeprefix("Value error, ")}
            for fault in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise LedgerError("bad_payload", faults=faults) from None


def open_table(database: Database, data: Mapping[str, Any]) -> Links:
    """Make a table. LedgerError for what `NewTable` refuses, ScoringError for rules that do not exist."""
    new = validate(NewTable, data)
    rules = find_rules(new.ruleset, new.overrides)
    with database.write() as session:
        return _insert_table(session, new, rules)


def _insert_table(session: Session, new: NewTable, rules: Rules) -> Links:
    write = secrets.token_urlsafe(TOKEN_BYTES)
    links = Links(view=find_view_token(write), write=write)
    now = utc_now()
    session.add(
        LedgerTable(
            view_hash=hash_token(links.view),
            write_hash=hash_token(links.write),
            title=new.title,
            names=list(new.names),
            ruleset=new.ruleset,
            overrides=new.overrides,
            rules_digest=rules.digest,
            stake=format(new.stake.normalize(), "f"),
            currency=new.currency,
            dealer=new.dealer,
            purse=new.purse,
            version=0,
            created_at=now,
            changed_at=now,
        )
    )
    session.flush()
    return links


def find_table(session: Session, token: str) -> Access | None:
    """The table of a link; None for a link that opens nothing."""
    digest = hash_token(token)
    found = session.execute(
        select(LedgerTable.id, LedgerTable.write_hash).where(
            (LedgerTable.view_hash == digest) | (LedgerTable.write_hash == digest)
        )
    ).one_or_none()
    if found is None:
        return None
    return Access(found.id, hmac.compare_digest(found.write_hash, digest), token)


def find_version(session: Session, table_id: int) -> int:
    """The number of the table's last entry."""
    return session.execute(select(LedgerTable.version).where(LedgerTable.id == table_id)).scalar_one()


def load(session: Session, table_id: int, *, trust: bool = True) -> Replay:
    """The table as it stands."""
    table = session.get_one(LedgerTable, table_id)
    return _replay(session, table, find_rules(table.ruleset, table.overrides), trust=trust)


def _replay(session: Session, table: LedgerTable, rules: Rules, *, trust: bool = True) -> Replay:
    rows = session.scalars(select(LedgerEntry).where(LedgerEntry.table_id == table.id).order_by(LedgerEntry.seq))
    return replay(setup_of(table), [entry_of(row) for row in rows], rules, trust=trust)


def setup_of(table: LedgerTable) -> Setup:
    """A table's row as a value."""
    one, two, three, four = table.names
    return Setup(
        names=(one, two, three, four),
        ruleset=table.ruleset,
        overrides=table.overrides,
        dealer=table.dealer,
        stake=Decimal(table.stake),
        currency=table.currency,
        purse=table.purse,
        title=table.title,
    )


def entry_of(row: LedgerEntry) -> Entry:
    """An entry's row as a value."""
    return Entry(row.seq, row.kind, row.payload, row.result, row.rules_digest, row.author, row.created_at)


def append(
    database: Database,
    access: Access,
    kind: str,
    payload: Mapping[str, Any],
    *,
    based_on: int,
    key: str | None = None,
    author: str = "",
    dry_run: bool = False,
) -> Appended:
    """Append one action; a payload that `replaces` an earlier line voids that line with it.

    ConflictError when the table is past `based_on`; LedgerError when the link may not write or the action
    does not fit the table; ScoringError when the hand can't be scored. With `dry_run` nothing is kept.
    """
    if not access.may_write:
        raise LedgerError("read_only")
    stored = check_payload(kind, payload)
    fingerprint = _fingerprint(kind, stored)
    with database.write() as session:
        table = session.execute(
            select(LedgerTable).where(LedgerTable.id == access.table_id).with_for_update()
        ).scalar_one()
        rules = find_rules(table.ruleset, table.overrides)
        now = _replay(session, table, rules)
        if key is not None and (first := _find_repeated(session, table.id, key, fingerprint)):
            return Appended((entry_of(first),), now, repeated=True)
        if now.version != based_on:
            raise ConflictError(based_on, now)
        written, now = work_out_append(now, rules, kind, stored, author)
        if not dry_run:
            _insert(session, table, written, key=key, fingerprint=fingerprint)
        return Appended(written, now)


def _fingerprint(kind: str, payload: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps([kind, payload], sort_keys=True).encode()).hexdigest()


def _find_repeated(session: Session, table_id: int, key: str, fingerprint: str) -> LedgerEntry | None:
    found = session.scalars(
        select(LedgerEntry).where(LedgerEntry.table_id == table_id, LedgerEntry.idempotency_key == key)
    ).one_or_none()
    if found is not None and found.fingerprint is not None and found.fingerprint != fingerprint:
        raise LedgerError("key_reused", seq=found.seq)
    return found


def _insert(
    session: Session, table: LedgerTable, written: Sequence[Entry], *, key: str | None, fingerprint: str
) -> None:
    for entry in written:
        last = entry is written[-1]
        session.add(
            LedgerEntry(
                table_id=table.id,
                seq=entry.seq,
                kind=entry.kind,
                payload=dict(entry.payload),
                result=None if entry.result is None else dict(entry.result),
                rules_digest=entry.digest,
                author=entry.author,
                idempotency_key=key if last else None,
                fingerprint=fingerprint if last else None,
                created_at=entry.at,
            )
        )
    # the row is locked already; the condition guards a database whose lock was lost (a broken connection)
    moved = session.execute(
        update(LedgerTable)
        .where(LedgerTable.id == table.id, LedgerTable.version == written[0].seq - 1)
        .values(version=written[-1].seq, changed_at=written[-1].at)
        .execution_options(synchronize_session=False)
    )
    if moved.rowcount != 1:  # type: ignore[attr-defined]
        raise LedgerError("write_lost")
    session.flush()


def work_out_append(
    now: Replay, rules: Rules, kind: str, payload: dict[str, Any], author: str
) -> tuple[tuple[Entry, ...], Replay]:
    """The entries to write with their results, and the table after them."""
    if len(now.entries) >= LONGEST_LOG:
        raise LedgerError("table_full", most=LONGEST_LOG)
    written: list[Entry] = []
    if (target := payload.get("replaces")) is not None:
        if kind == "void":
            raise LedgerError("unknown_kind", kind=kind)
        void = _blank(now, "void", {"target": target, "reason": "corrected"}, author)
        _check(now, void)
        written.append(void)
        now = replay(now.setup, (*now.entries, void), rules)
    entry = _completed(now, _blank(now, kind, payload, author), rules)
    _check(now, entry)
    # the line's own place in the order of play decides what table it met
    trial = replay(now.setup, (*now.entries, entry), rules)
    line = trial.line(entry.seq)
    if line is not None:
        _check_legal(line.answer)
        purses = _purses_before(trial, line.seq)
        outcome = play_entry(rules, line.before, purses, entry)
        entry = replace(entry, result=remember(rules, line.before, purses, outcome), digest=rules.digest)
        trial = replay(now.setup, (*now.entries, entry), rules)
    return (*written, entry), trial


def _blank(now: Replay, kind: str, payload: dict[str, Any], author: str) -> Entry:
    return Entry(now.version + 1, kind, payload, None, None, author, utc_now())


def _purses_before(now: Replay, seq: int) -> tuple[int, int, int, int] | None:
    line = now.line(seq)
    if now.setup.purse is None or line is None:
        return None
    one, two, three, four = (
        now.setup.purse + line.totals[player] - points for player, points in zip(line.players, line.points, strict=True)
    )
    return one, two, three, four


def _completed(now: Replay, entry: Entry, rules: Rules) -> Entry:
    """The entry with what the ledger knows better than who wrote it."""
    payload = dict(entry.payload)
    if entry.kind == "undo":
        payload = {"target": now.undoable} if now.undoable else {}
    elif entry.kind == "redo":
        payload = {"target": now.redoable} if now.redoable else {}
    elif entry.kind == "leave" and "payments" not in payload:
        payments, house = rules.leaving_payments(now.standing, payload["seat"])
        payload |= {"payments": list(payments), "house": house}
    elif entry.kind == "hand" and "request" in payload:
        payload |= _own_request(now, entry, rules)
    return replace(entry, payload=payload)


def _own_request(now: Replay, entry: Entry, rules: Rules) -> dict[str, Any]:
    """The request under the table's rules; what it says of the table against the log is pinned to it."""
    request = dict(entry.payload["request"])
    for name, own in (("ruleset", now.setup.ruleset), ("overrides", dict(now.setup.overrides))):
        if request.get(name) not in (None, own, {}):
            raise LedgerError("other_rules", ruleset=now.setup.ruleset)
        request[name] = own
    said = request.get("table") or {}
    if not isinstance(said, Mapping):
        return {"request": request}
    met = _standing_met(now, entry, rules)
    pinned = {name: said[name] for name in PINNABLE if name in said and said[name] != met[name]}
    request["table"] = {name: value for name, value in said.items() if name not in PINNABLE}
    return {"request": request, "pinned": pinned} if pinned else {"request": request}


def _standing_met(now: Replay, entry: Entry, rules: Rules) -> dict[str, Any]:
    """The table that an entry meets at its place in the order of play."""
    probe = replace(entry, kind="adjust", payload={**entry.payload, "payments": [0, 0, 0, 0]})
    line = replay(now.setup, (*now.entries, probe), rules).line(entry.seq)
    assert line is not None
    return {name: getattr(line.before, name) for name in PINNABLE}


def _check(now: Replay, entry: Entry) -> None:
    """Does the action fit the table? LedgerError if not."""
    kind, payload = entry.kind, entry.payload
    if kind == "void" and now.line(payload["target"]) is None:
        raise LedgerError("not_there", seq=payload["target"])
    if kind in {"undo", "redo"} and "target" not in payload:
        raise LedgerError(f"nothing_to_{kind}")
    if kind in {"hand", "draw", "dice"} and now.gone:
        raise LedgerError("seat_empty", seat=min(now.gone))
    if kind == "leave" and payload["seat"] in now.gone:
        raise LedgerError("seat_empty", seat=payload["seat"])
    if kind == "join" and payload["seat"] not in now.gone:
        raise LedgerError("seat_taken", seat=payload["seat"])
    if kind in {"join", "rename"}:
        _check_name(now, kind, payload["seat"], payload["name"])


def _check_name(now: Replay, kind: str, seat: int, name: str) -> None:
    others = [player for at, player in enumerate(now.seats) if at != seat and at not in now.gone]
    if kind == "rename":
        others = [player for player in range(len(now.names)) if player != now.seats[seat]]
    if name.casefold() in {now.names[player].casefold() for player in others}:
        raise LedgerError("name_taken", name=name)


def _check_legal(answer: Mapping[str, Any] | None) -> None:
    if answer is None:
        return
    for winner in answer["winners"]:
        if not winner["legal"]:
            raise LedgerError("illegal_win", seat=winner["seat"], why_not=winner["why_not"])


def claim_seat(database: Database, access: Access, seat: int, device: str) -> None:
    """This phone sits there. LedgerError `seat_claimed` when another phone does; one seat a phone."""
    digest = hash_token(device)
    with database.write() as session:
        session.execute(select(LedgerTable.id).where(LedgerTable.id == access.table_id).with_for_update())
        claims = session.scalars(select(SeatClaim).where(SeatClaim.table_id == access.table_id)).all()
        for claim in claims:
            if claim.seat == seat and claim.device_hash != digest:
                raise LedgerError("seat_claimed", seat=seat)
        for claim in claims:
            if claim.device_hash == digest:
                session.delete(claim)
        session.flush()
        session.add(SeatClaim(table_id=access.table_id, seat=seat, device_hash=digest, claimed_at=utc_now()))


def release_seat(database: Database, access: Access, seat: int, device: str | None) -> None:
    """Free a seat: one's own, or anybody's with the writing link."""
    with database.write() as session:
        claim = session.scalars(
            select(SeatClaim).where(SeatClaim.table_id == access.table_id, SeatClaim.seat == seat)
        ).one_or_none()
        if claim is None:
            return
        own = device is not None and hmac.compare_digest(claim.device_hash, hash_token(device))
        if not own and not access.may_write:
            raise LedgerError("read_only")
        session.delete(claim)


def find_claims(session: Session, table_id: int, device: str | None) -> tuple[frozenset[int], int | None]:
    """The seats that phones have claimed, and this phone's own."""
    digest = None if device is None else hash_token(device)
    claims = session.execute(select(SeatClaim.seat, SeatClaim.device_hash).where(SeatClaim.table_id == table_id)).all()
    own = next((seat for seat, owner in claims if owner == digest), None)
    return frozenset(seat for seat, _ in claims), own


def import_table(database: Database, new: Mapping[str, Any], fill: Callable[[Setup, Rules], Sequence[Entry]]) -> Links:
    """Open a table and write a whole log at once; `fill` makes the log from the table and its rules."""
    checked = validate(NewTable, new)
    rules = find_rules(checked.ruleset, checked.overrides)
    with database.write() as session:
        links = _insert_table(session, checked, rules)
        table = session.scalars(select(LedgerTable).where(LedgerTable.write_hash == hash_token(links.write))).one()
        entries = fill(setup_of(table), rules)
        if len(entries) > LONGEST_LOG:
            raise LedgerError("table_full", most=LONGEST_LOG)
        if entries:
            _insert(session, table, entries, key=None, fingerprint="")
    return links
