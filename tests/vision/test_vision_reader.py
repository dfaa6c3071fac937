"""From bytes to the JSON of a reading, with tiny models in the place of the shipped ones."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageDraw
from scenes import codes_of, crops_model, encoded, picture, tiles_model, write_weights

from vision import HandReader, ImageError, draw

HAND = "123m456m789p111z22z"
Box = tuple[float, float, float, float, str, float]


def row_of(notation: str, *, score: float = 0.9, y: float = 120) -> list[Box]:
    """A row across an input of 640 pixels, tiles large enough for one look."""
    return [(30 + 33 * place, y, 32, 43, code, score) for place, code in enumerate(codes_of(notation))]


def reader(folder: Path, boxes: list[Box], crops: bytes | None = None) -> HandReader:
    return HandReader.load(write_weights(folder, tiles_model(boxes), crops, input=640))


PHOTO = encoded(picture(640, 256), "JPEG")


def test_a_reading_has_the_keys_and_types_of_the_contract(tmp_path: Path) -> None:
    answer = reader(tmp_path, [*row_of(HAND), *row_of("1f", y=60)]).read(PHOTO).to_json("en")
    assert json.loads(json.dumps(answer)) == answer
    assert (answer["width"], answer["height"]) == (640, 256)
    assert answer["hand"] == {"concealed": "123456m789p11122z", "tile": None, "melds": [], "flowers": "1f"}
    assert len(answer["tiles"]) == 15
    for tile in answer["tiles"]:
        assert set(tile) == {"code", "confidence", "box", "zone", "group", "alternatives"}
        x0, y0, x1, y1 = tile["box"]
        assert 0 <= x0 < x1 <= 640
        assert 0 <= y0 < y1 <= 256
        assert tile["zone"] in {"concealed", "meld", "flower", "winning", "other"}
    assert answer["doubts"] == []
    assert set(answer["seconds"]) == {"decode", "detect", "normalise", "total"}
    assert answer["seconds"]["total"] >= answer["seconds"]["detect"] > 0


def test_melds_in_the_json_name_their_kind(tmp_path: Path) -> None:
    answer = (
        reader(tmp_path, [*row_of("123p11z"), *row_of("666z", y=50), *row_of("0x99s0x", y=200)]).read(PHOTO).to_json()
    )
    assert sorted(answer["hand"]["melds"], key=str) == [
        {"kind": "kong", "tiles": "9999s", "concealed": True},
        {"kind": "pung", "tiles": "666z"},
    ]


def test_the_hand_is_also_the_first_of_the_hands(tmp_path: Path) -> None:
    answer = reader(tmp_path, row_of(HAND)).read(PHOTO).to_json()
    first = dict(answer["hands"][0])
    assert sorted(first.pop("members")) == list(range(14))
    assert first == answer["hand"]


def test_a_photo_without_tiles_is_a_reading_with_a_doubt_and_no_error(tmp_path: Path) -> None:
    answer = reader(tmp_path, []).read(PHOTO).to_json("zh")
    assert answer["tiles"] == []
    assert answer["hand"] == {"concealed": "", "tile": None, "melds": [], "flowers": ""}
    assert answer["hands"] == []
    assert [doubt["code"] for doubt in answer["doubts"]] == ["no_tiles"]


def test_bytes_that_are_no_photo_raise(tmp_path: Path) -> None:
    with pytest.raises(ImageError) as caught:
        reader(tmp_path, []).read(b"not a photo")
    assert caught.value.code == "not_an_image"


def test_the_crop_reader_may_overrule_a_hesitant_detector(tmp_path: Path) -> None:
    boxes = [*row_of("9s", score=0.3), *row_of("99s", score=0.3)[1:]]
    reading = reader(tmp_path, boxes, crops_model("7s")).read(PHOTO)
    assert {tile.code for tile in reading.tiles} == {"7s"}
    assert reading.tiles[0].alternatives[0][0] == "9s"


def test_a_bright_patch_without_an_outline_is_no_white_dragon(tmp_path: Path) -> None:
    photo = picture(640, 256)
    ImageDraw.Draw(photo).rectangle((47, 99, 78, 141), fill=(250, 250, 245))
    boxes: list[Box] = [(63, 120, 32, 43, "9s", 0.8), (500, 60, 32, 43, "9s", 0.8)]
    reading = reader(tmp_path, boxes, crops_model("5z")).read(encoded(photo, "PNG"))
    assert [(tile.code, round(tile.box[0])) for tile in reading.tiles] == [("5z", 47)]


def test_what_is_hardly_a_tile_is_never_a_sure_name(tmp_path: Path) -> None:
    faint, plain = row_of("7s", score=0.3), row_of("77s", score=0.8)[1:]
    sure = {
        tile.box[0]: tile.confidence for tile in reader(tmp_path, [*faint, *plain], crops_model("7s")).read(PHOTO).tiles
    }
    first, second = (sure[place] for place in sorted(sure))
    assert first <= 0.6 < 0.9 < second


def test_one_reader_serves_many_threads_with_one_answer(tmp_path: Path) -> None:
    shared_reader = reader(tmp_path, row_of(HAND))

    def answer(_: int) -> str:
        found = shared_reader.read(PHOTO).to_json()
        return json.dumps({key: found[key] for key in found if key != "seconds"})

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(answer, range(12)))) == 1


def test_a_preview_gives_boxes_a_count_and_advice(tmp_path: Path) -> None:
    weights = tiles_model([(40 + 21 * k, 80, 20, 27, code, 0.9) for k, code in enumerate(codes_of("123m456p"))])
    preview = HandReader.load(write_weights(tmp_path, weights)).preview(PHOTO).to_json("en")
    assert preview["count"] == 6
    assert [tile["code"] for tile in preview["tiles"]] == codes_of("123m456p")
    assert json.loads(json.dumps(preview)) == preview


def test_an_empty_preview_says_what_to_do(tmp_path: Path) -> None:
    preview = reader(tmp_path, []).preview(PHOTO).to_json("en")
    assert [remark["code"] for remark in preview["advice"]] == ["no_tiles"]


def test_the_annotated_picture_shows_boxes_in_the_colour_of_their_role(tmp_path: Path) -> None:
    reading = reader(tmp_path, row_of(HAND)).read(PHOTO)
    drawn = draw(PHOTO, reading)
    assert drawn.shape == (256, 640, 3)
    x0, y0, _, y1 = (round(value) for value in reading.tiles[3].box)
    assert np.allclose(drawn[(y0 + y1) // 2, x0], (0, 158, 115), atol=3)


def test_a_large_photo_is_annotated_at_a_size_to_look_at(tmp_path: Path) -> None:
    data = encoded(picture(4000, 3000), "JPEG")
    assert max(draw(data, reader(tmp_path, row_of(HAND)).read(data)).shape) <= 1600
