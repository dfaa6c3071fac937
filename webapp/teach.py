"""Teaching the reader: the pages and the API of the corrected photos that a table keeps."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any

import pydantic
from flask import Blueprint, Flask, Response, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext, ngettext
from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr
from werkzeug.datastructures import MultiDict

from . import ledger, ledger_api, ledger_examples, ledger_forms, ledger_service, openapi, uploads
from .ledger import Access, LedgerError
from .ledger_examples import Corrected, Kept, Label
from .ledger_openapi import LANGUAGE, REF, TOKEN, answer_of, lifted, reference, refusals
from .payloads import said_of_boxes

pages = Blueprint("teach", __name__, url_prefix="/t/<token>/examples")
api = Blueprint("teach_api", __name__, url_prefix="/api/v1/tables/<token>/examples")


api.register_error_handler(LedgerError, ledger_api.refused)
api.before_request(ledger_api.only_from_here)


def init_app(app: Flask) -> None:
    """Add the pages and the API to an application that has a ledger."""
    app.extensions["csrf"].exempt(api)
    app.register_blueprint(pages)
    app.register_blueprint(api)
    openapi.extend(openapi_paths(), openapi_schemas())
    app.jinja_env.globals.update(keeps_photos=keeps_photos, as_megabytes=lambda size: f"{size / 1_000_000:.1f} MB")


def keeps_photos(access: Access) -> bool:
    """Whether the photo of a hand saved to this table is kept; for any template."""
    return ledger_examples.keeps_photos(ledger_service.reading(), access)


def keep_photos_of(access: Access, asked: dict[str, Any], form: MultiDict[str, str]) -> None:
    """Keep the photos of a hand that was just saved, if the table does and the form says so; flash what came of it.

    The hand is saved already: what is wrong with keeping its photo must not lose it.
    """
    entry = uploads.services().shelf.get(form.get("photo", ""))
    if not form.get("keep_photo") or entry is None or not keeps_photos(access):
        return
    readings = uploads.joined(entry)["readings"]
    said = said_of_boxes(form.get("boxes"), sum(len(reading["tiles"]) for reading in readings))
    labels, missing = ledger_examples.find_labels(readings, asked["winners"], said)
    database = ledger_service.service().database
    try:
        for (photo, _), reading, known in zip(entry.photos, readings, labels, strict=True):
            size = (reading["width"], reading["height"])
            ledger_examples.keep(database, access, Corrected(photo, size, known, missing))
    except LedgerError as error:
        flash(gettext("The photo was not kept: %(why)s", why=ledger_service.message_of(error)))
    else:
        flash(gettext("The photo was kept to teach the reader."))


@pages.get("")
def show(token: str) -> str:
    """The switch, and the photos that are kept with their boxes."""
    access = ledger_service.open_access(token)
    keeping = ledger_examples.find_keeping(ledger_service.reading(), access)
    return render_template(
        "ledger/examples.html",
        access=access,
        now=ledger_service.load(access),
        keeping=keeping,
        most=ledger_examples.MOST,
        most_bytes=ledger_examples.MOST_BYTES,
        side=ledger_examples.SIDE,
    )


@pages.get("/<int:example>.jpg")
def photo(token: str, example: int) -> Response:
    """One kept photo."""
    access = ledger_service.open_access(token)
    return _jpeg(ledger_examples.find_photo(ledger_service.reading(), access, example))


def _jpeg(data: bytes) -> Response:
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.post("/switch")
def switch(token: str) -> Any:
    """Keep photos from now on; or no more, and then delete those there are where the form says so."""
    access = ledger_service.open_access(token)
    database = ledger_service.service().database
    on = request.form.get("keep") == "1"
    ledger_examples.switch(database, access, on=on)
    if on:
        flash(gettext("Photos of hands saved to this table are kept from now on."))
    else:
        flash(gettext("No further photo is kept."))
        if request.form.get("delete") == "1":
            _say_deleted(ledger_examples.forget(database, access))
    return redirect(url_for("teach.show", token=token), 303)


def _say_deleted(count: int) -> None:
    flash(ngettext("%(num)s photo was deleted.", "%(num)s photos were deleted.", count))


@pages.post("/delete")
def delete(token: str) -> Any:
    """Delete one photo, or all."""
    access = ledger_service.open_access(token)
    example = None if request.form.get("all") else ledger_forms.number(request.form, "example")
    _say_deleted(ledger_examples.forget(ledger_service.service().database, access, example))
    return redirect(url_for("teach.show", token=token), 303)


class _Body(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)


Side = Annotated[StrictInt, Field(ge=1, le=100_000)]
Pixel = Annotated[StrictFloat | StrictInt, Field(ge=0, le=100_000, allow_inf_nan=False)]
Code = Annotated[StrictStr, Field(pattern="^([1-9][mps]|[1-7]z|[1-8]f|0x)$")]


class ExampleLabel(_Body):
    """A tile of the photo and its box in pixels of the upright photo: left, top, right, bottom."""

    code: Code
    box: Annotated[list[Pixel], Field(min_length=4, max_length=4)]

    @pydantic.model_validator(mode="after")
    def _has_area(self) -> ExampleLabel:
        if not (self.box[0] < self.box[2] and self.box[1] < self.box[3]):
            raise ValueError("a box is left, top, right, bottom")
        return self


class NewExample(_Body):
    """A photo, base64 of its bytes, with the right tiles; `missing` are tiles to be seen in it without a box.

    `width` and `height` are those of the upright photo, as a recognition gives them.
    """

    photo: Annotated[StrictStr, Field(min_length=1)]
    width: Side
    height: Side
    labels: Annotated[list[ExampleLabel], Field(max_length=400)]
    missing: Annotated[list[Code], Field(max_length=400)] = []

    @pydantic.model_validator(mode="after")
    def _boxes_inside(self) -> NewExample:
        if any(one.box[2] > self.width or one.box[3] > self.height for one in self.labels):
            raise ValueError("a box reaches out of the photo")
        return self


class Switch(_Body):
    """Whether the table keeps photos from now on."""

    keeps_photos: StrictBool


@api.get("")
def listed(token: str) -> Response:
    """The switch and the photos that are kept."""
    return _keeping(ledger_service.open_access(token))


def _keeping(access: Access) -> Response:
    with ledger_service.service().database.read() as session:
        keeping = ledger_examples.find_keeping(session, access)
    return jsonify(
        keeps_photos=keeping.on,
        bytes=keeping.size,
        most=ledger_examples.MOST,
        most_bytes=ledger_examples.MOST_BYTES,
        examples=[example_json(one) for one in keeping.examples],
    )


def example_json(one: Kept) -> dict[str, Any]:
    """A kept example as JSON, without its photo."""
    return {
        "id": one.id,
        "at": one.at.isoformat(),
        "bytes": one.size,
        "width": one.width,
        "height": one.height,
        "complete": one.complete,
        "labels": list(one.labels),
        "missing": list(one.missing),
    }


@api.put("")
def put_switch(token: str) -> Response:
    """Switch keeping on or off."""
    access = ledger_service.open_access(token)
    wanted = ledger.validate(Switch, ledger_api.body_of_request())
    ledger_examples.switch(ledger_service.service().database, access, on=wanted.keeps_photos)
    return _keeping(access)


@api.post("")
def keep(token: str) -> tuple[Response, int]:
    """Keep a photo with its right tiles."""
    access = ledger_service.open_access(token)
    wanted = ledger.validate(NewExample, ledger_api.body_of_request())
    try:
        data = base64.b64decode(wanted.photo, validate=True)
    except (binascii.Error, ValueError):
        raise ledger_forms.bad_field("photo", gettext("The photo's bytes are sent as base64.")) from None
    labels = tuple(Label(one.code, tuple(one.box), one.code) for one in wanted.labels)
    corrected = Corrected(data, (wanted.width, wanted.height), labels, tuple(wanted.missing))
    kept = ledger_examples.keep(ledger_service.service().database, access, corrected)
    return jsonify(example_json(kept)), 201


@api.delete("")
def delete_all(token: str) -> tuple[str, int]:
    """Delete all kept photos."""
    ledger_examples.forget(ledger_service.service().database, ledger_service.open_access(token))
    return "", 204


@api.get("/<int:example>/photo")
def photo_of(token: str, example: int) -> Response:
    """One kept photo."""
    access = ledger_service.open_access(token)
    return _jpeg(ledger_examples.find_photo(ledger_service.reading(), access, example))


@api.delete("/<int:example>")
def delete_one(token: str, example: int) -> tuple[str, int]:
    """Delete one kept photo."""
    ledger_examples.forget(ledger_service.service().database, ledger_service.open_access(token), example)
    return "", 204


def openapi_paths() -> dict[str, Any]:
    """The paths of a table's examples."""
    base = "/api/v1/tables/{token}/examples"
    number = {"name": "example", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
    keeping = answer_of(200, "the switch and the kept photos", reference("Keeping"))
    gone = {"204": {"description": "deleted, the bytes too"}, **refusals(403, 404)}
    jpeg = {"200": {"description": "the photo", "content": {"image/jpeg": {"schema": {"type": "string"}}}}}
    return {
        base: {
            "get": _operation("The corrected photos that the table keeps", {**keeping, **refusals(403, 404)}),
            "put": _operation("Keep photos from now on, or no more", {**keeping, **_SENT}, "Switch"),
            "post": _operation(
                "Keep a photo with its right tiles",
                {**answer_of(201, "kept", reference("Example")), **refusals(409), **_SENT},
                "NewExample",
            ),
            "delete": _operation("Delete all kept photos", gone),
        },
        f"{base}/{{example}}": {"delete": _operation("Delete a kept photo", gone, more=(number,))},
        f"{base}/{{example}}/photo": {
            "get": _operation("A kept photo", {**jpeg, **refusals(403, 404)}, more=(number,))
        },
    }


_SENT = refusals(400, 403, 404, 413, 415, 422)


def _operation(
    summary: str, responses: dict[str, Any], body: str = "", more: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    found = {"summary": summary, "parameters": [TOKEN, LANGUAGE, *more], "responses": responses}
    if body:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference(body)}}}
    return found


