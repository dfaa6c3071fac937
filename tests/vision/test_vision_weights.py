"""The model files prove who they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenes import crops_model, tiles_model, write_weights

from vision import CLASSES, HandReader, WeightsError
from vision.classes import compact, expand

ONE = tiles_model([(100, 100, 40, 54, "5m", 0.9)])


def refused(folder: Path) -> str:
    with pytest.raises(WeightsError) as caught:
        HandReader.load(folder)
    return str(caught.value)


def test_the_classes_are_those_of_the_shared_photos(shared: Path) -> None:
    assert list(CLASSES) == (shared / "photos" / "classes.txt").read_text().split()


def test_the_classes_are_the_tile_table_and_the_back() -> None:
    assert (*(f"{n}{s}" for s in "mps" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8)),
                       *(f"{n}f" for n in range(1, 9)), "0x") == CLASSES  # fmt: skip


def test_notation_is_sorted_and_joined() -> None:
    assert compact(["5z", "2m", "1m", "1f", "9p", "9p"]) == "12m99p5z1f"
    assert compact([]) == ""


def test_notation_expands_to_the_codes_in_the_order_written() -> None:
    assert expand("21m7z10x") == ["2m", "1m", "7z", "1x", "0x"]


def test_good_weights_load(tmp_path: Path) -> None:
    HandReader.load(write_weights(tmp_path, ONE, crops_model("1m")))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert "manifest.toml cannot be read" in refused(tmp_path / "nowhere")


def test_a_manifest_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text("tiles = [")
    assert "not TOML" in refused(tmp_path)


def test_a_manifest_without_the_detector_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text("[crops]\nfile = 'crops.onnx'")
    assert "no table [tiles]" in refused(tmp_path)


def test_a_missing_model_file_is_named(tmp_path: Path) -> None:
    write_weights(tmp_path, ONE)
    (tmp_path / "tiles.onnx").unlink()
    assert "tiles.onnx cannot be read" in refused(tmp_path)


def test_other_bytes_than_the_manifest_knows_are_refused_with_both_digests(tmp_path: Path) -> None:
    write_weights(tmp_path, ONE, sha256="0" * 64)
    said = refused(tmp_path)
    assert "0" * 64 in said
    assert "has sha256" in said


def test_a_manifest_with_other_classes_names_the_first_that_differs(tmp_path: Path) -> None:
    write_weights(tmp_path, ONE, classes=[*CLASSES[:4], "5x", *CLASSES[5:]])
    assert "class 4 is '5x'; expected '5m'" in refused(tmp_path)


def test_a_manifest_with_too_few_classes_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path, ONE, classes=list(CLASSES[:42]))
    assert "class 42 is nothing; expected '0x'" in refused(tmp_path)


def test_a_model_that_carries_other_names_is_refused(tmp_path: Path) -> None:
    model = tiles_model([(100, 100, 40, 54, "5m", 0.9)], names=["B1", *CLASSES[1:]])
    write_weights(tmp_path, model)
    assert "class 0 is 'B1'; expected '1m'" in refused(tmp_path)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path, b"not a model")
    assert "ONNX Runtime cannot load it" in refused(tmp_path)


def test_a_setting_that_is_no_number_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path, ONE, input="large")
    assert "input = 'large'; expected a number" in refused(tmp_path)


def test_a_crop_reader_in_the_detectors_place_is_refused(tmp_path: Path) -> None:
    write_weights(tmp_path, crops_model("1m"))
    assert "expected" in refused(tmp_path)
