"""The sentences of both languages: data in texts/*.toml, read when first asked for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
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
