"""A look from further off: when it is taken, and what of it counts."""

from __future__ import annotations

from scenes import Tile, found

from vision import far_look
from vision.detections import Detections

NEAR: Tile = (100, 100, 300, 380, "9p", 0.6)


def row(count: int, side: float) -> Detections:
    return found(*((40 + k * side, 50, 40 + (k + 1) * side, 50 + 1.3 * side, "3m", 0.9) for k in range(count)))


def test_a_row_of_ordinary_tiles_needs_no_far_look() -> None:
    assert not far_look.wanted(row(14, 40), 1.0)


def test_a_photo_with_hardly_any_tile_gets_a_far_look() -> None:
    assert far_look.wanted(row(2, 40), 1.0)


def test_a_photo_with_a_very_large_tile_gets_a_far_look() -> None:
    assert far_look.wanted(row(7, 120), 1.0)
    assert not far_look.wanted(row(7, 120), 0.5)


def test_the_drawing_of_a_near_tile_is_one_tile_and_not_its_parts() -> None:
    dots = [(x, y, x + 50, y + 50, "1p", 0.9) for x in (110, 175, 240) for y in (120, 210, 300)]
    merged = far_look.merge(found(*dots), found(NEAR), 1.0)
    assert merged.codes == ["9p"]


def test_small_tiles_that_fill_the_place_stay_a_block_of_tiles() -> None:
    block = [(x, y, x + 66, y + 92, "5s", 0.9) for x in (100, 167, 234) for y in (100, 193, 286)]
    merged = far_look.merge(found(*block), found(NEAR), 1.0)
    assert merged.codes == ["5s"] * 9


def test_a_near_tile_that_the_first_look_saw_whole_and_surer_is_kept_as_it_was() -> None:
    far: Tile = (100, 100, 190, 222, "9p", 0.6)
    whole: Tile = (102, 103, 189, 220, "9s", 0.8)
    part: Tile = (110, 110, 140, 140, "1p", 0.9)
    assert far_look.merge(found(whole, part), found(far), 1.0).codes == ["9s"]


def test_of_a_tile_too_large_for_the_first_look_the_far_look_knows_better() -> None:
    halves: list[Tile] = [(60, 100, 198, 380, "4s", 0.8), (202, 100, 360, 380, "4s", 0.8)]
    assert far_look.merge(found(*halves), found(NEAR), 1.0).codes == ["9p"]


def test_what_lies_beside_the_near_tile_stays() -> None:
    other: Tile = (400, 100, 440, 155, "2z", 0.9)
    assert sorted(far_look.merge(found(other), found(NEAR), 1.0).codes) == ["2z", "9p"]


def test_small_tiles_of_the_far_look_are_left_to_the_first() -> None:
    small: Tile = (400, 100, 440, 155, "2z", 0.9)
    assert len(far_look.merge(found(), found(small), 1.0)) == 0
