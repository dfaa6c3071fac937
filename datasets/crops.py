"""Crops to train the crop reader on: a square picture of one tile with what lies around it, and its class.

A *source* has one method, ``draw(rng)``, which returns ``(crop, class index)``: an RGB uint8 square of
``size`` pixels and an index into ``datasets.classes.CLASSES``.  The square's side is ``scale`` times the
geometric mean of the box's sides, centred on the box, border replicated, as the reader cuts it; both
jittered.  Nothing is ever mirrored.

    photos = PhotoCrops(root / "train", prefixes=("hk", "oblique"))
    source = Mixed([(SyntheticCrops(size=64), 0.6), (photos, 0.4)])
    crops, classes = batch(source, np.random.default_rng(0), 256)

Sources can be sent to worker processes; give every worker a generator of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.classes import CLASS_INDEX
from datasets.cutting import augment, cut, reading_pixels
from datasets.faces.folder import CropFolder
from datasets.synth import ground
from datasets.synth.body import Placed
from datasets.synth.camera import framed, look_at
from datasets.synth.effects import apply_look, random_look
from datasets.synth.placing import BACK, Placer
from datasets.synth.render import Table, render
from datasets.synth.scene import random_light
from datasets.synth.tileset import TileSet, crop_set, own_set

Image = NDArray[np.uint8]
Crop = tuple[Image, int]


class Source(Protocol):
    """Anything that draws labelled crops."""

    def draw(self, rng: np.random.Generator) -> Crop:
        """Return one crop and its class index."""


class PhotoCrops:
    """Crops from labelled photos: ``root/images`` and ``root/labels`` (YOLO), classes drawn evenly.

    ``prefixes`` keeps only photos whose names start so.  The surroundings of every box are kept in memory as
    small JPEGs.
    """

    def __init__(
        self,
        root: Path,
        *,
        size: int = 64,
        scale: float = 1.5,
        prefixes: tuple[str, ...] = (),
        turn: bool = True,
        plain: bool = False,
        limit: int | None = None,
    ) -> None:
        self.size, self.scale, self.turn, self.plain = size, scale, turn, plain
        self._patches: dict[int, list[tuple[bytes, float, float]]] = {}
        files = [f for f in sorted((root / "labels").glob("*.txt")) if f.name.startswith(prefixes or ("",))]
        for label in files[:limit]:
            self._add(root / "images" / f"{label.stem}.jpg", label)
        if not self._patches:
            raise ValueError(f"no labelled photos in {root} (prefixes {prefixes or 'any'})")
        self.classes = tuple(sorted(self._patches))

    def __len__(self) -> int:
        return sum(map(len, self._patches.values()))

    def _add(self, photo: Path, label: Path) -> None:
        image = cv2.imread(str(photo), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{label} has no readable photo {photo}")
        h, w = image.shape[:2]
        for line in label.read_text().splitlines():
            index, cx, cy, bw, bh = line.split()
            box_w, box_h = float(bw) * w, float(bh) * h
            side = float(np.sqrt(box_w * box_h)) * self.scale
            pixels = int(min(side * 1.9, self.size * 3))
            patch = cut(image, (float(cx) * w, float(cy) * h), side * 1.9, max(pixels, 8))
            data = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
            self._patches.setdefault(int(index), []).append((data.tobytes(), box_w, box_h))

    def draw(self, rng: np.random.Generator) -> Crop:
        """Return a crop of an evenly drawn class."""
        index = self.classes[int(rng.integers(len(self.classes)))]
        entries = self._patches[index]
        return self._crop(entries[int(rng.integers(len(entries)))], rng), index

    def everything(self) -> Iterator[Crop]:
        """Return every crop once, as the reader would cut it, unchanged."""
        for index in self.classes:
            for data, _, _ in self._patches[index]:
                patch = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]
                n = patch.shape[0]
                yield cut(np.ascontiguousarray(patch), (n / 2, n / 2), n / 1.9, self.size), index

    def _crop(self, entry: tuple[bytes, float, float], rng: np.random.Generator) -> Image:
        data, box_w, box_h = entry
        patch = np.ascontiguousarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1])
        n = patch.shape[0]
        side = n / 1.9
        if self.plain:
            return cut(patch, (n / 2, n / 2), side, self.size)
        angle = float(rng.uniform(-np.pi, np.pi)) if self.turn else 0.0
        side *= self._grown(box_w, box_h, angle, rng) * float(np.exp(rng.normal(0, 0.09)))
        shift = rng.normal(0, 0.045, 2) * side
        crop = cut(
            patch,
            (n / 2 + float(shift[0]), n / 2 + float(shift[1])),
            side,
            self.size,
            angle,
            reading_pixels(rng, side, self.scale),
        )
        return augment(crop, rng)

    @staticmethod
    def _grown(w: float, h: float, angle: float, rng: np.random.Generator) -> float:
        """Return by how much the upright box grows with the turn: between not at all and fully."""
        c, s = abs(np.cos(angle)), abs(np.sin(angle))
        full = np.sqrt((w * c + h * s) * (w * s + h * c) / (w * h))
        return float(1 + (full - 1) * rng.uniform(0, 1.0))


class SyntheticCrops:
    """Crops from small rendered clusters of tiles: own faces and, with ``folder``, photographed ones.

    ``folder_share`` of the tile sets use the folder; with ``folder_only`` no face of our own is used at all,
    so that held-out crops can be tested on bodies and tables.  Every rendered tile is cut ``cuts`` times,
    each time otherwise.
    """

    def __init__(
        self,
        *,
        size: int = 64,
        scale: float = 1.5,
        folder: CropFolder | None = None,
        folder_share: float = 0.5,
        folder_only: bool = False,
        sets: int = 16,
        cuts: int = 2,
    ) -> None:
        self.size, self.scale, self.folder = size, scale, folder
        self.folder_share, self.folder_only = (1.0 if folder_only else folder_share), folder_only
        self._capacity, self.cuts = sets, cuts
        self._sets: list[tuple[TileSet, list[Image], Image]] = []
        self._ready: deque[Crop] = deque()

    def draw(self, rng: np.random.Generator) -> Crop:
        """Return one crop; a new cluster is rendered when the last one is used up."""
        while not self._ready:
            crops = self._cluster_crops(rng)
            self._ready.extend(crops[int(k)] for k in rng.permutation(len(crops)))
        return self._ready.popleft()

    def _set(self, rng: np.random.Generator) -> tuple[TileSet, list[Image], Image]:
        """Return one of the sets in hand; now and then one is replaced by a new one."""
        if len(self._sets) < self._capacity and (not self._sets or rng.random() < 0.5):
            self._sets.append(self._new_set(rng))
        elif rng.random() < 0.035:
            self._sets[int(rng.integers(len(self._sets)))] = self._new_set(rng)
        return self._sets[int(rng.integers(len(self._sets)))]

    def _new_set(self, rng: np.random.Generator) -> tuple[TileSet, list[Image], Image]:
        photographed = self.folder is not None and rng.random() < self.folder_share
        tiles = crop_set(rng, self.folder, 96) if photographed and self.folder is not None else own_set(rng, 96)
        return tiles, [ground.surface(rng) for _ in range(2)], ground.clutter(rng)

    def _cluster_crops(self, rng: np.random.Generator) -> list[Crop]:
        tileset, surfaces, beyond = self._set(rng)
        codes = [c for c in CLASS_INDEX if not self.folder_only or c in tileset.crops]
        tiles = cluster(rng, tileset, codes)
        points = np.array([t.middle(tileset.body) for t in tiles])
        around = np.concatenate(
            [points + o for o in ((-0.6, -0.7, 0), (0.6, 0.7, 0), (-0.6, 0.7, 0.4), (0.6, -0.7, 0.4))]
        )
        standing = tiles[0].pose == "stand"
        pitch = np.radians(rng.uniform(12, 52) if standing else rng.choice([rng.uniform(25, 60), rng.uniform(55, 90)]))
        camera = look_at(
            points.mean(0),
            pitch=float(pitch),
            distance=float(rng.uniform(5, 22)),
            azimuth=float(rng.normal(0, 0.35)),
            roll=float(rng.uniform(-np.pi, np.pi)),
            size=(360, 360),
        )
        camera = framed(camera, around, fill=float(rng.uniform(0.75, 1.15)), place=(0.5, 0.5))
        table = Table(
            surfaces[int(rng.integers(len(surfaces)))],
            float(rng.uniform(0.01, 0.05)),
            float(rng.uniform(-3, 3)),
            (40, 40),
            (0, float(rng.choice([0, 38.5]))),
            2.0,
            ground.rim_colour(rng),
            beyond,
        )
        image, seen, faces = render(tiles, tileset, camera, table, random_light(rng), rng)
        image = apply_look(image, faces, random_look(rng), rng)
        clear = [t for t in seen if t.visible > 0.62]
        return [self._cut(image, t.box, rng, CLASS_INDEX[t.code]) for _ in range(self.cuts) for t in clear]

    def _cut(self, image: Image, box: tuple[float, float, float, float], rng: np.random.Generator, index: int) -> Crop:
        x0, y0, x1, y1 = box
        side = float(np.sqrt((x1 - x0) * (y1 - y0))) * self.scale * float(np.exp(rng.normal(0, 0.08)))
        shift = rng.normal(0, 0.04, 2) * side
        centre = ((x0 + x1) / 2 + float(shift[0]), (y0 + y1) / 2 + float(shift[1]))
        angle = float(rng.integers(4)) * np.pi / 2
        crop = cut(image, centre, side, self.size, angle, reading_pixels(rng, side, self.scale))
        return (augment(crop, rng) if rng.random() < 0.5 else crop), index


def cluster(rng: np.random.Generator, tileset: TileSet, codes: Sequence[str]) -> list[Placed]:
    """Return seven to sixteen tiles close together: a row, a block, a standing row or loose ones."""
    p = Placer(rng, tileset.body)
    drawn = [str(c) for c in rng.choice(codes, int(rng.integers(7, 17)))]
    drawn = [BACK if rng.random() < 0.02 else c for c in drawn]
    kind = rng.choice(["row", "block", "stand", "loose"], p=[0.3, 0.25, 0.25, 0.2])
    flip = float(rng.choice([0.0, 0.5]))
    if kind == "row":
        p.row(tuple(drawn[:9]), 0.0, 0.0, zone="concealed", group=0, flip=flip)
        for k, code in enumerate(drawn[9:]):
            p.put(
                code,
                1.2 + 1.5 * k,
                tileset.body.height + 0.4,
                zone="meld",
                group=1,
                yaw=float(rng.normal(0, 0.6)),
            )
    elif kind == "block":
        for r in range(0, len(drawn), 4):
            p.row(
                tuple(drawn[r : r + 4]),
                0.0,
                -(r // 4) * (tileset.body.height + p.gap),
                zone="concealed",
                group=r,
                flip=flip,
            )
    elif kind == "stand":
        p.row(tuple(c for c in drawn[:9] if c != BACK), 0.0, 0.0, zone="concealed", group=0, pose="stand")
    else:
        for k, code in enumerate(drawn):
            p.put(
                code,
                (k % 4) * 1.75,
                (k // 4) * 1.75,
                zone="concealed",
                group=0,
                yaw=float(rng.uniform(-np.pi, np.pi)),
            )
    return p.tiles


class Mixed:
    """Several sources, each drawn from with its weight."""

    def __init__(self, sources: Sequence[tuple[Source, float]]) -> None:
        self.sources = [s for s, _ in sources]
        weights = np.array([w for _, w in sources], float)
        self.edges = np.cumsum(weights / weights.sum())

    def draw(self, rng: np.random.Generator) -> Crop:
        """Return a crop of one of the sources."""
        return self.sources[int(np.searchsorted(self.edges, rng.random()))].draw(rng)


def stream(source: Source, rng: np.random.Generator) -> Iterator[Crop]:
    """Return crops without end."""
    while True:
        yield source.draw(rng)


def batch(source: Source, rng: np.random.Generator, count: int) -> tuple[Image, NDArray[np.int64]]:
    """Return ``count`` crops as (count, size, size, 3) uint8 and their classes."""
    crops, classes = zip(*(source.draw(rng) for _ in range(count)), strict=True)
    return np.stack(crops), np.array(classes, np.int64)
