"""The JSON interface."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webapp.fakes import photo_of

HAND = {"seat": 0, "concealed": "123m456p789s234p5s", "tile": "5s", "flowers": "1f"}


def test_a_settlement_is_that_of_the_command_line(client: FlaskClient, shared: Path) -> None:
    for line in (shared / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()[:25]:
        case = json.loads(line)
        answer = client.post("/api/v1/settlements", json=case["request"]).get_json()
        if "share" in case["expect"]:
            assert answer["winners"][0]["share"] == case["expect"]["share"], case["id"]
        if "payments" in case["expect"]:
            assert answer["payments"] == case["expect"]["payments"], case["id"]


def test_everything_wrong_with_a_request_is_answered_as_a_problem(client: FlaskClient) -> None:
    request = {"ruleset": "qiaoma", "win": {"by": "discard"}, "winners": [{**HAND, "seat": 7, "tile": "9q"}]}
    answer = client.post("/api/v1/settlements", json=request)
    body = answer.get_json()
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert body["status"] == 422
    assert body["code"] == body["problems"][0]["code"]
    assert len({one["path"] for one in body["problems"]}) >= 2


def test_problems_speak_the_language_that_is_asked_for(client: FlaskClient) -> None:
    request = {"ruleset": "nothing", "win": {"by": "self_draw"}, "winners": [HAND]}
    chinese = client.post("/api/v1/settlements", json=request).get_json()
    english = client.post("/api/v1/settlements?lang=en", json=request).get_json()
    assert chinese["code"] == english["code"]
    assert chinese["title"] != english["title"]
    assert english["title"].isascii() or "nothing" in english["title"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'"text"', 400),
        (b"", 400),
        (b"[" * 20000, 400),
        (b'{"winners": 3}', 422),
        (b"{}", 422),
    ],
)
def test_no_body_gets_more_than_a_problem(client: FlaskClient, body: bytes, status: int) -> None:
    answer = client.post("/api/v1/settlements", data=body, content_type="application/json")
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"


def test_a_photo_is_read_as_a_form_file_or_as_the_body(client: FlaskClient) -> None:
    form = client.post("/api/v1/recognitions", data={"photo": (BytesIO(photo_of()), "a.jpg")}).get_json()
    body = client.post("/api/v1/recognitions", data=photo_of(), content_type="image/jpeg").get_json()
    assert form["readings"][0]["photo"] == "a.jpg"
    for answer in (form, body):
        assert answer["hand"]["concealed"] == "234m567p2s"
        assert answer["hand"]["tile"] == "2s"
        assert answer["hand"]["flowers"] == "15f"
        assert answer["readings"][0]["width"] == 1600


def test_several_photos_are_one_hand(client: FlaskClient) -> None:
    files = [(BytesIO(photo_of()), "a.jpg"), (BytesIO(photo_of()), "b.jpg")]
    answer = client.post("/api/v1/recognitions", data={"photo": files}).get_json()
    assert len(answer["readings"]) == 2
    assert answer["hand"]["flowers"] == "15f"
    assert answer["doubts"][1]["tiles"] == [17]


def test_a_live_view_gets_count_boxes_and_advice(client: FlaskClient) -> None:
    answer = client.post("/api/v1/preview", data=photo_of(640, 360), content_type="image/jpeg").get_json()
    assert answer["count"] == 17
    assert len(answer["tiles"]) == 17
    assert answer["advice"][0]["code"] == "glare"


@pytest.mark.parametrize("data", [b"", b"nonsense", photo_of()[:500]], ids=["empty", "text", "half"])
@pytest.mark.parametrize("path", ["recognitions", "preview"])
def test_bytes_that_are_no_photo_are_a_problem(client: FlaskClient, path: str, data: bytes) -> None:
    answer = client.post(f"/api/v1/{path}", data=data, content_type="image/jpeg")
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"


def test_the_rule_sets_are_listed_with_their_data(client: FlaskClient) -> None:
    listed = client.get("/api/v1/rulesets").get_json()["rulesets"]
    assert [one["id"] for one in listed][:2] == ["qiaoma", "qinghunpeng"]
    one = client.get("/api/v1/rulesets/qiaoma").get_json()
    assert one["rules"]["cap"] == 20
    assert one["rules"]["dragons_are_flowers"] is True
    assert client.get("/api/v1/rulesets/none").status_code == 404


def test_the_document_names_every_address(client: FlaskClient) -> None:
    document = client.get("/api/v1/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    rules = {rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/api/v1/")}
    plain = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule) for rule in rules if "<any(" not in rule}
    assert plain - {"/api/v1/openapi.json"} <= set(document["paths"])


def test_the_example_of_the_document_can_be_settled(client: FlaskClient) -> None:
    document = client.get("/api/v1/openapi.json").get_json()
    example = document["components"]["schemas"]["SettlementRequest"]["examples"][0]
    assert client.post("/api/v1/settlements", json=example).get_json()["payments"] == [21, -7, -7, -7]


def test_an_unknown_address_of_the_api_answers_json(client: FlaskClient) -> None:
    answer = client.get("/api/v1/nothing")
    assert answer.status_code == 404
    assert answer.get_json()["code"] == "not_found"


def test_an_upload_of_too_many_small_parts_is_not_called_too_many_megabytes(client: FlaskClient) -> None:
    parts = {"photo": [(BytesIO(b"x"), "a.jpg") for _ in range(300)]}
    answer = client.post("/api/v1/recognitions", data=parts, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert "MB" not in answer.get_json()["detail"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("path", ["settlements", "waits", "tables"])
def test_a_number_that_json_does_not_know_is_named_and_refused(client: FlaskClient, path: str, number: str) -> None:
    body = f'{{"ruleset": "qiaoma", "stake": {number}}}'
    answer = client.post(f"/api/v1/{path}?lang=en", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["code"] == "not_json"
    assert number in answer.get_json()["detail"]
