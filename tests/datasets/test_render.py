"""Boxes, visibility and the way up of rendered tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.faces import draw_face
from datasets.synth.body import Placed
from datasets.synth.camera import framed, look_at
from tests.datasets.conftest import BODY, GREEN


def test_the_box_of_a_lying_tile_is_where_a_pinhole_puts_its_face(take, straight_down):
    _, (seen,), _ = take([Placed("5m", 2.0, -1.0)], straight_down)
    # By hand: focal length 640 pixels, the face 20 - 0.7 below the lens, its flat part 0.94 by 1.29 tile
    # widths.
    scale = 640 / (20 - 0.7)
    cx, cy = 320 + 2.0 * scale, 240 + 1.0 * scale
    wanted = (cx - 0.47 * scale, cy - 0.645 * scale, cx + 0.47 * scale, cy + 0.645 * scale)
    assert seen.code == "5m"
    assert seen.visible > 0.97
    np.testing.assert_allclose(seen.box, wanted, atol=0.01)
    corners = [(wanted[0], wanted[1]), (wanted[2], wanted[1]), (wanted[2], wanted[3]), (wanted[0], wanted[3])]
    np.testing.assert_allclose(seen.quad, corners, atol=0.01)


def test_a_tile_turned_by_half_has_its_top_left_corner_at_the_bottom_right(take, straight_down):
    _, (seen,), _ = take([Placed("5m", 0.0, 0.0, yaw=np.pi)], straight_down)
    x0, y0, x1, y1 = seen.box
    np.testing.assert_allclose(seen.quad[0], (x1, y1), atol=0.01)
    np.testing.assert_allclose(seen.quad[2], (x0, y0), atol=0.01)


def test_a_turned_face_gets_the_upright_box_around_its_rounded_outline(take, straight_down):
    _, (seen,), _ = take([Placed("5m", 0.0, 0.0, yaw=np.pi / 4)], straight_down)
    quad = np.array(seen.quad)
    x0, y0, x1, y1 = seen.box
    assert quad[:, 0].min() <= x0 <= quad[:, 0].min() + 4
    assert quad[:, 1].max() - 4 <= y1 <= quad[:, 1].max()
    assert x1 - x0 == pytest.approx(y1 - y0, abs=1.0)


def unwarped(image, quad, width=72):
    """The face as seen, laid out flat with its printed top up."""
    height = round(width * 1.29 / 0.94)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), target)
    return cv2.warpPerspective(image, matrix, (width, height))


def likeness(a, b):
    a, b = (cv2.cvtColor(x, cv2.COLOR_RGB2GRAY).astype(float).ravel() for x in (a, b))
    return np.corrcoef(a, b)[0, 1]


@pytest.mark.parametrize("code", ["7p", "4z", "5m", "9m"])
@pytest.mark.parametrize("roll", [0.0, 1.3, np.pi])
@pytest.mark.parametrize("pose", ["up", "stand"])
def test_no_face_is_mirrored_whatever_the_camera_does(take, tileset, code, roll, pose):
    camera = look_at(np.zeros(3), pitch=0.7, distance=9.0, azimuth=0.3, roll=roll, size=(640, 480))
    camera = framed(camera, np.array([(-1.0, -1, 0), (1, 1, 0), (-1, 1, 1), (1, -1, 1)]), fill=0.9, place=(0.5, 0.5))
    image, (seen,), _ = take([Placed(code, 0.0, 0.0, yaw=0.2, pose=pose)], camera)
    area = cv2.contourArea(np.array(seen.quad, np.float32), oriented=True)
    assert area > 0, "corners run top left, top right, bottom right, bottom left as in the drawing"
    flat = unwarped(image, seen.quad)
    face = cv2.resize(draw_face(tileset.style, code), flat.shape[1::-1], interpolation=cv2.INTER_AREA)
    right = likeness(flat, face)
    assert right > 0.8
    assert right > likeness(flat, face[:, ::-1]) + 0.02


def test_a_tile_face_down_is_a_back_in_the_back_colour(take, straight_down):
    image, (seen,), faces = take([Placed("0x", 0.0, 0.0, pose="down")], straight_down)
    assert seen.code == "0x"
    red, green, blue = image[240, 320].astype(int)
    assert green > red
    assert green > blue
    assert green == pytest.approx(GREEN[1], abs=40)
    assert faces[240, 320]


def test_a_standing_tile_seen_from_behind_is_a_back(take):
    camera = look_at(np.zeros(3), pitch=0.5, distance=12.0, azimuth=0.0, roll=0.0, size=(640, 480))
    _, (seen,), _ = take([Placed("3s", 0.0, 0.0, yaw=np.pi, pose="stand")], camera)
    assert seen.code == "0x"


def test_a_tile_under_another_is_not_in_view(take, straight_down):
    tiles = [Placed("1z", 0.0, 0.0), Placed("2z", 0.0, 0.0, z=BODY.depth), Placed("3z", 3.0, 0.0)]
    _, seen, _ = take(tiles, straight_down)
    shares = {s.code: s.visible for s in seen}
    assert shares.get("1z", 0.0) < 0.05
    assert shares["2z"] > 0.97
    assert shares["3z"] > 0.97


def test_the_box_of_a_half_covered_tile_holds_only_what_is_seen(take, straight_down):
    tiles = [Placed("1z", 0.0, 0.0), Placed("2z", 0.5, 0.0, z=BODY.depth)]
    _, seen, _ = take(tiles, straight_down)
    low = next(s for s in seen if s.code == "1z")
    assert 0.3 < low.visible < 0.65
    quad = np.array(low.quad)
    assert low.box[0] == pytest.approx(quad[:, 0].min(), abs=1.5)
    assert low.box[2] < quad[:, 0].max() - 8


def test_a_tile_that_leaves_the_picture_is_cut_off_at_its_edge(take, straight_down):
    edge = 320 / (640 / 19.3)
    _, (seen,), _ = take([Placed("1z", edge, 0.0)], straight_down)
    assert seen.box[2] == 640
    assert seen.visible == pytest.approx(0.5, abs=0.05)
