"""Review sheets: labels drawn over their photos, and all crops of a class side by side, as one HTML page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.classes import CLASSES
from datasets.label.labels import Photo, read_picture

Picture = NDArray[np.uint8]
_INKS = {
    "m": (60, 60, 230),
    "p": (200, 90, 20),
    "s": (40, 160, 40),
    "z": (170, 40, 170),
    "f": (20, 150, 220),
    "x": (90, 90, 90),
}
THUMB = 72
_STYLE = """<style>
body { font: 15px sans-serif; margin: 1rem; background: #eee }
img { max-width: 100% }
figure { margin: 1rem 0 }
</style>"""


def drawn(photo: Photo, picture: Picture, longest: int = 1100) -> Picture:
    """Return the photo with its boxes and class names, at most ``longest`` pixels on a side (BGR)."""
    scale = min(1.0, longest / max(photo.width, photo.height))
    out = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture.copy()
    for b in photo.boxes:
        ink = _INKS.get(b.code[-1], (0, 0, 0))
        low = (round(b.x0 * scale), round(b.y0 * scale))
        cv2.rectangle(out, low, (round(b.x1 * scale), round(b.y1 * scale)), ink, 1, cv2.LINE_AA)
        at = (low[0] + 1, max(low[1] + 10, 10))
        cv2.putText(out, b.code, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 3, cv2.LINE_AA)
        cv2.putText(out, b.code, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, 1, cv2.LINE_AA)
    return np.asarray(out, np.uint8)


def _thumb(picture: Picture, photo: Photo, index: int) -> Picture:
    b = photo.boxes[index]
    x0, y0 = max(int(b.x0), 0), max(int(b.y0), 0)
    part = picture[y0 : max(int(b.y1), y0 + 1), x0 : max(int(b.x1), x0 + 1)]
    return np.asarray(cv2.resize(part, (THUMB, round(THUMB * 1.33)), interpolation=cv2.INTER_AREA), np.uint8)


def class_sheet(thumbs: list[Picture], columns: int = 16) -> Picture:
    """Return crops of one class in a grid, numbered by their place."""
    rows = -(-len(thumbs) // columns)
    h, w = thumbs[0].shape[:2]
    out = np.full((rows * (h + 4), columns * (w + 4), 3), 70, np.uint8)
    for k, thumb in enumerate(thumbs):
        y, x = (k // columns) * (h + 4) + 2, (k % columns) * (w + 4) + 2
        out[y : y + h, x : x + w] = thumb
        cv2.putText(out, str(k), (x + 1, y + 9), cv2.FONT_HERSHEY_SIMPLEX, 0.32, (0, 0, 255), 1, cv2.LINE_AA)
    return out


def write_review(photos: Iterable[Photo], images: Path, out: Path) -> Path:
    """Write ``out/index.html`` with its pictures and return its path.

    First a sheet per class, where a wrong label stands out among its fellows (each crop's photo and box
    number is listed below it), then every photo with its boxes.
    """
    (out / "pictures").mkdir(parents=True, exist_ok=True)
    thumbs: dict[str, list[Picture]] = {}
    places: dict[str, list[str]] = {}
    figures = []
    for photo in photos:
        picture = np.asarray(read_picture(images / photo.name), np.uint8)
        name = f"{Path(photo.name).stem}.jpg"
        cv2.imwrite(str(out / "pictures" / name), drawn(photo, picture), [cv2.IMWRITE_JPEG_QUALITY, 82])
        caption = f"{escape(photo.name)}, {photo.width} x {photo.height}, {len(photo.boxes)} boxes"
        image = f'<img loading="lazy" src="pictures/{escape(name)}">'
        figures.append(f"<figure>{image}<figcaption>{caption}</figcaption></figure>")
        for k, b in enumerate(photo.boxes):
            thumbs.setdefault(b.code, []).append(_thumb(picture, photo, k))
            places.setdefault(b.code, []).append(f"{photo.name}#{k}")
    sheets = []
    ordered = sorted(thumbs, key=lambda c: CLASSES.index(c) if c in CLASSES else len(CLASSES))
    for code in ordered:
        sheet = f"class-{len(sheets)}.png"
        cv2.imwrite(str(out / "pictures" / sheet), class_sheet(thumbs[code]))
        listed = ", ".join(f"{k}: {escape(p)}" for k, p in enumerate(places[code]))
        sheets.append(
            f'<h2 id="{escape(code)}">{escape(code)} ({len(thumbs[code])})</h2>'
            f'<img loading="lazy" src="pictures/{sheet}">'
            f"<details><summary>photos</summary><p>{listed}</p></details>"
        )
    links = " ".join(f'<a href="#{escape(c)}">{escape(c)}</a>' for c in ordered)
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Labels to review</title>{_STYLE}'
        f"<h1>Labels to review</h1><p>{links}</p>{''.join(sheets)}<h2>Photos</h2>{''.join(figures)}</html>\n"
    )
    (out / "index.html").write_text(page)
    return out / "index.html"
