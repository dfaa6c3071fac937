from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.photos import Sample, View, _random_matrix, random_view, relight
from models.recipe import DEFAULT, RecipeError, load_recipe
from models.yolo import IGNORE


def test_the_shipped_recipe_reads() -> None:
    assert load_recipe().detector.canvas % 32 == 0


def test_photos_without_a_licence_stay_out_of_training() -> None:
    recipe = load_recipe()
    prefixes = [prefix for source in recipe.sources if source.folder.startswith("photos") for prefix in source.prefixes]
    assert set(prefixes) == {"hk-", "oblique-"}
    photographed = [one for one in recipe.faces if one.folder.startswith("photos")]
    assert {prefix for one in photographed for prefix in one.prefixes} == {"camerash-", "justin-"}


def test_every_wrong_key_of_a_recipe_is_named(tmp_path: Path) -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace("canvas =", "canvass =", 1).replace("width = 24", 'width = "x"')
    (tmp_path / "recipe.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError) as error:
        load_recipe(tmp_path / "recipe.toml")
    for word in ("detector: unknown key 'canvass'", "detector: missing key 'canvas'", "crops.width"):
        assert word in str(error.value)


def test_a_single_table_where_a_list_is_expected_is_named(tmp_path: Path) -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace("[[faces]]", "[faces]", 1).split("[[faces]]")[0]
    (tmp_path / "recipe.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError, match=r"faces: expected tables headed \[\[faces\]\]"):
        load_recipe(tmp_path / "recipe.toml")


def test_a_view_is_never_mirrored() -> None:
    tile = np.array([[80, 80, 120, 130]], dtype=np.float32)
    for seed in range(200):
        matrix = _random_matrix(tile, (200, 200), 1.0, View(), np.random.default_rng(seed))
        corner, right, down = (
            cv2.perspectiveTransform(np.array([[point]], dtype=float), matrix)[0, 0]
            for point in ((80.0, 80.0), (120.0, 80.0), (80.0, 130.0))
        )
        assert np.linalg.det(np.stack([right - corner, down - corner])) > 0


def test_another_light_keeps_every_tile_in_its_place() -> None:
    image = np.full((96, 96, 3), 40, np.uint8)
    image[10:30, 60:80] = 200
    for seed in range(40):
        lit = relight(image, np.random.default_rng(seed)).astype(float).mean(2)
        assert lit[12:28, 62:78].mean() > lit[12:28, 16:32].mean()


def test_a_box_follows_its_tile_into_the_view() -> None:
    image = np.full((300, 300, 3), 20, np.uint8)
    image[120:180, 100:140] = 240
    sample = Sample(Path("x.jpg"), np.array([[100, 120, 140, 180]], dtype=np.float32) / 300, np.array([7]))
    for seed in range(20):
        canvas, targets = random_view(
            image,
            sample,
            View(canvas=256, tile=(30.0, 50.0), far=1.0, perspective=0.0),
            np.random.default_rng(seed),
        )
        for kind, cx, cy, w, h in targets:
            x0, y0, x1, y1 = (int(v * 256) for v in (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2))
            inside = canvas[max(0, y0) : y1, max(0, x0) : x1].mean()
            assert kind in (7, IGNORE)
            assert inside > canvas.mean()
