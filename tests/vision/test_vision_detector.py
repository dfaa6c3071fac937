"""The detector and the crop reader on tiny models with fixed answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scenes import crops_model, encoded, picture, tiles_model, write_weights

from vision.classes import CLASSES, INDEX
from vision.crops import CropReader, fuse
from vision.detections import Detections
from vision.detector import TileDetector, decode_output
from vision.geometry import Strip
from vision.image import decode
from vision.weights import read_manifest


def detector(folder: Path, boxes: list[tuple[float, float, float, float, str, float]]) -> TileDetector:
    return TileDetector(read_manifest(write_weights(folder, tiles_model(boxes)))["tiles"])


@pytest.mark.parametrize(("wide", "high"), [(640, 480), (480, 640), (1280, 200)])
def test_boxes_come_back_in_pixels_of_the_photo(tmp_path: Path, wide: int, high: int) -> None:
    photo = decode(encoded(picture(wide, high), "JPEG"))
    scale = 320 / max(wide, high)
    left = (-(-round(wide * scale) // 32) * 32 - round(wide * scale)) // 2
    top = (-(-round(high * scale) // 32) * 32 - round(high * scale)) // 2
    found = detector(tmp_path, [(100 * scale + left, 80 * scale + top, 40 * scale, 54 * scale, "5m", 0.9)]).find(photo)
    assert found.codes == ["5m"]
    assert np.allclose(found.xyxy[0], [80, 53, 120, 107], atol=0.5)


def test_boxes_of_a_reduced_jpeg_are_pixels_of_the_full_photo(tmp_path: Path) -> None:
    photo = decode(encoded(picture(3200, 3200), "JPEG"))
    assert photo.scale == pytest.approx(0.5)
    found = detector(tmp_path, [(160, 160, 40, 54, "1z", 0.9)]).find(photo)
    assert np.allclose(found.xyxy[0], [1400, 1330, 1800, 1870], atol=2)


def test_weak_boxes_and_doubles_are_left_out(tmp_path: Path) -> None:
    boxes = [
        (100.0, 100.0, 40.0, 54.0, "5m", 0.9),
        (101.0, 99.0, 41.0, 54.0, "4m", 0.6),
        (200.0, 100.0, 40.0, 54.0, "2p", 0.1),
    ]
    found = detector(tmp_path, boxes).find(decode(encoded(picture(320, 320), "PNG")))
    assert found.codes == ["5m"]


def test_nothing_found_is_an_empty_answer(tmp_path: Path) -> None:
    found = detector(tmp_path, []).find(decode(encoded(picture(), "PNG")))
    assert len(found) == 0
    assert found.xyxy.shape == (0, 4)


def test_tiles_of_a_strip_come_back_as_frames_of_the_photo(tmp_path: Path) -> None:
    photo = decode(encoded(picture(400, 400), "PNG"))
    strip = Strip((200, 200), np.pi / 6, 2.0, 320, 320)
    found = detector(tmp_path, [(260, 160, 80, 108, "3s", 0.9)]).find_in(photo, strip)
    x, y, wide, high, angle = found.frames[0]
    assert (wide, high, angle) == pytest.approx((40, 54, np.pi / 6), rel=0.02)
    assert (x, y) == pytest.approx((200 + 50 * np.cos(np.pi / 6), 200 + 50 * np.sin(np.pi / 6)), abs=1)


def test_an_output_of_another_layout_is_refused() -> None:
    with pytest.raises(Exception, match="expected"):
        decode_output(np.zeros((1, 42, 10), dtype=np.float32), 0.25, 0.5)


def test_the_crop_reader_names_every_tile(tmp_path: Path) -> None:
    files = read_manifest(write_weights(tmp_path, tiles_model([]), crops_model("7s")))
    photo = decode(encoded(picture(400, 300), "PNG"))
    boxes = [(x, 100, x + 20, 127) for x in range(0, 380, 10)]
    names = CropReader(files["crops"]).probabilities(photo, Detections.certain(boxes, ["9s"] * len(boxes)))
    assert names.shape == (38, 43)
    assert np.allclose(names.sum(axis=1), 1, atol=1e-4)
    assert {CLASSES[index] for index in names.argmax(axis=1)} == {"7s"}


def test_the_crop_is_centred_on_the_tile_and_turned_with_it(tmp_path: Path) -> None:
    pixels = np.zeros((300, 400, 3), dtype=np.uint8)
    pixels[130:170, 180:220] = 255
    reader = CropReader(read_manifest(write_weights(tmp_path, tiles_model([]), crops_model("7s")))["crops"])
    from PIL import Image

    photo = decode(encoded(Image.fromarray(pixels), "PNG"))
    for angle in (0.0, 0.7, 2.0):
        crop = reader.crop(photo, np.array([200, 150, 40, 40, angle], dtype=np.float32))
        assert crop.shape == (64, 64, 3)
        white = np.argwhere(crop[:, :, 0] > 128)
        assert np.allclose(white.mean(axis=0), 31.5, atol=1)
        assert len(white) == pytest.approx((64 / 1.5) ** 2, rel=0.08)


def test_small_tiles_of_a_reduced_photo_ask_for_the_full_one(tmp_path: Path) -> None:
    reader = CropReader(read_manifest(write_weights(tmp_path, tiles_model([]), crops_model("7s")))["crops"])
    photo = decode(encoded(picture(3200, 2400), "JPEG"))
    assert reader.needs_full(photo, Detections.certain([(0, 0, 60, 80)], ["1m"]))
    assert not reader.needs_full(photo, Detections.certain([(0, 0, 160, 220)], ["1m"]))
    assert not reader.needs_full(photo.full(), Detections.certain([(0, 0, 60, 80)], ["1m"]))


def opinion(**chances: float) -> np.ndarray:
    row = np.full((1, len(CLASSES)), 1e-4, dtype=np.float32)
    for code, chance in chances.items():
        row[0, INDEX[code[1:]]] = chance
    return row


def test_two_opinions_that_agree_make_a_surer_one_and_a_sure_one_outvotes_a_hesitant_one() -> None:
    both = fuse(opinion(_7s=0.6, _9s=0.3), opinion(_7s=0.7, _9s=0.25), 0.6)
    assert CLASSES[both.argmax()] == "7s"
    assert both.sum() == pytest.approx(1, abs=1e-4)
    outvoted = fuse(opinion(_7s=0.35, _9s=0.3), opinion(_9s=0.97), 0.6)
    assert CLASSES[outvoted.argmax()] == "9s"
