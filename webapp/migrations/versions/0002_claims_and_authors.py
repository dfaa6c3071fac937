"""Seats claimed by phones, who wrote an entry, and what an idempotency key was first used for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the claims table and the new columns; rows that exist keep an empty author."""
    op.create_table(
        "ledger_claim",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("ledger_table.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device_hash", sa.String(64), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="uq_ledger_claim_seat"),
    )
    op.create_index("ix_ledger_claim_device", "ledger_claim", ["table_id", "device_hash"])
    # plain ADD COLUMN: a batch operation would rebuild the table and lose its triggers
    op.add_column("ledger_table", sa.Column("purse", sa.Integer))
    op.add_column("ledger_entry", sa.Column("author", sa.String(60), nullable=False, server_default=""))
    op.add_column("ledger_entry", sa.Column("fingerprint", sa.String(64)))
