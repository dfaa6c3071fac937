"""Send static text compressed.

Pages are left alone: they hold tokens, and text that is compressed together with what a visitor sent can be guessed.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.security import safe_join

TYPES = ("text/", "image/svg+xml", "application/json", "application/manifest+json", "application/javascript")


@lru_cache(maxsize=64)
def _compressed(path: Path, changed: float) -> bytes:
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def install(app: Flask) -> None:
    @app.after_request
    def compress(response: Response) -> Response:
        wanted = request.endpoint == "static" and response.status_code == 200 and request.method == "GET"
        if not wanted or not (response.mimetype or "").startswith(TYPES):
            return response
        response.headers.add("Vary", "Accept-Encoding")
        name = safe_join(str(app.static_folder), (request.view_args or {}).get("filename", ""))
        if request.accept_encodings["gzip"] <= 0 or name is None or "Range" in request.headers:
            return response
        path = Path(name)
        response.direct_passthrough = False
        response.set_data(_compressed(path, path.stat().st_mtime))
        response.headers["Content-Encoding"] = "gzip"
        if response.get_etag()[0]:
            response.set_etag(f"{response.get_etag()[0]}-gz")
        return response
