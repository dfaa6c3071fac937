"""Corrected photos that tables of the page keep, as a YOLO data set: what people taught the reader.

The ledger's database is read by its table's name alone, so that nothing of the page is needed to train.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.label.labels import Box, Photo
from datasets.label.yolo import label_lines, save_yolo

_COUNT = "SELECT count(*) FROM ledger_example"
_EXAMPLES = "SELECT id, photo, width, height, labels, missing, complete FROM ledger_example ORDER BY id"


class TaughtError(ValueError):
    """Raised where the kept photos can't be read; says what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class Taught:
    """One kept photo: its JPEG bytes, its labels, and whether every tile in it was looked at by a person."""

    jpeg: bytes
    photo: Photo
    complete: bool


def count_taught(url: str) -> int:
    """Return how many photos the database keeps; ``url`` is as in HUPAI_DATABASE_URL."""
    with _Rows(url, _COUNT) as rows:
        return int(next(rows)[0])


def taught(url: str) -> Iterator[Taught]:
    """Yield the kept photos of all tables, the oldest first. Labels that nobody looked at are left out."""
    with _Rows(url, _EXAMPLES) as rows:
        for number, jpeg, width, height, labels, missing, complete in rows:
            boxes = tuple(Box(one["code"], *one["box"]) for one in _value(labels) if one["checked"])
            photo = Photo(f"taught-{number:06d}.jpg", width, height, boxes)
            yield Taught(bytes(jpeg), photo, bool(complete) and not _value(missing))


def write_taught(url: str, out: Path, *, incomplete: bool = False) -> Iterator[Photo]:
    """Write ``out/images`` and ``out/labels``; yield each photo that was written.

    A photo with tiles that have no label teaches the detector that nothing is there, so those are left out unless
    ``incomplete`` is true.
    """
    save_yolo((), out)
    for one in taught(url):
        if one.complete or incomplete:
            (out / "images" / one.photo.name).write_bytes(one.jpeg)
            (out / "labels" / one.photo.name).with_suffix(".txt").write_text(label_lines(one.photo))
            yield one.photo


class _Rows:
    """The rows of one query, as a context: the connection is closed with it."""

    def __init__(self, url: str, query: str) -> None:
        self._url, self._query = url, query

    def __enter__(self) -> Iterator[Any]:
        from sqlalchemy import create_engine, text
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError, OperationalError, ProgrammingError

        try:
            address = make_url(_address(self._url))
            if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
                raise TaughtError(f"{self._url}: there is no such file")
            self._engine = create_engine(address)
            self._connection = self._engine.connect()
            return iter(self._connection.execution_options(yield_per=8).execute(text(self._query)))
        except ArgumentError as error:
            raise TaughtError(
                f"{self._url!r} is no database address; expected one like sqlite:////data/hupai.db"
            ) from error
        except (OperationalError, ProgrammingError) as error:
            reason = str(error.orig).splitlines()[0]
            raise TaughtError(f"no kept photos to be read ({reason}); expected a ledger of hupai, upgraded") from error

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._engine.dispose()


def _address(url: str) -> str:
    """A path is an SQLite file, as it is for the page; postgresql:// needs its driver named."""
    if "://" not in url:
        return f"sqlite:///{Path(url).absolute()}"
    scheme, rest = url.split("://", 1)
    return f"postgresql+psycopg://{rest}" if scheme in {"postgres", "postgresql"} else url


def _value(stored: Any) -> Any:
    """A JSON column as SQLite (text) or PostgreSQL (decoded already) gives it."""
    return json.loads(stored) if isinstance(stored, str | bytes) else stored
