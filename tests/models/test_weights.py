"""The shipped weights: what the manifest says of them, and what they read on photos kept apart."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from models.evaluate import evaluate_folder
from models.recipe import load_recipe
from vision import CLASSES, HandReader, WeightsError

WEIGHTS = Path(__file__).resolve().parents[2] / "models" / "weights"
MANIFEST = tomllib.loads((WEIGHTS / "manifest.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["tiles", "crops"])
def test_the_manifest_describes_the_file(name: str) -> None:
    entry = MANIFEST[name]
    assert hashlib.sha256((WEIGHTS / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
    assert entry["classes"] == list(CLASSES)
    assert entry["licence"] == "AGPL-3.0"
    assert entry["training"]


def test_the_classes_are_those_of_the_labels(shared: Path) -> None:
    assert (shared / "photos" / "classes.txt").read_text(encoding="utf-8").split() == list(CLASSES)


def test_all_weights_together_stay_below_twelve_megabytes() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.glob("*.onnx")) <= 12_000_000


def test_the_crop_reader_sees_what_it_was_trained_on() -> None:
    recipe = load_recipe().crops
    assert (MANIFEST["crops"]["input"], MANIFEST["crops"]["crop_scale"]) == (recipe.side, recipe.crop_scale)


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    for path in WEIGHTS.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "crops.onnx").open("ab") as file:
        file.write(b"x")
    with pytest.raises(WeightsError, match="sha256"):
        HandReader.load(tmp_path)


def test_every_other_photo_kept_apart_reads_as_well_as_the_card_says(shared: Path) -> None:
    figures = evaluate_folder(shared / "photos" / "val", WEIGHTS, every=2, track=list).figures["all"]
    assert figures["tiles_right"] >= 0.98
    assert figures["exact_photos"] >= 0.80
    assert figures["corrections_median"] == 0


def test_a_photo_lying_on_its_side_reads_nearly_as_well(shared: Path) -> None:
    figures = evaluate_folder(shared / "photos" / "val", WEIGHTS, every=4, turns=(90.0,), track=list).figures["all"]
    assert figures["tiles_right"] >= 0.96
