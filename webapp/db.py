"""The database: models, connections and upgrades. What a table's entries mean is in `ledger_replay`.

SQLite by default, in WAL mode with `synchronous=FULL`, so that what was acknowledged is on the disk;
PostgreSQL by `DATABASE_URL`. `open_database` upgrades the schema before anybody uses it and first copies an
SQLite file aside.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    Engine,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    TypeDecorator,
    UniqueConstraint,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_SECONDS = 10
# any number, the same in every process: PostgreSQL's advisory lock for upgrades
_UPGRADE_LOCK = 0x68757061


class DatabaseError(RuntimeError):
    """The database can't be opened or upgraded; the text says what to do."""


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time; SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive times, store UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; expected an aware time")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give aware UTC times."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Root of all models of the page."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {dict[str, Any]: JSON, list[str]: JSON, list[dict[str, Any]]: JSON, datetime: UtcDateTime}  # noqa: RUF012


class LedgerTable(Base):
    """Four players, their rules and stake. Only the last three fields change after it was made."""

    __tablename__ = "ledger_table"

    id: Mapped[int] = mapped_column(primary_key=True)
    view_hash: Mapped[str] = mapped_column(String(64), unique=True)
    write_hash: Mapped[str] = mapped_column(String(64), unique=True)
    title: Mapped[str] = mapped_column(String(120))
    names: Mapped[list[str]]
    ruleset: Mapped[str] = mapped_column(String(40))
    overrides: Mapped[dict[str, Any]]
    rules_digest: Mapped[str] = mapped_column(String(64))
    stake: Mapped[str] = mapped_column(String(32))
    currency: Mapped[str] = mapped_column(String(8))
    dealer: Mapped[int]
    purse: Mapped[int | None]
    created_at: Mapped[datetime]
    version: Mapped[int]
    changed_at: Mapped[datetime]
    keeps_photos: Mapped[bool] = mapped_column(default=False)


