"""中文 by default, English for who asks for it: by the switch in the page, else by the browser."""

from __future__ import annotations

from flask import Flask, g, has_request_context, request
from flask_babel import Babel

LANGUAGES = {"zh": "中文", "en": "English"}
COOKIE = "lang"


def language() -> str:
    """The language of this request: ``zh`` or ``en``."""
    if not has_request_context():
        return "zh"
    if "language" not in g:
        chosen = request.args.get("lang") or request.cookies.get(COOKIE)
        g.language = chosen if chosen in LANGUAGES else _asked(request.headers.get("Accept-Language", ""))
    return g.language


def _asked(header: str) -> str:
    """English only if the browser puts it before any Chinese."""
    for name, _quality in request.accept_languages:
        short = name.lower().split("-")[0]
        if short in LANGUAGES:
            return short
    return "zh"


def install(app: Flask) -> None:
    """The texts of the code are English; ``translations/zh`` holds the Chinese."""
    app.config.update(BABEL_DEFAULT_LOCALE="zh", BABEL_TRANSLATION_DIRECTORIES="translations")
    Babel(app, locale_selector=language)
    app.jinja_env.globals.update(language=language, languages=LANGUAGES)
