"""The API held to its OpenAPI document: schemathesis makes requests out of it and judges every answer."""

from __future__ import annotations

import tempfile
from pathlib import Path

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.webapp.fakes import FakeReader
from webapp import create_app
from webapp.services import Services
from webapp.settings import Settings

CHECKS = [
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


def make_application() -> Flask:
    folder = Path(tempfile.mkdtemp(prefix="hupai-api-"))
    given = Settings(data_dir=folder, secret="a secret of the tests", testing=True)
    return create_app(given, Services(given, FakeReader))


application = make_application()
document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
NEW_TABLE = {"names": ["A", "B", "C", "D"], "ruleset": "qiaoma"}
LINK = application.test_client().post("/api/v1/tables", json=NEW_TABLE).get_json()["links"]["write"]


@document.hook
def map_path_parameters(context: schemathesis.HookContext, values: dict[str, object] | None) -> object:
    """A link and a rule set that exist in most requests, so that more than 404 is seen."""
    real = {"token": LINK, "id": "qiaoma"}
    return values and {name: real.get(name, value) if len(str(value)) % 4 else value for name, value in values.items()}


@document.exclude(path_regex="/events$").parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_names(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
