"""The ledger's pages. All of them work without script: forms that post and pages that answer."""

from __future__ import annotations

from random import SystemRandom
from typing import Any
from urllib.parse import urlencode, urlsplit

import segno
from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import format_datetime, gettext
from werkzeug.exceptions import NotFound

from scoring import ScoringError

from . import i18n, ledger, ledger_api, ledger_forms, ledger_service, openapi, quiz, teach
from .errors import scoring_problems
from .learn import quiz_round
from .ledger import Access, ConflictError, LedgerError
from .ledger_chart import draw_chart
from .ledger_files import read_export
from .ledger_openapi import openapi_paths, openapi_schemas
from .ledger_payloads import PAYLOADS
from .ledger_replay import Line, Replay
from .ledger_rules import explain
from .ledger_stats import find_curve, find_stats, types_of
from .payloads import FormError
from .server import lan_addresses

__all__ = ["blueprint", "close", "init_app", "openapi_paths"]

blueprint = Blueprint("ledger", __name__)
SMALL_FORMS = ("draw", "dice", "undo", "redo", "leave", "join", "rename", "adjust")
YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Open the database and add the pages and the API to an application."""
    settings = app.config["SETTINGS"]
    url = settings.database_url or str(settings.folder / "hupai.sqlite")
    ledger_service.install(app, url, streams=getattr(settings, "streams", ledger_service.STREAMS))
    app.extensions["csrf"].exempt(ledger_api.blueprint)
    app.register_blueprint(blueprint)
    app.register_blueprint(ledger_api.blueprint)
    openapi.extend(openapi_paths(), openapi_schemas())
    teach.init_app(app)
    app.jinja_env.globals.update(
        at_table=ledger_forms.at_table,
        saving_to=ledger_forms.saving_to,
        new_key=ledger_service.new_key,
        line_types=types_of,
        local_time=lambda at: format_datetime(at, "MM-dd HH:mm"),
        as_money=lambda now, points: format(points * now.setup.stake, "+,f").replace("-", "−"),
    )


def close(app: Flask) -> None:
    """End the live streams of an application whose server is stopping."""
    app.extensions["hupai_ledger"].bell.close()


@blueprint.after_request
@teach.pages.after_request
def keep_links_secret(response: Response) -> Response:
    """The address of a table is its key: no other site gets to see it, no search engine keeps it."""
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@blueprint.before_app_request
def fill_in_the_table() -> Any:
    """A hand entered while a table is open starts from what the table knows."""
    if request.endpoint != "pages.hand" or "at" in request.args or "concealed" in request.args:
        return None
    found = ledger_forms.at_table() if session.get("at_table") else None
    if found is None:
        return None
    query = ledger_forms.table_query(found["now"], found["access"])
    return redirect(url_for("pages.hand") + "?" + urlencode([*request.args.items(multi=True), *query]))


@blueprint.errorhandler(LedgerError)
@teach.pages.errorhandler(LedgerError)
def refused(error: LedgerError) -> Any:
    """A refusal as a page; a conflict shows what came between and offers to send again."""
    token = (request.view_args or {}).get("token", "")
    access = ledger.find_table(ledger_service.reading(), token) if token else None
    now = ledger_service.load(access) if access else None
    message = ledger_service.message_of(error, now.seat_names() if now else None)
    since = (
        [line for line in now.lines if line.seq > error.based_on] if now and isinstance(error, ConflictError) else []
    )
    again = [(k, v) for k, v in request.form.items(multi=True) if k not in ("based_on", "csrf_token")]
    page = render_template(
        "ledger/refused.html",
        error=error,
        message=message,
        now=now,
        access=access,
        since=since,
        again=again,
        others=error.since if isinstance(error, ConflictError) else (),
    )
    return make_response(page, ledger_service.status_of(error))


@blueprint.errorhandler(ScoringError)
def not_scored(error: ScoringError) -> Any:
    """A hand the engine can't score; the settle page catches these first, a hand-made request does not."""
    page = render_template(
        "ledger/refused.html",
        error=None,
        now=None,
        access=None,
        since=[],
        again=[],
        others=(),
        message="; ".join(one["message"] for one in scoring_problems(error)),
    )
    return make_response(page, 422)


