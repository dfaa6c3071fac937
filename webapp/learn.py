"""Pages for learning: rule sets explained and compared, a course by win type, waits, and a quiz."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask_babel import gettext, ngettext
from werkzeug.datastructures import MultiDict

from scoring import (
    ScoringError,
    describe_ruleset,
    distance,
    keep,
    load_ruleset,
    ruleset_ids,
    score_request,
    waits,
)

from . import quiz, rulebook
from .errors import scoring_problems
from .i18n import language
from .pages import seat_names
from .payloads import FormError, form_values, request_of
from .terms import tile_name

blueprint = Blueprint("learn", __name__, url_prefix="/learn")

COURSE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pinghu", {"concealed": "123m456p789s23p55s", "tile": "4p", "flowers": "1f3f"}),
    ("menqing", {"concealed": "123m456p789s23p55s", "tile": "4p", "flowers": "1f"}),
    (
        "pengpenghu",
        {
            "concealed": "222m99p44s",
            "tile": "9p",
            "flowers": "1f",
            "melds": [{"kind": "pung", "tiles": "777s"}, {"kind": "pung", "tiles": "333p"}],
        },
    ),
    ("hunyise", {"concealed": "123456m78m222z11z", "tile": "9m", "flowers": "1f"}),
    ("qingyise", {"concealed": "1233455677899p", "tile": "9p", "flowers": "1f"}),
    (
        "hunpeng",
        {"concealed": "111m222z44m99m", "tile": "9m", "flowers": "1f", "melds": [{"kind": "pung", "tiles": "333z"}]},
    ),
    (
        "qingpeng",
        {"concealed": "111333s55s88s", "tile": "8s", "flowers": "1f", "melds": [{"kind": "pung", "tiles": "999s"}]},
    ),
    ("fengyise", {"concealed": "1112233445667z", "tile": "7z", "flowers": "1f"}),
    (
        "dadiaoche",
        {
            "concealed": "5s",
            "tile": "5s",
            "flowers": "1f",
            "melds": [
                {"kind": "chow", "tiles": "123m", "from": 3},
                {"kind": "pung", "tiles": "777p"},
                {"kind": "chow", "tiles": "456s", "from": 3},
                {"kind": "pung", "tiles": "999m"},
            ],
        },
    ),
    ("bahuaqi", {"concealed": "123m456p789s1155z", "tile": "8f", "flowers": "12345678f"}),
)
"""Lessons from the plainest hand on: a term and a hand that shows it."""


@blueprint.get("")
def index() -> str:
    return render_template("learn/index.html")


@blueprint.get("/rules")
def rules() -> str:
    told = [describe_ruleset(load_ruleset(id), language()) for id in ruleset_ids()]
    return render_template("learn/rules.html", told=told)


@blueprint.get("/rules/<id>")
def ruleset(id: str) -> str:
    if id not in ruleset_ids():
        abort(404)
    return render_template("learn/ruleset.html", told=describe_ruleset(load_ruleset(id), language()), id=id)


@blueprint.get("/compare")
def compare() -> str:
    """Rule sets side by side, every line on which they differ marked."""
    chosen = [id for id in request.args.getlist("with") if id in ruleset_ids()][:4] or ["qiaoma", "qinghunpeng"]
    told = [describe_ruleset(load_ruleset(id), language()) for id in chosen]
    sections = []
    for place, section in enumerate(told[0]["sections"]):
        columns = [{row["label"]: row["text"] for row in one["sections"][place]["rows"]} for one in told]
        labels = list(dict.fromkeys(label for column in columns for label in column))
        rows = [(label, [column.get(label, "–") for column in columns]) for label in labels]
        sections.append((section["title"], [(label, texts, len(set(texts)) > 1) for label, texts in rows]))
    return render_template("learn/compare.html", chosen=chosen, told=told, sections=sections)


@blueprint.get("/course")
def course() -> str:
    lessons = [_lesson(term, hand) for term, hand in COURSE]
    return render_template("learn/course.html", lessons=lessons)


def _lesson(term: str, hand: dict[str, Any]) -> dict[str, Any]:
    """An example of a win type, and what it pays by self-draw under two rule sets."""
    worth = []
    for id in ("qiaoma", "qinghunpeng"):
        asked = {"ruleset": id, "win": {"by": "self_draw"}, "winners": [{"seat": 0, **hand}]}
        try:
            won = score_request(asked, language())["winners"][0]
        except ScoringError:
            continue
        worth.append((id, won))
    return {"term": term, "hand": hand, "worth": worth}


@blueprint.get("/waits")
def waiting() -> Any:
    """What thirteen tiles wait for; with fourteen, which one to let go. ``part=1``: the answer alone, no page."""
    form, problems = request.args, []
    answer = choice = near = None
    values = form_values(form)
    if values["concealed"] or values["tile"]:
        try:
            question = _question(form)
            near = distance(question, language())
            if near["tiles"] == 13:
                answer = waits(question, language())
            else:
                choice = keep(question, language())
        except (ScoringError, FormError) as error:
            problems = scoring_problems(error)
    told = {"answer": answer, "choice": choice, "near": near, "problems": problems}
    if near and not problems:
        told["summary"] = _in_one_line(answer, choice, near)
    if form.get("part"):
        page = render_template("learn/part.html", **told) if near or problems else ""
    else:
        page = render_template("learn/waits.html", form=form, values=values, **told)
    return page, 422 if problems else 200


def _in_one_line(answer: dict[str, Any] | None, choice: dict[str, Any] | None, near: dict[str, Any]) -> str:
    """The answer's heading, and what the bar of the hand page says."""
    if choice and choice["complete"]:
        return gettext("These 14 tiles have won already")
    if choice and choice["discards"]:
        tiles = tile_name(choice["discards"][0]["tile"])
        return gettext("Let go of %(tile)s: ready, %(left)s tiles left", tile=tiles, left=choice["discards"][0]["left"])
    if answer and answer["waits"]:
        kinds = ngettext("Waiting for %(num)s kind of tile", "Waiting for %(num)s kinds of tile", len(answer["waits"]))
        return gettext("%(kinds)s, %(left)s left", kinds=kinds, left=answer["left"])
    away = near["types"][0]["away"]
    if away is None:
        return gettext("Not ready yet")
    return ngettext("Not ready yet: %(num)s tile away", "Not ready yet: %(num)s tiles away", away)


