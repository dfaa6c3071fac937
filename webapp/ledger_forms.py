"""Between the ledger and the page that settles a hand: a table as form fields, a form as a payload."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import parse_qsl

from flask import session
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from . import ledger, ledger_service, payloads
from .ledger import Access, LedgerError
from .ledger_replay import Replay
from .ledger_rules import plain_payments

PREFIXES = ("", "w1_", "w2_")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def fingerprint(token: str) -> str:
    """Names a table in an address without opening it."""
    return hashlib.sha256(b"hupai table\0" + token.encode()).hexdigest()[:10]


def at_mark(token: str, version: int, replaces: int = 0) -> str:
    """The field that carries through the pages which table, as of when, a hand is settled for."""
    return f"{fingerprint(token)}.{version}.{replaces}"


def read_mark(text: str) -> tuple[str, int, int] | None:
    """The fingerprint, version and replaced line of `at_mark`; None for anything else."""
    found = re.fullmatch(r"([0-9a-f]{10})\.([0-9]{1,9})\.([0-9]{1,9})", text or "")
    return (found[1], int(found[2]), int(found[3])) if found else None


def toml_lines(values: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Overrides as the settle page's form takes them: one `key = value` a line."""
    lines: list[str] = []
    for key, value in values.items():
        name = prefix + (key if _BARE.fullmatch(key) else json.dumps(key))
        if isinstance(value, Mapping):
            lines += toml_lines(value, name + ".")
        else:
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    return lines


def table_query(now: Replay, access: Access, replaces: int = 0) -> list[tuple[str, str]]:
    """What the table knows, as the fields of the page that settles a hand."""
    line = now.line(replaces) if replaces else None
    standing = line.before if line else now.standing
    query = [("at", at_mark(access.token, now.version, replaces)), ("ruleset", now.setup.ruleset)]
    query += [("dealer", str(standing.dealer)), ("huangfan", str(standing.huangfan))]
    if standing.kaibao:
        query.append(("kaibao", "1"))
    query += [(f"n{seat}", name[:20]) for seat, name in enumerate(now.seat_names())]
    query.append(("stake", format(now.setup.stake, "f")))
    if now.setup.overrides:
        query.append(("overrides", "\n".join(toml_lines(now.setup.overrides))))
    if line is not None and line.request is not None:
        query += hand_query(line.request)
    return query


