"""The pages: photo, hand, settlement. All of them work without script."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from scoring import ScoringError, ruleset_ids, score_request

from . import i18n, picture, rulebook, seating, uploads, words
from .errors import answer, scoring_problems
from .payloads import (
    CODES,
    FormError,
    clean_query,
    corrected,
    form_of_hand,
    form_values,
    linked_hand,
    request_of,
    said_of_boxes,
    transfers,
)
from .shelf import Shelved
from .terms import name as name_of
from .terms import rich, tile_name

blueprint = Blueprint("pages", __name__)
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
HAND_FIELDS = ("photo", "boxes", "concealed", "tile", "flowers", "meld", "meld_from")
JOKERS = tuple(code for code in CODES if code[1] in "mps" or code in ("1z", "2z", "3z", "4z"))


@blueprint.app_context_processor
def page_context() -> dict[str, Any]:
    theme = request.cookies.get("theme", "auto")
    return {
        "theme": theme if theme in THEMES else "auto",
        "here": request.full_path.rstrip("?"),
        "rulesets": ruleset_ids(),
        "parts": sorted(current_app.blueprints),
    }


@blueprint.get("/")
def home() -> str:
    return render_template("home.html", most=uploads.services().settings.max_photos)


@blueprint.post("/photos")
def read_photos() -> Any:
    """Read the upload and show the hand; ``add`` names an earlier upload that these photos belong to."""
    try:
        entry = uploads.read(request.files.getlist("photo"))
    except uploads.UploadError as error:
        return _refused(error)
    earlier = uploads.services().shelf.get(request.form.get("add", ""))
    if earlier:
        entry = Shelved(earlier.photos + entry.photos, earlier.readings + entry.readings)
    address = url_for("pages.hand", photo=uploads.services().shelf.put(entry))
    if request.accept_mimetypes.best == "application/json":
        return jsonify(next=address), 201
    return redirect(address, 303)


def _refused(error: uploads.UploadError) -> Any:
    advice = {
        "no_tiles": gettext("Go closer, lay the tiles flat in one row, and keep lamps from reflecting in them."),
        "no_photo": gettext("Take a photo or choose one from the gallery."),
    }.get(error.code, "")
    return answer(422, error.code, error.message, advice=advice)


@blueprint.get("/photos/<name>/<int:place>")
def photo(name: str, place: int) -> Response:
    entry = uploads.services().shelf.get(name)
    if entry is None or place >= len(entry.photos):
        abort(404)
    data, kind = entry.photos[place]
    response = Response(data, mimetype=kind)
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.post("/photos/<name>/forget")
def forget(name: str) -> Response:
    uploads.services().shelf.drop(name)
    return redirect(url_for("pages.home"), 303)


@blueprint.get("/hand")
def hand() -> Any:
    """The hand to check: out of a photo, out of an address, or empty for typing it in."""
    name = request.args.get("photo", "")
    entry = uploads.services().shelf.get(name)
    if name and entry is None and not request.args.get("concealed"):
        return answer(
            410,
            "photo_gone",
            gettext("This photo is no longer remembered."),
            advice=gettext("Photos are kept in memory for a short time only. Take it again."),
        )
    return _hand_page(request.args, name, entry)


def _hand_page(
    form: MultiDict[str, str], name: str, entry: Shelved | None, problems: list[dict[str, Any]] | None = None
) -> Any:
    joined = uploads.joined(entry) if entry else None
    typed = form.get("concealed") is not None or form.get("tile")
    values = form_values(form) if typed or not joined else form_of_hand(joined["hand"])
    others = [form_values(form, prefix) for prefix in ("w1_", "w2_") if form.get(f"{prefix}concealed")]
    page = render_template(
        "hand.html",
        form=form,
        values=values,
        others=others,
        photo=name if entry else "",
        joined=joined,
        proposals=_proposals(values, form, joined, name),
        problems=problems or [],
        editor=_editor(values, others, form, joined, name),
        facts=rulebook.facts(),
        options=rulebook.options(form.get("ruleset") or "qiaoma"),
        words=words.editor_words(),
        joker_codes=JOKERS,
    )
    return make_response(page, 422 if problems else 200)


def _proposals(
    values: dict[str, Any], form: MultiDict[str, str], joined: dict[str, Any] | None, name: str
) -> list[dict[str, Any]]:
    """The reader's proposals that still fit the hand, each with the address of the hand with it taken."""
    kept = [pair for pair in clean_query(form) if pair[0] not in HAND_FIELDS]
    found = []
    for suggestion in joined["suggestions"] if joined else ():
        fields = corrected(values, joined["readings"], suggestion)
        if fields:
            query = urlencode([("photo", name), *kept, *fields])
            found.append({**suggestion, "address": f"{url_for('pages.hand')}?{query}"})
    return found


