from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.ledger import evening
from webapp.ledger_forms import hand_query

# the pages use the database through the same calls as the API, which is tested on PostgreSQL too
pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)

FORM = {f"n{seat}": name for seat, name in enumerate(evening.NAMES)} | {"ruleset": "qiaoma", "stake": "0.5"}


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's first writing form, as a browser without script would send them."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    found: dict[str, str] = {}
    for name, value in fields:
        found.setdefault(name, unescape(value))
    return found


def post(client: FlaskClient, page: str, action: str, **fields: str) -> TestResponse:
    sent = {name: value for name, value in hidden(client.get(page).text).items() if name != "replaces"}
    return client.post(action, data={**sent, **fields})


def opened(client: FlaskClient, **more: str) -> str:
    answer = post(client, "/tables/new", "/tables/new", **{**FORM, **more})
    assert answer.status_code == 303, answer.text
    return answer.location


def totals(client: FlaskClient, table: str) -> list[int]:
    seats = client.get(table.replace("/t/", "/api/v1/tables/")).json["seats"]
    return [seat["points"] for seat in seats]


def settle_and_save(client: FlaskClient, table: str, request: dict) -> TestResponse:
    """The way of a hand without script: the table's button, the form of the hand, its settlement, saving."""
    form = client.get(f"{table}/record", follow_redirects=True)
    filled = dict(parse_qsl(urlsplit(form.request.url).query))
    page = client.get("/settle?" + urlencode([*filled.items(), *hand_query(request)]))
    assert page.status_code == 200, page.text
    saving = page.text[page.text.index(f'action="{table}/hands"') :]
    return client.post(f"{table}/hands", data=hidden(saving))


def test_an_evening_is_kept_without_script(client):
    table = opened(client)
    for kind, payload, _points in evening.HANDS:
        if kind == "draw":
            answer = post(client, table, f"{table}/draw")
        elif "manual" in payload:
            answer = post(client, f"{table}/quick", f"{table}/quick", won_3="1", share_3="5", by="self_draw")
        else:
            answer = settle_and_save(client, table, payload["request"])
        assert answer.status_code == 303, answer.text
    page = client.get(f"{table}/void/{evening.MISTAKE}").text
    assert "Later hands" not in page
    assert post(client, f"{table}/void/7", f"{table}/void/7", reason="not ours").status_code == 303
    assert totals(client, table) == list(evening.TOTALS)
    page = unescape(client.get(table).text)
    for words in (
        "Ann and Bo on 蔡's discard",
        "Drawn hand",
        "Dee by self-draw",
        "Bo on Ann's discard",
    ):
        assert words in page
    assert "not ours" in client.get(f"{table}/log").text


def test_every_page_of_a_table_answers_in_both_languages(client):
    table = opened(client)
    for _, payload, _points in evening.HANDS[1:4]:
        settle_and_save(client, table, payload["request"])
    pages = ["", "/statistics", "/share", "/log", "/print", "/quick", "/lines/1", "/void/1", "/chart.svg"]
    for page in pages:
        for lang in ("en", "zh"):
            answer = client.get(f"{table}{page}?lang={lang}")
            assert answer.status_code == 200
            if page not in ("/chart.svg",):
                assert f'<html lang="{"en" if lang == "en" else "zh-Hans"}"' in answer.text


def test_a_line_says_why_in_the_pages_language(client):
    table = opened(client)
    settle_and_save(client, table, evening.HANDS[5][1]["request"])
    assert (
        "full flush" in client.get(f"{table}/lines/1?lang=en").text.lower()
        or "qingyise" in client.get(f"{table}/lines/1?lang=en").text
    )
    assert "清一色" in client.get(f"{table}/lines/1?lang=zh").text


def test_the_page_of_a_hand_starts_from_what_the_table_knows(client):
    table = opened(client, dealer="2")
    post(client, table, f"{table}/draw")
    post(client, table, f"{table}/dice", die_0="2", die_1="2")
    location = client.get("/hand").location
    query = dict(parse_qsl(urlsplit(location).query))
    assert (query["dealer"], query["huangfan"], query["kaibao"], query["n2"]) == ("2", "1", "1", "蔡")


def test_a_corrected_hand_takes_the_place_of_the_wrong_one(client):
    table = opened(client)
    settle_and_save(client, table, evening.HANDS[5][1]["request"])
    settle_and_save(client, table, evening.HANDS[1][1]["request"])
    location = client.get(f"{table}/record?replaces=1").location
    query = parse_qsl(urlsplit(location).query)
    assert ("concealed", evening.FLUSH["concealed"]) in query
    changed = [(name, "3" if name == "from" else value) for name, value in query]
    page = client.get("/settle?" + urlencode(changed)).text
    saving = page[page.index(f'action="{table}/hands"') :]
    assert client.post(f"{table}/hands", data=hidden(saving)).status_code == 303
    assert totals(client, table) == [2, 0, 18, -20]