@blueprint.get("/tables")
def index() -> str:
    """The tables that this browser knows."""
    known = []
    for token in session.get("tables", []):
        access = ledger.find_table(ledger_service.reading(), token)
        if access is not None:
            known.append((access, ledger_service.load(access)))
    return render_template("ledger/index.html", known=known)


@blueprint.route("/tables/new", methods=["GET", "POST"])
def new() -> Any:
    """Open a table."""
    problem = ""
    if request.method == "POST":
        try:
            links = ledger.open_table(ledger_service.service().database, ledger_forms.new_table(request.form))
            ledger_service.remember_table(links.write)
            session["at_table"] = links.write
            return redirect(url_for("ledger.show", token=links.write), 303)
        except LedgerError as error:
            problem = ledger_service.message_of(error)
        except FormError as error:
            problem = error.message
        except ScoringError as error:
            problem = "; ".join(one["message"] for one in scoring_problems(error))
    page = render_template("ledger/new.html", form=request.form, problem=problem)
    return make_response(page, 422 if problem else 200)


@blueprint.post("/tables/import")
def import_() -> Any:
    """Open a table out of an exported file."""
    upload = request.files.get("file")
    table, fill = read_export(upload.read() if upload else b"", ruleset=request.form.get("ruleset") or "qiaoma")
    links = ledger.import_table(ledger_service.service().database, table, fill)
    ledger_service.remember_table(links.write)
    return redirect(url_for("ledger.show", token=links.write), 303)


@blueprint.post("/tables/detach")
def detach() -> Any:
    """Hands settled from now on are not for a table."""
    session.pop("at_table", None)
    return (
        redirect(request.form.get("next") or url_for("ledger.index"), 303)
        if _local(request.form.get("next"))
        else redirect(url_for("ledger.index"), 303)
    )


def _local(address: str | None) -> bool:
    return address is None or (address.startswith("/") and not address.startswith(("//", "/\\")))


@blueprint.get("/t/<token>")
def show(token: str) -> str:
    """The table: seats and totals, what the next hand starts from, the hands with their payments."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    ledger_service.remember_table(token)
    if access.may_write:
        session["at_table"] = token
    claimed, own = ledger.find_claims(ledger_service.reading(), access.table_id, ledger_service.device())
    return render_template(
        "ledger/table.html",
        access=access,
        now=now,
        claimed=claimed,
        own=own,
        chart=_chart(now),
        places=_places(now),
    )


def _places(now: Replay) -> list[tuple[Line, int]]:
    """The lines, the last first, each with its number among the hands played."""
    numbered, hand = [], 0
    for line in now.lines:
        hand += line.kind in ("hand", "draw")
        numbered.append((line, hand))
    return numbered[::-1]


def _chart(now: Replay) -> str:
    return draw_chart(now.names, find_curve(now), gettext("Totals hand by hand"))


@blueprint.post("/t/<token>/forget")
def forget(token: str) -> Any:
    """Take the table off this browser's list; the table stays."""
    ledger_service.forget_table(token)
    return redirect(url_for("ledger.index"), 303)


@blueprint.get("/t/<token>/record")
def record(token: str) -> Any:
    """To the page that settles a hand, with the table's state filled in; `replaces` corrects one."""
    access = ledger_service.open_access(token)
    if not access.may_write:
        raise LedgerError("read_only")
    now = ledger_service.load(access)
    session["at_table"] = token
    replaces = request.args.get("replaces", 0, type=int)
    if replaces and now.line(replaces) is None:
        raise LedgerError("not_there", seq=replaces)
    query = ledger_forms.table_query(now, access, replaces)
    return redirect(url_for("pages.hand") + "?" + urlencode(query), 303)


@blueprint.post("/t/<token>/hands")
def save_hand(token: str) -> Any:
    """Append a settled hand; its photo is kept where the table and the form say so."""
    payload = ledger_forms.settled_payload(request.form)
    saved = _append(token, "hand", payload)
    teach.keep_photos_of(ledger_service.open_access(token), payload["request"], request.form)
    return saved


