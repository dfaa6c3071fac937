"""The application factory."""

from __future__ import annotations

import importlib
import importlib.util
from io import BytesIO
from typing import IO, Any

from flask import Flask, Request
from flask_wtf.csrf import CSRFProtect

from . import api, compression, errors, i18n, pages, security, terms
from .payloads import codes
from .services import Services
from .settings import Settings

csrf = CSRFProtect()
PARTS = ("learn", "ledger_views")


class MemoryRequest(Request):
    """Uploads stay in memory: nothing a visitor sends touches the disk."""

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        return BytesIO()


def build(settings: Settings | None, services: Services | None) -> Flask:
    """Build the application out of its settings and services."""
    settings = settings or Settings.from_environment()
    app = Flask("webapp")
    app.request_class = MemoryRequest
    app.config.update(
        SECRET_KEY=settings.signing_key(),
        MAX_CONTENT_LENGTH=settings.max_upload,
        MAX_FORM_PARTS=200,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
        TESTING=settings.testing,
        SETTINGS=settings,
        WTF_CSRF_TIME_LIMIT=12 * 3600,
        WTF_CSRF_SSL_STRICT=False,
    )
    app.json = errors.StrictJson(app)
    app.json.ensure_ascii = False
    app.json.sort_keys = False
    app.extensions["hupai"] = services or Services(settings)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    i18n.install(app)
    security.install(app)
    compression.install(app)
    errors.install(app)
    csrf.init_app(app)
    csrf.exempt(api.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(pages.blueprint)
    app.jinja_env.globals.update(
        term=terms.name, meaning=terms.meaning, tile_name=terms.tile_name, rich=terms.rich, codes=codes
    )
    _register_parts(app)
    return app


def _register_parts(app: Flask) -> None:
    """Pages that stand on their own: the lessons and the ledger."""
    for module in PARTS:
        if importlib.util.find_spec(f"webapp.{module}"):
            part = importlib.import_module(f"webapp.{module}")
            if hasattr(part, "init_app"):
                part.init_app(app)
            else:
                app.register_blueprint(part.blueprint)
