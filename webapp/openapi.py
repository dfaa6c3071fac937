"""The OpenAPI 3.1 document of ``/api/v1``."""

from __future__ import annotations

from typing import Any


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _problems(*statuses: int) -> dict[str, Any]:
    texts = {
        400: "not JSON",
        403: "sent by another site",
        404: "no such thing",
        411: "no length given",
        413: "too large",
        415: "not JSON",
        422: "cannot be read or scored",
        503: "the reader is busy or not available",
    }
    return {
        str(status): {
            "description": texts[status],
            "content": {"application/problem+json": {"schema": _ref("Problem")}},
        }
        for status in statuses
    }


_SUGGESTION = {
    "type": "object",
    "required": ["tile", "from", "to", "code", "message"],
    "properties": {
        "tile": {"type": "integer", "description": "index into tiles, of all photos one after the other"},
        "from": {"type": "string"},
        "to": {"type": "string"},
    },
}
TILES = {
    "type": "string",
    "description": "mpsz text such as 123m7z; flowers are 1f to 8f",
    "examples": ["234m567p22s"],
}
SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
MAYBE_SEAT = {"type": ["integer", "null"], "minimum": 0, "maximum": 3}
OVERRIDES = {"type": "object", "description": "house rules: keys of the rule set's own data"}
TABLE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "dealer": SEAT,
        "huangfan": {"type": "integer", "minimum": 0},
        "kaibao": {"type": "boolean"},
        "joker": {"type": ["string", "null"]},
    },
}