class LedgerEntry(Base):
    """One line of a table's log. Never updated, never deleted: the database itself refuses (triggers)."""

    __tablename__ = "ledger_entry"
    __table_args__ = (
        UniqueConstraint("table_id", "seq", name="uq_ledger_entry_seq"),
        UniqueConstraint("table_id", "idempotency_key", name="uq_ledger_entry_idempotency_key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("ledger_table.id"))
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    payload: Mapped[dict[str, Any]]
    result: Mapped[dict[str, Any] | None]
    rules_digest: Mapped[str | None] = mapped_column(String(64))
    author: Mapped[str] = mapped_column(String(60))
    idempotency_key: Mapped[str | None] = mapped_column(String(80))
    fingerprint: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime]


class SeatClaim(Base):
    """A phone that said "I sit here". It grants nothing; it only tells the page who is looking."""

    __tablename__ = "ledger_claim"
    __table_args__ = (
        UniqueConstraint("table_id", "seat", name="uq_ledger_claim_seat"),
        Index("ix_ledger_claim_device", "table_id", "device_hash"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("ledger_table.id"))
    seat: Mapped[int]
    device_hash: Mapped[str] = mapped_column(String(64))
    claimed_at: Mapped[datetime]


class Example(Base):
    """A corrected photo that a table keeps to teach the reader; its bytes are in the row, so both go together.

    `digest` is that of the photo as it was uploaded. `labels` are those of `ledger_examples.Label`, `missing`
    the tiles of the hand that have no box.
    """

    __tablename__ = "ledger_example"
    __table_args__ = (UniqueConstraint("table_id", "digest", name="uq_ledger_example_digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("ledger_table.id"))
    digest: Mapped[str] = mapped_column(String(64))
    photo: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    size: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    labels: Mapped[list[dict[str, Any]]]
    missing: Mapped[list[str]]
    complete: Mapped[bool]
    created_at: Mapped[datetime]


def utc_now() -> datetime:
    """The present moment, aware."""
    return datetime.now(UTC)


def normalise_url(url: str) -> str:
    """The address as SQLAlchemy wants it: a path is an SQLite file, postgres:// means psycopg.

    DatabaseError for a single word: it is more likely a mistake than a file to be made wherever we stand.
    """
    if "://" not in url:
        if not Path(url).suffix and Path(url).name == url:
            raise DatabaseError(
                f"{url!r} is no address of a database: give postgresql://user@host/name, sqlite:////path/to/file,"
                f" or the path of a file, such as ./{url}.sqlite"
            )
        return f"sqlite:///{Path(url).absolute()}"
    scheme, rest = url.split("://", 1)
    if scheme in {"postgres", "postgresql"}:
        return f"postgresql+psycopg://{rest}"
    return url


class Database:
    """One engine and the two ways to use it: `read` for a consistent view, `write` for one transaction."""

    def __init__(self, url: str) -> None:
        """Connect lazily; `url` is an SQLAlchemy address, a postgres:// address or a file path."""
        self.url = make_url(normalise_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.path: Path | None = None
        if self.is_sqlite:
            if not self.url.database or self.url.database == ":memory:":
                raise DatabaseError("an SQLite database in memory would be lost at the end; give a file")
            self.path = Path(self.url.database)
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = self._engine()
        self._writer = self.engine.execution_options(begin="BEGIN IMMEDIATE")

    def _engine(self) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url, pool_pre_ping=True)
        engine = create_engine(self.url, connect_args={"timeout": BUSY_SECONDS}, pool_size=8, max_overflow=56)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """A session whose queries all see one state of the data; nothing is written."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """One transaction: committed when the block ends, rolled back by an exception.

        On SQLite it takes the write lock at once, so two writers queue instead of failing half-way.
        """
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def revision(self) -> str | None:
        """The schema's revision as the database records it; None for an empty database."""
        from alembic.runtime.migration import MigrationContext

        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def scrub(self) -> None:
        """Take what was deleted off the disk too: out of SQLite's log, or out of PostgreSQL's dead rows."""
        if not self.is_sqlite:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text(f"VACUUM {Example.__tablename__}"))
            return
        connection = self.engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        finally:
            connection.close()

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # sqlite3 itself begins a transaction too late to lock what was read; the `begin` event does it instead
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    # what is deleted is overwritten, not only marked as free
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def open_database(url: str) -> Database:
    """Connect and bring the schema up to date. DatabaseError when the data is newer than this program."""
    database = Database(url)
    with _upgrade_lock(database):
        upgrade(database)
    return database


@contextlib.contextmanager
def _upgrade_lock(database: Database) -> Iterator[None]:
    """Let one process upgrade at a time; the others wait and then find nothing to do."""
    if database.path is not None:
        with database.path.with_name(database.path.name + ".lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        return
    with database.engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:n)"), {"n": _UPGRADE_LOCK})
        connection.commit()
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:n)"), {"n": _UPGRADE_LOCK})
            connection.commit()


def upgrade(database: Database, revision: str = "head") -> Path | None:
    """Run the migrations up to `revision`; gives the backup's path where an SQLite file was changed."""
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _alembic_config(database)
    scripts = ScriptDirectory.from_config(config)
    current = database.revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise DatabaseError(
            f"the database is at revision {current}, which this program does not know: it was written by a"
            " newer version; start that one, or give another DATABASE_URL"
        )
    if current == (scripts.get_current_head() if revision == "head" else revision):
        return None
    backup = _backup(database, current) if current is not None else None
    with database._writer.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return backup


def _alembic_config(database: Database) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _backup(database: Database, revision: str) -> Path | None:
    """Copy an SQLite file aside through its own backup call, right even while others read and write."""
    if database.path is None:
        return None
    stamp = utc_now().strftime("%Y%m%dT%H%M%S")
    target = database.path.with_name(f"{database.path.name}.before-upgrade-{revision}-{stamp}")
    part = target.with_name(target.name + ".part")
    with (
        contextlib.closing(sqlite3.connect(database.path)) as source,
        contextlib.closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
    with part.open("rb") as handle:
        os.fsync(handle.fileno())
    part.rename(target)
    return target
