"""File formats, class tables and splits."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from datasets.classes import CLASSES
from datasets.label.coco import load_coco, save_coco
from datasets.label.labels import Box, LabelError, Photo, read_picture
from datasets.label.remap import RemapError, class_map, remap_names, remap_photos, table_names
from datasets.label.splits import Origin, clusters, leaks, split
from datasets.label.voc import load_voc, save_voc
from datasets.label.yolo import class_names, load_yolo, save_yolo

PHOTOS = (
    Photo("a.png", 640, 480, (Box("5m", 10, 20, 50, 80), Box("0x", 100.5, 20.25, 140, 80))),
    Photo("b.png", 320, 200, ()),
    Photo("c.png", 333, 777, (Box("8f", 0, 0, 333, 777),)),
)


def write_pictures(root, photos=PHOTOS):
    (root / "images").mkdir(parents=True, exist_ok=True)
    for p in photos:
        cv2.imwrite(str(root / "images" / p.name), np.zeros((p.height, p.width, 3), np.uint8))


def assert_same(read, wanted, within):
    assert [(p.name, p.width, p.height) for p in read] == [(p.name, p.width, p.height) for p in wanted]
    for a, b in zip(read, wanted, strict=True):
        assert [x.code for x in a.boxes] == [x.code for x in b.boxes]
        for x, y in zip(a.boxes, b.boxes, strict=True):
            assert (x.x0, x.y0, x.x1, x.y1) == pytest.approx((y.x0, y.y0, y.x1, y.y1), abs=within)


def test_yolo_round_trip(tmp_path):
    write_pictures(tmp_path)
    save_yolo(PHOTOS, tmp_path)
    assert_same(load_yolo(tmp_path), PHOTOS, within=0.001)


def test_labels_refer_to_the_photo_the_right_way_up(tmp_path):
    (tmp_path / "images").mkdir()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (64, 48)).save(tmp_path / "images" / "a.jpg", exif=exif)
    (photo,) = load_yolo(tmp_path)
    assert (photo.width, photo.height) == (48, 64)
    assert read_picture(tmp_path / "images" / "a.jpg").shape == (64, 48, 3)


def test_coco_round_trip(tmp_path):
    save_coco(PHOTOS, tmp_path / "set.json")
    assert load_coco(tmp_path / "set.json") == PHOTOS


def test_voc_round_trip_in_whole_pixels(tmp_path):
    save_voc(PHOTOS, tmp_path)
    assert_same(load_voc(tmp_path), PHOTOS, within=0.5)


def test_the_real_labels_survive_all_three_formats(shared, tmp_path):
    photos = load_yolo(shared / "photos" / "val", CLASSES)
    assert len(photos) == 75
    save_coco(photos, tmp_path / "val.json")
    save_voc(photos, tmp_path / "voc")
    assert_same(load_coco(tmp_path / "val.json"), photos, within=1e-6)
    assert_same(load_voc(tmp_path / "voc"), photos, within=0.51)


def test_a_broken_yolo_set_names_every_fault_with_file_and_line(tmp_path):
    write_pictures(tmp_path)
    (tmp_path / "images" / "d.png").write_bytes(b"no picture")
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n43 0.5 0.5 0.1 0.1\n\n1 0.5 0.5 0.1\nx 1 2 3 4\n")
    (tmp_path / "labels" / "b.txt").write_text("0 1.5 0.5 0.1 0.1\n0 0.5 0.5 0 0.1\n0 nan 0.5 0.1 0.1\n")
    (tmp_path / "labels" / "lost.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    with pytest.raises(LabelError) as caught:
        load_yolo(tmp_path)
    places = {(p.file.rpartition("/")[2], p.line) for p in caught.value.problems}
    lines = {("a.txt", 2), ("a.txt", 4), ("a.txt", 5), ("b.txt", 1), ("b.txt", 2), ("b.txt", 3)}
    assert places == lines | {("d.png", 0), ("lost.txt", 0)}
    assert "class 43, expected 0 to 42" in str(caught.value)
    assert "a.txt:2:" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "names: [1m, '2m', \"3m\"]\n",
        "nc: 3\nnames:\n  0: 1m\n  1: 2m\n  2: 3m\nval: x\n",
        "names:\n- 1m\n- 2m\n- 3m\ntrain: x\n",
    ],
)
def test_class_names_are_read_however_data_yaml_writes_them(tmp_path, text):
    (tmp_path / "data.yaml").write_text(text)
    assert class_names(tmp_path) == ("1m", "2m", "3m")


def test_broken_coco_files_name_every_bad_entry(tmp_path):
    path = tmp_path / "x.json"
    data = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}],
        "categories": [{"id": 1, "name": "1m"}],
        "annotations": [
            {"image_id": 1, "category_id": 1, "bbox": [0, 0, 3, 3]},
            {"image_id": 2, "category_id": 1, "bbox": [0, 0, 3, 3]},
            {"image_id": 1, "category_id": 7, "bbox": [0, 0, 3, 3]},
            {"image_id": 1, "category_id": 1, "bbox": [0, 0, -3, 3]},
        ],
    }
    path.write_text(json.dumps(data))
    with pytest.raises(LabelError) as caught:
        load_coco(path)
    assert [p.text.split(":")[0] for p in caught.value.problems] == [
        "annotations[1]",
        "annotations[2]",
        "annotations[3]",
    ]
    path.write_text('{"images": [],\n oops')
    with pytest.raises(LabelError, match=r"x.json:2: is not a COCO file"):
        load_coco(path)


def test_broken_voc_files_are_all_named(tmp_path):
    (tmp_path / "a.xml").write_text("<annotation>\n<size>\n</annotation>")
    (tmp_path / "b.xml").write_text("<annotation><size><width>9</width></size></annotation>")
    (tmp_path / "c.xml").write_text('<!DOCTYPE x [<!ENTITY a "b">]><annotation/>')
    (tmp_path / "d.xml").write_text(
        "<annotation><size><width>9</width><height>9</height></size><object><name>1m</name>"
        "<bndbox><xmin>5</xmin><ymin>1</ymin><xmax>2</xmax><ymax>4</ymax></bndbox></object></annotation>"
    )
    with pytest.raises(LabelError) as caught:
        load_voc(tmp_path)
    assert [(p.file[-5:], p.line) for p in caught.value.problems] == [
        ("a.xml", 3),
        ("b.xml", 0),
        ("c.xml", 0),
        ("d.xml", 0),
    ]


def test_foreign_names_become_ours():
    assert remap_names(["3F", "4F", "WD", "9B", "1C"], "letters") == {
        "3F": "8f", "4F": "7f", "WD": "5z", "9B": "9s", "1C": "1m",
    }  # fmt: skip
    assert remap_names(["bonus-chrysanthemum", "honors-red", "dots-7"], "camerash") == {
        "bonus-chrysanthemum": "8f", "honors-red": "7z", "dots-7": "7p",
    }  # fmt: skip


def test_every_unknown_name_is_refused_at_once_with_the_nearest_known():
    with pytest.raises(RemapError, match="near 'dots-7'") as caught:
        remap_names(["dots-7x", "dots-1", "joker"], "camerash")
    assert caught.value.unknown == ("dots-7x", "joker")
    with pytest.raises(RemapError):
        remap_photos([Photo("a.jpg", 9, 9, (Box("10z", 0, 0, 1, 1),))], "mpsz")


def test_the_tables_cover_all_faces_they_claim_to():
    assert set(class_map("camerash").values()) == set(CLASSES[:42])
    assert len(class_map("camerash")) == 42
    assert set(class_map("letters").values()) == set(CLASSES[:42])
    assert set(class_map("mpsz").values()) == set(CLASSES)
    for name in table_names():
        assert class_map(name)


ORIGINS = st.dictionaries(
    st.integers(0, 10**6).map("p{}".format),
    st.builds(Origin, st.sampled_from("ABCDEFGH"), st.integers(0, 12).map(str)),
    min_size=1,
    max_size=60,
)


@settings(max_examples=40, deadline=None)
@given(ORIGINS, st.integers(0, 5))
def test_no_tile_set_and_no_scene_is_ever_in_two_splits(origins, seed):
    chosen = split(origins, {"train": 0.7, "val": 0.2, "test": 0.1}, seed)
    assert set(chosen) == set(origins)
    assert leaks(origins, chosen) == []
    assert chosen == split(dict(reversed(origins.items())), {"train": 0.7, "val": 0.2, "test": 0.1}, seed)


def test_splits_come_near_their_shares_where_sets_are_many():
    origins = {f"p{k}": Origin(f"set{k // 5}", f"scene{k // 5}") for k in range(500)}
    chosen = split(origins, {"train": 0.8, "val": 0.2})
    assert 390 <= sum(s == "train" for s in chosen.values()) <= 410


def test_photos_linked_only_through_others_stay_together():
    origins = {
        "a": Origin("X", "1"),
        "b": Origin("X", "2"),
        "c": Origin("Y", "2"),
        "d": Origin("Z", "3"),
        "e": Origin("", "3"),
    }
    assert clusters(origins) == (("a", "b", "c"), ("d", "e"))


def test_a_split_by_picture_is_told_as_a_leak():
    origins = {"a": Origin("X", "1"), "b": Origin("X", "2"), "c": Origin("", "2")}
    found = leaks(origins, {"a": "train", "b": "val", "c": "val"})
    assert found == ["tile set 'X' is in train (1), val (1)"]
