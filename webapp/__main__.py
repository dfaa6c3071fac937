"""``python -m webapp``: serve the page with the settings of the environment."""

from __future__ import annotations

from . import create_app
from .server import serve
from .settings import Settings

if __name__ == "__main__":
    settings = Settings.from_environment()
    serve(create_app(settings), settings.host, settings.port)
