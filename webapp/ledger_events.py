"""Live updates: a stream of server-sent events for a table, bounded in number and in length.

Each stream holds a thread of the server, so there are only so many; who gets none is told to ask again now
and then. A stream ends after a while and the browser opens it anew, which gives everybody a turn.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# a phone that went away is noticed by the second beat it does not take
HEARTBEAT = 5.0
LOOK = 2.0
LIFETIME = 300.0
RETRY_MS = 3000


class TooManyStreamsError(Exception):
    """All streams are in use."""


class Bell:
    """Wakes the streams of a table when something was appended in this process.

    What another process appended is noticed by looking at the version every `LOOK` seconds.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._rung = 0
        self._closed = False
        self._condition = threading.Condition()

    @property
    def open(self) -> int:
        """Streams in use now."""
        return self._open

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Take one of the streams; TooManyStreamsError when none is left."""
        with self._condition:
            if self._open >= self._most:
                raise TooManyStreamsError
            self._open += 1
        try:
            yield
        finally:
            with self._condition:
                self._open -= 1

    def ring(self) -> None:
        """Something was appended."""
        with self._condition:
            self._rung += 1
            self._condition.notify_all()

    @property
    def closed(self) -> bool:
        """Whether the server is stopping."""
        return self._closed

    def close(self) -> None:
        """End all streams, so that a server that stops need not wait for them."""
        self._closed = True
        self.ring()

    @property
    def rung(self) -> int:
        """How often it has rung; take it before looking, give it to `wait` after."""
        return self._rung

    def wait(self, rung: int, seconds: float) -> None:
        """Until something is appended in this process after `rung`, at most `seconds`."""
        with self._condition:
            self._condition.wait_for(lambda: self._rung != rung, timeout=seconds)


def stream_events(
    bell: Bell,
    find_version: Callable[[], int],
    since: int,
    *,
    lifetime: float = LIFETIME,
    heartbeat: float = HEARTBEAT,
    look: float = LOOK,
) -> Iterator[bytes]:
    """Events `version` whenever the table moved past `since`, comments in between to keep the line open."""
    yield f"retry: {RETRY_MS}\n\n".encode()
    told, spoken = since, time.monotonic()
    end = spoken + lifetime
    while time.monotonic() < end and not bell.closed:
        rung = bell.rung
        version = find_version()
        if version > told:
            told, spoken = version, time.monotonic()
            yield _event(version)
        elif time.monotonic() - spoken >= heartbeat:
            spoken = time.monotonic()
            yield b": still here\n\n"
        bell.wait(rung, look)


def _event(version: int) -> bytes:
    data = json.dumps({"version": version})
    return f"id: {version}\nevent: version\ndata: {data}\n\n".encode()
