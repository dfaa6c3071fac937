"""Corrected photos kept to teach the reader: only when asked for, as corrected, and really deleted."""

from __future__ import annotations

import base64
import json
import re
import signal
import subprocess
import sys
import time
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import func, select

from datasets.cli import main as datasets_command
from datasets.label.yolo import load_yolo
from tests.webapp.fakes import FULL_HAND, FakeReader, photo_of
from tests.webapp.ledger import evening
from webapp import create_app, ledger, ledger_examples
from webapp.db import Database, Example
from webapp.ledger_examples import Corrected, Label
from webapp.services import Services
from webapp.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
#: The reader of these tests takes the first tile, a 2m, for a 9m; this is the hand once that is corrected.
READ = (("9m", "concealed"), *FULL_HAND[1:])
CORRECTED = (
    "ruleset=qiaoma&seat=0&concealed=234m567p2s&tile=2s&flowers=15f"
    "&meld=123m&meld_from=3&meld=1111z&meld_from=concealed"
)
RIGHT = [code for code, _ in FULL_HAND]
LABEL = Label("3m", (10.0, 20.0, 60.0, 90.0), "2m")


@cache
def camera_photo() -> bytes:
    """A photo that says where it was taken and lies on its side, as phones send it."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Camera of somebody"
    exif.get_ifd(0x8825)[1] = "N"
    noise = Image.effect_noise((900, 1600), 90).convert("RGB")
    out = BytesIO()
    noise.save(out, "JPEG", exif=exif)
    return out.getvalue()


@pytest.fixture
def app(url: str, tmp_path: Path):
    settings = Settings(data_dir=tmp_path, database_url=url, testing=True)
    made = create_app(settings, Services(settings, lambda: FakeReader(READ)))
    made.config["WTF_CSRF_ENABLED"] = False
    yield made
    made.extensions["hupai_ledger"].database.close()


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> str:
    """The path of an open table that this browser writes to."""
    links = ledger.open_table(app.extensions["hupai_ledger"].database, evening.TABLE)
    client.get(f"/t/{links.write}")
    return f"/t/{links.write}"


def save(client: FlaskClient, *, untick: bool = False, boxes: str = "") -> None:
    """From a photo by the page of its settlement to the table, as a browser without script does it."""
    sent = client.post("/photos", data={"photo": (BytesIO(camera_photo()), "hand.jpg")})
    name = re.search(r"photo=([\w-]+)", sent.location)[1]
    page = client.get(f"/settle?{CORRECTED}&photo={name}&boxes={boxes}").text
    form = page[page.index('/hands">') : page.index("</form>", page.index('/hands">'))]
    fields = {key: unescape(value) for key, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)}
    if 'name="keep_photo"' in form and not untick:
        fields["keep_photo"] = "1"
    action = re.search(r'action="(/t/[\w-]+/hands)"', page)[1]
    assert client.post(action, data=fields).status_code == 303


def switch(client: FlaskClient, table: str, keep: str = "1", **more: str) -> None:
    assert client.post(f"{table}/examples/switch", data={"keep": keep, **more}).status_code == 303


def kept(client: FlaskClient, table: str) -> list[dict]:
    return client.get(table.replace("/t/", "/api/v1/tables/") + "/examples").json["examples"]


def rows(app: Flask) -> int:
    with app.extensions["hupai_ledger"].database.read() as session:
        return session.execute(select(func.count(Example.id))).scalar_one()


def test_a_table_keeps_no_photo_unless_it_is_asked_to(app, client, table):
    save(client)
    assert "off" in client.get(f"{table}/examples").text
    assert rows(app) == 0


def test_the_corrected_tile_is_kept_and_what_was_read_beside_it(client, table):
    switch(client, table)
    save(client)
    [one] = kept(client, table)
    assert [label["code"] for label in one["labels"]] == RIGHT
    assert (one["labels"][0]["read"], one["complete"], one["missing"]) == ("9m", True, [])


def test_the_boxes_lie_where_they_lay_in_the_upright_photo(client, table):
    switch(client, table)
    save(client)
    [one] = kept(client, table)
    step = 1600 / 18
    assert (one["width"], one["height"]) == (1600, 900)
    assert one["labels"][3]["box"] == pytest.approx([step * 3.5, 360, step * 4.4, 360 + step * 1.3], abs=0.1)


def test_nothing_that_the_camera_wrote_into_the_photo_is_kept(client, table):
    switch(client, table)
    save(client)
    photo = client.get(f"{table}/examples/{kept(client, table)[0]['id']}.jpg").data
    assert b"Camera of somebody" in camera_photo()
    assert b"Camera of somebody" not in photo
    assert not Image.open(BytesIO(photo)).getexif()


def test_a_person_may_say_no_for_one_photo(app, client, table):
    switch(client, table)
    save(client, untick=True)
    assert rows(app) == 0


def test_a_photo_saved_again_takes_the_place_of_the_earlier_one(client, table):
    switch(client, table)
    save(client, boxes="".join(["--", *RIGHT[1:]]))
    save(client, boxes="".join(RIGHT))
    [one] = kept(client, table)
    assert one["complete"]


def test_what_the_page_says_of_each_box_comes_before_guessing(client, table):
    switch(client, table)
    said = ["3m", "2m", *RIGHT[2:]]
    save(client, boxes="".join(said))
    assert [label["code"] for label in kept(client, table)[0]["labels"]] == said


def test_a_box_whose_tile_was_taken_out_is_dropped_and_a_tile_without_a_box_is_told(client, table):
    switch(client, table)
    save(client, boxes="".join(["--", *RIGHT[1:]]))
    [one] = kept(client, table)
    assert len(one["labels"]) == len(FULL_HAND) - 1
    assert (one["complete"], one["missing"]) == (False, ["2m"])


def test_the_page_of_the_hand_ties_a_corrected_tile_to_its_box_again(client, table):
    sent = client.post("/photos", data={"photo": (BytesIO(camera_photo()), "hand.jpg")})
    page = client.get(f"{sent.location}&{CORRECTED}&boxes={''.join(RIGHT)}").text
    state = json.loads(re.search(r'id="editor-state">(.*?)</script>', page)[1])
    assert state["hands"][0]["concealed"][0] == {"code": "2m", "link": 0}


def reading(*tiles: tuple[str, str]) -> list[dict]:
    return [
        {"tiles": [{"code": code, "zone": zone, "box": (at, 0, at + 1, 1)} for at, (code, zone) in enumerate(tiles)]}
    ]


def hand_of(concealed: str) -> dict:
    return {"concealed": concealed, "tile": "", "flowers": "", "melds": []}


def test_without_script_no_label_is_guessed_where_two_boxes_were_read_alike():
    """Two boxes read 3m, and the hand has a 2m and a 3m: either may be the one that was corrected."""
    alike = reading(("3m", "concealed"), ("3m", "concealed"), ("4m", "concealed"))
    [labels], missing = ledger_examples.find_labels(alike, [hand_of("234m")], None)
    assert [one.code for one in labels] == ["4m"]
    assert missing == ("2m", "3m")


def test_the_backs_of_a_concealed_kong_stay_backs():
    boxes = [("0x", "meld"), ("1z", "meld"), ("1z", "meld"), ("0x", "meld")]
    winner = {**hand_of(""), "melds": [{"tiles": "1111z", "concealed": True}]}
    [labels], missing = ledger_examples.find_labels(reading(*boxes), [winner], [None, "1z", "1z", None])
    assert [one.code for one in labels] == ["0x", "1z", "1z", "0x"]
    assert missing == ()


def test_a_tile_outside_the_hand_is_marked_as_unchecked():
    [labels], _ = ledger_examples.find_labels(reading(("1m", "concealed"), ("9p", "other")), [hand_of("1m")], None)
    assert [(one.code, one.checked) for one in labels] == [("1m", True), ("9p", False)]


def open_keeping(database: Database) -> ledger.Access:
    links = ledger.open_table(database, evening.TABLE)
    with database.read() as session:
        access = ledger.find_table(session, links.write)
    ledger_examples.switch(database, access, on=True)
    return access


def on_disk(database: Database, bytes_: bytes) -> bool:
    files = database.path.parent.glob(f"{database.path.name}*")
    return any(bytes_ in file.read_bytes() for file in files)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_deleting_takes_the_bytes_off_the_disk(database):
    access = open_keeping(database)
    one = ledger_examples.keep(database, access, Corrected(camera_photo(), (1600, 900), (LABEL,)))
    with database.read() as session:
        photo = ledger_examples.find_photo(session, access, one.id)
    # pages of the file hold the photo in pieces
    pieces = [photo[at : at + 64] for at in range(5000, len(photo) - 64, 20_000)]
    assert all(on_disk(database, piece) for piece in pieces)
    ledger_examples.forget(database, access, one.id)
    assert not any(on_disk(database, piece) for piece in pieces)


def test_one_or_all_photos_are_deleted(app, client, table):
    switch(client, table)
    save(client)
    [one] = kept(client, table)
    assert client.post(f"{table}/examples/delete", data={"example": one["id"]}).status_code == 303
    assert client.get(f"{table}/examples/{one['id']}.jpg").status_code == 404
    save(client)
    client.post(f"{table}/examples/delete", data={"all": "1"})
    assert rows(app) == 0


@pytest.mark.parametrize(("fields", "left"), [({}, 1), ({"delete": "1"}, 0)])
def test_switching_off_keeps_no_more_and_deletes_only_when_told_to(app, client, table, fields, left):
    switch(client, table)
    save(client)
    switch(client, table, keep="0", **fields)
    assert rows(app) == left
    client.post(f"{table}/examples/delete", data={"all": "1"})
    save(client)
    assert rows(app) == 0


def test_a_full_table_saves_the_hand_and_says_why_not_its_photo(client, table, monkeypatch):
    switch(client, table)
    monkeypatch.setattr(ledger_examples, "MOST_BYTES", 1000)
    save(client)
    page = client.get(table).text
    assert "The hand is saved." in page
    assert "The photo was not kept" in page
    assert kept(client, table) == []


def test_no_more_photos_than_allowed_are_kept(database, monkeypatch):
    monkeypatch.setattr(ledger_examples, "MOST", 2)
    access = open_keeping(database)
    for width in (400, 500):
        ledger_examples.keep(database, access, Corrected(photo_of(width, 300), (width, 300), ()))
    with pytest.raises(ledger.LedgerError) as refused:
        ledger_examples.keep(database, access, Corrected(photo_of(600, 300), (600, 300), ()))
    assert refused.value.code == "examples_full"


def test_the_viewing_link_shows_no_photo_and_changes_nothing(app, client, table):
    switch(client, table)
    save(client)
    [one] = kept(client, table)
    watching = f"/t/{ledger.find_view_token(table.removeprefix('/t/'))}"
    viewer = app.test_client()
    assert viewer.get(f"{watching}/examples").status_code == 403
    assert viewer.get(f"{watching}/examples/{one['id']}.jpg").status_code == 403
    assert viewer.post(f"{watching}/examples/switch", data={"keep": "0"}).status_code == 403
    assert viewer.post(f"{watching}/examples/delete", data={"all": "1"}).status_code == 403
    assert "/examples" not in viewer.get(watching).text
    assert rows(app) == 1


def test_another_table_does_not_reach_the_photo(app, client, table):
    switch(client, table)
    save(client)
    [one] = kept(client, table)
    other = ledger.open_table(app.extensions["hupai_ledger"].database, evening.TABLE).write
    assert client.get(f"/t/{other}/examples/{one['id']}.jpg").status_code == 404
    assert client.post(f"/t/{other}/examples/delete", data={"example": one["id"]}).status_code == 404
    assert rows(app) == 1


KEEPER = """
import sys
from tests.webapp.fakes import photo_of
from webapp import ledger, ledger_examples
from webapp.db import open_database
from webapp.ledger_examples import Corrected

