"""Where the tiles lie: hands with melds and flowers, sheets, heaps, trays, close-ups, and what else is on
the table.

Everything is placed with the near player at negative y, rows along x, lengths in tile widths.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from datasets.faces import FACE_CODES
from datasets.synth.body import Body, Placed
from datasets.synth.hands import Pool, notation, random_hand
from datasets.synth.placing import BACK, Placer, hand_truth, place_hand


@dataclass(slots=True)
class Layout:
    """The tiles of one scene and the truth about them. The first ``subject`` tiles are what the picture is
    framed on.
    """

    kind: str
    tiles: list[Placed]
    subject: int
    truth: dict[str, Any]
    standing: bool = False
    surroundings: tuple[float, float] = (0.0, 0.0)
    extra: dict[str, Any] = field(default_factory=dict)


def hand_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return one player's hand, near, with whatever else lies on the table behind it."""
    pool = Pool(rng)
    hand = random_hand(rng, pool)
    standing = bool(rng.random() < 0.5)
    tiles = place_hand(rng, body, hand, standing=standing)
    subject = len(tiles)
    truth = hand_truth(hand, tiles)
    if rng.random() < 0.6:
        tiles = tiles + surroundings(rng, body, pool, tiles)
    return Layout("hand", tiles, subject, truth, standing)


def table_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return several hands laid down on the sides of one table; the nearest is the subject's truth."""
    pool = Pool(rng)
    tiles: list[Placed] = []
    hands = []
    sides = rng.permutation([0.0, np.pi, np.pi / 2, -np.pi / 2])[: int(rng.integers(2, 5))]
    for yaw in sorted(sides.tolist(), key=abs):
        hand = random_hand(rng, pool)
        own = place_hand(rng, body, hand, standing=bool(rng.random() < 0.3))
        radius = float(rng.uniform(7, 11))
        mid = np.mean([(t.x, t.y) for t in own], axis=0)
        c, s = np.cos(yaw), np.sin(yaw)
        moved = []
        for t in own:
            dx, dy = t.x - mid[0], t.y - radius
            moved.append(
                replace(t, x=float(c * dx - s * dy), y=float(s * dx + c * dy), yaw=t.yaw + float(yaw), zone=t.zone)
            )
        hands.append({**hand_truth(hand, own), "yaw": round(float(yaw), 4)})
        tiles += moved
    return Layout("table", tiles, len(tiles), {"hands": hands, **hands[0]})


def surroundings(rng: np.random.Generator, body: Body, pool: Pool, subject: list[Placed]) -> list[Placed]:
    """Return walls, discards and another player's row behind the hand, none of them touching it."""
    top = max(t.y for t in subject) + body.height * 0.6
    left, right = min(t.x for t in subject), max(t.x for t in subject)
    out: list[Placed] = []
    if rng.random() < 0.6:
        out += _discards(rng, body, pool, (left - 2, right + 2), (top + 0.8, top + float(rng.uniform(4, 9))))
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.3, 0.35, 0.25, 0.1]))):
        x, y = float(rng.uniform(left - 3, right)), float(rng.uniform(top + 6, top + 13))
        out += _wall(rng, body, x, y, yaw=float(rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1)))
    if rng.random() < 0.3:
        y = top + float(rng.uniform(10, 16))
        for k in range(13):
            out.append(Placed(BACK, left + k * 1.02, y, float(np.pi + rng.normal(0, 0.01)), "stand"))
    return _apart(out, subject, body)


