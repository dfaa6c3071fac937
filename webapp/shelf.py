"""Where uploaded photos stay for a while: in memory, under a name nobody can guess, never on disk."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Shelved:
    """An upload: its photos as (bytes, media type), and of each (file name, ``vision.PhotoReading``)."""

    photos: tuple[tuple[bytes, str], ...]
    readings: tuple[tuple[str, Any], ...]

    @property
    def size(self) -> int:
        return sum(len(data) for data, _ in self.photos)


class PhotoShelf:
    """A bounded store: entries go when they are old, or when newer ones need the room."""

    def __init__(self, lifetime: float, memory: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._lifetime, self._memory, self._clock = lifetime, memory, clock
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, tuple[float, Shelved]] = OrderedDict()

    def put(self, entry: Shelved) -> str:
        """Keep ``entry`` and return its name."""
        name = secrets.token_urlsafe(18)
        with self._lock:
            self._entries[name] = (self._clock() + self._lifetime, entry)
            self._tidy()
        return name

    def get(self, name: str) -> Shelved | None:
        with self._lock:
            self._tidy()
            found = self._entries.get(name)
        return found[1] if found else None

    def drop(self, name: str) -> None:
        with self._lock:
            self._entries.pop(name, None)

    def _tidy(self) -> None:
        now = self._clock()
        for name in [name for name, (until, _) in self._entries.items() if until <= now]:
            del self._entries[name]
        while len(self._entries) > 1 and sum(entry.size for _, entry in self._entries.values()) > self._memory:
            self._entries.popitem(last=False)