@blueprint.route("/t/<token>/quick", methods=["GET", "POST"])
def quick(token: str) -> Any:
    """A hand by its shares, without tiles."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    problem = ""
    if request.method == "POST":
        try:
            return _append(token, "hand", ledger_forms.quick_payload(request.form, now))
        except LedgerError as error:
            if error.code != "bad_payload":
                raise
            problem = ledger_service.message_of(error)
    page = render_template("ledger/quick.html", access=access, now=now, form=request.form, problem=problem)
    return make_response(page, 422 if problem else 200)


@blueprint.post("/t/<token>/<any(draw, dice, undo, redo, leave, join, rename, adjust):kind>")
def act(token: str, kind: str) -> Any:
    """One of the small forms of the table's page."""
    return _append(token, kind, ledger_forms.action_payload(kind, request.form))


@blueprint.route("/t/<token>/void/<int:seq>", methods=["GET", "POST"])
def void(token: str, seq: int) -> Any:
    """What voiding a line would change; and the voiding."""
    if request.method == "POST":
        reason = request.form.get("reason", "").strip()[:200]
        return _append(token, "void", {"target": seq, "reason": reason})
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    line = now.line(seq)
    if line is None:
        raise LedgerError("not_there", seq=seq)
    after = ledger.append(
        ledger_service.service().database, access, "void", {"target": seq}, based_on=now.version, dry_run=True
    ).now
    changed = [(new, old) for new in after.lines if (old := now.line(new.seq)) and old.points != new.points]
    return render_template("ledger/void.html", access=access, now=now, after=after, line=line, changed=changed)


def _append(token: str, kind: str, payload: dict[str, Any]) -> Any:
    access = ledger_service.open_access(token)
    based_on = request.form.get("based_on", "")
    if not based_on.isdecimal():
        raise ledger_forms.bad_field("based_on", gettext("Open the page again and send it once more."))
    key = request.form.get("key") or None
    try:
        done = ledger_service.append(access, kind, payload, based_on=int(based_on), key=key and key[:80])
    except LedgerError as error:
        if error.code == "key_reused":
            raise ConflictError(int(based_on), ledger_service.load(access)) from None
        raise
    flash(_said(done.now, kind))
    return redirect(url_for("ledger.show", token=token), 303)


def _said(now: Replay, kind: str) -> str:
    return {
        "hand": gettext("The hand is saved."),
        "draw": gettext("The drawn hand is saved."),
        "dice": gettext("The dice are saved."),
        "void": gettext("The line is void."),
        "undo": gettext("Undone."),
        "redo": gettext("Done again."),
    }.get(kind, gettext("Saved."))


@blueprint.get("/t/<token>/lines/<int:seq>")
def line(token: str, seq: int) -> str:
    """One line in full: why it is worth what it is, and who wrote it when."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    entry = next((one for one in now.entries if one.seq == seq and one.kind in PAYLOADS), None)
    if entry is None:
        raise NotFound
    counts = now.line(seq)
    answer = explain(now.setup.ruleset, now.setup.overrides, entry, counts, i18n.language())
    return render_template(
        "ledger/line.html",
        access=access,
        now=now,
        entry=entry,
        line=counts,
        answer=answer,
        asked=counts.request if counts else (entry.result or {}).get("request"),
        first=(entry.result or {}).get("points"),
    )


@blueprint.get("/t/<token>/quiz")
def quiz_of_table(token: str) -> Any:
    """A question about one of the hands that were played here; without such hands, about a random one."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    played = [one for one in now.lines if quiz.may_ask(one.request, one.answer)]
    if not played:
        return redirect(url_for("learn.quiz_page"))
    number = request.args.get("q", "")
    if not number.isdecimal() or len(number) > 7:
        return redirect(url_for("ledger.quiz_of_table", token=token, q=SystemRandom().randrange(1_000_000)))
    chosen = played[int(number) // len(quiz.KINDS) % len(played)]
    names = [now.names[player] for player in chosen.players]
    following = url_for("ledger.quiz_of_table", token=token, q=SystemRandom().randrange(1_000_000))
    settled = explain(now.setup.ruleset, now.setup.overrides, chosen.entry, chosen, i18n.language())
    one = quiz.about(chosen.request or {}, settled or chosen.answer or {}, int(number))
    return quiz_round(one, number, names, following, played=url_for("ledger.show", token=token))


@blueprint.get("/t/<token>/log")
def log(token: str) -> str:
    """Everything that was ever written, what does not count included."""
    access = ledger_service.open_access(token)
    return render_template("ledger/log.html", access=access, now=ledger_service.load(access))


@blueprint.get("/t/<token>/statistics")
def statistics(token: str) -> str:
    """Figures of every player."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    return render_template("ledger/statistics.html", access=access, now=now, stats=find_stats(now), chart=_chart(now))


@blueprint.get("/t/<token>/print")
def print_(token: str) -> str:
    """The whole table on paper."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    return render_template(
        "ledger/print.html",
        access=access,
        now=now,
        stats=find_stats(now),
        chart=_chart(now),
        places=_places(now)[::-1],
    )