def _discards(
    rng: np.random.Generator, body: Body, pool: Pool, xs: tuple[float, float], ys: tuple[float, float]
) -> list[Placed]:
    out = []
    tidy = rng.random() < 0.3
    for k, code in enumerate(pool.any(int(rng.integers(4, 40)), flowers=0.02)):
        if tidy:
            x, y = xs[0] + 2 + (k % 8) * 1.05, ys[1] - (k // 8) * (body.height + 0.06)
            yaw = float(rng.normal(0, 0.03))
        else:
            x, y = float(rng.uniform(*xs)), float(rng.uniform(*ys))
            yaw = float(rng.uniform(-np.pi, np.pi))
        shown = BACK if rng.random() < 0.06 else code
        out.append(Placed(shown, x, y, yaw, "down" if shown == BACK else "up"))
    return out


def _wall(rng: np.random.Generator, body: Body, x: float, y: float, *, yaw: float) -> list[Placed]:
    out = []
    c, s = float(np.cos(yaw)), float(np.sin(yaw))
    length, high = int(rng.integers(3, 18)), int(rng.choice([1, 2], p=[0.25, 0.75]))
    for k in range(length):
        step = 1.0 * k
        for level in range(high):
            out.append(Placed(BACK, x + c * step, y + s * step, yaw, "down", level * body.depth))
    return out


def _apart(tiles: list[Placed], fixed: list[Placed], body: Body) -> list[Placed]:
    """Return those tiles that touch neither the fixed ones nor an earlier one on the same level."""
    reach = float(np.hypot(1.0, body.height)) * 0.93
    kept: list[Placed] = []
    taken = [(t.x, t.y, 0.0, t.yaw) for t in fixed]
    for t in tiles:
        spots = np.array(taken)
        near = np.hypot(spots[:, 0] - t.x, spots[:, 1] - t.y)
        limit = np.where(np.abs(np.sin(spots[:, 3] - t.yaw)) < 0.02, 0.985, reach)
        if np.all((near > limit) | (np.abs(spots[:, 2] - t.z) > 0.1)):
            kept.append(t)
            taken.append((t.x, t.y, t.z, t.yaw))
    return kept


def _loose_truth(tiles: list[Placed]) -> dict[str, Any]:
    return {"tiles": [t.code for t in tiles], "order": "scattered"}


def sheet_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return a grid of touching tiles, many upside down or all sideways; sometimes with few backs among
    them.
    """
    p = Placer(rng, body)
    columns, rows = int(rng.integers(2, 10)), int(rng.integers(2, 7))
    codes = Pool(rng).any(columns * rows, flowers=0.25)
    flip = float(rng.choice([0.0, 0.5, 1.0], p=[0.3, 0.6, 0.1]))
    aside = rng.random() < 0.12
    for r in range(rows):
        line = tuple(BACK if rng.random() < 0.015 else c for c in codes[r * columns : (r + 1) * columns])
        p.row(line, 0.0, -r * (body.height + p.gap), zone="concealed", group=r, flip=flip)
    tiles = p.tiles
    if aside:
        tiles = [replace(t, x=-t.y, y=t.x, yaw=t.yaw + np.pi / 2) for t in tiles]
    return Layout("sheet", tiles, len(tiles), _loose_truth(tiles))


def row_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return one to three long rows of random tiles, single tiles upside down."""
    p = Placer(rng, body)
    count = int(rng.choice([1, 2, 3], p=[0.75, 0.15, 0.1]))
    pool = Pool(rng)
    flip = float(rng.choice([0.0, 0.5], p=[0.4, 0.6]))
    for r in range(count):
        p.row(
            tuple(pool.any(int(rng.integers(8, 18)))),
            float(rng.normal(0, 0.5)),
            -r * (body.height + float(rng.uniform(0.05, 1.5))),
            zone="concealed",
            group=r,
            flip=flip,
        )
    truth: dict[str, Any] = _loose_truth(p.tiles)
    if count == 1:
        plain = [t.code for t in p.tiles if t.code[1] != "f"]
        truth = {
            "concealed": notation(plain),
            "melds": [],
            "flowers": notation([t.code for t in p.tiles if t.code[1] == "f"]),
            "row_order": [t.code for t in p.tiles],
            "tile": None,
            "concealed_kongs": [],
            "complete": len(plain) == 14,
        }
    return Layout("row", p.tiles, len(p.tiles), truth)


def loose_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return tiles strewn about at every angle, some of them face down, some lying on others, a few on
    edge.
    """
    pool = Pool(rng)
    spread = float(rng.uniform(2.2, 6.5))
    count = int(rng.integers(5, 55))
    tiles = []
    for code in pool.any(count, flowers=0.2):
        hidden = rng.random() < 0.1
        pose = "down" if hidden else ("stand" if rng.random() < 0.04 else "up")
        x, y = rng.normal(0, spread, 2) if rng.random() < 0.5 else rng.uniform(-spread, spread, 2)
        tiles.append(
            Placed(
                BACK if hidden else code,
                float(x),
                float(y),
                float(rng.uniform(-np.pi, np.pi)),
                pose,
                zone="concealed",
                group=0,
            )
        )  # type: ignore[arg-type]
    kept = _apart(tiles, [Placed(BACK, 99, 99)], body)
    if rng.random() < 0.3:
        for t in kept[: len(kept) // 5]:
            dx, dy = rng.uniform(0.7, 1.1) * np.array([np.cos(t.yaw), np.sin(t.yaw)])
            code = pool.any(1)[0]
            kept.append(
                Placed(
                    code,
                    t.x + float(dx) * 0.5,
                    t.y + float(dy) * 0.5,
                    float(rng.uniform(-np.pi, np.pi)),
                    "up",
                    body.depth,
                    zone="concealed",
                    group=0,
                )
            )
    return Layout("loose", kept, len(kept), _loose_truth(kept))


def near_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return one to five tiles from close by, standing or lying."""
    p = Placer(rng, body)
    codes = Pool(rng).any(int(rng.integers(1, 6)), flowers=0.35)
    standing = bool(rng.random() < 0.35)
    x = 0.0
    for code in codes:
        turn = float(rng.uniform(-np.pi, np.pi)) if not standing and rng.random() < 0.5 else float(rng.normal(0, 0.1))
        p.put(
            code,
            x,
            float(rng.normal(0, 0.3)),
            zone="concealed",
            group=0,
            pose="stand" if standing else "up",
            yaw=turn,
        )
        x += float(rng.uniform(1.6, 2.3)) if abs(turn) > 0.3 else float(rng.uniform(1.02, 1.5))
    tiles = p.tiles if standing else _apart(p.tiles, [Placed(BACK, 99, 99)], body)
    return Layout("near", tiles, len(tiles), _loose_truth(tiles), standing)


def tray_scene(rng: np.random.Generator, body: Body) -> Layout:
    """Return a full tray: a tight grid of tiles sorted by kind or mixed."""
    p = Placer(rng, body)
    p.gap, p.wobble = 0.01, 0.006
    columns = int(rng.integers(6, 14))
    codes = list(FACE_CODES) if rng.random() < 0.4 else Pool(rng).any(int(rng.integers(20, 48)), flowers=0.2)
    for r in range(0, len(codes), columns):
        p.row(
            tuple(codes[r : r + columns]),
            0.0,
            -(r // columns) * (body.height + 0.02),
            zone="concealed",
            group=r // columns,
        )
    return Layout("tray", p.tiles, len(p.tiles), _loose_truth(p.tiles))


KINDS = {
    "hand": (hand_scene, 0.46),
    "table": (table_scene, 0.06),
    "row": (row_scene, 0.14),
    "sheet": (sheet_scene, 0.11),
    "loose": (loose_scene, 0.11),
    "near": (near_scene, 0.06),
    "tray": (tray_scene, 0.06),
}


def random_layout(rng: np.random.Generator, body: Body, kind: str | None = None) -> Layout:
    """Return a layout of the given kind, or of one drawn at random."""
    names = list(KINDS)
    weights = np.array([KINDS[n][1] for n in names])
    chosen = kind or names[int(rng.choice(len(names), p=weights / weights.sum()))]
    return KINDS[chosen][0](rng, body)
