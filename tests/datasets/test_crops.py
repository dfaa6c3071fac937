"""The crop sampler."""

from __future__ import annotations

import pickle

import cv2
import numpy as np
import pytest

from datasets.classes import CLASS_INDEX, CLASSES
from datasets.crops import Mixed, PhotoCrops, SyntheticCrops, batch, stream
from datasets.cutting import cut
from datasets.faces.folder import CropFolder, bare_colour, trimmed
from datasets.label.labels import Box, Photo
from datasets.label.yolo import save_yolo


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two makers' crops of two classes: one's ink is red, the other's blue."""
    root = tmp_path_factory.mktemp("faces")
    for code in ("1m", "1z"):
        (root / code).mkdir()
        for maker, ink in (("red", (40, 40, 200)), ("blue", (200, 60, 30))):
            face = np.full((134, 100, 3), (225, 238, 240), np.uint8)
            cv2.line(face, (30, 30), (70, 100), ink, 14)
            cv2.imwrite(str(root / code / f"{maker}-1.png"), face)
    return root


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """One photo with an L on a plain ground, labelled 4m: an L shows turns and mirrors."""
    root = tmp_path_factory.mktemp("photos")
    picture = np.full((300, 400, 3), 90, np.uint8)
    picture[100:200, 160:235] = 240
    picture[110:190, 170:185] = 20
    picture[175:190, 170:225] = 20
    save_yolo([Photo("set-1.png", 400, 300, (Box("4m", 160, 100, 235, 200),))], root)
    cv2.imwrite(str(root / "images" / "set-1.jpg"), picture)
    return root


def test_crops_are_squares_with_a_class_and_the_same_generator_gives_the_same():
    one = batch(SyntheticCrops(size=48), np.random.default_rng(1), 40)
    same = batch(SyntheticCrops(size=48), np.random.default_rng(1), 40)
    crops, classes = one
    assert crops.shape == (40, 48, 48, 3)
    assert crops.dtype == np.uint8
    assert classes.min() >= 0
    assert classes.max() < len(CLASSES)
    np.testing.assert_array_equal(crops, same[0])
    np.testing.assert_array_equal(classes, same[1])


def test_synthetic_crops_come_from_every_suit_and_from_backs():
    _, classes = batch(SyntheticCrops(size=32, sets=3), np.random.default_rng(2), 330)
    suits = {CLASSES[k][1] for k in classes}
    assert suits == {"m", "p", "s", "z", "f", "x"}
    assert len(set(classes.tolist())) > 36


def test_held_out_faces_are_the_only_ones_when_asked_for(folder):
    source = SyntheticCrops(size=32, folder=CropFolder(folder, ("blue",)), folder_only=True, sets=2)
    _, classes = batch(source, np.random.default_rng(0), 60)
    assert {CLASSES[k] for k in classes} <= {"1m", "1z", "0x"}


def test_a_prefix_keeps_other_makers_out(folder):
    red = CropFolder.parse(f"{folder}:red")
    assert [c.source for c in red.crops("1m")] == ["red-1.png"]
    assert [c.source for c in CropFolder(folder).crops("1m")] == ["blue-1.png", "red-1.png"]
    with pytest.raises(ValueError, match="no face crops"):
        CropFolder.parse(f"{folder}:green")


def test_a_crop_takes_the_colour_of_the_body_it_is_put_on(folder):
    crop = CropFolder(folder, ("red",)).crops("1m")[0]
    assert crop.background == pytest.approx((240, 238, 225), abs=3)
    face = crop.onto((200, 190, 150), 1.3, 80)
    assert face.shape == (104, 80, 3)
    assert bare_colour(face) == pytest.approx((200, 190, 150), abs=4)


def test_dark_borders_are_trimmed_from_a_crop():
    picture = np.full((100, 80, 3), 235, np.uint8)
    picture[:, :5] = 20
    picture[-6:] = 10
    assert trimmed(picture).shape[:2] == (94, 75)


def test_photo_crops_are_cut_as_the_reader_cuts_them(photos):
    source = PhotoCrops(photos, size=66, scale=1.5, plain=True)
    crop, index = source.draw(np.random.default_rng(0))
    assert index == CLASS_INDEX["4m"]
    # The square's side is 1.5 x sqrt(75 x 100) = 130: the tile is 75 / 130 of it wide, the rest is the
    # ground.
    light = (crop[:, :, 0] > 160) | (crop[:, :, 0] < 60)
    assert light.any(0).sum() == pytest.approx(66 * 75 / 129.9, abs=2)
    assert light.any(1).sum() == pytest.approx(66 * 100 / 129.9, abs=2)


def test_photo_crops_are_turned_but_never_mirrored(photos):
    source = PhotoCrops(photos, size=64, plain=True)
    upright = source.draw(np.random.default_rng(0))[0][:, :, 0].astype(float)
    turned = PhotoCrops(photos, size=64)
    rng = np.random.default_rng(3)
    for _ in range(15):
        crop = turned.draw(rng)[0].mean(2)

        def best(picture, crop=crop):
            """The best likeness at any turn."""
            scores = []
            for angle in range(0, 360, 6):
                m = cv2.getRotationMatrix2D((31.5, 31.5), angle, 1.0)
                moved = cv2.warpAffine(picture, m, (64, 64), borderMode=cv2.BORDER_REPLICATE)
                a, b = (cv2.GaussianBlur(x, (0, 0), 2)[12:52, 12:52].ravel() for x in (moved, crop))
                scores.append(np.corrcoef(a, b)[0, 1])
            return max(scores)

        if best(upright) > 0.75:
            assert best(upright) > best(upright[:, ::-1]) - 0.03


def test_a_cut_turned_by_a_quarter_is_the_picture_turned_by_a_quarter():
    rng = np.random.default_rng(0)
    picture = cv2.resize(rng.integers(0, 255, (8, 8, 3)).astype(np.uint8), (64, 64))
    straight = cut(picture, (31.5, 31.5), 40, 40)
    quarter = cut(picture, (31.5, 31.5), 40, 40, np.pi / 2)
    differences = [np.abs(np.rot90(straight, k).astype(int) - quarter).mean() for k in (1, 3)]
    mirrored = [np.abs(np.rot90(straight[:, ::-1], k).astype(int) - quarter).mean() for k in range(4)]
    assert min(differences) < 12
    assert min(differences) < min(mirrored) / 2


def test_sources_can_be_mixed_streamed_and_sent_to_another_process(photos):
    mixed = Mixed([(SyntheticCrops(size=64, sets=2), 0.5), (PhotoCrops(photos, size=64), 0.5)])
    copy = pickle.loads(pickle.dumps(mixed))
    first = next(stream(mixed, np.random.default_rng(9)))
    np.testing.assert_array_equal(first[0], next(stream(copy, np.random.default_rng(9)))[0])
    _, classes = batch(mixed, np.random.default_rng(1), 60)
    assert 15 < (classes == CLASS_INDEX["4m"]).sum() < 50
