"""The settlement page, its form without script, and its picture."""

from __future__ import annotations

from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

WON = [
    ("concealed", "234m567p2s"),
    ("tile", "2s"),
    ("meld", "123m"),
    ("meld_from", "3"),
    ("meld", "1111z"),
    ("meld_from", "concealed"),
    ("flowers", "1f5f7z"),
]
"""The hand of RULES.md §7: three flowers and a concealed kong of winds, 6 hua, share 7."""


def address(*more: tuple[str, str], drop: str = "") -> str:
    return "/settle?" + urlencode([pair for pair in WON if pair[0] != drop] + list(more))


def test_the_hand_of_the_rule_text_settles_at_seven_each(client: FlaskClient) -> None:
    answer = client.get(address())
    text = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "平胡" in text
    assert "+21" in text
    assert text.count("−7") == 6  # each payer once on the drawing and once in the table
    assert "甲" in text


def test_a_discard_is_paid_by_the_discarder_alone(client: FlaskClient) -> None:
    text = client.get(address(("by", "discard"), ("from", "2"))).get_data(as_text=True)
    assert "丙付给甲 7 分" in text
    assert "+21" not in text


def test_players_have_their_names_and_money_by_the_stake(client: FlaskClient) -> None:
    text = client.get(address(("n0", "阿明"), ("n1", "<b>小红</b>"), ("stake", "0.5"))).get_data(as_text=True)
    assert "阿明" in text
    assert "&lt;b&gt;小红&lt;/b&gt;" in text
    assert "<b>小红</b>" not in text
    assert "+10.50" in text


def test_an_illegal_win_says_why_and_pays_nothing(client: FlaskClient) -> None:
    answer = client.get(address(("by", "discard"), ("from", "1"), ("declared", "0")))
    text = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "这副牌不能胡" in text
    assert "敲" in text
    assert "+21" not in text


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("concealed=123m456p789s234p&tile=5s", "13"),
        ("concealed=22222m456p789s23p&tile=4p", "2m"),
        ("concealed=123m456p789s234p5s1f&tile=5s", "1f"),
    ],
    ids=["thirteen tiles", "five of a kind", "a flower in the hand"],
)
def test_an_impossible_hand_comes_back_to_the_form_with_what_is_wrong(
    client: FlaskClient, query: str, says: str
) -> None:
    answer = client.get("/settle?" + query)
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "这副牌还不能结算" in text
    assert 'name="concealed"' in text


def test_every_problem_is_named_at_once(client: FlaskClient) -> None:
    text = client.get("/settle?concealed=22222m99999p&tile=4p&seat=9&by=discard&dealer=7").get_data(as_text=True)
    assert text.count("data-path=") >= 4


def test_a_house_rule_changes_the_cap(client: FlaskClient) -> None:
    text = client.get(address(("overrides", "cap = 5"))).get_data(as_text=True)
    assert "+15" in text


@pytest.mark.parametrize("line", ["cap 5", "cap = = 5", "= 5", "cap = 5\ncap = 6"])
def test_a_house_rule_that_cannot_be_read_is_quoted(client: FlaskClient, line: str) -> None:
    answer = client.get(address(("overrides", line)))
    assert answer.status_code == 422
    assert 'data-path="overrides"' in answer.get_data(as_text=True)


def test_two_winners_on_one_discard_are_both_paid_by_it(client: FlaskClient) -> None:
    second = [
        ("w1_seat", "1"),
        ("w1_concealed", "123m456p789s345p2s"),
        ("w1_tile", "2s"),
        ("w1_flowers", "2f"),
    ]
    text = client.get(address(("by", "discard"), ("from", "2"), *second)).get_data(as_text=True)
    assert "丙付给甲" in text
    assert "丙付给乙" in text


def test_the_picture_is_one_svg_that_needs_nothing_else(client: FlaskClient) -> None:
    answer = client.get(address(("n0", "A & <B>")).replace("/settle", "/settle.svg"))
    drawn = ElementTree.fromstring(answer.data)
    assert answer.mimetype == "image/svg+xml"
    assert drawn.tag.endswith("svg")
    used = {use.get("href") for use in drawn.iter() if use.tag.endswith("use")}
    there = {"#" + str(one.get("id")) for one in drawn.iter() if one.tag.endswith("symbol")}
    assert used <= there
    assert "#t-7z" in used


def test_the_address_in_the_page_holds_no_photo_and_no_table(client: FlaskClient) -> None:
    text = client.get(address(("photo", "secret-name"), ("at", "0123456789.1.0"))).get_data(as_text=True)
    query = text.split('data-query="')[1].split('"')[0]
    assert "photo" not in query
    assert "at=" not in query
    assert "concealed=234m567p2s" in query


def test_the_link_of_a_settlement_settles_the_same(client: FlaskClient) -> None:
    first = client.get(address(("by", "discard"), ("from", "2"), ("huangfan", "1"))).get_data(as_text=True)
    query = first.split('data-query="')[1].split('"')[0].replace("&amp;", "&")
    again = client.get("/settle?" + query).get_data(as_text=True)
    assert first.split("<main")[1].split("</main>")[0] == again.split("<main")[1].split("</main>")[0]


def test_the_line_below_the_hand_gets_a_summary(client: FlaskClient) -> None:
    answer = client.get(address(), headers={"Accept": "application/json"}).get_json()
    assert answer == {"problems": [], "legal": True, "summary": "平胡，每份 7"}


def test_what_is_wrong_reaches_the_line_below_the_hand(client: FlaskClient) -> None:
    answer = client.get("/settle?concealed=2m", headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert answer.get_json()["problems"]


def test_the_line_below_the_hand_names_tiles_in_words(client: FlaskClient) -> None:
    dragons = "/settle?concealed=123m456p789s55z2s&tile=2s&ruleset=qiaoma"
    answer = client.get(dragons, headers={"Accept": "application/json"}).get_json()
    assert any(one["message"].startswith("白 ") for one in answer["problems"]), answer
    assert not any("5z" in one["message"] for one in answer["problems"])


def test_the_page_of_the_hand_takes_back_everything_of_the_address(client: FlaskClient) -> None:
    text = client.get(
        address(("by", "discard"), ("from", "2"), ("huangfan", "3")).replace("/settle", "/hand")
    ).get_data(as_text=True)
    assert 'value="234m567p2s"' in text
    assert 'name="by" value="discard" checked' in text
    assert 'name="from" value="2" checked' in text
    assert 'value="3"' in text


def test_sizes_of_numbers_that_make_no_sense_do_no_harm(client: FlaskClient) -> None:
    for name in ("huangfan", "dealer", "seat", "claim_0_1", "stake"):
        assert client.get(address((name, "9" * 400))).status_code in (200, 422), name