def test_two_browsers_saving_at_once_get_one_conflict_and_may_save_after_it(app, client):
    table = opened(client)
    other = app.test_client()
    other.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    mine, theirs = hidden(client.get(table).text), hidden(other.get(table).text)
    assert other.post(f"{table}/draw", data=theirs).status_code == 303
    refused = client.post(f"{table}/draw", data=mine)
    assert refused.status_code == 409
    assert "Drawn hand" in refused.text
    again = hidden(refused.text[refused.text.index("<form") :])
    assert client.post(f"{table}/draw", data=again).status_code == 303
    assert client.get(table.replace("/t/", "/api/v1/tables/")).json["state"]["huangfan"] == 2


def test_sending_a_form_twice_saves_once(client):
    table = opened(client)
    sent = hidden(client.get(table).text)
    assert [client.post(f"{table}/draw", data=sent).status_code for _ in range(2)] == [303, 303]
    assert client.get(table.replace("/t/", "/api/v1/tables/")).json["version"] == 1


def test_undo_and_redo_are_lines_of_the_log(client):
    table = opened(client)
    post(client, table, f"{table}/draw")
    assert post(client, table, f"{table}/undo").status_code == 303
    assert post(client, table, f"{table}/redo").status_code == 303
    log = client.get(f"{table}/log").text
    assert "Undo of line 1" in log
    assert "Redo of line 1" in log


def test_a_form_without_its_token_is_refused(client):
    table = opened(client)
    assert client.post(f"{table}/draw", data={"based_on": "0", "key": "k"}).status_code == 400


def test_the_viewing_link_shows_everything_and_changes_nothing(app, client):
    table = opened(client)
    view = client.get(table.replace("/t/", "/api/v1/tables/")).json
    share = client.get(f"{table}/share").text
    links = re.findall(r"http://localhost(/t/[\w-]+)", share)
    watching = next(link for link in links if link != table)
    viewer = app.test_client()
    page = viewer.get(watching).text
    assert "/draw" not in page
    assert view["may_write"]
    assert not viewer.get(watching.replace("/t/", "/api/v1/tables/")).json["may_write"]
    assert table.removeprefix("/t/") not in page + viewer.get(f"{watching}/share").text
    token = hidden(viewer.get(f"{watching}/share").text)["csrf_token"]
    answer = viewer.post(f"{watching}/draw", data={"csrf_token": token, "based_on": "0"})
    assert answer.status_code == 403


def test_a_link_that_opens_nothing_is_not_found(client):
    for path in ("/t/nothing", "/t/nothing/share", "/api/v1/tables/nothing", "/api/v1/tables/nothing/events"):
        assert client.get(path).status_code == 404


def test_a_phone_claims_a_seat_and_what_it_writes_carries_its_name(client):
    table = opened(client)
    post(client, f"{table}/share", f"{table}/claim", seat="1")
    post(client, table, f"{table}/draw")
    assert client.get(table.replace("/t/", "/api/v1/tables/") + "/entries").json["entries"][0]["author"] == "Bo"


def test_files_go_out_and_come_back_through_the_pages(client):
    table = opened(client)
    settle_and_save(client, table, evening.HANDS[5][1]["request"])
    for form in ("json", "csv"):
        data = client.get(f"{table}/export.{form}").data
        token = hidden(client.get("/tables").text)["csrf_token"]
        answer = client.post(
            "/tables/import", data={"csrf_token": token, "file": (__import__("io").BytesIO(data), "f")}
        )
        assert answer.status_code == 303
        assert totals(client, answer.location) == [0, -20, 20, 0]


@pytest.mark.parametrize(
    "fields",
    [
        {"n1": "Ann"},
        {"n2": ""},
        {"stake": "much"},
        {"ruleset": "chess"},
        {"overrides": "cap = ["},
        {"purse": "x"},
    ],
)
def test_a_table_that_can_not_be_is_refused_with_a_reason(client, fields):
    answer = post(client, "/tables/new", "/tables/new", **{**FORM, **fields})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_no_page_of_the_ledger_tells_its_address_to_another_site(client):
    answer = client.get(opened(client))
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("place", "payers"), [(0, "2"), (1, "123"), (2, "1"), (3, "0")])
def test_the_quiz_asks_about_hands_that_were_played_here(client, place, payers):
    """Hands 2, 3, 6 and 8 of the evening count and have one winner; the third kind of question is who pays."""
    table = client.post("/api/v1/tables", json=evening.TABLE).json["links"]["write"]
    for version, (kind, payload, _points) in enumerate(evening.HANDS):
        client.post(f"/api/v1/tables/{table}/{kind}s", json={**payload, "based_on": version})
    client.post(f"/api/v1/tables/{table}/void", json={"target": evening.MISTAKE, "based_on": 8})
    question = 3 * place + 2
    asked = client.get(f"/t/{table}/quiz?q={question}").text
    assert "Who pays?" in asked
    assert "Right!" in client.get(f"/t/{table}/quiz?q={question}&answer={payers}").text
    assert "1 of 1 right" in client.get(f"/t/{table}/quiz?q={question + 12}").text


def test_a_table_without_hands_asks_about_random_ones(client):
    table = client.post("/api/v1/tables", json=evening.TABLE).json["links"]["write"]
    assert client.get(f"/t/{table}/quiz").location == "/learn/quiz"
