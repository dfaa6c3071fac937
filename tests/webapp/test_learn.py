"""The pages for learning."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from scoring import ruleset_ids
from webapp import learn, quiz


@pytest.mark.parametrize("page", ["", "/rules", "/course", "/compare", "/waits"])
def test_each_lesson_opens_in_both_languages(client: FlaskClient, page: str) -> None:
    for language in ("zh", "en"):
        assert client.get(f"/learn{page}", query_string={"lang": language}).status_code == 200


def test_every_rule_set_is_explained(client: FlaskClient) -> None:
    for id in ruleset_ids():
        assert client.get(f"/learn/rules/{id}").status_code == 200
    assert client.get("/learn/rules/none").status_code == 404


def test_the_comparison_marks_what_differs_and_only_that(client: FlaskClient) -> None:
    both = client.get("/learn/compare?with=qiaoma&with=qinghunpeng").get_data(as_text=True)
    same = client.get("/learn/compare?with=qiaoma&with=qiaoma").get_data(as_text=True)
    assert 'class="differs"' in both
    assert 'class="differs"' not in same


def test_every_lesson_shows_a_hand_of_its_type(client: FlaskClient) -> None:
    with client.application.test_request_context():
        for term, hand in learn.COURSE:
            won = [one for _, one in learn._lesson(term, hand)["worth"] if one["legal"]]
            assert any(
                term in one["types"] + one["bonuses"] or {"hunyise", "pengpenghu"} <= set(one["types"]) for one in won
            ), term


def test_thirteen_tiles_show_what_they_wait_for(client: FlaskClient) -> None:
    """The example of RULES.md's notation: 23p waits for 1p and 4p."""
    text = client.get("/learn/waits?concealed=123m789p123s23p55s").get_data(as_text=True)
    assert "听 2 种牌" in text
    assert "t-4p" in text


def test_a_hand_of_the_wrong_size_is_told_so(client: FlaskClient) -> None:
    assert client.get("/learn/waits?concealed=123m").status_code == 422


@pytest.mark.parametrize("number", range(30))
def test_a_question_has_one_right_answer_among_its_options(client: FlaskClient, number: int) -> None:
    one = quiz.question(number, "zh")
    assert one.right in one.options
    assert len(set(one.options)) == len(one.options)
    assert one == quiz.question(number, "zh")


def test_the_score_of_the_quiz_can_start_again(client: FlaskClient) -> None:
    client.get("/learn/quiz", query_string={"q": 7, "answer": quiz.question(7, "zh").right})
    page = client.get("/learn/quiz?q=8").get_data(as_text=True)
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    assert client.post("/learn/quiz/again", data={"csrf_token": token}).status_code == 303
    assert "答对 0 / 0" in client.get("/learn/quiz?q=8").get_data(as_text=True)


def test_an_answer_is_judged_and_counted_once(client: FlaskClient) -> None:
    right = quiz.question(7, "zh").right
    for _ in range(2):
        text = client.get("/learn/quiz", query_string={"q": 7, "answer": right}).get_data(as_text=True)
        assert "答对了" in text
        assert "答对 1 / 1" in text
    wrong = next(one for one in quiz.question(8, "zh").options if one != quiz.question(8, "zh").right)
    text = client.get("/learn/quiz", query_string={"q": 8, "answer": wrong}).get_data(as_text=True)
    assert "答对 1 / 2" in text
