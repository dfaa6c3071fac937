"""What can go wrong between bytes and a reading, and how it is said in both languages."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

LANGUAGES = ("zh", "en")


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("vision").joinpath("texts.toml").read_text(encoding="utf-8"))


def text_codes() -> tuple[str, ...]:
    """Every code that `message` knows."""
    return tuple(_texts())


def message(code: str, lang: str, /, **params: object) -> str:
    """The sentence for `code` in `lang` ("zh" or "en"), with `params` filled in."""
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}; expected one of {', '.join(LANGUAGES)}")
    return _texts()[code][lang].format(**params)


class VisionError(Exception):
    """Root of everything this package raises on purpose."""


class ImageError(VisionError):
    """These bytes are no usable photo; `code` says why and `message` tells a person what to do."""

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(message(code, "en", **params))
        self.code = code
        self.params = params

    def message(self, lang: str = "zh") -> str:
        return message(self.code, lang, **self.params)


class WeightsError(VisionError):
    """The model files are not the ones this code was written for; says what was seen and expected."""
