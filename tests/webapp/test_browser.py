"""The pages in a real browser: from the photo to who pays whom."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.webapp.browser import DESKTOP, PHONE, chromium, open_page
from tests.webapp.conftest import AppMaker
from tests.webapp.fakes import photo_of
from vision import HandReader

WEIGHTS = Path(__file__).resolve().parents[2] / "models" / "weights"
Serve = Callable[[Flask], str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def home(make_app: AppMaker, serve: Serve) -> str:
    return serve(make_app())


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "hand.jpg"
    path.write_bytes(photo_of())
    return path


def upload(page: Page, home: str, photo: Path) -> None:
    page.goto(home)
    page.set_input_files("#pick", photo)
    page.wait_for_url("**/hand?photo=*")


def tiles_of(page: Page, zone: str) -> list[str]:
    uses = page.locator(f".zone-{zone} .tile-button use")
    return [use.get_attribute("href").split("#t-")[1] for use in uses.all()]  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_photo_is_uploaded_corrected_and_settled(
    browser: Browser, home: str, photo: Path, size: dict[str, int]
) -> None:
    page = open_page(browser, size)
    upload(page, home, photo)
    expect(page.get_by_role("heading", name="1 处待确认")).to_be_visible()
    page.locator("#doubts .key[aria-label='三万']").click()
    expect(page.locator("#doubts")).to_be_hidden()
    assert tiles_of(page, "concealed")[0] == "3m"
    page.get_by_role("button", name="撤销").click()
    assert tiles_of(page, "concealed")[0] == "2m"
    expect(page.locator("#live")).to_have_text("平胡，每份 6")
    page.locator("[name=by][value=discard]").check(force=True)
    page.locator("[name=from][value='2']").check(force=True)
    expect(page.locator("#live")).to_have_text("平胡，每份 6")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    expect(page.locator(".totals")).to_contain_text("+6")
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_large_photo_is_shrunk_on_the_phone_before_it_is_sent(browser: Browser, home: str, photo: Path) -> None:
    photo.write_bytes(photo_of(3600, 2700))
    page = open_page(browser)
    upload(page, home, photo)
    image = page.locator(".photo image").first
    assert image.get_attribute("width") == "3000"


def test_without_script_upload_and_result_work(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser, script=False)
    page.goto(home)
    page.set_input_files("#shoot", photo)
    page.get_by_role("button", name="识别照片").click()
    page.wait_for_url("**/hand?photo=*")
    page.get_by_label("手里的牌（不含胡的那张）").first.fill("345m567p2s")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    expect(page.locator(".totals")).to_contain_text("+18")


def test_a_tile_and_its_box_light_up_together(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser, DESKTOP)
    upload(page, home, photo)
    page.locator(".tile-button[data-link='5']").hover()
    expect(page.locator(".photo .box.hit")).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(".photo .box.hit")).to_have_count(0)
    page.locator(".photo .box").nth(3).hover()
    expect(page.locator(".tile-button.hit")).to_have_count(1)
    page.locator(".photo .box").nth(3).click()
    expect(page.get_by_role("dialog")).to_contain_text("五筒")


def test_a_tile_moves_between_hand_melds_and_flowers(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser)
    upload(page, home, photo)
    page.locator(".zone-flowers .tile-button").first.click()
    page.get_by_role("button", name="放到手牌").click()
    assert "1f" in tiles_of(page, "concealed")
    page.locator(".zone-concealed .tile-button").first.click()
    page.get_by_role("button", name="胡的牌", exact=True).click()
    assert tiles_of(page, "tile") == ["2m"]
    assert "2s" in tiles_of(page, "concealed")
    page.keyboard.press("Control+z")
    assert tiles_of(page, "tile") == ["2s"]


def test_a_hand_is_entered_without_a_photo(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand")
    page.get_by_role("button", name="加手牌").click()
    for suit, codes in (
        ("万", "1m 2m 3m"),
        ("筒", "4p 5p 6p"),
        ("条", "7s 8s 9s"),
        ("万", "2m 3m 4m 5m 5m"),
        ("花", "1f"),
    ):
        page.get_by_role("dialog").get_by_role("button", name=suit, exact=True).click()
        for code in codes.split():
            page.locator(f"dialog .key[data-code='{code}']").click()
    page.keyboard.press("Escape")
    assert tiles_of(page, "tile") == ["5m"]
    assert tiles_of(page, "flowers") == ["1f"]
    expect(page.locator(".count")).to_contain_text("14/14")
    expect(page.locator("#live")).to_have_text("平胡，每份 4")


def test_the_keyboard_can_be_searched(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand")
    page.get_by_role("button", name="加手牌").click()
    for sought, found in (("五", 3), ("5m", 1), ("东", 1), ("饼", 9), ("zzz", 0)):
        page.get_by_role("searchbox").fill(sought)
        expect(page.locator("dialog .board .key")).to_have_count(found)


def test_five_of_a_kind_and_the_count_are_told_at_once(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand?concealed=11111m456p789s23p&tile=4p")
    expect(page.locator(".count")).to_contain_text("一万太多")
    page.goto(home + "/hand?concealed=123m456p789s23p&tile=4p")
    expect(page.locator("#live")).to_have_text("还差 2 张")


def test_a_kong_is_added_as_one_meld(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand")
    page.get_by_role("button", name="加副露").click()
    page.get_by_role("button", name="暗杠", exact=True).click()
    page.locator("dialog .key[data-code='3m']").click()
    page.keyboard.press("Escape")
    assert tiles_of(page, "melds") == ["3m"] * 4
    assert page.locator("[name=meld_from]").first.input_value() == "concealed"


def test_two_players_win_on_one_discard(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(
        home
        + "/hand?concealed=234m567p2s&tile=2s&meld=123m&meld_from=3&meld=1111z&meld_from=concealed"
        + "&flowers=1f&by=discard&from=2"
    )
    page.get_by_role("button", name="再加一家").click()
    page.get_by_role("button", name="加手牌").click()
    for suit, codes in (("万", "1m 2m 3m"), ("筒", "4p 5p 6p"), ("条", "7s 8s 9s 3s 4s 5s 2s"), ("花", "2f")):
        page.get_by_role("dialog").get_by_role("button", name=suit, exact=True).click()
        for code in codes.split():
            page.locator(f"dialog .key[data-code='{code}']").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    expect(page.locator(".winner")).to_have_count(2)
    expect(page.locator(".payments")).to_contain_text("丙")


def test_a_refused_photo_leaves_the_visitor_on_the_page_with_the_reason(
    browser: Browser, home: str, tmp_path: Path
) -> None:
    page = open_page(browser)
    page.goto(home)
    (tmp_path / "letter.jpg").write_bytes(b"not a picture at all")
    page.set_input_files("#pick", tmp_path / "letter.jpg")
    expect(page.locator("#upload-error")).to_contain_text("这不是照片")


def test_sixty_megabytes_get_a_clear_answer_and_no_broken_connection(
    browser: Browser, home: str, tmp_path: Path
) -> None:
    (tmp_path / "huge.jpg").write_bytes(photo_of() + b"\0" * 60_000_000)
    page = open_page(browser, script=False)
    page.goto(home)
    page.set_input_files("#shoot", tmp_path / "huge.jpg")
    page.get_by_role("button", name="识别照片").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("40 MB")


def test_the_colours_switch_without_a_reload(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home)
    page.locator("[data-theme-switch]").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_every_target_on_the_phone_is_large_enough(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser)
    upload(page, home, photo)
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            'button, .button, select, .segments label, .tabs a, .switch, summary, .check, input:not([type=hidden])')]
        .filter((one) => one.checkVisibility() && !one.closest('.segments label, .check, .add-photo') )
        .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 44 || box.width < 38))
        .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_nothing_sticks_out_at_360_pixels(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser, {"width": 360, "height": 740})
    upload(page, home, photo)
    for address in (page.url, home, home + "/settle?concealed=234m567p2s&tile=2s&meld=123m&meld=1111z&flowers=1f5f7z"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_a_real_photo_is_read_corrected_and_settled_by_the_shipped_model(
    browser: Browser, make_app: AppMaker, serve: Serve, shared: Path
) -> None:
    """The tiles come from the model; what it misread of this photo is put right before settling."""
    assert (WEIGHTS / "manifest.toml").exists(), f"no weights in {WEIGHTS}"
    home = serve(make_app(HandReader.load(WEIGHTS)))
    truth = {
        hand["photo"]: hand for hand in map(json.loads, (shared / "photos/val/hands.jsonl").read_text().splitlines())
    }
    page = open_page(browser, DESKTOP)
    upload(page, home, shared / "photos/val/images/hk-0545.jpg")
    expect(page.locator(".photo .box").first).to_be_visible()
    assert page.locator(".photo .box").count() >= 10
    right = truth["hk-0545.jpg"]
    assert right["concealed"] == "55p666z"
    page.get_by_role("button", name="清空").click()
    address = page.url + "&concealed=55p66z&tile=6z&" + "&".join(f"meld={one}&meld_from=3" for one in right["melds"])
    page.goto(address + f"&flowers={right['flowers']}&seat=0&by=discard&from=2&ruleset=qinghunpeng")
    page.locator(".zone-flowers .tile-button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("冬")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    expect(page.locator(".winner")).to_have_count(1)


def test_a_second_photo_adds_to_the_corrected_hand(browser: Browser, home: str, photo: Path) -> None:
    page = open_page(browser)
    upload(page, home, photo)
    page.get_by_role("button", name="清空").click()
    page.set_input_files("#more", photo)
    expect(page.locator(".count")).to_contain_text("14/14")
    assert tiles_of(page, "flowers") == ["1f", "5f"]
    assert page.complaints == []  # type: ignore[attr-defined]


def test_house_rules_are_kept_under_a_name(browser: Browser, home: str) -> None:
    page = open_page(browser)
    page.goto(home + "/hand")
    page.get_by_text("本桌规则").first.click()
    page.get_by_role("button", name="cap = 40").click()
    page.get_by_label("给这套规则起名").fill("老王家")
    page.get_by_role("button", name="保存这套规则").click()
    page.reload()
    page.get_by_text("本桌规则").first.click()
    page.get_by_role("button", name="老王家", exact=True).click()
    assert page.locator("[name=overrides]").input_value() == "cap = 40"
