"""The training recipe as values, read strictly from recipe.toml (which says why each value is what it is)."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFAULT = Path(__file__).with_name("recipe.toml")


class RecipeError(ValueError):
    """recipe.toml is not what the training code understands; the message names every key that is wrong."""


@dataclass(frozen=True, slots=True)
class Source:
    """A folder of labelled photos below the data root, which of its files count, and its share of the views.

    `crops` says whether the crop reader learns from it too, `backs` whether its tiles seen from the back are labelled.
    """

    folder: str
    share: float
    prefixes: tuple[str, ...]
    crops: bool
    backs: bool


@dataclass(frozen=True, slots=True)
class DetectorRecipe:
    """Settings of the detector's training; see recipe.toml."""

    seed: int
    canvas: int
    batch: int
    steps: int
    warmup: int
    rate: float
    decay: float
    ema: float
    ema_tau: float
    box: float
    objectness: float
    names: float
    dfl: float
    save_every: int


@dataclass(frozen=True, slots=True)
class CropRecipe:
    """Settings of the crop reader's training; see recipe.toml."""

    seed: int
    side: int
    crop_scale: float
    width: int
    batch: int
    steps: int
    warmup: int
    rate: float
    decay: float
    ema: float
    ema_tau: float
    smoothing: float
    real: float
    dressed: float
    save_every: int


@dataclass(frozen=True, slots=True)
class Faces:
    """A folder of single-face crops by class below the data root, and which of its files count (all, if none)."""

    folder: str
    prefixes: tuple[str, ...]

    def below(self, root: Path) -> str:
        """Return the text that names these crops to `datasets`: DIR:prefix,prefix."""
        return f"{root / self.folder}:{','.join(self.prefixes)}"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything recipe.toml holds; `card` is what the manifest says of each shipped file."""

    detector: DetectorRecipe
    crops: CropRecipe
    sources: tuple[Source, ...]
    faces: tuple[Faces, ...]
    card: Mapping[str, Mapping[str, Any]]


def load_recipe(path: Path = DEFAULT) -> Recipe:
    """Read a recipe; raises RecipeError with every unknown, missing or mistyped key."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    problems: list[str] = []
    detector = _table(DetectorRecipe, data.get("detector", {}), "detector", problems)
    crops = _table(CropRecipe, data.get("crops", {}), "crops", problems)
    sources = _tables(Source, data.get("sources", []), "sources", problems)
    faces = _tables(Faces, data.get("faces", []), "faces", problems)
    card = data.get("card", {})
    problems += [f"missing table [card.{name}]" for name in ("tiles", "crops") if name not in card]
    known = {"detector", "crops", "sources", "faces", "card"}
    problems += [f"unknown table {key!r}" for key in data.keys() - known]
    if problems:
        raise RecipeError(f"{path.name}: " + "; ".join(problems))
    return Recipe(detector, crops, sources, faces, card)


def _tables(kind: type, rows: Any, where: str, problems: list[str]) -> tuple[Any, ...]:
    if not isinstance(rows, list):
        problems.append(f"{where}: expected tables headed [[{where}]], saw {rows!r}")
        return ()
    filled = ({**row, "prefixes": tuple(row.get("prefixes", ()))} for row in rows)
    return tuple(_table(kind, row, f"{where}[{index}]", problems) for index, row in enumerate(filled))


def _table(kind: type, row: dict[str, Any], where: str, problems: list[str]) -> Any:
    fields = {field.name: str(field.type) for field in dataclasses.fields(kind)}
    problems += [f"{where}: unknown key {key!r}" for key in row.keys() - fields.keys()]
    problems += [f"{where}: missing key {key!r}" for key in fields.keys() - row.keys()]
    kinds = {"bool": bool, "int": int, "float": (int, float), "str": str}
    for key, value in row.items():
        expected = kinds.get(fields.get(key, ""))
        if expected and (not isinstance(value, expected) or isinstance(value, bool) != (expected is bool)):
            problems.append(f"{where}.{key}: expected {fields[key]}, saw {value!r}")
    return None if problems else kind(**row)
