"""Tiles without a drawing count only where there is evidence for them."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import Tile, found

from vision import bare
from vision.classes import CLASSES, INDEX

FACE: Tile = (100, 100, 140, 154, "3m", 0.8)
BESIDE: Tile = (141, 100, 181, 154, "0x", 0.2)


def counting(*tiles: Tile, chance: float = 0.95, outlined: bool = True) -> list[str]:
    """The codes that count when the crop reader gives each tile's own name this chance."""
    candidates = found(*tiles)
    chances = np.full((len(tiles), len(CLASSES)), 0.001, dtype=np.float32)
    for row, tile in enumerate(tiles):
        chances[row, INDEX[tile[4]]] = chance
    set_off = np.full(len(tiles), outlined)
    return [candidates.codes[k] for k in bare.plausible(candidates, chances, candidates, set_off, 0.25)]


def test_a_back_that_the_detector_only_proposes_counts_where_the_crop_reader_is_sure() -> None:
    assert counting(FACE, BESIDE) == ["3m", "0x"]
    assert counting(FACE, BESIDE, chance=0.6) == ["3m"]


def test_a_face_that_the_detector_only_proposes_does_not_count() -> None:
    assert counting((100, 100, 140, 154, "3m", 0.2)) == []


def test_the_visible_side_of_a_face_is_no_back() -> None:
    assert counting(FACE, (100, 155, 140, 178, "0x", 0.6)) == ["3m"]


def test_a_blank_face_counts_where_it_is_found_and_set_off() -> None:
    blank: Tile = (200, 100, 240, 154, "5z", 0.6)
    assert counting(blank) == ["5z"]
    assert counting(blank, outlined=False) == []
    assert counting((*blank[:5], 0.2)) == []  # type: ignore[arg-type]


def test_proposed_backs_that_lie_on_a_found_tile_are_none() -> None:
    proposals = found(BESIDE, (105, 102, 142, 156, "0x", 0.2), (300, 100, 340, 154, "7s", 0.2))
    assert np.allclose(bare.faint_backs(proposals, found(FACE)).xyxy, [BESIDE[:4]])


def test_only_the_likeliest_of_many_proposals_are_read() -> None:
    wall: list[Tile] = [(30.0 * k, 0, 30.0 * k + 28, 40, "0x", 0.1 + 0.001 * k) for k in range(bare.MOST_FAINT + 12)]
    read = bare.faint_backs(found(*wall), found(FACE))
    assert len(read) == bare.MOST_FAINT
    assert read.xyxy[:, 0].min() == 30.0 * 12


def patch(*, sides: int) -> np.ndarray:
    """A crop whose middle rectangle of 32 × 44 pixels is darker beyond so many of its sides."""
    crop = np.full((64, 64, 3), 220, dtype=np.uint8)
    beyond = [np.s_[:10], np.s_[54:], np.s_[:, :16], np.s_[:, 48:]]
    for part in beyond[:sides]:
        crop[part] = 150
    return crop


@pytest.mark.parametrize(("sides", "outlined"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_a_patch_is_set_off_where_three_of_its_sides_show(sides: int, outlined: bool) -> None:
    assert bare.is_outlined(patch(sides=sides), 32, 44) is outlined
