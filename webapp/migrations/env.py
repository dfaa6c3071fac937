"""Alembic's entry: runs on the connection that `webapp.db.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from webapp.db import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