_LABEL = {
    "type": "object",
    "required": ["code", "box", "read", "checked"],
    "properties": {
        "code": {"type": "string"},
        "box": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
        "read": {"type": "string"},
        "checked": {"type": "boolean"},
    },
}
_EXAMPLE = {
    "type": "object",
    "required": ["id", "at", "bytes", "width", "height", "complete", "labels", "missing"],
    "properties": {
        "id": {"type": "integer"},
        "at": {"type": "string"},
        "bytes": {"type": "integer"},
        "width": {"type": "integer"},
        "height": {"type": "integer"},
        "complete": {"type": "boolean"},
        "labels": {"type": "array", "items": _LABEL},
        "missing": {"type": "array", "items": {"type": "string"}},
    },
}
_KEEPING = {
    "type": "object",
    "required": ["keeps_photos", "bytes", "most", "most_bytes", "examples"],
    "properties": {
        "keeps_photos": {"type": "boolean"},
        "bytes": {"type": "integer"},
        "most": {"type": "integer"},
        "most_bytes": {"type": "integer"},
        "examples": {"type": "array", "items": reference("Example")},
    },
}


def openapi_schemas() -> dict[str, Any]:
    """The schemas that `openapi_paths` refers to."""
    schemas: dict[str, Any] = {"Example": _EXAMPLE, "Keeping": _KEEPING}
    for model in (NewExample, Switch):
        schemas |= lifted(model.__name__, model.model_json_schema(ref_template=REF))
    return schemas
