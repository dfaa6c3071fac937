"""Debian's Chromium, driven by Playwright. Its absence fails the tests; it never skips them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


@contextmanager
def chromium() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "these tests need Debian's package chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


def open_page(
    browser: Browser,
    size: dict[str, int] = PHONE,
    *,
    language: str = "zh-CN",
    colours: str = "light",
    script: bool = True,
) -> Page:
    """A page whose script errors and failed policies end up in ``page.complaints``."""
    context: BrowserContext = browser.new_context(
        viewport=size,
        locale=language,
        color_scheme=colours,
        java_script_enabled=script,
        service_workers="block",  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    complaints: list[str] = []
    page.complaints = complaints  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None)
    return page
