"""Foreign class names to ours, by a named table in ``classmaps.toml``; what a table does not list is
refused.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from datasets.classes import CLASS_INDEX, CLASSES
from datasets.label.labels import Photo


class RemapError(ValueError):
    """Raised with every name that the table does not know; ``.unknown`` lists them."""

    def __init__(self, table: str, unknown: list[str], known: Iterable[str]) -> None:
        self.unknown = tuple(unknown)
        known = list(known)
        hints = []
        for name in unknown:
            near = difflib.get_close_matches(name, known, 1)
            hints.append(f"{name!r}" + (f" (near {near[0]!r})" if near else ""))
        super().__init__(f"class names that table {table!r} does not know: {', '.join(hints)}")


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "classmaps.toml").read_text())


def table_names() -> tuple[str, ...]:
    """Return the names of the tables."""
    return tuple(_tables())


def class_map(table: str) -> dict[str, str]:
    """Return foreign name → our code of a table; KeyError names the tables there are."""
    if table not in _tables():
        raise KeyError(f"no class table {table!r}; there are {', '.join(table_names())}")
    entry = _tables()[table]
    out: dict[str, str] = {code: code for code in CLASSES} if entry.get("same") else {}
    out |= entry["names"]
    for foreign, ours in entry.get("ranks", {}).items():
        out |= {foreign.format(n=n): ours.format(n=n) for n in range(1, 10)}
    wrong = [f"{k} = {v}" for k, v in out.items() if v not in CLASS_INDEX]
    if wrong:
        raise ValueError(f"table {table!r} names classes that are none: {', '.join(wrong)}")
    return out


def remap_names(names: Iterable[str], table: str) -> dict[str, str]:
    """Return our code for each foreign name; RemapError lists all the unknown ones at once."""
    known = class_map(table)
    unknown = sorted({n for n in names if n not in known})
    if unknown:
        raise RemapError(table, unknown, known)
    return {n: known[n] for n in names}


def remap_photos(photos: Iterable[Photo], table: str) -> tuple[Photo, ...]:
    """Return the photos with our class names."""
    photos = tuple(photos)
    codes = remap_names({b.code for p in photos for b in p.boxes}, table)
    return tuple(p.renamed(codes) for p in photos)