SCHEMAS: dict[str, Any] = {
    "Problem": {
        "type": "object",
        "required": ["type", "title", "status", "code", "detail", "problems"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string", "description": "stable; the texts may change"},
            "detail": {"type": "string"},
            "problems": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["code", "message", "path"],
                    "properties": {
                        "code": {"type": "string"},
                        "message": {"type": "string"},
                        "path": {"type": "string"},
                    },
                },
            },
        },
    },
    "Meld": {
        "type": "object",
        "required": ["kind", "tiles"],
        "additionalProperties": False,
        "properties": {
            "kind": {"enum": ["chow", "pung", "kong"]},
            "tiles": TILES,
            "from": MAYBE_SEAT,
            "concealed": {"type": "boolean"},
        },
    },
    "Winner": {
        "type": "object",
        "required": ["seat", "concealed", "tile"],
        "additionalProperties": False,
        "properties": {
            "seat": SEAT,
            "concealed": TILES,
            "tile": TILES,
            "melds": {"type": "array", "items": _ref("Meld")},
            "flowers": TILES,
            "declared": {"type": "boolean"},
        },
    },
    "SettlementRequest": {
        "type": "object",
        "required": ["ruleset", "win", "winners"],
        "additionalProperties": False,
        "properties": {
            "ruleset": {"type": "string", "examples": ["qiaoma"]},
            "overrides": OVERRIDES,
            "table": TABLE,
            "win": {
                "type": "object",
                "required": ["by"],
                "additionalProperties": False,
                "properties": {
                    "by": {"enum": ["self_draw", "discard", "robbing_kong"]},
                    "from": MAYBE_SEAT,
                    "replacement": {"enum": ["kong", "flower", None]},
                    "last_tile": {"type": "boolean"},
                    "first_round": {"type": "boolean"},
                },
            },
            "winners": {"type": "array", "minItems": 1, "maxItems": 3, "items": _ref("Winner")},
            "claims": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "integer"}, "minItems": 3, "maxItems": 3},
            },
            "ready": {"type": "array", "items": SEAT},
        },
        "examples": [
            {
                "ruleset": "qiaoma",
                "table": {"dealer": 0},
                "win": {"by": "self_draw"},
                "winners": [
                    {
                        "seat": 0,
                        "concealed": "234m567p2s",
                        "tile": "2s",
                        "flowers": "1f5f7z",
                        "melds": [
                            {"kind": "chow", "tiles": "123m", "from": 3},
                            {"kind": "kong", "tiles": "1111z", "concealed": True},
                        ],
                    }
                ],
            }
        ],
    },
    "Settlement": {
        "type": "object",
        "required": ["winners", "payments", "steps"],
        "properties": {
            "winners": {"type": "array", "items": {"type": "object", "required": ["seat", "legal", "share"]}},
            "payments": {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4},
            "steps": {"type": "array", "items": {"type": "string"}},
        },
    },
    "Reading": {
        "type": "object",
        "required": ["photo", "width", "height", "tiles", "hand", "doubts", "suggestions", "advice"],
        "properties": {
            "photo": {"type": "string"},
            "width": {"type": "integer"},
            "height": {"type": "integer"},
            "tiles": {
                "type": "array",
                "items": {"type": "object", "required": ["code", "confidence", "box", "zone"]},
            },
            "hand": {"type": "object"},
            "doubts": {"type": "array", "items": {"type": "object"}},
            "suggestions": {"type": "array", "items": _SUGGESTION},
            "advice": {"type": "array", "items": {"type": "object", "required": ["code", "message"]}},
            "seconds": {"type": "object"},
        },
    },
    "Recognition": {
        "type": "object",
        "required": ["readings", "hand", "doubts", "suggestions", "advice"],
        "properties": {
            "readings": {"type": "array", "items": _ref("Reading")},
            "hand": {"type": "object", "description": "one hand out of all the photos"},
            "doubts": {"type": "array", "items": {"type": "object"}},
            "suggestions": {"type": "array", "items": _SUGGESTION},
            "advice": {"type": "array", "items": {"type": "object", "required": ["code", "message", "photo"]}},
        },
    },
    "Preview": {"type": "object", "description": "number and boxes of the tiles seen, and advice"},
    "Question": {
        "type": "object",
        "description": "a hand that has not won: 13 tiles, a meld being three (14 for keep, 13 or 14 for distance)",
        "required": ["ruleset", "concealed"],
        "additionalProperties": False,
        "properties": {
            "ruleset": {"type": "string", "examples": ["qiaoma"]},
            "overrides": OVERRIDES,
            "table": TABLE,
            "seat": SEAT,
            "concealed": TILES,
            "melds": {"type": "array", "items": _ref("Meld")},
            "flowers": TILES,
            "declared": {"type": "boolean"},
            "seen": {**TILES, "description": "tiles that lie open elsewhere"},
        },
        "examples": [{"ruleset": "qiaoma", "concealed": "123m789p123s23p55s", "flowers": "1f", "seen": "4p"}],
    },
    "WaitWin": {
        "type": ["object", "null"],
        "description": "the win by that tile; null where the tile cannot be discarded",
        "required": ["legal", "why_not", "types", "hua", "fan", "lezi", "share"],
    },
    "Wait": {
        "type": "object",
        "required": ["tile", "left", "self_draw", "discard"],
        "properties": {
            "tile": TILES,
            "left": {"type": "integer", "minimum": 0},
            "self_draw": _ref("WaitWin"),
            "discard": _ref("WaitWin"),
        },
    },
    "Waits": {
        "type": "object",
        "required": ["ruleset", "ready", "waits", "left", "anything"],
        "properties": {
            "ready": {"type": "boolean"},
            "waits": {"type": "array", "items": _ref("Wait")},
            "left": {"type": "integer", "minimum": 0},
            "anything": {"type": "boolean", "description": "any tile would do (跑百搭)"},
        },
    },
    "Keep": {
        "type": "object",
        "required": ["ruleset", "complete", "discards"],
        "properties": {
            "complete": {"type": "boolean", "description": "the fourteen tiles are a won hand already"},
            "discards": {
                "type": "array",
                "description": "best first",
                "items": {
                    "type": "object",
                    "required": ["tile", "waits", "left", "best", "worth"],
                    "properties": {"tile": TILES, "waits": {"type": "array", "items": _ref("Wait")}},
                },
            },
        },
    },
    "Distance": {
        "type": "object",
        "required": ["ruleset", "tiles", "types"],
        "properties": {
            "tiles": {"enum": [13, 14]},
            "types": {
                "type": "array",
                "items": {"type": "object", "required": ["type", "name", "away", "why", "helps", "left", "text"]},
            },
        },
    },
    "Ready": {
        "type": "object",
        "required": ["ruleset", "ready", "tiles", "why"],
        "properties": {
            "ready": {"type": "boolean"},
            "tiles": {"type": "array", "items": TILES},
            "why": {"type": "object", "required": ["code", "message"]},
        },
    },
    "Lesson": {
        "type": "object",
        "description": "a settlement step by step, each with the rule's text and section",
        "required": ["ruleset", "winners", "payments", "payments_lesson"],
    },
    "RuleSetSummary": {
        "type": "object",
        "required": ["id", "hanzi", "english", "source"],
        "properties": {key: {"type": "string"} for key in ("id", "hanzi", "english", "source")},
    },
}

