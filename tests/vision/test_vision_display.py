"""What a browser is given to show, in place of a photo it cannot show itself."""

from __future__ import annotations

import io

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision import ImageError, browser_jpeg


def heic(width: int, height: int) -> bytes:
    """A HEIC photo, red on the left half, blue on the right."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2, 0] = 255
    pixels[:, width // 2 :, 2] = 255
    out = io.BytesIO()
    pillow_heif.from_pillow(Image.fromarray(pixels)).save(out, quality=90)
    return out.getvalue()


def shown(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "JPEG"
    return picture


def test_a_heic_photo_becomes_a_jpeg_of_the_same_picture() -> None:
    picture = shown(browser_jpeg(heic(640, 480)))
    assert picture.size == (640, 480)
    left, right = np.asarray(picture)[240, 100], np.asarray(picture)[240, 540]
    assert left[0] > 200 > 60 > left[2]
    assert right[2] > 200 > 60 > right[0]


def test_the_long_side_is_brought_down_to_the_limit() -> None:
    assert shown(browser_jpeg(heic(2400, 1200))).size == (2000, 1000)
    assert shown(browser_jpeg(heic(300, 600), side=200)).size == (100, 200)


def test_a_turned_photo_is_shown_upright_and_says_nothing_more_of_turning() -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (400, 200), (10, 120, 80)).save(out, "JPEG", exif=exif)
    picture = shown(browser_jpeg(out.getvalue()))
    assert picture.size == (200, 400)
    assert 0x0112 not in picture.getexif()


def test_what_is_no_photo_is_refused_as_in_reading() -> None:
    with pytest.raises(ImageError) as refused:
        browser_jpeg(b"a letter")
    assert refused.value.code == "not_an_image"
