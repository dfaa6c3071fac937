"""Scene to picture and exact boxes: table, shadows, tile bodies far to near, faces warped into place.

Visibility is counted in a buffer of tile numbers that is painted with the same polygons as the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import ground
from datasets.synth.body import LEVELS, Body, Placed
from datasets.synth.camera import Camera
from datasets.synth.props import draw_props, fill_flat
from datasets.synth.tileset import TileSet

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Flat = tuple[Floats, tuple[float, ...]]
"""A polygon on the table (n, 3) and its colour."""
_SHIFT = 4
_ONE = 1 << _SHIFT


@dataclass(frozen=True, slots=True)
class Light:
    """Where light comes from (unit vector), how much comes from everywhere, and how dark and soft its shadow
    is.
    """

    direction: tuple[float, float, float]
    ambient: float
    shadow: float
    softness: float


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile as the picture shows it: upright box, face corners (tl, tr, br, bl as printed), visible share
    0..1.
    """

    code: str
    box: tuple[float, float, float, float]
    quad: tuple[tuple[float, float], ...]
    visible: float
    zone: str
    group: int
    index: int


@dataclass(frozen=True, slots=True)
class Table:
    """What lies under the tiles: surface and its scale and turn, rim, and what is seen beyond the edge."""

    surface: Image
    scale: float
    turn: float
    half: tuple[float, float]
    middle: tuple[float, float]
    rim: float
    rim_colour: tuple[int, int, int]
    beyond: Image


def _fixed(points: Floats) -> NDArray[np.int32]:
    return np.rint(points * _ONE).astype(np.int32)


def _outline(camera: Camera, table: Table, grow: float) -> Floats:
    (w, h), (mx, my) = table.half, table.middle
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return camera.project_polygon(np.array([(mx + sx * (w + grow), my + sy * (h + grow), 0.0) for sx, sy in signs]))


