"""One scene from one number: set, layout, camera, table, light and look, all drawn from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.faces.folder import CropFolder
from datasets.synth import ground
from datasets.synth.camera import Camera, framed, look_at
from datasets.synth.effects import apply_look, random_look
from datasets.synth.layout import Layout, random_layout
from datasets.synth.render import Flat, Light, Seen, Table, render
from datasets.synth.tileset import TileSet, crop_set, own_set

Image = NDArray[np.uint8]
BLOCK = 8
"""Scenes that share a tile set and a table surface: drawing them anew for each would cost more than
rendering.
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished picture (RGB) with its tiles, its truth and its JPEG quality."""

    name: str
    image: Image
    seen: tuple[Seen, ...]
    truth: dict[str, Any]
    kind: str
    tileset: str
    quality: int

    def jpeg(self) -> bytes:
        """Return the picture as JPEG bytes."""
        ok, data = cv2.imencode(
            ".jpg", np.ascontiguousarray(self.image[:, :, ::-1]), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
        )
        if not ok:
            raise RuntimeError(f"{self.name}: the JPEG encoder refused a picture of {self.image.shape}")
        return bytes(data)


@dataclass(slots=True)
class Block:
    """What the scenes of one block share."""

    tileset: TileSet
    surfaces: list[Image]
    beyond: list[Image]


def make_block(seed: int, number: int, folder: CropFolder | None) -> Block:
    """Return the shared parts of block ``number``; every second block uses face crops if there are any."""
    rng = np.random.default_rng((seed, 1, number))
    tiles = crop_set(rng, folder) if folder is not None and rng.random() < 0.5 else own_set(rng)
    return Block(tiles, [ground.surface(rng) for _ in range(2)], [ground.clutter(rng)])


def random_camera(rng: np.random.Generator, layout: Layout, points: NDArray[np.float64], size: int) -> Camera:
    """Return a camera that holds the subject's points: near or far, 15-90° above the table, at any roll."""
    long, short = size, int(round(size * rng.choice([0.5625, 0.75, 0.75, 1.0]) / 32) * 32)
    spread = points.max(0) - points.min(0)
    wide = spread[0] > spread[1] * 1.2
    frame = (long, short) if rng.random() < (0.75 if wide else 0.4) else (short, long)
    if layout.standing:
        pitch = np.radians(rng.uniform(12, 52))
    else:
        pitch = np.radians(rng.choice([rng.uniform(24, 60), rng.uniform(55, 90)]))
    roll = rng.choice([rng.normal(0, 0.06), rng.normal(0, 0.35), rng.uniform(-np.pi, np.pi)], p=[0.5, 0.2, 0.3])
    reach = float(np.linalg.norm(spread)) + 2
    target = (points.max(0) + points.min(0)) / 2
    camera = look_at(
        target,
        pitch=float(pitch),
        distance=reach * float(rng.uniform(0.8, 3.2)),
        azimuth=float(rng.normal(0, 0.3)),
        roll=float(roll),
        size=frame,
    )
    fill = float(rng.uniform(0.82, 1.0) if rng.random() < 0.65 else rng.uniform(0.35, 0.85))
    if layout.kind == "near":
        fill = float(rng.uniform(0.2, 0.95))
    return framed(camera, points, fill=fill, place=(float(rng.uniform()), float(rng.uniform())))


def _random_table(rng: np.random.Generator, block: Block, middle: NDArray[np.float64]) -> Table:
    half = rng.uniform(12, 45, 2) if rng.random() < 0.7 else rng.uniform(9, 14, 2)
    near = float(rng.choice([rng.uniform(0.6, 2.5), rng.uniform(2, 10), 40.0], p=[0.35, 0.3, 0.35]))
    rim = float(rng.choice([0.0, rng.uniform(0.6, 6)]))
    colour = ground.rim_colour(rng)
    surface = block.surfaces[int(rng.integers(len(block.surfaces)))]
    scale = float(np.exp(rng.uniform(np.log(0.012), np.log(0.08))))
    return Table(
        surface,
        scale,
        float(rng.uniform(-np.pi, np.pi)),
        (float(half[0]), float(half[1])),
        (float(middle[0] + rng.normal(0, 2)), float(middle[1] + half[1] - near)),
        rim,
        colour,
        block.beyond[0],
    )


def _tray(rng: np.random.Generator, layout: Layout) -> list[Flat]:
    """Return the tray that a full set lies in: a rim and a floor of one dark or bright colour."""
    if layout.kind != "tray":
        return []
    feet = np.array([(t.x, t.y) for t in layout.tiles])
    margin = np.array([0.62, 0.85])
    (x0, y0), (x1, y1) = feet.min(0) - margin, feet.max(0) + margin
    x1 += float(rng.choice([0.0, rng.uniform(0, 3)]))
    colour = np.array(
        [(28, 28, 32), (40, 30, 26), (150, 100, 60), (170, 40, 40), (215, 215, 210)][rng.integers(5)], float
    )
    out = []
    for grow, gain in ((0.45, 1.15), (0.0, 0.8)):
        corners = [
            (x0 - grow, y0 - grow),
            (x1 + grow, y0 - grow),
            (x1 + grow, y1 + grow),
            (x0 - grow, y1 + grow),
        ]
        out.append((np.array([(*c, 0.0) for c in corners]), tuple(np.minimum(colour * gain, 255).tolist())))
    return out


def random_light(rng: np.random.Generator) -> Light:
    """Return light from somewhere above, softer or harder, more often from the viewer's side."""
    toward_viewer = rng.normal(-np.pi / 2, 0.9)
    azimuth = toward_viewer if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
    height = rng.uniform(0.45, 1.5)
    d = (
        float(np.cos(azimuth) * np.cos(height)),
        float(np.sin(azimuth) * np.cos(height)),
        float(np.sin(height)),
    )
    hard = rng.random() < 0.35
    return Light(
        d,
        float(rng.uniform(0.6, 0.92)),
        float(rng.uniform(0.25, 0.65) if hard else rng.uniform(0.1, 0.4)),
        float(rng.uniform(1, 3) if hard else rng.uniform(4, 14)),
    )


def make_scene(seed: int, index: int, size: int, block: Block, kind: str | None = None) -> Scene:
    """Return scene ``index`` of the run with this seed, ``size`` pixels on its longer side."""
    rng = np.random.default_rng((seed, 2, index))
    body = block.tileset.body
    layout = random_layout(rng, body, kind)
    subject = np.array([t.middle(body) for t in layout.tiles[: layout.subject]])
    around = np.concatenate([subject + o for o in ((-0.8, -0.9, 0), (0.8, 0.9, 0), (-0.8, 0.9, 0.5), (0.8, -0.9, 0.5))])
    camera = random_camera(rng, layout, around, size)
    table = _random_table(rng, block, np.array([subject[:, 0].mean(), subject[:, 1].min()]))
    image, seen, faces = render(
        layout.tiles, block.tileset, camera, table, random_light(rng), rng, under=_tray(rng, layout)
    )
    look = random_look(rng)
    image = apply_look(image, faces, look, rng)
    name = f"s{seed}-{index:06d}"
    truth = {"photo": f"{name}.jpg", **layout.truth, "note": layout.kind}
    return Scene(name, image, tuple(seen), truth, layout.kind, block.tileset.name, look.quality)
