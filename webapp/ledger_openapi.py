"""The ledger's part of the OpenAPI document, its request bodies made from the models that check them."""

from __future__ import annotations

import copy
from typing import Any

from .ledger_payloads import KINDS_BY_PATH, PAYLOADS, Append, NewTable

REF = "#/components/schemas/{model}"
TOKEN = {
    "name": "token",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "the secret of a link: the viewing one reads, the writing one also appends",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 80},
    "description": "sending the same append again with the same key writes it once",
}
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"enum": ["zh", "en"]},
    "description": "the language of texts; else Accept-Language decides, else 中文",
}
REFUSALS = {
    400: "not JSON",
    403: "the link may not write, or another site's page sent this",
    404: "no such table",
    409: "somebody else wrote first (`since` says what), or the table stands otherwise, or is full",
    415: "not JSON",
    413: "too large",
    422: "cannot be read, checked or scored",
    503: "all live connections are in use",
}
SUMMARIES = {
    "hands": "Append a hand that was won",
    "draws": "Append a drawn hand",
    "dice": "Append the dice",
    "void": "Void an earlier line",
    "undo": "Take back the last action",
    "redo": "Bring back what was undone",
    "leave": "Somebody leaves",
    "join": "Somebody sits down",
    "adjust": "A penalty or another payment",
}


def reference(name: str) -> dict[str, str]:
    """A schema by its name."""
    return {"$ref": REF.format(model=name)}


def refusals(*statuses: int) -> dict[str, Any]:
    """The problem+json answers of these statuses."""
    content = {"application/problem+json": {"schema": reference("Problem")}}
    return {str(status): {"description": REFUSALS[status], "content": content} for status in statuses}


def answer_of(status: int, text: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON answer."""
    return {str(status): {"description": text, "content": {"application/json": {"schema": schema}}}}


def _get(summary: str, schema: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    responses = {**answer_of(200, "done", schema), **refusals(404)}
    return {"get": {"summary": summary, "parameters": [TOKEN, LANGUAGE, *parameters], "responses": responses}}


def _append(summary: str, body: dict[str, Any]) -> dict[str, Any]:
    return {
        "post": {
            "summary": summary,
            "parameters": [TOKEN, KEY, LANGUAGE],
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {
                **answer_of(201, "appended", reference("Appended")),
                **answer_of(200, "appended before with the same key, or a dry run", reference("Appended")),
                **refusals(400, 403, 404, 409, 413, 415, 422),
            },
        }
    }


def openapi_paths() -> dict[str, Any]:
    """The paths of /api/v1/tables."""
    base = "/api/v1/tables"
    table = f"{base}/{{token}}"
    created = {
        **answer_of(201, "opened; keep the links", reference("OpenedTable")),
        **refusals(400, 403, 413, 415, 422),
    }
    since = {"name": "since", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}
    paths = {
        base: {
            "post": {
                "summary": "Open a table",
                "parameters": [LANGUAGE],
                "responses": created,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": reference("NewTable")}},
                },
            }
        },
        f"{base}/import": {
            "post": {
                "summary": "Open a table out of an exported file, JSON or CSV",
                "parameters": [LANGUAGE],
                "responses": {**answer_of(201, "opened", reference("OpenedTable")), **refusals(403, 413, 422)},
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": {"type": "object"}},
                        "text/csv": {"schema": {"type": "string"}},
                    },
                },
            }
        },
        table: _get("The table as it stands", reference("Table")),
        f"{table}/entries": {
            **_get("The log as it was written", {"type": "object", "required": ["version", "entries"]}, since),
            **_append("Append an entry of any kind", reference("Append")),
        },
        f"{table}/version": _get("The number of the last entry", {"type": "object", "required": ["version"]}),
        f"{table}/export": _export(),
        f"{table}/events": _events(since),
    }
    for path in KINDS_BY_PATH:
        paths[f"{table}/{path}"] = _append(SUMMARIES[path], reference(_body_name(path)))
    paths[f"{table}/hands"] |= _get(
        "The lines that count, in order of play", {"type": "object", "required": ["version", "hands"]}
    )
    return paths


def _export() -> dict[str, Any]:
    form = {"name": "format", "in": "query", "required": False, "schema": {"enum": ["json", "csv"]}}
    found = _get("The table as a file", {"type": "object"}, form)
    found["get"]["responses"]["200"]["content"]["text/csv"] = {"schema": {"type": "string"}}
    return found


def _events(since: dict[str, Any]) -> dict[str, Any]:
    seconds = {
        "name": "seconds",
        "in": "query",
        "required": False,
        "schema": {"type": "number", "maximum": 300},
    }
    found = _get("Server-sent events: `version` after each append", {"type": "string"}, since, seconds)
    found["get"]["responses"]["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    found["get"]["responses"] |= refusals(503)
    return found


def _body_name(path: str) -> str:
    return f"Append{path.capitalize()}"


def openapi_schemas() -> dict[str, Any]:
    """The schemas that `openapi_paths` refers to, `Problem` excepted."""
    schemas: dict[str, Any] = {}
    for model in (NewTable, Append):
        schemas |= lifted(model.__name__, model.model_json_schema(ref_template=REF, by_alias=True))
    envelope = schemas["Append"]["properties"]
    for path, kind in KINDS_BY_PATH.items():
        body = copy.deepcopy(PAYLOADS[kind].model_json_schema(ref_template=REF, by_alias=True))
        body["properties"] = {
            **body.get("properties", {}),
            "based_on": envelope["based_on"],
            "dry_run": envelope["dry_run"],
        }
        body["required"] = [*body.get("required", ()), "based_on"]
        schemas |= lifted(_body_name(path), body)
    return schemas | {
        "Table": TABLE,
        "OpenedTable": _with(TABLE, "links"),
        "Appended": _with(TABLE, "entries"),
    }


def lifted(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A model's schema under its name, with those that it refers to."""
    return {**schema.pop("$defs", {}), name: schema}


def _with(schema: dict[str, Any], key: str) -> dict[str, Any]:
    return {**schema, "required": [*schema["required"], key]}


TABLE: dict[str, Any] = {
    "type": "object",
    "required": ["version", "table", "may_write", "state", "seats", "players"],
    "properties": {
        "version": {"type": "integer"},
        "table": {"type": "object"},
        "may_write": {"type": "boolean"},
        "state": {"type": "object", "required": ["dealer", "huangfan", "kaibao", "hands"]},
        "seats": {
            "type": "array",
            "minItems": 4,
            "maxItems": 4,
            "items": {
                "type": "object",
                "required": ["seat", "name", "points", "money", "rating", "empty", "claimed"],
            },
        },
        "players": {
            "type": "array",
            "items": {"type": "object", "required": ["name", "points", "hands", "wins"]},
        },
        "links": {"type": "object", "required": ["view", "write"]},
        "entries": {
            "type": "array",
            "items": {"type": "object", "required": ["seq", "kind", "payload", "at"]},
        },
        "repeated": {"type": "boolean"},
        "undoable": {"type": ["integer", "null"]},
        "redoable": {"type": ["integer", "null"]},
    },
}
