"""The upload: from files to the page of the hand, with nothing kept on disk."""

from __future__ import annotations

import os
from html import unescape
from io import BytesIO
from pathlib import Path

import pillow_heif
import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.webapp.conftest import AppMaker
from tests.webapp.fakes import FakeReader, photo_of
from vision import Remark, Suggestion
from webapp import uploads
from webapp.services import BusyError


def upload(client: FlaskClient, *files: tuple[bytes, str], **fields: str):
    data = {"photo": [(BytesIO(data), name) for data, name in files], **fields}
    return client.post("/photos", data=data, content_type="multipart/form-data")


def bomb() -> bytes:
    """A PNG of a few kilobytes that unpacks to 900 million pixels."""
    out = BytesIO()
    Image.new("1", (30000, 30000)).save(out, "PNG")
    return out.getvalue()


def test_a_photo_leads_to_the_page_of_its_hand(client: FlaskClient) -> None:
    answer = upload(client, (photo_of(), "hand.jpg"))
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"])
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    assert 'value="234m567p2s"' in text
    assert 'value="1111z"' in text
    assert 'value="15f"' in text


def test_the_page_shows_the_photo_with_a_box_for_every_tile(client: FlaskClient) -> None:
    text = client.get(upload(client, (photo_of(), "hand.jpg")).headers["Location"]).get_data(as_text=True)
    assert text.count('class="box ') == 17
    assert 'viewBox="0 0 1600 900"' in text


def test_the_photo_itself_comes_back_to_who_knows_its_name(client: FlaskClient) -> None:
    data = photo_of()
    name = upload(client, (data, "hand.jpg")).headers["Location"].split("photo=")[1]
    photo = client.get(f"/photos/{name}/0")
    assert photo.data == data
    assert photo.mimetype == "image/jpeg"
    assert client.get("/photos/a-name-nobody-gave/0").status_code == 404


def test_a_heic_photo_is_shown_as_a_jpeg(client: FlaskClient) -> None:
    out = BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (640, 480), (24, 92, 66))).save(out)
    name = upload(client, (out.getvalue(), "hand.heic")).headers["Location"].split("photo=")[1]
    photo = client.get(f"/photos/{name}/0")
    assert photo.mimetype == "image/jpeg"
    shown = Image.open(BytesIO(photo.data))
    assert (shown.format, shown.size) == ("JPEG", (640, 480))


@pytest.fixture
def remarking(make_app: AppMaker) -> FlaskClient:
    """A client whose reader takes the first tile, 2m, for a 3m perhaps, and finds the photo dark."""
    reader = FakeReader(suggestions=(Suggestion(0, "2m", "3m", "suggest_hand"),), advice=(Remark("dark"),))
    app = make_app(reader)
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


@pytest.mark.parametrize(
    ("language", "proposal", "advice"),
    [("zh", "就是一副完整的和牌", "照片太暗"), ("en", "the hand would be complete", "The photo is dark")],
)
def test_proposals_and_advice_are_shown_in_the_pages_language(
    remarking: FlaskClient, language: str, proposal: str, advice: str
) -> None:
    answer = upload(remarking, (photo_of(), "hand.jpg"))
    text = remarking.get(answer.headers["Location"], headers={"Accept-Language": language}).get_data(as_text=True)
    assert proposal in text
    assert advice in text


def test_without_script_a_proposal_is_a_link_to_the_corrected_hand(remarking: FlaskClient) -> None:
    text = remarking.get(upload(remarking, (photo_of(), "hand.jpg")).headers["Location"]).get_data(as_text=True)
    row = text.split('<li class="proposal">')[1]
    address = unescape(row.split('<a class="button small" href="')[1].split('"')[0])
    taken = remarking.get(address).get_data(as_text=True)
    assert 'value="334m567p2s"' in taken
    assert 'value="1111z"' in taken
    assert 'value="15f"' in taken
    assert 'class="photo"' in taken
    assert '<li class="proposal">' not in taken


def test_two_photos_make_one_hand(client: FlaskClient) -> None:
    answer = upload(client, (photo_of(), "a.jpg"), (photo_of(900, 1200, "PNG"), "b.png"))
    text = client.get(answer.headers["Location"]).get_data(as_text=True)
    assert text.count('class="photo"') == 2