database = open_database(sys.argv[1])
with database.read() as session:
    access = ledger.find_table(session, sys.argv[2])
for width in range(400, 4000):
    print(ledger_examples.keep(database, access, Corrected(photo_of(width, 300), (width, 300), ())).id, flush=True)
"""


def test_a_keeper_killed_in_the_middle_leaves_whole_photos_only(database, url):
    links = ledger.open_table(database, evening.TABLE)
    with database.read() as session:
        access = ledger.find_table(session, links.write)
    ledger_examples.switch(database, access, on=True)
    keeper = subprocess.Popen(
        [sys.executable, "-c", KEEPER, url, links.write], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    told = [keeper.stdout.readline() for _ in range(3)]
    time.sleep(0.05)
    keeper.send_signal(signal.SIGKILL)
    keeper.wait(timeout=30)
    with database.read() as session:
        examples = ledger_examples.find_keeping(session, access).examples
        assert {int(line) for line in told} <= {one.id for one in examples}
        for one in examples:
            photo = Image.open(BytesIO(ledger_examples.find_photo(session, access, one.id)))
            photo.load()
            assert photo.size == (one.width, one.height)


def example(**changes: object) -> dict:
    sent = {
        "photo": base64.b64encode(photo_of(400, 300)).decode(),
        "width": 400,
        "height": 300,
        "labels": [{"code": "3m", "box": [10, 20, 60.5, 90]}],
    }
    return {**sent, **changes}


@pytest.fixture
def examples(table: str) -> str:
    return table.replace("/t/", "/api/v1/tables/") + "/examples"


def test_the_api_switches_keeps_lists_and_deletes(client, examples):
    assert client.put(examples, json={"keeps_photos": True}).json["keeps_photos"] is True
    made = client.post(examples, json=example(missing=["5z"]))
    assert made.status_code == 201
    assert (made.json["complete"], made.json["missing"]) == (False, ["5z"])
    assert client.get(f"{examples}/{made.json['id']}/photo").mimetype == "image/jpeg"
    assert client.delete(f"{examples}/{made.json['id']}").status_code == 204
    client.post(examples, json=example())
    assert client.delete(examples).status_code == 204
    assert client.get(examples).json["examples"] == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"photo": "not base64!"}, "bad_payload"),
        ({"photo": base64.b64encode(b"a letter").decode()}, "not_an_image"),
        ({"labels": [{"code": "10m", "box": [0, 0, 1, 1]}]}, "bad_payload"),
        ({"labels": [{"code": "1m", "box": [5, 0, 1, 1]}]}, "bad_payload"),
        ({"labels": [{"code": "1m", "box": [0, 0, 500, 1]}]}, "bad_payload"),
        ({"height": 400}, "other_shape"),
    ],
    ids=["no base64", "no photo", "no tile", "no area", "outside", "another shape"],
)
def test_the_api_refuses_what_teaches_nothing(client, examples, changes, code):
    client.put(examples, json={"keeps_photos": True})
    answer = client.post(examples, json=example(**changes))
    assert (answer.status_code, answer.json["code"]) == (422, code)


def test_the_api_keeps_nothing_for_a_table_that_keeps_no_photos(client, examples):
    answer = client.post(examples, json=example())
    assert (answer.status_code, answer.json["code"]) == (409, "photos_not_kept")


def exported(url: str, out: Path, *options: str) -> str:
    """What `python -m datasets taught` says; `out` holds what it wrote."""
    result = CliRunner().invoke(datasets_command, ["taught", "--database", url, "--out", str(out), *options])
    assert result.exit_code == 0, result.output
    return result.output


def keep_two(database: Database) -> None:
    """A photo whose every tile has a label, and one in which a tile of the hand has none."""
    access = open_keeping(database)
    ledger_examples.keep(database, access, Corrected(photo_of(800, 400), (800, 400), (LABEL,)))
    ledger_examples.keep(database, access, Corrected(photo_of(600, 300), (600, 300), (LABEL,), ("5z",)))


def test_the_corrected_name_is_what_training_gets(database, url, tmp_path):
    keep_two(database)
    assert "1 of 2 kept photos with 1 tiles" in exported(url, tmp_path / "out")
    [photo] = load_yolo(tmp_path / "out")
    assert (photo.width, photo.height) == (800, 400)
    assert [box.code for box in photo.boxes] == ["3m"]
    assert [photo.boxes[0].x0, photo.boxes[0].y1] == pytest.approx([10, 90], abs=0.1)


def test_photos_with_unlabelled_tiles_are_exported_only_when_asked_for(database, url, tmp_path):
    keep_two(database)
    assert "2 of 2 kept photos" in exported(url, tmp_path / "out", "--incomplete")


def test_the_export_names_a_database_that_is_not_there(tmp_path):
    options = ["taught", "--database", str(tmp_path / "none.sqlite"), "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(datasets_command, options)
    assert result.exit_code == 1
    assert "there is no such file" in result.output
    assert not (tmp_path / "none.sqlite").exists()
