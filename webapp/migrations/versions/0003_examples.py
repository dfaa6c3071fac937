"""Corrected photos that a table keeps to teach the reader; off for every table there is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the switch and the table of examples."""
    op.add_column("ledger_table", sa.Column("keeps_photos", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ledger_example",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("ledger_table.id"), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("photo", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("labels", sa.JSON, nullable=False),
        sa.Column("missing", sa.JSON, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("table_id", "digest", name="uq_ledger_example_digest"),
    )