def _question(form: MultiDict[str, str]) -> dict[str, Any]:
    asked = request_of(form)
    hand = asked["winners"][0]
    return {
        "ruleset": asked["ruleset"],
        "overrides": asked["overrides"],
        "table": asked["table"],
        "seat": hand["seat"],
        "concealed": hand["concealed"] + hand["tile"],
        "melds": hand["melds"],
        "flowers": hand["flowers"],
        "declared": hand["declared"],
        "seen": form.get("seen", "").strip().lower(),
    }


@blueprint.get("/quiz")
def quiz_page() -> Any:
    """One question; with an answer in the address, whether it was right and why."""
    number = request.args.get("q", "")
    if not number.isdecimal() or len(number) > 7:
        return redirect(url_for("learn.quiz_page", q=SystemRandom().randrange(1_000_000)))
    following = url_for("learn.quiz_page", q=SystemRandom().randrange(1_000_000))
    return quiz_round(quiz.question(int(number), language()), number, seat_names(MultiDict()), following)


def quiz_round(one: quiz.Question, number: str, names: Sequence[str], following: str, **more: Any) -> str:
    """One question of this browser's quiz, and once it is answered the answer; each counts once in the score."""
    given = request.args.get("answer")
    asked = f"{request.path}?{number}"
    if given is not None and session.get("quiz_last") != asked:
        session["quiz_last"] = asked
        session["quiz_asked"] = session.get("quiz_asked", 0) + 1
        session["quiz_right"] = session.get("quiz_right", 0) + (given == one.right)
    return render_template(
        "learn/quiz.html",
        one=one,
        number=int(number),
        given=given,
        names=names,
        following=following,
        right=session.get("quiz_right", 0),
        tried=session.get("quiz_asked", 0),
        facts=rulebook.facts(),
        **more,
    )


@blueprint.post("/quiz/again")
def quiz_again() -> Any:
    """Count from nothing again."""
    for key in ("quiz_last", "quiz_asked", "quiz_right"):
        session.pop(key, None)
    return redirect(url_for("learn.quiz_page"), 303)