QUESTIONS = (
    ("waits", "What a hand of 13 tiles waits for, and what it is worth", "Question", "Waits"),
    ("keep", "Which of 14 tiles to let go", "Question", "Keep"),
    ("distance", "How far a hand is from each win type", "Question", "Distance"),
    ("ready", "Whether a discarder was ready", "Question", "Ready"),
    ("explain", "A settlement as a lesson", "SettlementRequest", "Lesson"),
)
PHOTO = {"type": "string", "contentMediaType": "application/octet-stream"}
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"enum": ["zh", "en"]},
    "description": "the language of texts; else Accept-Language decides, else 中文",
}


def _post(summary: str, body: dict[str, Any], answer: str, *statuses: int) -> dict[str, Any]:
    responses = {"200": {"description": "done", "content": _json(_ref(answer))}, **_problems(*statuses)}
    return {
        "post": {
            "summary": summary,
            "parameters": [LANGUAGE],
            "requestBody": {"required": True, "content": body},
            "responses": responses,
        }
    }


def _get(summary: str, schema: dict[str, Any], parameters: list[dict[str, Any]], *statuses: int) -> dict[str, Any]:
    return {
        "get": {
            "summary": summary,
            "parameters": [LANGUAGE, *parameters],
            "responses": {"200": {"description": "done", "content": _json(schema)}, **_problems(*statuses)},
        }
    }


def document() -> dict[str, Any]:
    """The whole document; other parts of the application may add their paths with :func:`extend`."""
    multipart = {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["photo"],
                "properties": {"photo": {"type": "array", "items": PHOTO}},
            }
        }
    }
    one_photo = {"application/octet-stream": {"schema": PHOTO}, "image/jpeg": {"schema": PHOTO}}
    identifier = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    errors = (400, 403, 413, 415, 422)
    paths = {
        "/api/v1/recognitions": _post(
            "Read a photo, or several of one hand",
            multipart | one_photo,
            "Recognition",
            400,
            403,
            413,
            422,
            503,
        ),
        "/api/v1/preview": _post("Look at a small photo of a live view", one_photo, "Preview", 403, 413, 422, 503),
        "/api/v1/settlements": _post("Settle a hand", _json(_ref("SettlementRequest")), "Settlement", *errors),
        **{
            f"/api/v1/{name}": _post(summary, _json(_ref(body)), answer, *errors)
            for name, summary, body, answer in QUESTIONS
        },
        "/api/v1/rulesets": _get(
            "List the rule sets",
            {
                "type": "object",
                "required": ["rulesets"],
                "properties": {"rulesets": {"type": "array", "items": _ref("RuleSetSummary")}},
            },
            [],
        ),
        "/api/v1/rulesets/{id}": _get("One rule set with all its data", {"type": "object"}, [identifier], 404),
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "hupai",
            "version": "1",
            "license": {"name": "AGPL-3.0-only", "identifier": "AGPL-3.0-only"},
            "summary": "A photo of mahjong tiles becomes a hand and a settlement.",
        },
        "servers": [{"url": "/"}],
        "paths": paths | _further_paths,
        "components": {"schemas": SCHEMAS | _further_schemas},
    }


_further_paths: dict[str, Any] = {}
_further_schemas: dict[str, Any] = {}


def extend(paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Add the paths and schemas of another part of the application, such as the ledger."""
    _further_paths.update(paths)
    _further_schemas.update(schemas)
