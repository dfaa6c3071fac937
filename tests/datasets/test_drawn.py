"""Faces cut out of tile sets that games draw."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from datasets.cli import main
from datasets.drawn import DrawnError, DrawnSet, cut, drawn_sets, write
from datasets.faces import FACE_CODES
from datasets.faces.folder import CropFolder

RED, BLUE, GREEN = (200, 30, 30), (30, 30, 200), (30, 160, 30)


def sheet(root: Path) -> DrawnSet:
    """A made sheet of two by two cells of 10 by 14 pixels, one of them none of the faces."""
    picture = Image.new("RGB", (20, 28), "white")
    for box, colour in (((0, 0, 10, 14), RED), ((10, 0, 20, 14), BLUE), ((10, 14, 20, 28), GREEN)):
        picture.paste(colour, box)
    (root / "share").mkdir(exist_ok=True)
    picture.save(root / "share" / "sheet.png")
    rows = (("1m", "2m"), (".", "5z"))
    return DrawnSet("made", "none", "share/sheet.png", "GPL", "us", rows, grid=(1, 1, 8, 12, 10, 14))


def colour_of(face: Image.Image) -> tuple[int, ...]:
    return tuple(int(v) for v in np.asarray(face).reshape(-1, 3).mean(0).round())


def test_each_cell_of_a_sheet_is_the_face_that_its_row_names(tmp_path: Path) -> None:
    faces = {code: colour_of(face) for code, face in cut(sheet(tmp_path), tmp_path)}
    assert faces == {"1m": RED, "2m": BLUE, "5z": GREEN}


def test_a_vector_picture_is_drawn_at_the_width_it_was_measured_at(tmp_path: Path) -> None:
    (tmp_path / "two.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="1" height="1" fill="#c81e1e"/>'
        '<rect x="1" width="1" height="1" fill="#1e1ec8"/></svg>'
    )
    two = DrawnSet("two", "none", "two.svg", "GPL", "us", (("1m", "2m"),), width=200, grid=(10, 10, 80, 80, 100, 100))
    assert {code: colour_of(face) for code, face in cut(two, tmp_path)} == {"1m": RED, "2m": BLUE}


def test_the_faces_and_whose_they_are_lie_in_a_folder_by_class(tmp_path: Path) -> None:
    out = tmp_path / "faces"
    assert [count for _, count in write(out, tmp_path, (sheet(tmp_path),))] == [3]
    folder = CropFolder(out)
    assert [code for code in FACE_CODES if folder.has(code)] == ["1m", "2m", "5z"]
    assert (out / "CREDITS.txt").read_text() == "made-*: us; GPL; Debian package none\n"


def test_two_folders_of_crops_serve_as_one(tmp_path: Path) -> None:
    for name in ("a", "b"):
        list(write(tmp_path / name, tmp_path, (sheet(tmp_path),)))
    assert len(CropFolder.parse(str(tmp_path / "a"), f"{tmp_path / 'b'}:made").crops("1m")) == 2


def test_a_cell_beyond_the_picture_is_refused(tmp_path: Path) -> None:
    wrong = DrawnSet("made", "none", "share/sheet.png", "GPL", "us", (("1m", "2m", "3m"),), grid=(1, 1, 8, 12, 10, 14))
    sheet(tmp_path)
    with pytest.raises(DrawnError, match="cell 2, 0 lies beyond"):
        list(cut(wrong, tmp_path))


def test_the_command_names_the_package_that_is_missing(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["drawn", "--out", str(tmp_path / "o"), "--root", str(tmp_path), "--set", "real"])
    assert result.exit_code == 1
    assert "xmahjongg" in result.output


def test_every_wrong_entry_of_the_list_is_named(tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_text(
        '[a]\npackage="p"\npath="x"\nlicence="l"\ncredit="c"\nrows=["1m 0m"]\ngrid=[1, 2]\n[b]\npackage="p"\n'
    )
    with pytest.raises(DrawnError) as error:
        drawn_sets(tmp_path / "d.toml")
    for word in ("a: unknown codes ['0m']", "a: grid has 2 numbers", "b: missing"):
        assert word in str(error.value)


def test_every_listed_set_states_a_licence_that_lets_weights_be_shipped() -> None:
    assert {one.licence for one in drawn_sets()} <= {"GPL-2.0-or-later", "free for any use"}
