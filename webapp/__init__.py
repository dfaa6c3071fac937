"""The web page and the JSON API of hupai. Importing this package loads nothing heavy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .services import Services
    from .settings import Settings

__all__ = ["create_app"]


def create_app(settings: Settings | None = None, services: Services | None = None) -> Flask:
    """Build the application; ``settings`` come from the environment and ``services`` from settings if not given."""
    from .app import build

    return build(settings, services)