def hand_query(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A request of RULES.md §7 as form fields, all but what belongs to the table (the joker stays)."""
    win = request["win"]
    query = [("by", win["by"])]
    query += [(name, str(win[name])) for name in ("from", "replacement") if win.get(name) is not None]
    query += [(name, "1") for name in ("last_tile", "first_round") if win.get(name)]
    if joker := (request.get("table") or {}).get("joker"):
        query.append(("joker", joker))
    for prefix, winner in zip(PREFIXES, request["winners"], strict=False):
        query += _winner_query(prefix, winner)
    query += [(f"claim_{taker}_{giver}", str(melds)) for taker, giver, melds in request.get("claims") or ()]
    query += [("ready", str(seat)) for seat in request.get("ready") or ()]
    return query


def _winner_query(prefix: str, winner: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield f"{prefix}seat", str(winner["seat"])
    for name in ("concealed", "tile", "flowers"):
        if winner.get(name):
            yield f"{prefix}{name}", winner[name]
    if winner.get("declared") is False:
        yield f"{prefix}declared", "0"
    for meld in winner.get("melds") or ():
        giver = "concealed" if meld.get("concealed") else meld.get("from")
        yield f"{prefix}meld", meld["tiles"]
        yield f"{prefix}meld_from", "" if giver is None else str(giver)


def settled_payload(form: Mapping[str, str]) -> dict[str, Any]:
    """The hand of a save form: the settle page's address in `query`, or a request as JSON in `request`."""
    payload: dict[str, Any] = {}
    if form.get("request"):
        try:
            payload["request"] = json.loads(form["request"])
        except ValueError:
            raise bad_field("request", gettext("This is no JSON.")) from None
    else:
        payload["request"] = payloads.request_of(MultiDict(parse_qsl(form.get("query", ""))))
    if form.get("replaces", "").isdecimal() and form["replaces"] != "0":
        payload["replaces"] = int(form["replaces"])
    return payload


def quick_payload(form: MultiDict[str, str], now: Replay) -> dict[str, Any]:
    """A hand entered by its shares, or by what each of the four gets or pays."""
    by = form.get("by", "self_draw")
    winners = [seat for seat in range(4) if form.get(f"won_{seat}") or form.get(f"share_{seat}", "").strip()]
    payer = form.get("from", "")
    manual: dict[str, Any] = {"by": by, "winners": winners, "types": sorted(set(form.getlist("type")))}
    if by != "self_draw" and payer.isdecimal():
        manual["from"] = int(payer)
    if any(form.get(f"pay_{seat}", "").strip() for seat in range(4)):
        manual["payments"] = [number(form, f"pay_{seat}", empty=0) for seat in range(4)]
    else:
        shares = {seat: number(form, f"share_{seat}") for seat in winners}
        manual["payments"] = plain_payments(now.setup.ruleset, now.setup.overrides, by, shares, manual.get("from"))
    payload: dict[str, Any] = {"manual": manual, "note": form.get("note", "").strip()}
    if form.get("replaces", "").isdecimal():
        payload["replaces"] = int(form["replaces"])
    return payload


def number(form: Mapping[str, str], name: str, *, empty: int | None = None) -> int:
    """A whole number of points; LedgerError names the field that holds none."""
    text = form.get(name, "").strip().replace("−", "-").replace("＋", "+")
    if not text and empty is not None:
        return empty
    if not re.fullmatch(r"[+-]?[0-9]{1,7}", text):
        raise bad_field(name, gettext("Points are a whole number."))
    return int(text)


def action_payload(kind: str, form: MultiDict[str, str]) -> dict[str, Any]:
    """The payload of the small forms on the table's page."""
    if kind == "dice":
        return {"dice": [number(form, "die_0"), number(form, "die_1")]}
    if kind == "draw":
        replaces = form.get("replaces", "")
        return {"replaces": int(replaces)} if replaces.isdecimal() and replaces != "0" else {}
    if kind in ("join", "rename"):
        return {"seat": number(form, "seat"), "name": form.get("name", "")}
    if kind == "adjust":
        payments = [number(form, f"pay_{seat}", empty=0) for seat in range(4)]
        return {"payments": payments, "reason": form.get("reason", "").strip()}
    if kind == "leave":
        payload: dict[str, Any] = {"seat": number(form, "seat")}
        if any(form.get(f"pay_{seat}", "").strip() for seat in range(4)):
            payments = [number(form, f"pay_{seat}", empty=0) for seat in range(4)]
            payload |= {"payments": payments, "house": -sum(payments) if form.get("house") else 0}
        return payload
    return {}


def new_table(form: MultiDict[str, str]) -> dict[str, Any]:
    """What a table is opened with, out of its form."""
    try:
        stake = Decimal(form.get("stake", "").strip() or "1")
    except InvalidOperation:
        raise bad_field("stake", gettext("Money a point is a number such as 0.5.")) from None
    data: dict[str, Any] = {
        "names": [form.get(f"n{seat}", "") for seat in range(4)],
        "ruleset": form.get("ruleset", ""),
        "overrides": payloads.overrides(form.get("overrides")),
        "title": form.get("title", "").strip(),
        "dealer": number(form, "dealer", empty=0),
        "stake": stake,
        "currency": form.get("currency", "").strip(),
    }
    if form.get("purse", "").strip():
        data["purse"] = number(form, "purse")
    return data


def bad_field(name: str, message: str) -> LedgerError:
    """A refusal that names one field of a form."""
    return LedgerError("bad_payload", faults=[{"path": name, "message": message}])


def at_table() -> dict[str, Any] | None:
    """The table that this browser records hands for, for any template; None where there is none."""
    token = session.get("at_table")
    if not token:
        return None
    access = ledger.find_table(ledger_service.reading(), token)
    if access is None or not access.may_write:
        session.pop("at_table")
        return None
    now = ledger_service.load(access)
    return {"access": access, "now": now, "token": token, "key": ledger_service.new_key()}


def saving_to(mark: str) -> dict[str, Any] | None:
    """The table that a settlement is for, as `at_table`, with the version it began at and what it replaces.

    A settlement opened from somebody's link is for no table here: its mark names another one.
    """
    found = at_table() if session.get("at_table") else None
    if found is None:
        return None
    read = read_mark(mark)
    if mark and (read is None or read[0] != fingerprint(found["token"])):
        return None
    _, version, replaces = read or ("", found["now"].version, 0)
    return {**found, "version": version, "replaces": replaces}
