"""Every kind of picture file, every way round, and everything that is no picture."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pillow_heif
import pytest
from PIL import Image
from scenes import encoded, picture

from vision import ImageError
from vision import image as image_module
from vision.errors import message, text_codes
from vision.image import decode, sniff


def corner_is_red(pixels: np.ndarray, *, row: int, column: int) -> bool:
    """Whether the quarter at this row (0 top, 1 bottom) and column (0 left, 1 right) is the red one."""
    high, wide = pixels.shape[:2]
    red, green, blue = pixels[high // 4 + row * high // 2, wide // 4 + column * wide // 2].astype(int)
    return bool(red > 150 and green < 90 and blue < 90)


def heif(image: Image.Image, **options: object) -> bytes:
    target = io.BytesIO()
    pillow_heif.from_pillow(image).save(target, quality=90, **options)
    return target.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_of_every_kind_comes_back_as_rgb_of_its_own_size(kind: str) -> None:
    data = encoded(picture(320, 240), kind)
    photo = decode(data)
    assert sniff(data) == kind
    assert (photo.width, photo.height) == (320, 240)
    assert photo.pixels.shape == (240, 320, 3)
    assert photo.pixels.dtype == np.uint8
    assert corner_is_red(photo.pixels, row=0, column=0)


def test_a_heic_photo_is_read() -> None:
    photo = decode(heif(picture(320, 240)))
    assert photo.pixels.shape == (240, 320, 3)
    assert corner_is_red(photo.pixels, row=0, column=0)


def test_a_heic_photo_with_an_exif_turn_is_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = decode(heif(picture(320, 240), exif=exif.tobytes()))
    assert (photo.width, photo.height) == (240, 320)
    assert corner_is_red(photo.pixels, row=0, column=1)


def test_the_pixels_cannot_be_written_to() -> None:
    photo = decode(encoded(picture(), "PNG"))
    with pytest.raises(ValueError, match="read-only"):
        photo.pixels[0, 0] = 0


# EXIF 2.32, table of Orientation: which corner of the stored picture is shown at the top left.
TURNS = {1: (0, 0), 2: (0, 1), 3: (1, 1), 4: (1, 0), 5: (0, 0), 6: (0, 1), 7: (1, 1), 8: (1, 0)}


@pytest.mark.parametrize("orientation", TURNS)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_photo_is_turned_upright_whatever_exif_says(orientation: int, kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = decode(encoded(picture(320, 240), kind, exif=exif))
    expected = (240, 320) if orientation >= 5 else (320, 240)
    assert (photo.width, photo.height) == expected
    assert photo.pixels.shape[:2] == expected[::-1]
    row, column = TURNS[orientation]
    assert corner_is_red(photo.pixels, row=row, column=column)


def test_a_large_jpeg_is_decoded_smaller_and_keeps_its_true_size() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = decode(encoded(picture(4032, 3024), "JPEG", exif=exif))
    assert (photo.width, photo.height) == (3024, 4032)
    assert max(photo.pixels.shape) == 2016
    assert photo.scale == pytest.approx(0.5)
    assert corner_is_red(photo.pixels, row=0, column=1)
    assert photo.full().pixels.shape == (4032, 3024, 3)


def test_a_cmyk_jpeg_is_read_in_colour() -> None:
    photo = decode(encoded(picture().convert("CMYK"), "JPEG"))
    assert corner_is_red(photo.pixels, row=0, column=0)


def test_a_grey_jpeg_is_read_as_rgb() -> None:
    photo = decode(encoded(picture().convert("L"), "JPEG"))
    assert photo.pixels.shape == (240, 320, 3)
    assert (photo.pixels[:, :, 0] == photo.pixels[:, :, 1]).all()


def test_a_palette_png_with_a_clear_colour_is_laid_on_white() -> None:
    palette = picture().convert("P", palette=Image.Palette.ADAPTIVE, colors=8)
    clear = int(np.asarray(palette)[0, 0])
    photo = decode(encoded(palette, "PNG", transparency=clear))
    assert (photo.pixels[10, 10] == 255).all()
    assert photo.pixels[200, 300, 1] > photo.pixels[200, 300, 0]


def test_a_png_with_alpha_is_laid_on_white() -> None:
    layered = picture().convert("RGBA")
    layered.putalpha(0)
    assert (decode(encoded(layered, "PNG")).pixels == 255).all()


def test_a_16_bit_grey_png_keeps_its_brightness() -> None:
    values = np.full((64, 64), 40_000, dtype=np.uint16)
    photo = decode(encoded(Image.fromarray(values), "PNG"))
    assert abs(int(photo.pixels[5, 5, 0]) - 40_000 // 256) <= 1


def test_a_16_bit_colour_png_keeps_its_colour() -> None:
    row = b"\0" + struct.pack(">HHH", 51_200, 5_120, 10_240) * 40
    assert decode(png(40, 40, row * 40, bits=16)).pixels[20, 20].tolist() == [200, 20, 40]


def refused(data: bytes) -> ImageError:
    with pytest.raises(ImageError) as caught:
        decode(data)
    return caught.value


def test_an_empty_file_is_named_as_such() -> None:
    assert refused(b"").code == "empty_file"


@pytest.mark.parametrize("data", [b"hello, this is text", b"%PDF-1.7 ....", b"\0" * 4096, b"GIF89a" + b"\0" * 40])
def test_what_is_no_photo_is_named_as_such(data: bytes) -> None:
    assert refused(data).code == "not_an_image"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_photo_cut_off_anywhere_is_called_truncated(kind: str, share: float) -> None:
    noisy = Image.fromarray(np.random.default_rng(3).integers(0, 255, (120, 160, 3), dtype=np.uint8))
    data = encoded(noisy, kind)
    assert refused(data[: int(len(data) * share)]).code == "truncated"


def test_a_truncated_heic_is_called_truncated() -> None:
    data = heif(picture())
    assert refused(data[: len(data) // 2]).code == "truncated"


def test_sixty_megabytes_are_refused_unread() -> None:
    error = refused(b"\xff\xd8\xff" + bytes(60 * 2**20))
    assert error.code == "file_too_large"
    assert "60" in error.message("zh")
    assert "60" in error.message("en")


def chunk(name: bytes, body: bytes) -> bytes:
    """One chunk of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, rows: bytes, *, bits: int = 8) -> bytes:
    """A colour PNG with this size in its head, whatever its rows hold."""
    header = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@pytest.mark.parametrize("size", [(9_000, 9_000), (50_000, 50_000), (2_000_000, 20)])
