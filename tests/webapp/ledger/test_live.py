from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.webapp.ledger import evening
from webapp.ledger_events import Bell, TooManyStreamsError, stream_events
from webapp.ledger_views import close
from webapp.server import make_server

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The application behind the real server, with two streams to give away."""
    app.extensions["hupai_ledger"].bell._most = 2
    server = make_server(app, "127.0.0.1", 0)
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.bind_addr[1]}/api/v1/tables"
    close(app)
    server.stop()
    thread.join(timeout=30)


def send(address: str, body: dict) -> dict:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def listen(address: str):
    return urllib.request.urlopen(f"{address}/events?since=0&seconds=3", timeout=30)


def next_version(stream) -> int:
    for raw in stream:
        if raw.startswith(b"data: "):
            return json.loads(raw[6:])["version"]
    raise AssertionError("the stream ended")


def test_who_listens_hears_of_an_append_at_once(address):
    table = f"{address}/{send(address, evening.TABLE)['links']['write']}"
    with listen(table) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        began = time.monotonic()
        send(f"{table}/draws", {"based_on": 0})
        assert next_version(stream) == 1
        assert time.monotonic() - began < 5


def test_the_viewing_link_hears_it_too(address):
    links = send(address, evening.TABLE)["links"]
    with listen(f"{address}/{links['view']}") as stream:
        send(f"{address}/{links['write']}/draws", {"based_on": 0})
        assert next_version(stream) == 1


def test_streams_are_bounded_and_the_server_still_answers(address):
    table = f"{address}/{send(address, evening.TABLE)['links']['write']}"
    with listen(table), listen(table):
        with pytest.raises(urllib.error.HTTPError) as caught:
            listen(table)
        assert caught.value.code == 503
        assert caught.value.headers["Retry-After"] == "30"
        assert send(f"{table}/draws", {"based_on": 0})["version"] == 1


def test_a_stream_that_ends_is_free_for_somebody_else(app, address):
    table = f"{address}/{send(address, evening.TABLE)['links']['write']}"
    bell = app.extensions["hupai_ledger"].bell
    for _ in range(4):
        with urllib.request.urlopen(f"{table}/events?seconds=0.1", timeout=30) as stream:
            stream.read()
    end = time.monotonic() + 10
    while bell.open and time.monotonic() < end:
        time.sleep(0.05)
    assert bell.open == 0


def test_a_quiet_stream_keeps_its_line_open(url):
    events = list(stream_events(Bell(1), lambda: 7, 7, lifetime=0.5, heartbeat=0.1, look=0.05))
    assert events[0].startswith(b"retry: ")
    assert events.count(b": still here\n\n") >= 2
    assert not [event for event in events if b"version" in event]


def test_a_server_that_stops_ends_its_streams(url):
    bell = Bell(1)
    events = stream_events(bell, lambda: 0, 0, lifetime=60)
    next(events)
    threading.Timer(0.2, bell.close).start()
    began = time.monotonic()
    assert list(events) == []
    assert time.monotonic() - began < 5


def test_a_ring_between_looking_and_waiting_is_not_missed(url):
    bell = Bell(1)
    rung = bell.rung
    bell.ring()
    began = time.monotonic()
    bell.wait(rung, 5)
    assert time.monotonic() - began < 1


def test_no_more_streams_than_allowed(url):
    bell = Bell(1)
    with bell.stream(), pytest.raises(TooManyStreamsError), bell.stream():
        pass
    assert bell.open == 0
