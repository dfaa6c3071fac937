"""The hand page asked before the win: what thirteen tiles wait for, what to let go, was the discarder ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.webapp.browser import DESKTOP, chromium, open_page
from tests.webapp.conftest import AppMaker
from tests.webapp.fakes import FakeReader, Row, photo_of

Serve = Callable[[Flask], str]
THIRTEEN: Row = (
    *((code, "concealed") for code in ("1m", "2m", "3m", "7p", "8p", "9p", "2s", "3s", "5s", "5s")),
    *((code, "meld") for code in ("1z", "1z", "1z")),
    ("1f", "flower"),
)
"""23s waits for 1s and 4s, four of each left; 1f and the pung of 东 make it worth something in every rule set."""
DISCARDED = "/hand?concealed=234m567p2s&tile=2s&meld=123m&meld=111z&flowers=1f5f&by=discard&from=2"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def home(make_app: AppMaker, serve: Serve) -> str:
    return serve(make_app(FakeReader(row=THIRTEEN, doubts=())))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(photo_of())
    return path


def shown(page: Page, column: int) -> list[str]:
    """The tiles in that column of the answer's table."""
    uses = page.locator(f"#waits tbody td:nth-child({column}) use")
    return [use.get_attribute("href").split("#t-")[1] for use in uses.all()]  # type: ignore[union-attr]


def test_a_photo_of_thirteen_tiles_shows_what_they_wait_for_and_what_each_is_worth(
    browser: Browser, home: str, photo: Path
) -> None:
    page = open_page(browser)
    page.goto(home)
    page.set_input_files("#pick", photo)
    expect(page.locator("#live")).to_have_text("听 2 种牌，还有 8 张")
    assert shown(page, 1) == ["1s", "4s"]
    expect(page.locator("#waits tbody tr").first).to_contain_text("平胡")
    expect(page.locator("#waits tbody tr").first).to_contain_text("2 花")
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_tile_that_lies_open_is_not_left(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand?concealed=123m789p123s23p55s")
    expect(page.locator("#live")).to_have_text("听 2 种牌，还有 8 张")
    page.get_by_label("别处已亮出的牌").fill("44p")
    page.get_by_label("别处已亮出的牌").blur()
    expect(page.locator("#live")).to_have_text("听 2 种牌，还有 6 张")


def test_of_fourteen_tiles_it_says_which_to_let_go(browser: Browser, home: str) -> None:
    """123455s 44z: without 5s it waits for 3s and 6s, 3 + 4 tiles."""
    page = open_page(browser)
    page.goto(home + "/hand?concealed=123m789p12s3455s44z&flowers=1f")
    expect(page.locator("#live")).to_have_text("打五条就听，还有 7 张")
    assert shown(page, 1)[0] == "5s"


def test_a_hand_that_is_far_away_sees_the_nearest_types_first(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand?concealed=1123577m11z44z59p&ruleset=qinghunpeng")
    expect(page.locator("#live")).to_have_text("还没听：差 3 张")
    expect(page.locator("#waits .near h3").first).to_contain_text("混一色")


def test_a_won_hand_is_not_told_what_to_let_go(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand?concealed=123m456p789s23455p")
    expect(page.locator("#live")).to_have_text("胡的是哪一张？点一下那张牌")
    page.wait_for_timeout(600)
    expect(page.locator("#waits")).to_be_hidden()


def test_without_script_the_button_leads_to_the_same_answer(browser: Browser, home: str) -> None:
    page = open_page(browser, script=False)
    page.goto(home + "/hand?concealed=123m789p123s23p55s")
    page.get_by_role("button", name="我听什么？").click()
    expect(page.get_by_role("heading", name="听 2 种牌，还有 8 张")).to_be_visible()


def test_the_discarders_hand_is_photographed_and_its_readiness_counts_in_the_settlement(
    browser: Browser, home: str, photo: Path
) -> None:
    page = open_page(browser)
    page.goto(home + DISCARDED)
    page.get_by_role("button", name="点炮者听了吗？").click()
    page.set_input_files(".hand-tabs input[type=file]", photo)
    expect(page.locator("#waits .notice")).to_have_text("丙听了，结算已按听牌计。")
    expect(page.locator(".count")).to_contain_text("13/13")
    expect(page.locator("#doubts")).to_be_hidden()
    page.get_by_role("button", name="胡家 1").click()
    expect(page.locator(".photo")).to_be_hidden()
    expect(page.locator(".count")).to_contain_text("14/14")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    assert "ready=2" in page.url
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_misread_tile_of_the_discarder_is_corrected_and_the_verdict_follows(
    browser: Browser, home: str, photo: Path
) -> None:
    page = open_page(browser)
    page.goto(home + DISCARDED)
    page.get_by_role("button", name="点炮者听了吗？").click()
    page.set_input_files(".hand-tabs input[type=file]", photo)
    expect(page.locator("#waits .notice")).to_contain_text("丙听了")
    page.locator(".zone-concealed .tile-button").first.click()
    page.get_by_role("dialog").get_by_role("button", name="字", exact=True).click()
    page.locator("dialog .board .key[data-code='4z']").click()
    expect(page.locator("#waits .notice")).to_contain_text("丙没有听")
    expect(page.locator("[name=ready]:checked")).to_have_count(0)


def test_the_boxes_of_a_later_photo_are_drawn_and_light_up_with_their_tiles(
    browser: Browser, home: str, photo: Path
) -> None:
    page = open_page(browser, DESKTOP)
    page.goto(home)
    page.set_input_files("#pick", photo)
    page.wait_for_url("**/hand?photo=*")
    page.get_by_role("button", name="清空").click()
    page.set_input_files("#more", photo)
    expect(page.locator(".photo")).to_have_count(2)
    expect(page.locator(".photo").nth(1).locator(".box")).to_have_count(len(THIRTEEN))
    page.locator(".zone-concealed .tile-button").first.hover()
    expect(page.locator(".photo").nth(1).locator(".box.hit")).to_have_count(1)
    page.locator(".photo").nth(1).locator(".box").nth(4).hover()
    expect(page.locator(".tile-button.hit")).to_have_count(1)
    page.locator(".photo").nth(1).locator(".box").nth(4).click()
    expect(page.get_by_role("dialog")).to_contain_text("八筒")
    expect(page.locator("dialog .crop")).to_be_visible()
    assert page.complaints == []  # type: ignore[attr-defined]
