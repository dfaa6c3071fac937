"""Arrows between the packages point one way, and each outside library has one home."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ALLOWED: dict[str, set[str]] = {
    "scoring": set(),
    "vision": {"scoring"},
    "datasets": {"scoring", "vision"},
    "models": {"scoring", "vision", "datasets"},
    "webapp": {"scoring", "vision"},
}
#: Outside library → the only places that may import it.
HOMES = {
    "onnxruntime": ("vision/session.py",),
    "flask": ("webapp/",),
    "sqlalchemy": ("webapp/", "datasets/taught.py"),
    "ultralytics": ("models/",),
    "torch": ("models/",),
}
TOP = {"scoring", "vision", "datasets", "models", "webapp", "tests", "pyproject.toml", "README.md", "LICENSE"}


def modules() -> list[Path]:
    return sorted(path for package in ALLOWED for path in (ROOT / package).rglob("*.py"))


def imported(source: str) -> Iterator[str]:
    """Every absolute dotted name that a source imports, inside functions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_packages_below_its_own(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    roots = {name.split(".")[0] for name in imported(path.read_text(encoding="utf-8"))}
    assert (roots & ALLOWED.keys()) - ALLOWED[package] - {package} == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_an_outside_library_is_imported_only_at_home(path: Path) -> None:
    place = path.relative_to(ROOT).as_posix()
    roots = {name.split(".")[0] for name in imported(path.read_text(encoding="utf-8"))}
    assert [lib for lib, homes in HOMES.items() if lib in roots and not place.startswith(homes)] == []


@pytest.mark.parametrize("path", sorted((ROOT / "scoring").rglob("*.py")), ids=lambda path: path.stem)
def test_scoring_needs_the_standard_library_only(path: Path) -> None:
    import sys

    roots = {name.split(".")[0] for name in imported(path.read_text(encoding="utf-8"))}
    assert roots - sys.stdlib_module_names - {"scoring"} == set()


@pytest.mark.parametrize("path", sorted((ROOT / "webapp").rglob("*.py")), ids=lambda path: path.stem)
def test_the_web_application_uses_the_front_doors(path: Path) -> None:
    names = set(imported(path.read_text(encoding="utf-8")))
    assert [name for name in names if name.startswith(("scoring.", "vision."))] == []


def test_nothing_else_lies_at_the_top() -> None:
    import subprocess

    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {line.split("/")[0] for line in listed.splitlines()}
    assert {name for name in tops if not name.startswith(".")} <= TOP
