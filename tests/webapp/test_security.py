"""What every answer carries, and who may send what."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

PAGES = ["/", "/hand", "/settle?concealed=2m", "/camera", "/offline", "/api", "/nowhere"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_forbids_inline_script_and_frames(client: FlaskClient, page: str) -> None:
    answer = client.get(page)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("page", PAGES)
def test_no_page_needs_what_the_policy_forbids(client: FlaskClient, page: str) -> None:
    text = client.get(page).get_data(as_text=True)
    assert not re.search(r"\son\w+=", text), "an inline event handler"
    assert not re.search(r"\sstyle=", text), "an inline style"
    assert not re.search(r"<style", text)
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag
    assert not re.search(r"""(?:src|href)=["']https?://(?!localhost)""", text), "something from elsewhere"


def test_static_text_is_sent_compressed(client: FlaskClient) -> None:
    answer = client.get("/static/app.css", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b":root" in gzip.decompress(answer.data)
    assert "Content-Encoding" not in client.get("/static/app.css").headers


def test_the_first_page_is_under_150_kilobytes_compressed(client: FlaskClient) -> None:
    text = client.get("/").get_data(as_text=True)
    files = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', text)) | {
        "/static/tile.js",
        "/static/shrink.js",
    }
    sizes = [len(client.get(file, headers={"Accept-Encoding": "gzip"}).data) for file in files]
    assert sum(sizes) + len(text.encode()) < 150_000


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://localhost:1"])
def test_another_sites_page_cannot_use_the_api(client: FlaskClient, origin: str) -> None:
    answer = client.post("/api/v1/settlements", json={}, headers={"Origin": origin})
    assert answer.status_code == 403


def test_a_form_cannot_pose_as_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/settlements", data="{}", content_type="text/plain")
    assert answer.status_code == 415


def test_the_photo_shelf_tells_nothing_of_other_names(client: FlaskClient) -> None:
    assert client.get("/photos/../0").status_code == 404
    assert client.get("/static/../app.py").status_code == 404