@blueprint.get("/t/<token>/share")
def share(token: str) -> str:
    """The links as QR codes, and who sits where."""
    access = ledger_service.open_access(token)
    now = ledger_service.load(access)
    claimed, own = ledger.find_claims(ledger_service.reading(), access.table_id, ledger_service.device())
    codes = [("view", _qr(access.view_token))]
    if access.may_write:
        codes.append(("write", _qr(token)))
    hosts = {urlsplit(address).hostname for _, (address, _drawing) in codes}
    unreachable = bool(hosts & {"127.0.0.1", "localhost", "::1"})
    return render_template(
        "ledger/share.html",
        access=access,
        now=now,
        claimed=claimed,
        own=own,
        qr=codes,
        unreachable=unreachable,
    )


def _address(token: str) -> str:
    """The link for other phones: this machine's address in the network, also if it looks at itself."""
    path = url_for("ledger.show", token=token)
    if not _on_this_machine() or current_app.config["SETTINGS"].host not in ("0.0.0.0", "::", ""):
        return request.host_url.rstrip("/") + path
    port = request.host.rpartition(":")[2]
    found = [one for one in lan_addresses() if port.isdecimal()]
    return f"{request.scheme}://{found[0]}:{port}{path}" if found else request.host_url.rstrip("/") + path


def _on_this_machine() -> bool:
    return request.host.rsplit(":", 1)[0] in ("127.0.0.1", "localhost", "[::1]")


def _qr(token: str) -> tuple[str, str]:
    address = _address(token)
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        scale=6, border=3, dark="#101814", light="#ffffff", svgclass="qr", lineclass=None, omitsize=True
    )
    return address, drawing


@blueprint.get("/t/<token>/chart.svg")
def chart(token: str) -> Response:
    """The chart as a picture of its own."""
    now = ledger_service.load(ledger_service.open_access(token))
    return Response(_chart(now), mimetype="image/svg+xml")


@blueprint.get("/t/<token>/export.<any(json, csv):form>")
def export(token: str, form: str) -> Response:
    """The table as a file."""
    now = ledger_service.load(ledger_service.open_access(token))
    return ledger_api.as_csv(now) if form == "csv" else ledger_api.as_json_file(now)


@blueprint.post("/t/<token>/claim")
def claim(token: str) -> Any:
    """This phone sits at a seat."""
    access = ledger_service.open_access(token)
    device = ledger_service.device() or ledger_service.new_device()
    ledger.claim_seat(ledger_service.service().database, access, _seat(), device)
    response = redirect(url_for("ledger.show", token=token), 303)
    response.set_cookie(
        ledger_service.DEVICE_COOKIE,
        device,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


@blueprint.post("/t/<token>/release")
def release(token: str) -> Any:
    """Free a seat."""
    access: Access = ledger_service.open_access(token)
    ledger.release_seat(ledger_service.service().database, access, _seat(), ledger_service.device())
    return redirect(url_for("ledger.share", token=token), 303)


def _seat() -> int:
    seat = ledger_forms.number(request.form, "seat")
    if seat not in range(4):
        raise ledger_forms.bad_field("seat", gettext("There is no such seat."))
    return seat
