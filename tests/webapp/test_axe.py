"""Axe finds no serious fault on any page, in either language, in light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.webapp.browser import DESKTOP, PHONE, chromium, open_page
from tests.webapp.conftest import AppMaker
from tests.webapp.fakes import photo_of

AXE = Path(__file__).parent / "vendor" / "axe" / "axe.min.js"
SETTLED = (
    "/settle?concealed=234m567p2s&tile=2s&meld=123m&meld_from=3&meld=1111z&meld_from=concealed&flowers=1f5f7z&stake=0.5"
)
PAGES = ["/", "/hand", SETTLED, "/settle?concealed=2m&by=discard", "/camera", "/api", "/offline", "/nowhere"]
LESSONS = [
    "/learn",
    "/learn/rules",
    "/learn/rules/qiaoma",
    "/learn/compare",
    "/learn/course",
    "/learn/waits",
    "/learn/quiz",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize(
    ("language", "colours", "size"),
    [("zh-CN", "light", PHONE), ("en-GB", "dark", DESKTOP), ("zh-CN", "dark", PHONE), ("en-GB", "light", DESKTOP)],
)
def test_axe_finds_no_serious_fault(
    browser: Browser,
    make_app: AppMaker,
    serve: Callable[[Flask], str],
    tmp_path: Path,
    language: str,
    colours: str,
    size: dict[str, int],
) -> None:
    home = serve(make_app())
    page = open_page(browser, size, language=language, colours=colours)
    (tmp_path / "hand.jpg").write_bytes(photo_of())
    page.goto(home)
    page.set_input_files("#pick", tmp_path / "hand.jpg")
    page.wait_for_url("**/hand?photo=*")
    faults = []
    for address in [page.url, *(home + path for path in PAGES + LESSONS)]:
        page.goto(address)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        faults += [
            f"{address.removeprefix(home)}: {one['id']} {node['html'][:120]}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:3]
        ]
    assert faults == []