def test_a_bomb_is_refused_by_its_size_before_it_is_decoded(size: tuple[int, int]) -> None:
    wide, high = size
    error = refused(png(wide, high, b""))
    assert error.code in ("too_many_pixels", "too_few_pixels")
    assert str(wide) in error.message("en")


def test_a_progressive_jpeg_may_not_be_as_large_as_a_baseline_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_module, "MAX_PIXELS", 50_000)
    assert refused(encoded(picture(320, 240), "JPEG", progressive=True)).code == "too_many_pixels"
    assert decode(encoded(picture(320, 240), "JPEG")).width == 320


def test_a_speck_is_refused() -> None:
    assert refused(encoded(Image.new("RGB", (8, 8)), "PNG")).code == "too_few_pixels"


@pytest.mark.parametrize("size", [(40, 1000), (50_000, 33)])
def test_a_strip_of_which_nothing_is_left_at_the_detectors_size_is_refused(size: tuple[int, int]) -> None:
    assert refused(encoded(Image.new("L", size), "PNG")).code == "too_narrow"


def test_a_close_row_of_eighteen_tiles_is_not_too_narrow() -> None:
    assert decode(encoded(Image.new("RGB", (1400, 100)), "PNG")).width == 1400


def test_a_broken_exif_block_costs_the_turn_and_not_the_photo() -> None:
    data = encoded(picture(), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff")
    assert decode(data).width == 320


PARAMS = {
    "reason": "gone",
    "megabytes": 60, "limit": 50, "width": 1, "height": 2, "count": 3, "code": "1m", "other": "2m",
}  # fmt: skip


@pytest.mark.parametrize("code", text_codes())
def test_every_sentence_is_there_in_both_languages(code: str) -> None:
    chinese, english = message(code, "zh", **PARAMS), message(code, "en", **PARAMS)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)
    assert english.isascii() or "×" in english
    assert "{" not in chinese + english


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of zh, en"):
        message("empty_file", "fr")
