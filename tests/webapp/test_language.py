"""中文 unless somebody asks for English, and no text without a translation."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from webapp import catalogues


def language_of(client: FlaskClient, accept: str = "") -> str:
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = accept
    return client.get("/").get_data(as_text=True).split('<html lang="')[1].split('"')[0]


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("", "zh-Hans"),
        ("fr-FR,fr", "zh-Hans"),
        ("zh-TW,zh,en", "zh-Hans"),
        ("en-GB,en,zh", "en"),
        ("fr,en", "en"),
    ],
)
def test_the_browser_chooses_only_between_chinese_and_english(client: FlaskClient, accept: str, expected: str) -> None:
    assert language_of(client, accept) == expected


def test_the_switch_in_the_page_outranks_the_browser(client: FlaskClient) -> None:
    answer = client.get("/language/en?next=/hand")
    assert answer.headers["Location"] == "/hand"
    assert language_of(client, "zh-CN") == "en"


@pytest.mark.parametrize(
    "outside", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "javascript:1"]
)
def test_the_switch_never_leads_elsewhere(client: FlaskClient, outside: str) -> None:
    assert client.get("/language/en", query_string={"next": outside}).headers["Location"] == "/"


def test_there_is_no_third_language(client: FlaskClient) -> None:
    assert client.get("/language/fr").status_code == 404


def test_errors_come_in_the_language_of_the_page(client: FlaskClient) -> None:
    assert "没有这个页面" in client.get("/nowhere").get_data(as_text=True)
    client.set_cookie("lang", "en")
    assert "There is no such page." in client.get("/nowhere").get_data(as_text=True)


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    known = {message.id for message in catalogues.load(language) if message.id}
    assert set(catalogues.texts()) == known
    assert list(catalogues.missing(catalogues.load(language))) == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    kept = (catalogues.folder(language) / "messages.mo").read_bytes()
    assert kept == catalogues.compiled(catalogues.load(language))


def test_placeholders_survive_translation() -> None:
    for message in catalogues.load("zh"):
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        source = message.id if isinstance(message.id, str) else "".join(message.id)
        for string in strings:
            for name in catalogues.placeholders(string):
                assert name in source, message.id
            if isinstance(message.id, str):
                assert catalogues.placeholders(source) == catalogues.placeholders(string), message.id


def test_the_colours_are_remembered(client: FlaskClient) -> None:
    client.get("/theme/dark?next=/")
    assert 'data-theme="dark"' in client.get("/").get_data(as_text=True)
    assert client.get("/theme/pink").status_code == 404
