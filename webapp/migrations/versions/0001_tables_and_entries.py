"""Tables and their append-only entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables and the triggers that refuse to change an entry."""
    op.create_table(
        "ledger_table",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("view_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("write_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("overrides", sa.JSON, nullable=False),
        sa.Column("rules_digest", sa.String(64), nullable=False),
        sa.Column("stake", sa.String(32), nullable=False),
        sa.Column("currency", sa.String(8), nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "ledger_entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("ledger_table.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("rules_digest", sa.String(64)),
        sa.Column("idempotency_key", sa.String(80)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("table_id", "seq", name="uq_ledger_entry_seq"),
        sa.UniqueConstraint("table_id", "idempotency_key", name="uq_ledger_entry_idempotency_key"),
    )
    _refuse_changes()


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER ledger_entry_no_{action.lower()} BEFORE {action} ON ledger_entry"
                " BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed; append a void'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION ledger_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'ledger entries are never changed; append a void'; END $$"
    )
    op.execute(
        "CREATE TRIGGER ledger_entry_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry"
        " FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_refuse()"
    )
