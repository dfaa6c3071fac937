"""A tile set, a bare table and a lamp for scenes that are laid out by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from datasets.faces import random_style
from datasets.synth.body import Body, Placed
from datasets.synth.camera import Camera, look_at
from datasets.synth.render import Light, Table, render
from datasets.synth.tileset import TileSet

BODY = Body(height=1.35, depth=0.7, radius=0.1, bevel=0.03, back_share=0.4)
GREEN = (20, 120, 60)


@pytest.fixture(scope="session")
def tileset() -> TileSet:
    """A set of our own with plain white faces and green backs."""
    style = random_style(np.random.default_rng(5))
    return TileSet("test", BODY, style.face, GREEN, style.face, style)


@pytest.fixture
def straight_down() -> Camera:
    """A camera 20 tile widths above the origin that looks straight down, x to the right and y up the
    picture.
    """
    return look_at(np.zeros(3), pitch=np.pi / 2, distance=20.0, azimuth=0.0, roll=0.0, size=(640, 480))


@pytest.fixture
def take(tileset: TileSet) -> Callable[..., tuple]:
    """Render tiles as they are: no props, no lens faults."""
    table = Table(
        np.full((512, 512, 3), 60, np.uint8),
        0.03,
        0.0,
        (50, 50),
        (0, 0),
        1.0,
        (90, 60, 30),
        np.zeros((64, 64, 3), np.uint8),
    )
    light = Light((0.0, -0.3, 0.95), 0.8, 0.2, 4.0)

    def taken(tiles: list[Placed], camera: Camera) -> tuple:
        return render(tiles, tileset, camera, table, light, np.random.default_rng(0), props=False)

    return taken
