"""The sentences of both languages: data in texts/*.toml, read when first asked for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGS = ("zh", "en")
_FOLDER = Path(__file__).with_name("texts")


@lru_cache(maxsize=len(LANGS))
def texts(lang: str) -> dict[str, Any]:
    """All sentences of a language, "zh" or "en"; ValueError for another."""
    if lang not in LANGS:
        raise ValueError(f"language {lang!r}; expected one of {LANGS}")
    import tomllib

    return tomllib.loads((_FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


class _Sentence(Formatter):
    """Blanks such as {shares:share|shares}: the number, then the word for one or for any other number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        return f"{value} {one if value == 1 else many}" if bar else str(super().format_field(value, format_spec))


_SENTENCE = _Sentence()


def say(sentence: str, **params: object) -> str:
    """The sentence with its blanks filled in."""
    return _SENTENCE.vformat(sentence, (), params)
