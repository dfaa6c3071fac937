"""What the views call: one reader of photos for the whole process, and the shelf of uploads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .shelf import PhotoShelf

if TYPE_CHECKING:
    from .settings import Settings


class BusyError(Exception):
    """Too many photos are being read already."""


class Services:
    """Holds the reader, loaded at the first photo, and lets only so many photos be read at once."""

    def __init__(self, settings: Settings, load_reader: Callable[[], Any] | None = None) -> None:
        self.settings = settings
        self.shelf = PhotoShelf(settings.photo_lifetime, settings.photo_memory)
        self._load = load_reader or (lambda: _shipped_reader(settings))
        self._reader: Any = None
        self._loading = threading.Lock()
        self._turns = threading.BoundedSemaphore(settings.max_readers)

    @property
    def reader(self) -> Any:
        with self._loading:
            if self._reader is None:
                self._reader = self._load()
            return self._reader

    @contextmanager
    def turn(self) -> Iterator[Any]:
        """Wait for a turn and give the reader; BusyError after ``settings.read_wait`` seconds."""
        if not self._turns.acquire(timeout=self.settings.read_wait):
            raise BusyError
        try:
            yield self.reader
        finally:
            self._turns.release()

    def read(self, data: bytes) -> Any:
        """Read one photo; raises what the reader raises (``vision.ImageError``), and BusyError."""
        with self.turn() as reader:
            return reader.read(data)


def shipped_weights() -> Path:
    """The folder of the model files that come with the package."""
    from importlib.resources import files

    return Path(str(files("models"))) / "weights"


def _shipped_reader(settings: Settings) -> Any:
    from vision import HandReader

    return HandReader.load(settings.weights_dir or shipped_weights(), threads=settings.threads or None)
