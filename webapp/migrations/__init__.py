"""Alembic's migrations, run by `webapp.db.open_database`. They add; they never drop data."""
