"""Boxes, suppression and the transforms with their inverses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detections import Detections
from vision.geometry import Letterbox, Strip, iou, suppress, upright


def boxes(*rows: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def test_the_overlap_of_a_box_with_itself_is_one_and_with_a_stranger_nothing() -> None:
    box = boxes((0, 0, 10, 20))[0]
    assert iou(box, boxes((0, 0, 10, 20), (50, 50, 60, 70), (0, 10, 10, 30))).tolist() == pytest.approx([1, 0, 1 / 3])


def test_two_names_for_one_tile_leave_the_better_one() -> None:
    kept = suppress(boxes((0, 0, 40, 54), (1, 1, 41, 55)), np.array([0.6, 0.9], dtype=np.float32))
    assert kept.tolist() == [1]


def test_a_loose_box_around_a_tight_one_goes_though_they_overlap_little() -> None:
    kept = suppress(boxes((0, 0, 100, 100), (10, 10, 50, 50)), np.array([0.5, 0.8], dtype=np.float32))
    assert kept.tolist() == [1]


def test_neighbours_in_a_row_at_45_degrees_all_stay() -> None:
    side, step = 66.5, 40 / math.sqrt(2)
    row = boxes(*((step * k, step * k, step * k + side, step * k + side) for k in range(14)))
    assert len(suppress(row, np.linspace(0.9, 0.5, 14, dtype=np.float32))) == 14


@pytest.mark.parametrize(("wide", "high"), [(3024, 4032), (4032, 3024), (640, 640), (1600, 206), (853, 640)])
@pytest.mark.parametrize("square", [True, False])
def test_letterbox_goes_there_and_back(wide: int, high: int, square: bool) -> None:
    fit = Letterbox.fit(wide, high, 640, square=square)
    whole = boxes((0, 0, wide, high), (wide * 0.2, high * 0.3, wide * 0.4, high * 0.9))
    there = fit.apply(whole)
    assert np.allclose(fit.undo(there), whole, atol=0.01)
    assert there.min() >= 0
    assert (there[:, 2] <= fit.width + 0.5).all()
    assert (there[:, 3] <= fit.height + 0.5).all()
    assert fit.width % 32 == 0
    assert fit.height % 32 == 0


def test_a_wide_row_gets_a_flat_input() -> None:
    fit = Letterbox.fit(1600, 206, 960)
    assert (fit.width, fit.height) == (960, 128)


@given(wide=st.integers(40, 5000), high=st.integers(40, 5000), side=st.sampled_from([320, 640, 960, 1280]))
def test_a_point_of_the_picture_lands_on_its_own_pixel(wide: int, high: int, side: int) -> None:
    fit = Letterbox.fit(wide, high, side)
    point = boxes((wide / 3, high / 3, wide / 2, high / 2))
    assert np.allclose(fit.undo(fit.apply(point)), point, rtol=1e-4, atol=0.05)


def test_the_letterboxed_picture_is_where_the_boxes_say() -> None:
    pixels = np.zeros((300, 500, 3), dtype=np.uint8)
    pixels[100:200, 50:150] = (255, 0, 0)
    fit = Letterbox.fit(500, 300, 640)
    x0, y0, x1, y1 = fit.apply(boxes((50, 100, 150, 200)))[0].round().astype(int)
    shown = fit.image(pixels)
    assert shown.shape == (fit.height, fit.width, 3)
    assert (shown[y0 + 3 : y1 - 3, x0 + 3 : x1 - 3, 0] > 240).all()
    assert shown[y0 - 4, x0 - 4].max() < 20


@given(angle=st.floats(-3.1, 3.1), scale=st.floats(0.2, 3), x=st.floats(0, 4000), y=st.floats(0, 4000))
def test_a_strip_goes_there_and_back(angle: float, scale: float, x: float, y: float) -> None:
    strip = Strip((x, y), angle, scale, 640, 160)
    points = np.array([[x, y], [x + 100, y - 40], [0, 0]])
    assert np.allclose(strip.undo(strip.apply(points)), points, atol=1e-6)
    assert np.allclose(strip.apply(points[:1]), [[320, 80]], atol=1e-6)


def test_a_strip_lays_a_turned_row_level() -> None:
    pixels = np.zeros((400, 400, 3), dtype=np.uint8)
    for step in range(-120, 121):
        pixels[200 + step // 2, 200 + step] = 255
    strip = Strip((200, 200), math.atan2(1, 2), 1.0, 300, 100)
    rows = np.argwhere(strip.image(pixels)[:, 60:240, 0] > 60)[:, 0]
    assert abs(rows - 50).max() <= 2


def test_the_upright_box_of_a_turned_frame_holds_its_corners() -> None:
    frame = np.array([[100, 100, 40, 54, math.pi / 2]], dtype=np.float32)
    assert upright(frame)[0].tolist() == pytest.approx([73, 80, 127, 120])


def test_detections_are_read_only_and_checked() -> None:
    found = Detections.certain([(0, 0, 40, 54)], ["5m"])
    with pytest.raises(ValueError, match="read-only"):
        found.frames[0, 0] = 3
    with pytest.raises(ValueError, match="expected N×5"):
        Detections(np.zeros((2, 5), dtype=np.float32), np.zeros((3, 43), dtype=np.float32))


def test_detections_can_be_chosen_and_joined() -> None:
    found = Detections.certain([(0, 0, 40, 54), (50, 0, 90, 54)], ["5m", "0x"])
    assert found[[1]].codes == ["0x"]
    assert (found[[]] + found).codes == ["5m", "0x"]
    assert Detections.none().codes == []
