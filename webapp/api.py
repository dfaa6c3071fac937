"""The JSON interface, ``/api/v1``: the same JSON as the command line, errors as problem+json."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, jsonify, render_template, request
from flask_babel import gettext

import scoring
from scoring import describe_ruleset, load_ruleset, ruleset_ids, score_request

from . import openapi, uploads
from .errors import NotJsonError, problem
from .i18n import language
from .security import require_json, require_same_origin

blueprint = Blueprint("api", __name__)
QUESTIONS = ("waits", "keep", "distance", "ready", "explain")


@blueprint.before_request
def guard() -> None:
    """Only this server's own pages and programs may send anything here, and only JSON but for photos."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    require_same_origin(request)
    if request.endpoint not in ("api.recognitions", "api.preview"):
        require_json(request)


def _body() -> dict[str, Any]:
    body = request.get_json()
    if not isinstance(body, dict):
        raise NotJsonError(gettext("send one JSON object"))
    return body


@blueprint.post("/api/v1/recognitions")
def recognitions() -> Any:
    """Read one photo, or several of one hand: form files named ``photo``, or the bytes of one as the body."""
    files = request.files.getlist("photo")
    if not files and not request.mimetype.startswith("multipart/"):
        files = [uploads.from_bytes(request.get_data(cache=False))]
    try:
        return jsonify(uploads.joined(uploads.read(files)))
    except uploads.UploadError as error:
        return problem(422, error.code, error.message)


@blueprint.post("/api/v1/preview")
def preview() -> Any:
    """What a live view shows of one small photo, the body: tiles, and what would make it better."""
    return jsonify(uploads.preview(request.get_data(cache=False)))


@blueprint.post("/api/v1/settlements")
def settlements() -> Any:
    return jsonify(score_request(_body(), language()))


def _question(name: str) -> Any:
    answer = getattr(scoring, name, None)
    if answer is None:
        abort(404)
    return jsonify(answer(_body(), language()))


for _name in QUESTIONS:
    blueprint.add_url_rule(f"/api/v1/{_name}", _name, lambda name=_name: _question(name), methods=["POST"])


@blueprint.get("/api/v1/rulesets")
def rulesets() -> Any:
    return jsonify(rulesets=[_summary(id) for id in ruleset_ids()])


def _summary(id: str) -> dict[str, Any]:
    rules = load_ruleset(id)
    return {
        "id": rules.id,
        "hanzi": rules.data["hanzi"],
        "english": rules.data["english"],
        "source": rules.data["source"][language()],
    }


@blueprint.get("/api/v1/rulesets/<id>")
def ruleset(id: str) -> Any:
    if id not in ruleset_ids():
        abort(404)
    rules = load_ruleset(id)
    return jsonify(
        {
            **_summary(id),
            "rules": _plain(rules.data),
            "description": _plain(describe_ruleset(rules, language())),
        }
    )


def _plain(value: Any) -> Any:
    """Mappings and tuples, however frozen, as JSON's own."""
    if hasattr(value, "items"):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(inner) for inner in value]
    return value


@blueprint.get("/api/v1/openapi.json")
def document() -> Any:
    return jsonify(openapi.document())


@blueprint.get("/api")
def page() -> str:
    return render_template("api.html", document=openapi.document())
