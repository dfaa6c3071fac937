from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.webapp.browser import DESKTOP, PHONE, chromium, open_page
from tests.webapp.ledger import evening
from webapp.ledger_forms import hand_query
from webapp.ledger_views import close

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
AXE = Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def home(app: Flask, serve) -> Iterator[str]:
    yield serve(app)
    close(app)


def open_table(page: Page, home: str) -> str:
    page.goto(f"{home}/tables/new")
    for seat, name in enumerate(evening.NAMES):
        page.fill(f"[name=n{seat}]", name)
    page.click("main form button.primary")
    page.wait_for_url(re.compile(r"/t/"))
    return page.url


def seat_points(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".seat-points").all_inner_texts()]


def record(page: Page, table: str, payload: dict) -> None:
    """A hand as a person records it; only the tiles come by the address instead of forty taps."""
    if "manual" in payload:
        page.goto(f"{table}/quick")
        page.fill("[name=share_3]", "5")
        page.click("main form button.primary")
    else:
        page.goto(f"{table}/record")
        page.goto(page.url + "&" + urlencode(hand_query(payload["request"])))
        page.locator("#hand-form button[type=submit]").last.click()
        page.wait_for_url(re.compile(r"/settle\?"))
        page.click("form[action$='/hands'] button")
    page.wait_for_url(table)


@pytest.mark.timeout(900)
def test_an_evening_on_a_phone_is_seen_live_on_another_screen(browser, home):
    phone = open_page(browser, PHONE, language="zh-CN")
    screen = open_page(browser, DESKTOP, language="en-GB", colours="dark")
    table = open_table(phone, home)
    phone.goto(f"{table}/share")
    watching = phone.locator(".qr-link a").first.get_attribute("href")
    screen.goto(f"{home}/t/{watching.rsplit('/', 1)[1]}")
    for kind, payload, _points in evening.HANDS:
        if kind == "draw":
            phone.goto(table)
            phone.click("form[action$='/draw'] button")
            phone.wait_for_url(table)
        else:
            record(phone, table, payload)
    phone.goto(f"{table}/void/{evening.MISTAKE}")
    phone.click("main form button.primary")
    phone.wait_for_url(table)
    points = [f"{'+' if n > 0 else '−'}{abs(n)}" for n in evening.TOTALS]
    assert seat_points(phone) == points
    expect(screen.locator("#ledger-live")).to_have_attribute("data-version", "9", timeout=20_000)
    assert seat_points(screen) == points
    assert phone.complaints == screen.complaints == []


def test_a_form_that_is_being_filled_in_is_not_swapped_away(browser, home):
    first, second = open_page(browser), open_page(browser)
    table = open_table(first, home)
    second.goto(table)
    second.click("details summary")
    second.fill("form[action$='/adjust'] [name=reason]", "half written")
    first.click("form[action$='/draw'] button")
    expect(second.locator(".ledger-newer")).to_be_visible(timeout=20_000)
    assert second.input_value("form[action$='/adjust'] [name=reason]") == "half written"
    second.click(".ledger-newer")
    expect(second.locator("#ledger-live")).to_have_attribute("data-version", "1")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("language", "colours", "size"), [("zh-CN", "light", PHONE), ("en-GB", "dark", DESKTOP)])
def test_axe_finds_no_serious_fault_on_any_page_of_the_ledger(browser, home, language, colours, size):
    page = open_page(browser, size, language=language, colours=colours)
    table = open_table(page, home)
    record(page, table, evening.HANDS[3][1])
    page.click("form[action$='/draw'] button")
    page.wait_for_url(table)
    page.goto(f"{table}/examples")
    page.click("form[action$='/switch'] button")
    faults = []
    parts = ["", "/statistics", "/share", "/log", "/print", "/quick", "/lines/1", "/void/1", "/examples", "/quiz"]
    for address in [f"{home}/tables", f"{home}/tables/new", *(table + part for part in parts)]:
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        faults += [
            f"{address.removeprefix(home)}: {one['id']} {node['html'][:160]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, address
    assert faults == []
