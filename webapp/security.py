"""Headers of every answer, and who may send what."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import Forbidden, UnsupportedMediaType

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self' blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=()",
}


def install(app: Flask) -> None:
    """Put the headers on every answer; nothing but the static files may be kept by a browser."""

    @app.after_request
    def secure(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.add("Vary", "Cookie, Accept-Language")
        return response


def require_same_origin(incoming: Request) -> None:
    """Refuse what another site's page sends; programs send no Origin and pass."""
    origin, site = incoming.headers.get("Origin"), incoming.headers.get("Sec-Fetch-Site")
    foreign = origin is not None and urlsplit(origin).netloc != incoming.host
    if foreign or site in ("cross-site", "same-site"):
        raise Forbidden("this address answers only its own pages and programs")


def require_json(incoming: Request) -> None:
    if not incoming.is_json:
        raise UnsupportedMediaType("send application/json")
