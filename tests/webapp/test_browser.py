"""The pages in a real browser: from the photo to who pays whom."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.webapp.browser import DESKTOP, PHONE, chromium, open_page
from tests.webapp.conftest import AppMaker
from tests.webapp.fakes import FakeReader, photo_of
from vision import HandReader, Remark, Suggestion

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


def test_a_proposal_of_the_reader_is_taken_with_one_tap(
    browser: Browser, make_app: AppMaker, serve: Serve, photo: Path
) -> None:
    reader = FakeReader(suggestions=(Suggestion(0, "2m", "3m", "suggest_hand"),), advice=(Remark("dark"),))
    page = open_page(browser)
    upload(page, serve(make_app(reader)), photo)
    expect(page.locator("#advice")).to_contain_text("照片太暗")
    expect(page.get_by_role("heading", name="2 处待确认")).to_be_visible()
    page.get_by_role("button", name="改成三万").click()
    assert tiles_of(page, "concealed")[0] == "3m"
    expect(page.locator(".proposal")).to_have_count(0)
    page.get_by_role("button", name="撤销").click()
    assert tiles_of(page, "concealed")[0] == "2m"
    assert page.complaints == []  # type: ignore[attr-defined]


def codes_of(text: str) -> list[str]:
    """The tiles of a text as hands.jsonl writes it: "11m7z" is 1m, 1m, 7z."""
    return [digit + suit for digits, suit in re.findall(r"([0-9]+)([mpszf])", text) for digit in digits]


def tap(page: Page, zone: str, code: str) -> None:
    page.locator(f".zone-{zone} .tile-button:has(use[href$='#t-{code}'])").first.click()


def pick(page: Page, code: str) -> None:
    """Choose a tile on the open sheet's keyboard."""
    suits = {"m": "万", "p": "筒", "s": "条", "z": "字", "f": "花"}
    page.get_by_role("dialog").get_by_role("button", name=suits[code[1]], exact=True).click()
    page.locator(f"dialog .board .key[data-code='{code}']").click()


def put_right(page: Page, zone: str, truth: list[str], add: str) -> None:
    """Make a row of the hand equal the truth by taps: change wrong tiles, remove extra ones, add missing ones."""
    seen, right = Counter(tiles_of(page, zone)), Counter(truth)
    extra, missing = list((seen - right).elements()), list((right - seen).elements())
    for wrong, wanted in zip(extra, missing, strict=False):
        tap(page, zone, wrong)
        pick(page, wanted)
    for wrong in extra[len(missing) :]:
        tap(page, zone, wrong)
        page.get_by_role("dialog").get_by_role("button", name="删除").click()
    if missing[len(extra) :]:
        page.get_by_role("button", name=add).click()
        for wanted in missing[len(extra) :]:
            pick(page, wanted)
        page.keyboard.press("Escape")


def all_to_the_hand(page: Page) -> None:
    """Take melds apart and put the winning tile back, until all tiles but flowers are in the hand."""
    apart = page.locator(".zone-melds .tile-button, .zone-tile .tile-button")
    while apart.count():
        apart.first.click()
        page.get_by_role("button", name="放到手牌").click()


def test_a_real_photo_is_read_corrected_and_settled_by_the_shipped_model(
    browser: Browser, make_app: AppMaker, serve: Serve, shared: Path
) -> None:
    """Four concealed pungs and a pair of 西, the flower 兰; whatever the model misread of it is put right by taps.

    RULES.md: one flower is 1 hua (§2), the pungs are of suits and count nothing. pengpenghu and menqing are 1 fan
    each (§4). qinghunpeng has base 2 and cap 10: min(10, (2 + 1) × 2²) = 10 (§3), from each of three 10 (§5).
    qiaoma has base 1 and cap 20: (1 + 1) × 2² = 8.
    """
    assert (WEIGHTS / "manifest.toml").exists(), f"no weights in {WEIGHTS}"
    lines = (shared / "photos/val/hands.jsonl").read_text(encoding="utf-8").splitlines()
    truth = next(hand for hand in map(json.loads, lines) if hand["photo"] == "hk-0073.jpg")
    assert (truth["concealed"], truth["flowers"]) == ("111333m444666s33z", "6f")
    page = open_page(browser)
    upload(page, serve(make_app(HandReader.load(WEIGHTS))), shared / "photos/val/images/hk-0073.jpg")
    assert page.locator(".photo .box").count() >= 12
    all_to_the_hand(page)

    before = tiles_of(page, "concealed")
    other = "9p" if before[0] != "9p" else "8p"
    page.locator(".zone-concealed .tile-button").first.click()
    pick(page, other)
    assert tiles_of(page, "concealed") == [other, *before[1:]]
    page.locator(".zone-concealed .tile-button").first.click()
    pick(page, before[0])
    assert tiles_of(page, "concealed") == before

    put_right(page, "flowers", codes_of(truth["flowers"]), "加花牌")
    put_right(page, "concealed", codes_of(truth["concealed"]), "加手牌")
    all_to_the_hand(page)
    tap(page, "concealed", "3z")
    page.get_by_role("dialog").get_by_role("button", name="胡的牌", exact=True).click()
    assert tiles_of(page, "tile") == ["3z"]
    assert Counter(tiles_of(page, "concealed")) == Counter(codes_of("111333m444666s3z"))
    assert tiles_of(page, "flowers") == ["6f"]

    page.locator("[name=by][value=self_draw]").check(force=True)
    page.locator("#ruleset").select_option("qinghunpeng")
    expect(page.locator("#live")).to_have_text("碰碰胡，每份 10")
    page.locator("#ruleset").select_option("qiaoma")
    expect(page.locator("#live")).to_have_text("碰碰胡，每份 8")
    page.get_by_role("button", name="结算").click()
    page.wait_for_url("**/settle?*")
    expect(page.locator(".winner")).to_contain_text("碰碰胡")
    expect(page.locator(".winner")).to_contain_text("门前清")
    payments = [int(text.replace("−", "-")) for text in page.locator(".totals td.num").all_inner_texts()]
    assert payments == [24, -8, -8, -8]
    assert sum(payments) == 0
    assert page.complaints == []  # type: ignore[attr-defined]


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
