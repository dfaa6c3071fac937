from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.webapp.ledger import evening
from webapp import teach
from webapp.ledger_openapi import openapi_paths, openapi_schemas

TABLES = "/api/v1/tables"


def opened(client: FlaskClient, **more) -> str:
    answer = client.post(TABLES, json={**evening.TABLE, **more})
    assert answer.status_code == 201, answer.text
    return f"{TABLES}/{answer.json['links']['write']}"


def test_an_evening_through_the_api_pays_what_the_rules_say(client):
    table = opened(client)
    for version, (kind, payload, _points) in enumerate(evening.HANDS):
        path = {"draw": "draws", "hand": "hands"}[kind]
        answer = client.post(f"{table}/{path}", json={**payload, "based_on": version})
        assert answer.status_code == 201, answer.text
    answer = client.post(f"{table}/void", json={"target": evening.MISTAKE, "based_on": 8})
    assert [seat["points"] for seat in answer.json["seats"]] == list(evening.TOTALS)
    assert [seat["money"] for seat in answer.json["seats"]] == ["7.5", "-11.5", "-0.5", "4.5"]
    hands = client.get(f"{table}/hands").json["hands"]
    assert [hand["seq"] for hand in hands] == [1, 2, 3, 4, 5, 6, 8]
    players = {player["name"]: player for player in answer.json["players"]}
    assert (players["Ann"]["wins"], players["Ann"]["self_draws"]) == (3, 1)
    assert players["蔡"]["deal_ins"] == 2
    assert players["Bo"]["types"]["hunyise"] == 1


def test_a_conflict_is_a_problem_that_says_what_came_between(client):
    table = opened(client)
    client.post(f"{table}/draws", json={"based_on": 0})
    answer = client.post(f"{table}/draws", json={"based_on": 0})
    assert answer.status_code == 409
    assert answer.mimetype == "application/problem+json"
    assert (answer.json["code"], answer.json["version"]) == ("conflict", 1)
    assert [entry["kind"] for entry in answer.json["since"]] == ["draw"]


def test_the_same_idempotency_key_appends_once(client):
    table = opened(client)
    answers = [
        client.post(f"{table}/draws", json={"based_on": 0}, headers={"Idempotency-Key": "one"}) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[1].json["repeated"]
    assert answers[1].json["version"] == 1


def test_undo_and_redo_through_the_api_change_nothing_together(client):
    table = opened(client)
    client.post(f"{table}/hands", json={**evening.HANDS[5][1], "based_on": 0})
    before = client.get(table).json
    assert client.post(f"{table}/undo", json={"based_on": 1}).json["state"]["hands"] == 0
    after = client.post(f"{table}/redo", json={"based_on": 2}).json
    assert after["seats"] == before["seats"]
    assert after["state"] == before["state"]


def test_the_viewing_link_may_not_append(client):
    links = client.post(TABLES, json=evening.TABLE).json["links"]
    answer = client.post(f"{TABLES}/{links['view']}/draws", json={"based_on": 0})
    assert (answer.status_code, answer.json["code"]) == (403, "read_only")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "draw"}, 422),
        ({"kind": "gift", "based_on": 0}, 422),
        ({"kind": "adjust", "based_on": 0, "payload": {"payments": [1, 1, 1, 1], "reason": "x"}}, 422),
        ({"kind": "hand", "based_on": 0, "payload": {"request": {}}}, 422),
        ({"kind": "hand", "based_on": 0, "payload": {"request": {"win": 3, "winners": 4}}}, 422),
        ({"kind": "hand", "based_on": 0, "payload": {"request": {"win": {"by": 7}, "winners": [{}]}}}, 422),
        ([1], 422),
    ],
)
def test_what_can_not_be_appended_is_a_problem(client, body, status):
    answer = client.post(f"{opened(client)}/entries", json=body)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"


def test_what_is_no_json_is_a_problem(client):
    table = opened(client)
    assert client.post(f"{table}/entries", data="{", content_type="application/json").status_code == 400
    assert client.post(f"{table}/entries", data="a=b").status_code == 415


def test_another_sites_page_may_not_append(client):
    answer = client.post(f"{opened(client)}/draws", json={"based_on": 0}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


def test_an_export_opens_the_same_table_again(client):
    table = opened(client)
    for version, (_kind, payload, _points) in enumerate(evening.HANDS[1:4]):
        client.post(f"{table}/hands", json={**payload, "based_on": version})
    exported = client.get(f"{table}/export").data
    answer = client.post(f"{TABLES}/import", data=exported, content_type="application/json")
    assert answer.status_code == 201
    assert answer.json["seats"] == client.get(table).json["seats"]


def test_the_document_names_every_address_of_the_api(app):
    rules = {
        re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(TABLES) and "<any" not in rule.rule
    }
    documented = {*openapi_paths(), *teach.openapi_paths()}
    assert rules <= documented
    names = {
        f"{TABLES}/{{token}}/{path}"
        for path in ("hands", "draws", "dice", "void", "undo", "redo", "leave", "join", "adjust")
    }
    assert names <= documented


def test_every_reference_of_the_document_leads_somewhere():
    schemas = {*openapi_schemas(), *teach.openapi_schemas(), "Problem"}
    text = json.dumps([openapi_paths(), openapi_schemas(), teach.openapi_paths(), teach.openapi_schemas()])
    assert set(re.findall(r"#/components/schemas/(\w+)", text)) <= schemas
