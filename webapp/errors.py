"""What every error becomes: a page in the visitor's language, or problem+json under ``/api``."""

from __future__ import annotations

import json
import time
from typing import Any

from flask import Flask, Response, g, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scoring import ScoringError
from vision import ImageError, VisionError, WeightsError

from .i18n import language
from .payloads import FormError
from .services import BusyError

DRAIN_LIMIT, DRAIN_SECONDS = 200_000_000, 30


class NotJsonError(Exception):
    """A body that is no JSON object; the text says what is wrong with it."""


class StrictJson(DefaultJSONProvider):
    """JSON as RFC 8259 has it: NaN and Infinity are no numbers."""

    def loads(self, s: str | bytes, **options: Any) -> Any:
        """The value of the text; NotJsonError with the reason where it is none."""
        try:
            return json.loads(s, parse_constant=_no_number, **options)
        except RecursionError:
            raise NotJsonError(gettext("too deeply nested")) from None
        except ValueError as error:
            raise NotJsonError(str(error)) from None


def _no_number(name: str) -> Any:
    raise ValueError(gettext("%(name)s is no number in JSON", name=name))


def problem(
    status: int, code: str, message: str, problems: list[dict[str, Any]] | None = None, advice: str = ""
) -> Response:
    """An answer of RFC 9457 with a stable ``code`` and every single problem."""
    body = {
        "type": "about:blank",
        "title": message,
        "status": status,
        "code": code,
        "detail": " ".join(filter(None, (message, advice))),
        "problems": problems or [],
    }
    return Response(json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json")


def answer(
    status: int, code: str, message: str, problems: list[dict[str, Any]] | None = None, advice: str = ""
) -> Response:
    """The error as the visitor's kind of answer."""
    if request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        return problem(status, code, message, problems, advice)
    page = render_template(
        "error.html", status=status, code=code, message=message, problems=problems or [], advice=advice
    )
    return Response(page, status)


def scoring_problems(error: ScoringError | FormError) -> list[dict[str, Any]]:
    """Everything that is wrong, as code, message in the page's language, and where."""
    if isinstance(error, FormError):
        return [{"code": "form", "message": error.message, "path": error.field}]
    return [{"code": one.code, "message": one.message(language()), "path": one.path} for one in error.problems]


def drain() -> None:
    """Read and forget what is still being sent, so that the browser gets to see the answer."""
    stream, left, until = request.environ.get("wsgi.input"), DRAIN_LIMIT, time.monotonic() + DRAIN_SECONDS
    left = min(left, request.content_length or left)
    while stream is not None and left > 0 and time.monotonic() < until:
        chunk = stream.read(min(left, 1 << 16))
        if not chunk:
            return
        left -= len(chunk)


def http_message(error: HTTPException) -> tuple[str, str]:
    """(message, advice) for a status, in the page's language."""
    texts = {
        400: (gettext("This request cannot be understood."), gettext("Go back and try again.")),
        403: (gettext("This is not allowed."), ""),
        404: (
            gettext("There is no such page."),
            gettext("The address may be mistyped, or the page is gone."),
        ),
        405: (gettext("This address does not answer that way."), ""),
        413: (gettext("This upload is too large."), ""),
        415: (gettext("This kind of data is not accepted here."), ""),
        429: (gettext("Too many requests."), gettext("Wait a moment and try again.")),
    }
    return texts.get(error.code or 500, (gettext("Something went wrong."), gettext("It is not your fault. Try again.")))


def install(app: Flask) -> None:
    @app.errorhandler(ImageError)
    def bad_image(error: ImageError) -> Response:
        return answer(422, error.code, error.message(language()), advice=gettext("Nothing of it was kept."))

    @app.errorhandler(NotJsonError)
    def no_json(error: NotJsonError) -> Response:
        return answer(400, "not_json", gettext("This is not JSON: %(reason)s", reason=error))

    @app.errorhandler(ScoringError)
    @app.errorhandler(FormError)
    def bad_hand(error: ScoringError | FormError) -> Response:
        problems = scoring_problems(error)
        return answer(422, problems[0]["code"], problems[0]["message"], problems)

    @app.errorhandler(WeightsError)
    @app.errorhandler(VisionError)
    def no_reader(error: VisionError) -> Response:
        app.logger.exception("the reader is not available", exc_info=error)
        return answer(
            503,
            "reader_unavailable",
            gettext("The photo reader is not available."),
            advice=gettext("You can enter the tiles by hand."),
        )

    @app.errorhandler(BusyError)
    def busy(error: BusyError) -> Response:
        response = answer(
            503,
            "busy",
            gettext("Too many photos are being read right now."),
            advice=gettext("Wait a moment and try again."),
        )
        response.headers["Retry-After"] = "5"
        return response

    @app.errorhandler(CSRFError)
    def stale(error: CSRFError) -> Response:
        return answer(
            400,
            "stale_form",
            gettext("This form is too old or came from elsewhere."),
            advice=gettext("Open the page again and send it once more."),
        )

    @app.errorhandler(413)
    def too_large(error: HTTPException) -> Response:
        drain()
        if (request.content_length or 0) <= app.config["MAX_CONTENT_LENGTH"]:  # not the size: too many parts
            return answer(413, "too_large", http_message(error)[0], advice=gettext("Nothing of it was kept."))
        megabytes = app.config["MAX_CONTENT_LENGTH"] // 1_000_000
        return answer(
            413,
            "too_large",
            gettext("This upload is larger than %(megabytes)s MB.", megabytes=megabytes),
            advice=gettext("Send a smaller photo. Nothing of it was kept."),
        )

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Any:
        if error.code is not None and error.code < 400:
            return error
        message, advice = http_message(error)
        response = answer(error.code or 500, (error.name or "error").lower().replace(" ", "_"), message, advice=advice)
        for name, value in error.get_headers(request.environ):
            if name.lower() in ("allow", "retry-after"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Any:
        if app.testing and not app.config.get("SHOW_ERROR_PAGE"):
            raise error
        app.logger.exception("unexpected", exc_info=error)
        g.pop("language", None)
        return answer(
            500,
            "internal",
            gettext("Something went wrong."),
            advice=gettext("It is not your fault. Try again."),
        )