def draw_table(camera: Camera, table: Table) -> Image:
    """Return the picture of the empty table."""
    size = (camera.width, camera.height)
    image = np.asarray(cv2.resize(table.beyond, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    rim, top = _outline(camera, table, table.rim), _outline(camera, table, 0.0)
    if table.rim > 0 and len(rim) >= 3:
        cv2.fillConvexPoly(image, _fixed(rim), table.rim_colour, cv2.LINE_AA, _SHIFT)
    if len(top) < 3:
        return image
    c, s = np.cos(table.turn) * table.scale, np.sin(table.turn) * table.scale
    placed = np.array([[c, s, table.middle[0]], [s, -c, table.middle[1]], [0, 0, 1]])
    centred = np.array([[1, 0, -ground.SIZE / 2], [0, 1, -ground.SIZE / 2], [0, 0, 1.0]])
    # Warped at half size and enlarged: surfaces are soft, and this takes a third of the time.
    matrix = np.diag([0.5, 0.5, 1]) @ camera.table_homography() @ placed @ centred
    half = (size[0] // 2, size[1] // 2)
    warped = cv2.warpPerspective(table.surface, matrix, half, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(top).astype(np.int32), 255)
    cv2.copyTo(cv2.resize(warped, size, interpolation=cv2.INTER_LINEAR), mask, image)
    return image


def _world_points(tiles: list[Placed], body: Body) -> tuple[Floats, Floats]:
    """Return outlines (tiles, 5, 12, 3) and axes (tiles, 3, 3) in the world."""
    local = body.levels()
    axes = np.stack([t.axes() for t in tiles])
    middles = np.stack([t.middle(body) for t in tiles])
    return np.einsum("lrk,tkw->tlrw", local, axes) + middles[:, None, None], axes


def _draw_shadows(image: Image, camera: Camera, points: Floats, light: Light) -> None:
    """Darken the table where the tiles keep the light off, and a little all round their feet."""
    lx, ly, lz = light.direction
    shift = np.array([lx, ly]) / -max(lz, 0.25)
    small = (camera.width // 2, camera.height // 2)
    mask = np.zeros(small[::-1], np.uint8)
    rim = points[:, [1, 3]].reshape(len(points), -1, 3)
    ground = rim.copy()
    ground[..., :2] += rim[..., 2:] * shift
    ground[..., 2] = 0
    pixels, depth = camera.project(ground)
    for p, d in zip(pixels, depth, strict=True):
        if d.min() > 0.2:
            hull = cv2.convexHull(np.clip(p / 2, -4000, 4000).astype(np.float32))
            cv2.fillConvexPoly(mask, _fixed(hull[:, 0]), int(255 * light.shadow), cv2.LINE_AA, _SHIFT)
    mask = cv2.GaussianBlur(mask, (0, 0), max(light.softness * camera.width / 768 / 2, 0.5))
    full = cv2.resize(mask, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)
    np.copyto(image, cv2.multiply(image, cv2.merge([255 - full] * 3), scale=1 / 255))


class _Painter:
    """Paints the tiles of one scene into the picture and the buffer of tile numbers."""

    def __init__(
        self,
        image: Image,
        tiles: list[Placed],
        tileset: TileSet,
        camera: Camera,
        light: Light,
        rng: np.random.Generator,
    ) -> None:
        self.image, self.tiles, self.tileset, self.camera, self.light = image, tiles, tileset, camera, light
        self.owner = np.zeros(image.shape[:2], np.uint16)
        self.points, self.axes = _world_points(tiles, tileset.body)
        self.pixels, self.depth = camera.project(self.points)
        self.tone = 1 + rng.normal(0, 0.02, len(tiles))
        self.cream = rng.normal(0, 0.006, (len(tiles), 3))
        corners = np.stack([tileset.body.cap(front=True), tileset.body.cap(front=False)])
        middles = np.stack([t.middle(tileset.body) for t in tiles])
        self.caps = camera.project(np.einsum("fck,tkw->tfcw", corners, self.axes) + middles[:, None, None])[0]
        self.front_seen, self.back_seen = self._turn(LEVELS - 1) < 0, self._turn(0) > 0
        self.cap_shade = self._shade(np.stack([self.axes[:, 2], -self.axes[:, 2]], 1))
        self.order = self._far_to_near()
        self._shade_sides()

    def _turn(self, level: int) -> Floats:
        """Return twice the signed area of each tile's outline at a level, as the picture shows it."""
        p = self.pixels[:, level, ::3]
        q = np.roll(p, -1, 1)
        return np.asarray((p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]).sum(1))

    def _far_to_near(self) -> NDArray[np.int64]:
        middle = self.points.reshape(len(self.tiles), -1, 3).mean(1)
        away = np.hypot(*(middle[:, :2] - self.camera.position[:2]).T)
        bottom = self.points[..., 2].reshape(len(self.tiles), -1).min(1)
        return np.lexsort((-away, np.round(bottom, 2)))

    def _shade_sides(self) -> None:
        """Work out which side pieces are seen and how bright each is: (tiles, 4, 12)."""
        p = self.pixels
        a, b = p[:, :-1], np.roll(p[:, :-1], -1, 2)
        c, d = np.roll(p[:, 1:], -1, 2), p[:, 1:]
        e, f = c - a, d - b
        self.side_seen = (e[..., 0] * f[..., 1] - e[..., 1] * f[..., 0]) < 0
        self.side_quads = _fixed(np.clip(np.stack([a, b, c, d], 3), -8000, 8000))
        w = self.points
        u, v = np.roll(w[:, :-1], -1, 2) - w[:, 1:], w[:, :-1] - np.roll(w[:, 1:], -1, 2)
        normal = np.cross(u, v)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-9
        outward = np.sign(
            np.einsum("tlrw,tlrw->tlr", normal, (w[:, :-1] + w[:, 1:]) / 2 - w.mean((1, 2))[:, None, None])
        )
        self.side_shade = self._shade(normal * outward[..., None])
        s = self.tileset
        colours = np.array([s.back, s.back, s.middle, s.face], float)[:, None]
        tone = (self.tone[:, None] * (1 + self.cream))[:, None, None]
        self.side_colours = np.minimum(colours * self.side_shade[..., None] * tone, 255).tolist()

    def _shade(self, normal: Floats) -> Floats:
        lit = np.clip(normal @ np.array(self.light.direction), 0, 1)
        sky = 0.5 + 0.5 * normal[..., 2]
        return np.asarray(
            self.light.ambient * (0.7 + 0.3 * sky) + (1 - self.light.ambient) * lit / max(self.light.direction[2], 0.35)
        )

    def _tint(self, index: int, colour: tuple[int, int, int], shade: float) -> tuple[float, ...]:
        value = np.array(colour) * (shade * self.tone[index] * (1 + self.cream[index]))
        return tuple(np.minimum(value, 255).tolist())

    def paint(self) -> None:
        """Paint every tile, far ones first."""
        for i in self.order:
            flat = self.pixels[i].reshape(-1, 2)
            if self.depth[i].min() < 0.2 or flat[:, 0].max() < 0 or flat[:, 1].max() < 0:
                continue
            if flat[:, 0].min() > self.camera.width or flat[:, 1].min() > self.camera.height:
                continue
            self._paint_one(int(i))

    def _paint_one(self, i: int) -> None:
        s = self.tileset
        hull = cv2.convexHull(_fixed(self.pixels[i].reshape(-1, 2)))[:, 0]
        cv2.fillConvexPoly(self.owner, hull, 2 * i + 2, cv2.LINE_8, _SHIFT)
        mean = float(self.side_shade[i][self.side_seen[i]].mean()) if self.side_seen[i].any() else 0.8
        cv2.fillConvexPoly(
            self.image,
            hull,
            self._tint(i, s.face if s.body.back_share < 0.9 else s.back, mean * 0.93),
            cv2.LINE_AA,
            _SHIFT,
        )
        front_seen = bool(self.front_seen[i])
        slabs = range(LEVELS - 1) if front_seen else range(LEVELS - 2, -1, -1)
        for slab in slabs:
            for k in np.flatnonzero(self.side_seen[i, slab]).tolist():
                cv2.fillConvexPoly(
                    self.image,
                    self.side_quads[i, slab, k],
                    self.side_colours[i][slab][k],
                    cv2.LINE_AA,
                    _SHIFT,
                )
        if front_seen:
            self._paint_cap(i, front=True)
        elif self.back_seen[i]:
            self._paint_cap(i, front=False)

    def _paint_cap(self, i: int, *, front: bool) -> None:
        outline = self.pixels[i, LEVELS - 1 if front else 0]
        fixed = _fixed(outline)
        cv2.fillConvexPoly(self.owner, fixed, 2 * i + 1, cv2.LINE_8, _SHIFT)
        shade = float(self.cap_shade[i, 0 if front else 1])
        if not front or self.tiles[i].code == "0x":
            colour = self.tileset.face if front else self.tileset.back
            cv2.fillConvexPoly(self.image, fixed, self._tint(i, colour, shade), cv2.LINE_AA, _SHIFT)
            return
        self._paint_face(i, outline, shade)

    def _paint_face(self, i: int, outline: Floats, shade: float) -> None:
        """Warp the face into the picture within its own box only."""
        height, width = self.image.shape[:2]
        x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (width, height))
        if x1 <= x0 or y1 <= y0:
            return
        quad = self.caps[i, 0]
        wide = float(np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
        face = self.tileset.picture(self.tiles[i].code, wide * 1.1)
        fh, fw = face.shape[:2]
        source = np.array([(-0.5, -0.5), (fw - 0.5, -0.5), (fw - 0.5, fh - 0.5), (-0.5, fh - 0.5)], np.float32)
        matrix = cv2.getPerspectiveTransform(source, (quad - (x0, y0)).astype(np.float32))
        warped = cv2.warpPerspective(
            face,
            matrix,
            (int(x1 - x0), int(y1 - y0)),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        gain = shade * self.tone[i] * (1 + self.cream[i])
        warped = cv2.transform(warped, np.diag(gain).astype(np.float32))
        mask = np.zeros(warped.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, _fixed(outline - (x0, y0)), 255, cv2.LINE_AA, _SHIFT)
        part = self.image[y0:y1, x0:x1]
        weight = mask.astype(np.float32) * np.float32(1 / 255)
        part[:] = cv2.blendLinear(np.ascontiguousarray(part), warped, 1 - weight, weight)

    def quad(self, i: int, *, front: bool) -> Floats:
        """Return the pixels of the flat face's (or back's) corners, (4, 2)."""
        return np.asarray(self.caps[i, 0 if front else 1])

    def seen(self) -> list[Seen]:
        """Return what can be seen of every tile, those that cannot be seen at all left out."""
        counts = np.bincount(self.owner.ravel(), minlength=2 * len(self.tiles) + 2)
        out = []
        for i, tile in enumerate(self.tiles):
            if counts[2 * i + 1] == 0:
                continue
            front = bool(self.front_seen[i])
            code = tile.code if front else "0x"
            outline = self.pixels[i, LEVELS - 1 if front else 0].astype(np.float32)
            visible = min(1.0, counts[2 * i + 1] / max(float(cv2.contourArea(outline)), 1.0))
            out.append(
                Seen(
                    code,
                    self._box(i, outline, visible),
                    tuple(map(tuple, self.quad(i, front=front).tolist())),
                    visible,
                    tile.zone,
                    tile.group,
                    i,
                )
            )
        return out

    def _box(self, i: int, outline: NDArray[np.float32], visible: float) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = outline.min(0), outline.max(0)
        h, w = self.owner.shape
        inside = x0 >= 0 and y0 >= 0 and x1 <= w and y1 <= h
        if visible < 0.93 and inside:
            px, py = max(int(x0) - 1, 0), max(int(y0) - 1, 0)
            ys, xs = np.nonzero(self.owner[py : int(y1) + 3, px : int(x1) + 3] == 2 * i + 1)
            return (
                float(px + xs.min()),
                float(py + ys.min()),
                float(px + xs.max() + 1),
                float(py + ys.max() + 1),
            )
        return float(max(x0, 0)), float(max(y0, 0)), float(min(x1, w)), float(min(y1, h))


def render(
    tiles: list[Placed],
    tileset: TileSet,
    camera: Camera,
    table: Table,
    light: Light,
    rng: np.random.Generator,
    *,
    props: bool = True,
    under: Sequence[Flat] = (),
) -> tuple[Image, list[Seen], NDArray[np.bool_]]:
    """Return the clean RGB picture, what is seen of each tile, and where faces are (H, W, bool).

    ``under`` are flat things below the tiles; ``props`` puts a few other things on the table.
    """
    image = draw_table(camera, table)
    for outline, colour in under:
        fill_flat(image, camera, outline, colour)
    if props:
        feet = np.array([(t.x, t.y) for t in tiles])
        (x0, y0), (x1, y1) = feet.min(0), feet.max(0)
        draw_props(image, camera, rng, (x0 - 3, x1 + 3), (y0 - 3, y1 + 6))
    painter = _Painter(image, tiles, tileset, camera, light, rng)
    _draw_shadows(image, camera, painter.points, light)
    painter.paint()
    return image, painter.seen(), (painter.owner & 1).astype(bool)
