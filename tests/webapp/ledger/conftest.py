from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text

from tests.webapp.ledger import postgres
from webapp import create_app
from webapp.db import Database, normalise_url, open_database
from webapp.settings import Settings


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A private server; the tests that need it fail, and do not skip, where PostgreSQL is not installed."""
    binaries = postgres.find_binaries()
    if binaries is None:
        pytest.fail("PostgreSQL's initdb and pg_ctl are missing: install the Debian package postgresql")
    with postgres.cluster(binaries) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "hupai.sqlite")
    address: str = request.getfixturevalue("postgres_server")
    engine = create_engine(normalise_url(address))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return address


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """An open database of either kind, upgraded."""
    opened = open_database(url)
    yield opened
    opened.close()


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    """The application on a database of either kind."""
    made = create_app(Settings(data_dir=tmp_path, database_url=url, testing=True))
    yield made
    made.extensions["hupai_ledger"].database.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that asks for English and has no script."""
    made = app.test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made
