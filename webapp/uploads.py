"""From the files of an upload to readings. Bytes stay in memory."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from flask import current_app
from flask_babel import gettext
from werkzeug.datastructures import FileStorage

from .i18n import language
from .payloads import advice_of, doubts_of, merge_hands, suggestions_of
from .services import Services
from .shelf import Shelved

MAGIC = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"))


class UploadError(ValueError):
    """An upload that holds nothing to work with; ``code`` is stable, ``message`` is for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def services() -> Services:
    return current_app.extensions["hupai"]


def media_type(data: bytes) -> str:
    """What a browser can be told the bytes are; photos it cannot show are ``application/octet-stream``."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in MAGIC if data.startswith(start)), "application/octet-stream")


def to_show(data: bytes) -> tuple[bytes, str]:
    """A photo as the page can show it, with its media type: as it came, or as a JPEG where browsers know it not."""
    kind = media_type(data)
    if kind != "application/octet-stream":
        return data, kind
    from vision import browser_jpeg

    with services().turn():  # a full-size decoding: as many at once as photos are read
        return browser_jpeg(data), "image/jpeg"


def read(files: Sequence[FileStorage]) -> Shelved:
    """Read each photo; UploadError where there is none, too many, or no tile in any of them."""
    chosen = [file for file in files if file.filename or file.content_length]
    if not chosen:
        raise UploadError("no_photo", gettext("No photo was chosen."))
    if len(chosen) > services().settings.max_photos:
        raise UploadError(
            "too_many_photos",
            gettext("At most %(most)s photos at a time.", most=services().settings.max_photos),
        )
    photos, readings = [], []
    for file in chosen:
        data = file.read()
        readings.append((file.filename or "photo", services().read(data)))
        photos.append(to_show(data))
    entry = Shelved(tuple(photos), tuple(readings))
    if not any(reading["tiles"] for reading in joined(entry)["readings"]):
        raise UploadError("no_tiles", gettext("No tile was found in this photo."))
    return entry


def joined(entry: Shelved) -> dict[str, Any]:
    """The readings, in the language of this request, and the one hand they make."""
    readings = [{"photo": name, **reading.to_json(language())} for name, reading in entry.readings]
    hands = [reading["hand"] for reading in readings]
    hand = hands[0] if len(hands) == 1 else merge_hands(hands)
    return {
        "readings": readings,
        "hand": hand,
        "doubts": doubts_of(readings),
        "suggestions": suggestions_of(readings),
        "advice": advice_of(readings),
    }


def from_bytes(data: bytes) -> FileStorage:
    """A request's body as one uploaded file."""
    return FileStorage(BytesIO(data), filename="photo")


def preview(data: bytes) -> dict[str, Any]:
    """What a live view shows of one small photo: count and boxes of tiles, and what would make a better photo."""
    with services().turn() as reader:
        return reader.preview(data).to_json(language())