def _editor(
    values: dict[str, Any],
    others: list[dict[str, Any]],
    form: MultiDict[str, str],
    joined: dict[str, Any] | None,
    name: str,
) -> dict[str, Any]:
    """What the script of the page starts from."""
    readings = joined["readings"] if joined else []
    said = said_of_boxes(form.get("boxes"), sum(len(reading["tiles"]) for reading in readings))

    def as_hand(fields: dict[str, Any]) -> dict[str, Any]:
        melds = []
        for meld in fields["melds"]:
            giver = meld["giver"]
            seat = int(giver) if giver in ("0", "1", "2", "3") else None
            melds.append({"tiles": meld["tiles"], "concealed": giver == "concealed", "from": seat})
        return {**fields, "melds": melds}

    hands = [linked_hand(as_hand(values), readings, said), *(linked_hand(as_hand(fields), []) for fields in others)]
    for place, one in enumerate(hands):
        prefix = f"w{place}_" if place else ""
        one["seat"], one["declared"] = (
            form.get(f"{prefix}seat") or str(place),
            form.get(f"{prefix}declared", "1"),
        )
    boxes = [{**tile, "photo": at} for at, reading in enumerate(readings) for tile in reading["tiles"]]
    photos = [
        {
            "url": url_for("pages.photo", name=name, place=at),
            "width": reading["width"],
            "height": reading["height"],
        }
        for at, reading in enumerate(readings)
    ]
    remarks = {key: joined[key] if joined else [] for key in ("doubts", "suggestions")}
    return {"hands": hands, "boxes": boxes, "photos": photos, **remarks}


@blueprint.get("/settle")
def settle() -> Any:
    """The settlement of the hand in the address; what is wrong with it is shown in the form."""
    name = request.args.get("photo", "")
    entry = uploads.services().shelf.get(name)
    brief = request.accept_mimetypes.best == "application/json"
    try:
        asked = request_of(request.args)
        settled = score_request(asked, i18n.language())
    except (ScoringError, FormError) as error:
        problems = scoring_problems(error)
        return _said(problems) if brief else _hand_page(request.args, name, entry, problems)
    if brief:
        return jsonify(problems=[], legal=all(one["legal"] for one in settled["winners"]), summary=_summary(settled))
    query = urlencode(clean_query(request.args))
    return render_template(
        "result.html",
        asked=asked,
        settled=settled,
        names=seat_names(request.args),
        stake=stake(request.args),
        arrows=seating.arrows(transfers(settled["payments"])),
        places=seating.PLACES,
        query=query,
        photo=name if entry else "",
        at=request.args.get("at", ""),
        paying=settled["steps"][sum(len(one["steps"]) for one in settled["winners"]) :],
    )


def _said(problems: list[dict[str, Any]]) -> tuple[Response, int]:
    """What is wrong as JSON, with players and tiles by their names: a status line shows no pictures."""
    names = seat_names(request.args)
    plain = [{**one, "message": rich(one["message"], names, tile_name).striptags()} for one in problems]
    return jsonify(problems=plain), 422


def _summary(settled: dict[str, Any]) -> str:
    """The settlement in one line, for the bar below the hand."""
    parts = []
    for one in settled["winners"]:
        if not one["legal"]:
            parts.append("; ".join(why["message"] for why in one["why_not"]))
            continue
        types = "·".join(name_of(term) for term in one["types"])
        parts.append(gettext("%(types)s, one share %(share)s", types=types, share=one["share"]))
    return " / ".join(parts)


@blueprint.get("/settle.svg")
def settle_picture() -> Any:
    """The settlement as a picture that can be sent on."""
    asked = request_of(request.args)
    settled = score_request(asked, i18n.language())
    drawing = picture.draw(asked, settled, seat_names(request.args), stake(request.args))
    response = Response(drawing, mimetype="image/svg+xml")
    if request.args.get("download"):
        response.headers["Content-Disposition"] = 'attachment; filename="hupai.svg"'
    return response


def seat_names(form: MultiDict[str, str]) -> list[str]:
    """The four players' names as typed, else A to D."""
    usual = [gettext("A"), gettext("B"), gettext("C"), gettext("D")]
    return [(form.get(f"n{seat}") or "").strip()[:20] or usual[seat] for seat in range(4)]


def stake(form: MultiDict[str, str]) -> float | None:
    """Money a point, or None where the table plays for points."""
    text = (form.get("stake") or "").strip()
    return float(text) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,2})?", text) and float(text) > 0 else None


@blueprint.get("/language/<code>")
def switch_language(code: str) -> Response:
    if code not in i18n.LANGUAGES:
        abort(404)
    return _remember(i18n.COOKIE, code)


@blueprint.get("/theme/<name>")
def switch_theme(name: str) -> Response:
    if name not in THEMES:
        abort(404)
    return _remember("theme", name)


def _remember(cookie: str, value: str) -> Response:
    back = request.args.get("next", "/")
    parts = urlsplit(back)
    local = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    response = redirect(back if local else "/", 303)
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", secure=secure, httponly=cookie != "theme")
    return response


@blueprint.get("/camera")
def camera() -> str:
    """The live view; it needs script and a secure context, and says so without."""
    return render_template("camera.html")


@blueprint.get("/offline")
def offline() -> str:
    return render_template("offline.html")


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Served from the root, so that it may answer for every page."""
    response = current_app.send_static_file("sw.js")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    response = jsonify(
        name=gettext("hupai · mahjong by photo"),
        short_name=gettext("hupai"),
        start_url="/",
        scope="/",
        display="standalone",
        lang=i18n.language(),
        background_color="#0f3d2e",
        theme_color="#0f3d2e",
        description=gettext("Photograph a Shanghai mahjong hand: what it is, what it is worth, who pays whom."),
        icons=[
            {
                "src": url_for("static", filename=f"icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in (192, 512)
        ],
    )
    response.mimetype = "application/manifest+json"
    return response
