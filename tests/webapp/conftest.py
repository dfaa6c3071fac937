"""The application with a reader of the tests, its client, and a served copy for the browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.fakes import FakeReader
from webapp import create_app
from webapp.server import make_server
from webapp.services import Services
from webapp.settings import Settings

AppMaker = Callable[..., Flask]


@pytest.fixture
def make_app(tmp_path: Path) -> AppMaker:
    """Build an application: ``make_app(reader=..., max_upload=...)``."""

    def make(reader: object | None = None, **given: object) -> Flask:
        given = {"data_dir": tmp_path / "data", "secret": "a secret of the tests", "testing": True, **given}
        settings = Settings(**given)  # type: ignore[arg-type]
        services = Services(settings, lambda: FakeReader() if reader is None else reader)
        return create_app(settings, services)

    return make


@pytest.fixture
def app(make_app: AppMaker) -> Flask:
    """An application whose forms need no token; the tests of tokens build their own."""
    app = make_app()
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that asks for 中文, without a script."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "zh-CN,zh;q=0.9,en;q=0.5"
    return client


@pytest.fixture
def serve() -> Iterator[Callable[[Flask], str]]:
    """``serve(app)`` serves on a free port of this machine and gives the address; it ends with the test."""
    running: list[tuple[object, threading.Thread]] = []

    def start(app: Flask) -> str:
        server = make_server(app, "127.0.0.1", 0)
        server.prepare()
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        running.append((server, thread))
        return f"http://127.0.0.1:{server.bind_addr[1]}"

    yield start
    for server, thread in running:
        server.stop()  # type: ignore[attr-defined]
        thread.join(10)
