"""A photo as any browser can show it: upright JPEG, whatever came from the camera."""

from __future__ import annotations

import io

from PIL import Image

from .image import decode

DISPLAY_SIDE = 2000
QUALITY = 85


def browser_jpeg(data: bytes, *, side: int = DISPLAY_SIDE) -> bytes:
    """The photo in `data` as JPEG bytes without EXIF, upright, long side at most `side` pixels.

    Smaller photos keep their size. Raises ImageError as reading the photo does.
    """
    picture = Image.fromarray(decode(data, working_side=side).pixels)
    picture.thumbnail((side, side))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
