"""Bytes to an upright photo. The only module that decodes; nothing here knows about tiles."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from .errors import ImageError

Pixels = NDArray[np.uint8]

MAX_BYTES = 50 * 2**20
MAX_PIXELS = 50_500_000
# A baseline JPEG is decoded at reduced size without ever holding all its pixels; Pillow refuses beyond this.
MAX_PIXELS_REDUCED = 178_000_000
MIN_SIDE = 32
# A row of 18 tiles cut out close is 14 times as wide as high; beyond, nothing is left at the detector's size.
MAX_ASPECT = 24
BAND = 512
# Working resolution: enough for a 1280-pixel detector input; crops of small tiles go back to the full photo.
WORKING_SIDE = 1600

_HEIF_BRANDS = frozenset((b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"))


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright photo: its true size and RGB pixels at working resolution.

    `pixels` is H×W×3 uint8, read-only, RGB; its scale against the true size is `scale` (1 or less).
    """

    width: int
    height: int
    pixels: Pixels
    data: bytes = field(repr=False)

    @property
    def scale(self) -> float:
        """Working pixels per pixel of the upright photo."""
        return float(max(self.pixels.shape[:2]) / max(self.width, self.height))

    def full(self) -> Photo:
        """The same photo at full resolution (at most MAX_PIXELS); itself where that is what it holds."""
        if self.scale == 1.0:
            return self
        return decode(self.data, working_side=None)


def sniff(data: bytes) -> str | None:
    """The kind of image by its first bytes ("JPEG", "PNG", "WEBP", "HEIF"), never by a name; else None."""
    if data[:3] == b"\xff\xd8\xff":
        return "JPEG"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and (data[8:12] in _HEIF_BRANDS or _HEIF_BRANDS & set(_brands(data))):
        return "HEIF"
    return None


def decode(data: bytes, *, working_side: int | None = WORKING_SIDE) -> Photo:
    """Decode `data` to an upright RGB photo.

    With `working_side`, a JPEG may be decoded at a half, a quarter or an eighth, its long side staying at
    least that many pixels; None asks for every pixel. Raises ImageError for anything that is no photo.
    """
    kind = _check_bytes(data)
    image = _open(data, kind)
    turned = _is_turned(image)
    width, height = image.size[::-1] if turned else image.size
    _check_size(image, width, height, reducible=kind == "JPEG")
    try:
        if kind == "JPEG":
            _reduce(image, working_side)
        image.load()
        ImageOps.exif_transpose(image, in_place=True)
        pixels = _to_rgb(image)
    except ImageError:
        raise
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, RuntimeError) as error:
        raise ImageError("truncated") from error
    pixels.flags.writeable = False
    return Photo(width, height, pixels, data)


def _check_bytes(data: bytes) -> str:
    if not data:
        raise ImageError("empty_file")
    if len(data) > MAX_BYTES:
        raise ImageError("file_too_large", megabytes=round(len(data) / 2**20), limit=MAX_BYTES // 2**20)
    kind = sniff(data)
    if kind is None:
        raise ImageError("not_an_image")
    return kind


def _open(data: bytes, kind: str) -> Image.Image:
    if kind == "HEIF":
        _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit follows
            return Image.open(io.BytesIO(data), formats=[kind])
    except Image.DecompressionBombError as error:
        width, height = _png_size(data) if kind == "PNG" else (0, 0)
        raise ImageError(
            "too_many_pixels", width=width or "?", height=height or "?", limit=MAX_PIXELS // 1_000_000
        ) from error
    except UnidentifiedImageError as error:
        raise ImageError("truncated") from error
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, RuntimeError) as error:
        raise ImageError("truncated") from error


def _check_size(image: Image.Image, width: int, height: int, *, reducible: bool) -> None:
    in_steps = reducible and not image.info.get("progressive")
    limit = MAX_PIXELS_REDUCED if in_steps else MAX_PIXELS
    if width * height > limit:
        raise ImageError("too_many_pixels", width=width, height=height, limit=limit // 1_000_000)
    if min(width, height) < MIN_SIDE:
        raise ImageError("too_few_pixels", width=width, height=height)
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise ImageError("too_narrow", width=width, height=height)


def _reduce(image: Image.Image, working_side: int | None) -> None:
    width, height = image.size
    side = working_side
    if side is None and width * height > MAX_PIXELS:
        side = max(width, height) // 2
    if side is not None and max(width, height) >= 2 * side:
        fraction = side / max(width, height)
        image.draft("RGB", (int(width * fraction), int(height * fraction)))


def _is_turned(image: Image.Image) -> bool:
    """True where EXIF swaps width and height."""
    try:
        return image.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    except (SyntaxError, ValueError, struct.error, OSError):
        return False  # a broken EXIF block costs the turn, not the photo


def _to_rgb(image: Image.Image) -> Pixels:
    if image.mode.startswith("I;16"):
        grey = (np.asarray(image, dtype=np.uint16) >> 8).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in ("I", "F"):
        values = np.asarray(image, dtype=np.float32)
        grey = np.clip(values / (257.0 if values.max(initial=0) > 255 else 1.0), 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info:
        layered = image.convert("RGBA")
        ground = Image.new("RGBA", layered.size, (255, 255, 255, 255))
        image = Image.alpha_composite(ground, layered)
    return _copy_in_bands(image if image.mode == "RGB" else image.convert("RGB"))


def _copy_in_bands(image: Image.Image) -> Pixels:
    """H×W×3 of an RGB image; band by band, as one copy at once holds the pixels three times over."""
    wide, high = image.size
    pixels = np.empty((high, wide, 3), dtype=np.uint8)
    for top in range(0, high, BAND):
        bottom = min(top + BAND, high)
        pixels[top:bottom] = np.asarray(image.crop((0, top, wide, bottom)))
    return pixels


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _brands(data: bytes) -> list[bytes]:
    size = min(struct.unpack(">I", data[:4])[0], 256, len(data))
    return [data[start : start + 4] for start in range(16, size - 3, 4)]


@cache
def _register_heif() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)
