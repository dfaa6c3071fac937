"""Advice on the photo, on drawn tiles: sharp and blurred, bright and dark, with glare, small, cut off."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont
from scenes import encoded

from vision.image import decode
from vision.quality import advise
from vision.reading import TileReading

COUNT = 9


def tiles(side: float = 60, *, zone: str = "concealed", left: float = 30) -> tuple[TileReading, ...]:
    boxes = [(left + k * side * 1.05, 80, left + k * side * 1.05 + side, 80 + side * 1.35) for k in range(COUNT)]
    return tuple(TileReading(f"{k + 1}p", 0.95, box, zone, 0) for k, box in enumerate(boxes))


def table(shown: tuple[TileReading, ...]) -> Image.Image:
    """A green table with these tiles: dark figures on ivory."""
    image = Image.new("RGB", (700, 260), (30, 90, 50))
    pen = ImageDraw.Draw(image)
    for tile in shown:
        x0, y0, x1, y1 = tile.box
        pen.rectangle(tile.box, fill=(228, 222, 205))
        pen.text((x0 + (x1 - x0) / 4, y0 + (y1 - y0) / 6), tile.code[0], fill=(20, 30, 120),
                 font=ImageFont.load_default((y1 - y0) * 0.6))  # fmt: skip
    return image


def advice(image: Image.Image, shown: tuple[TileReading, ...]) -> dict[str, tuple[int, ...]]:
    return {remark.code: remark.tiles for remark in advise(decode(encoded(image, "PNG")), shown)}


def test_a_good_photo_gets_no_advice() -> None:
    assert advice(table(tiles()), tiles()) == {}


@pytest.mark.parametrize("blur", [5, 8])
def test_a_blurred_photo_is_called_blurred(blur: float) -> None:
    assert set(advice(table(tiles()).filter(ImageFilter.GaussianBlur(blur)), tiles())) == {"blurred"}


def test_a_dark_photo_is_called_dark_and_not_blurred() -> None:
    assert set(advice(ImageEnhance.Brightness(table(tiles())).enhance(0.18), tiles())) == {"dark"}


def test_a_black_photo_without_tiles_is_called_dark() -> None:
    assert set(advice(Image.new("RGB", (640, 480), (8, 8, 8)), ())) == {"dark"}
    assert advice(Image.new("RGB", (640, 480), (90, 120, 90)), ()) == {}


def test_glare_is_laid_to_the_tile_that_shines() -> None:
    image = table(tiles())
    x0, y0, x1, y1 = tiles()[4].box
    ImageDraw.Draw(image).ellipse((x0, y0, x1, y0 + (y1 - y0) * 0.7), fill=(255, 255, 255))
    assert advice(image, tiles()) == {"glare": (4,)}


def test_evenly_white_faces_are_no_glare() -> None:
    image = table(tiles())
    pixels = np.asarray(image).copy()
    pixels[(pixels > 200).all(axis=2)] = 255
    assert "glare" not in advice(Image.fromarray(pixels), tiles())


def test_small_tiles_ask_to_come_closer() -> None:
    assert "tiles_small" in advice(table(tiles(16)), tiles(16))


def test_a_tile_cut_off_by_the_edge_is_named() -> None:
    whole = tiles(left=0)
    cut = (TileReading("1p", 0.9, (0, 80, 25, 161), "concealed", 0), *whole[1:])
    assert advice(table(cut), cut)["tiles_cut"] == (0,)


def test_other_players_tiles_are_no_reason_for_advice() -> None:
    assert advice(table(tiles()).filter(ImageFilter.GaussianBlur(8)), tiles(zone="other")) == {}