def test_a_forgotten_photo_is_gone(client: FlaskClient) -> None:
    name = upload(client, (photo_of(), "hand.jpg")).headers["Location"].split("photo=")[1]
    assert client.post(f"/photos/{name}/forget").status_code == 303
    assert client.get(f"/photos/{name}/0").status_code == 404
    assert client.get(f"/hand?photo={name}").status_code == 410


def test_no_upload_touches_the_disk(client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    noise = os.urandom(3_000_000)
    upload(client, (photo_of() + noise, "hand.jpg"))
    upload(client, (noise, "hand.jpg"))
    assert list(temporary.iterdir()) == []
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".jpg", ".png", ".webp")]


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"", "empty_file", "文件是空的"),
        (b"this is a letter, not a picture", "not_an_image", "这不是照片"),
        (photo_of()[:900], "truncated", "不完整"),
    ],
    ids=["nothing", "text", "half a photo"],
)
def test_what_is_no_photo_is_refused_in_the_pages_language(
    client: FlaskClient, data: bytes, code: str, says: str
) -> None:
    answer = upload(client, (data, "hand.jpg"))
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert says in text
    assert code in text


def test_a_decompression_bomb_is_refused_before_it_is_unpacked(client: FlaskClient) -> None:
    answer = upload(client, (bomb(), "hand.png"))
    assert answer.status_code == 422
    assert "too_many_pixels" in answer.get_data(as_text=True)


def test_an_upload_without_a_file_says_so(client: FlaskClient) -> None:
    answer = client.post("/photos", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "没有选照片" in answer.get_data(as_text=True)


def test_more_photos_than_allowed_are_refused(client: FlaskClient) -> None:
    answer = upload(client, *[(photo_of(400, 300), f"{n}.jpg") for n in range(5)])
    assert answer.status_code == 422
    assert "最多 4 张" in answer.get_data(as_text=True)


def test_an_upload_of_sixty_megabytes_is_too_large(client: FlaskClient) -> None:
    answer = upload(client, (photo_of() + b"\0" * 60_000_000, "hand.jpg"))
    assert answer.status_code == 413
    assert "40 MB" in answer.get_data(as_text=True)


def test_a_photo_without_tiles_says_so_and_offers_the_keyboard(make_app: AppMaker) -> None:
    app = make_app(FakeReader(row=()))
    app.config["WTF_CSRF_ENABLED"] = False
    answer = upload(app.test_client(), (photo_of(), "hand.jpg"))
    text = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "没有找到麻将牌" in text
    assert 'href="/hand"' in text


def test_the_script_gets_its_errors_as_json(client: FlaskClient) -> None:
    answer = client.post("/photos", data={"photo": (BytesIO(b"x"), "x.jpg")}, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json()["code"] == "not_an_image"


def test_an_upload_without_the_forms_token_is_refused(make_app: AppMaker) -> None:
    answer = upload(make_app().test_client(), (photo_of(), "hand.jpg"))
    assert answer.status_code == 400
    assert "stale_form" in answer.get_data(as_text=True)


def test_only_so_many_photos_are_read_at_once(make_app: AppMaker) -> None:
    reader = FakeReader()
    app = make_app(reader, max_readers=1, read_wait=0.05)
    app.config["WTF_CSRF_ENABLED"] = False
    inner: list[int] = []

    def second_upload() -> None:
        if not inner:
            inner.append(0)
            answer = upload(app.test_client(), (photo_of(), "second.jpg"))
            inner[0] = answer.status_code
            assert answer.headers["Retry-After"] == "5"

    reader.before = second_upload
    assert upload(app.test_client(), (photo_of(), "first.jpg")).status_code == 303
    assert inner == [503]


def test_a_photo_that_browsers_cannot_show_waits_for_a_turn_to_be_converted(make_app: AppMaker) -> None:
    app = make_app(max_readers=1, read_wait=0.05)
    with app.test_request_context(), uploads.services().turn(), pytest.raises(BusyError):
        uploads.to_show(b"no kind of photo that a browser knows")
