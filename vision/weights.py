"""The manifest beside the model files: digests, classes and sizes, checked before anything is loaded."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .classes import CLASSES
from .errors import WeightsError

MANIFEST = "manifest.toml"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One checked model file: its bytes and the settings its manifest table gives."""

    name: str
    blob: bytes
    settings: Mapping[str, Any]

    def number(self, key: str, default: float | None = None) -> float:
        """A number of the manifest table, by its key."""
        value = self.settings.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise WeightsError(f"{MANIFEST} [{self.name}]: {key} = {value!r}; expected a number")
        return value


def read_manifest(folder: Path) -> dict[str, ModelFile]:
    """The model files of `folder`: "tiles", and "crops" where the manifest has it."""
    path = folder / MANIFEST
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WeightsError(f"{path} is not TOML: {error}") from error
    if not isinstance(table.get("tiles"), dict):
        raise WeightsError(f"{path} has no table [tiles]; found {sorted(table)}")
    names = [name for name in ("tiles", "crops") if isinstance(table.get(name), dict)]
    return {name: _model_file(folder, name, table[name]) for name in names}


def _model_file(folder: Path, name: str, settings: Mapping[str, Any]) -> ModelFile:
    path = folder / str(settings.get("file", f"{name}.onnx"))
    try:
        blob = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}") from error
    digest = hashlib.sha256(blob).hexdigest()
    if digest != settings.get("sha256"):
        raise WeightsError(f"{path} has sha256 {digest}; {MANIFEST} says {settings.get('sha256')}")
    if (listed := settings.get("classes")) is not None:
        check_classes(listed, f"{MANIFEST} [{name}]")
    return ModelFile(name, blob, settings)


def check_classes(names: object, where: str) -> None:
    """Refuse a class list that differs from CLASSES, naming the first difference."""
    seen = list(names) if isinstance(names, list | tuple) else [str(names)]
    if seen == list(CLASSES):
        return
    for index, expected in enumerate(CLASSES):
        if index >= len(seen) or seen[index] != expected:
            found = repr(seen[index]) if index < len(seen) else "nothing"
            raise WeightsError(f"{where}: class {index} is {found}; expected {expected!r} (of {len(CLASSES)})")
    raise WeightsError(f"{where}: {len(seen)} classes; expected {len(CLASSES)}")


def metadata_classes(metadata: Mapping[str, str], where: str) -> list[str] | None:
    """The class list the exporter stored in the model (Python text of a dict), None where it stored none."""
    if (text := metadata.get("names")) is None:
        return None
    try:
        names = ast.literal_eval(text)
        return [str(names[key]) for key in sorted(names)] if isinstance(names, dict) else [str(n) for n in names]
    except (ValueError, SyntaxError, TypeError) as error:
        raise WeightsError(f"{where}: the stored class names are no Python literal: {text[:60]!r}") from error
