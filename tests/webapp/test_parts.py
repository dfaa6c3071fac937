"""The small parts: settings, the shelf of photos, form values, arrows, certificates."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from webapp import payloads, seating, server
from webapp.services import Services
from webapp.settings import Settings, SettingsError
from webapp.shelf import PhotoShelf, Shelved


def entry(size: int = 10) -> Shelved:
    return Shelved(((b"x" * size, "image/jpeg"),), ())


def test_a_photo_leaves_the_shelf_when_its_time_is_over() -> None:
    now = [0.0]
    shelf = PhotoShelf(60, 1000, lambda: now[0])
    name = shelf.put(entry())
    now[0] = 59
    assert shelf.get(name)
    now[0] = 60
    assert shelf.get(name) is None


def test_older_photos_make_room_for_newer_ones() -> None:
    shelf = PhotoShelf(60, 100, lambda: 0.0)
    first, second = shelf.put(entry(60)), shelf.put(entry(60))
    assert shelf.get(first) is None
    assert shelf.get(second)


def test_settings_come_from_the_environment() -> None:
    found = Settings.from_environment(
        {"HUPAI_PORT": "9000", "HUPAI_DATA_DIR": "/srv/hupai", "HUPAI_SECURE_COOKIES": "yes"}
    )
    assert (found.port, found.data_dir, found.secure_cookies) == (9000, Path("/srv/hupai"), True)
    assert Settings.from_environment({"DATABASE_URL": "postgresql://x/y"}).database_url == "postgresql://x/y"


@pytest.mark.parametrize("given", [{"HUPAI_PORT": "ten"}, {"HUPAI_PORT": "-1"}, {"HUPAI_SECURE_COOKIES": "perhaps"}])
def test_a_wrong_setting_is_named(given: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=next(iter(given))):
        Settings.from_environment(given)


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "new")
    secret = settings.signing_key()
    assert secret == settings.signing_key()
    assert len(secret) == 64
    assert stat.S_IMODE((tmp_path / "new" / "secret.key").stat().st_mode) == 0o600


@given(st.lists(st.sampled_from(payloads.CODES), max_size=20))
def test_tiles_written_as_text_are_read_back(tiles: list[str]) -> None:
    assert list(payloads.codes(payloads.text_of(tiles))) == tiles


@given(st.lists(st.integers(-500, 500), min_size=3, max_size=3))
def test_arrows_move_exactly_what_the_payments_say(points: list[int]) -> None:
    payments = [*points, -sum(points)]
    moved = [0, 0, 0, 0]
    for payer, payee, amount in payloads.transfers(payments):
        assert amount > 0
        moved[payer] -= amount
        moved[payee] += amount
    assert moved == payments


def test_every_pair_of_seats_has_an_arrow_inside_the_drawing() -> None:
    for payer in range(4):
        for payee in range(4):
            if payer != payee:
                drawn = seating.arrow(payer, payee, 5)
                assert 0 < drawn.x < seating.WIDTH
                assert 0 < drawn.y < seating.HEIGHT


def test_melds_of_a_later_photo_join_the_hand_and_flowers_count_once() -> None:
    first = {"concealed": "234m567p2s", "tile": "2s", "melds": [], "flowers": "1f"}
    second = {"concealed": "666z", "tile": None, "melds": [{"kind": "chow", "tiles": "123m"}], "flowers": "15f"}
    joined = payloads.merge_hands([first, second])
    assert [meld["tiles"] for meld in joined["melds"]] == ["123m", "666z"]
    assert joined["flowers"] == "15f"
    assert joined["concealed"] == "234m567p2s"


def test_a_form_becomes_the_request_of_the_rule_text() -> None:
    form = MultiDict(
        [
            ("ruleset", "qiaoma"),
            ("by", "discard"),
            ("from", "2"),
            ("concealed", "234m 567p 2s"),
            ("tile", "2s"),
            ("meld", "123m"),
            ("meld_from", "3"),
            ("meld", "1111z"),
            ("meld_from", "concealed"),
            ("ready", "1"),
        ]
    )
    asked = payloads.request_of(form)
    assert asked["win"]["from"] == 2
    assert asked["winners"][0]["concealed"] == "234m567p2s"
    assert asked["winners"][0]["melds"] == [
        {"kind": "chow", "tiles": "123m", "from": 3},
        {"kind": "kong", "tiles": "1111z", "concealed": True},
    ]
    assert asked["ready"] == [1]


def test_a_certificate_names_every_address_and_is_kept(tmp_path: Path) -> None:
    made = server.make_certificate(tmp_path, ["192.168.1.7"])
    first = made.certificate.read_bytes()
    assert server.make_certificate(tmp_path, ["192.168.1.7"]).certificate.read_bytes() == first
    assert server.make_certificate(tmp_path, ["192.168.1.8"]).certificate.read_bytes() != first
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600


def test_other_devices_get_an_address_of_the_network() -> None:
    shown = server.addresses("0.0.0.0", 8000, https=True)
    assert shown[-1] == "https://127.0.0.1:8000/"
    assert server.addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]


def test_the_reader_is_loaded_with_the_threads_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    monkeypatch.setattr("vision.HandReader.load", lambda folder, *, threads=None: asked.append(threads))
    for environment in ({}, {"HUPAI_THREADS": "3"}):
        assert Services(Settings.from_environment(environment)).reader is None
    assert asked == [None, 3]
