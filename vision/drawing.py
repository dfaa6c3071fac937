"""The annotated picture: boxes by role and the codes as readable labels. Needs no CJK font."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from .image import decode
from .reading import PhotoReading

# Colours apart for colour-blind eyes too (Okabe and Ito).
COLOURS = {
    "concealed": (0, 158, 115),
    "meld": (0, 114, 178),
    "flower": (204, 121, 167),
    "winning": (213, 94, 0),
    "other": (150, 150, 150),
}
UNSURE = (240, 228, 66)


def draw(data: bytes, reading: PhotoReading, *, side: int = 1600) -> NDArray[np.uint8]:
    """The photo with its reading drawn on it, long side at most about `side`: H×W×3 uint8 RGB."""
    photo = decode(data, working_side=side)
    picture = Image.fromarray(photo.pixels)
    picture.thumbnail((side, side))
    scale = max(picture.size) / max(photo.width, photo.height)
    pen = ImageDraw.Draw(picture)
    doubtful = {tile for doubt in reading.doubts for tile in doubt.tiles}
    for index, tile in sorted(enumerate(reading.tiles), key=lambda item: item[1].zone != "other"):
        box = tuple(value * scale for value in tile.box)
        colour = COLOURS[tile.zone]
        line = max(2, round((box[2] - box[0]) / 24))
        pen.rectangle(box, outline=colour, width=line)
        if tile.zone != "other":
            _label(pen, box, tile.code + ("?" if index in doubtful else ""), colour, index in doubtful)
    return np.asarray(picture)


def _label(
    pen: ImageDraw.ImageDraw, box: tuple[float, ...], text: str, colour: tuple[int, int, int], unsure: bool
) -> None:
    size = float(np.clip((box[2] - box[0]) * 0.42, 11, 40))
    font = ImageFont.load_default(size)
    _, _, wide, high = pen.textbbox((0, 0), text, font=font)
    left, top = box[0], box[1] - high - 3 if box[1] > high + 3 else box[1]
    pen.rectangle((left, top, left + wide + 4, top + high + 3), fill=UNSURE if unsure else colour)
    pen.text((left + 2, top), text, font=font, fill=(0, 0, 0) if unsure else (255, 255, 255))
