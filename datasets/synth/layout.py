"""Where the tiles lie: hands with melds and flowers, sheets, heaps, trays, close-ups, and what else is on
the table.

Everything is placed with the near player at negative y, rows along x, lengths in tile widths.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from datasets.faces import FACE_CODES
from datasets.synth.body import Body, Placed
from datasets.synth.hands import HandSpec, MeldSpec, Pool, notation, random_hand

BACK = "0x"


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


class Placer:
    """Puts down tiles with a hand's small irregularities."""

    def __init__(self, rng: np.random.Generator, body: Body) -> None:
        self.rng, self.body = rng, body
        self.tiles: list[Placed] = []
        self.gap = float(rng.choice([0.0, 0.015, 0.05, 0.12], p=[0.45, 0.3, 0.17, 0.08]))
        self.wobble = float(rng.choice([0.004, 0.015, 0.04], p=[0.5, 0.3, 0.2]))
        self.lean = float(rng.choice([0.0, rng.uniform(0, 0.25)]))

    def put(
        self,
        code: str,
        x: float,
        y: float,
        *,
        zone: str,
        group: int,
        pose: str = "up",
        yaw: float = 0.0,
        z: float = 0.0,
    ) -> None:
        """Put one tile down; ``0x`` turns it over."""
        if code == BACK and pose == "up":
            pose = "down"
        jitter = self.rng.normal(0, self.wobble, 2)
        self.tiles.append(
            Placed(
                code,
                x,
                y + float(jitter[0]),
                yaw + float(jitter[1]) * 0.7,
                pose,
                z,
                self.lean if pose == "stand" else 0.0,
                zone,
                group,  # type: ignore[arg-type]
            )
        )

    def row(
        self,
        codes: tuple[str, ...],
        x: float,
        y: float,
        *,
        zone: str,
        group: int,
        pose: str = "up",
        flip: float = 0.0,
        gaps: tuple[int, ...] = (),
        gap: float = 0.5,
    ) -> float:
        """Put a row down from ``x`` on and return where it ends; ``gaps`` are places followed by a wider
        gap.
        """
        drift = float(self.rng.normal(0, 0.006))
        for k, code in enumerate(codes):
            turn = np.pi if self.rng.random() < flip and pose == "up" else 0.0
            self.put(code, x + 0.5, y + drift * x, zone=zone, group=group, pose=pose, yaw=float(turn))
            x += 1 + self.gap + abs(float(self.rng.normal(0, self.wobble))) + (gap if k in gaps else 0.0)
        return x

    def meld(self, meld: MeldSpec, x: float, y: float, *, group: int, style: str) -> float:
        """Put an exposed group or kong down from ``x`` on and return where it ends."""
        rng, h = self.rng, self.body.height
        codes = concealed_kong(rng, meld.codes) if meld.hidden else meld.codes
        if style == "stacked" and len(codes) == 4:
            end = self.row(codes[:3], x, y, zone="meld", group=group)
            self.put(codes[3], x + 1.5 + self.gap, y, zone="meld", group=group, z=self.body.depth)
            return end
        if style == "turned" and not meld.hidden:
            which = int(rng.integers(len(codes)))
            for k, code in enumerate(codes):
                wide = h if k == which else 1.0
                sink = (1 - h) / 2 if k == which else 0.0
                turn = float(rng.choice([-1, 1])) * np.pi / 2 if k == which else 0.0
                self.put(code, x + wide / 2, y + sink, zone="meld", group=group, yaw=turn)
                x += wide + self.gap + 0.01
            return x
        if style == "fanned":
            for k, code in enumerate(codes):
                self.put(
                    code,
                    x + 0.5,
                    y - 0.1 * k + float(rng.normal(0, 0.07)),
                    zone="meld",
                    group=group,
                    yaw=float(rng.normal(0, 0.09)),
                )
                x += 1.05 + abs(float(rng.normal(0, 0.05)))
            return x
        return self.row(codes, x, y, zone="meld", group=group)


def concealed_kong(rng: np.random.Generator, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a concealed kong shows: four backs, backs outside, backs inside, or one face up."""
    shown = {
        0: (BACK,) * 4,
        1: (BACK, codes[1], codes[2], BACK),
        2: (codes[0], BACK, BACK, codes[3]),
        3: (codes[0], BACK, BACK, BACK),
        4: (BACK, codes[1], BACK, BACK),
    }
    return shown[int(rng.choice(5, p=[0.2, 0.35, 0.2, 0.1, 0.15]))]


def _split(rng: np.random.Generator, codes: tuple[str, ...], rows: int) -> list[tuple[str, ...]]:
    if rows == 1 or len(codes) < 2 * rows:
        return [codes]
    cuts = sorted(round(len(codes) * k / rows + rng.normal(0, 0.8)) for k in range(1, rows))
    bounds = [0, *[min(max(c, 1), len(codes) - 1) for c in cuts], len(codes)]
    return [codes[a:b] for a, b in pairwise(bounds) if b > a]


def place_hand(rng: np.random.Generator, body: Body, hand: HandSpec, *, standing: bool) -> list[Placed]:
    """Return the tiles of one player: the concealed row or rows, melds, flowers and the winning tile."""
    p = Placer(rng, body)
    h = body.height + 0.04
    pose = "stand" if standing else "up"
    rows = 1 if standing else int(rng.choice([1, 2, 3], p=[0.7, 0.22, 0.08]))
    chunks = _split(rng, hand.concealed, rows)
    parted = rng.random() < 0.25
    ends = []
    for k, chunk in enumerate(chunks):
        gaps = tuple(i for i in range(2, len(chunk) - 1, 3)) if parted else ()
        start = float(rng.normal(0, 0.3)) if k else 0.0
        ends.append(
            p.row(chunk, start, -k * h * (1 + p.gap), zone="concealed", group=k, pose=pose, gaps=gaps)
        )
    width = max(ends)
    group = len(chunks)
    _place_winning(rng, p, hand, width, standing=standing, group=group)
    _place_melds(rng, p, hand, width, group + 1, below=-(len(chunks) - 1) * h, standing=standing)
    _place_flowers(rng, p, hand, width, group + 1 + len(hand.melds), standing=standing)
    return p.tiles


def _place_winning(
    rng: np.random.Generator, p: Placer, hand: HandSpec, width: float, *, standing: bool, group: int
) -> None:
    if hand.winning is None:
        return
    how = rng.integers(3)
    pose = "stand" if standing and how == 2 else "up"
    yaw = float(rng.choice([-1, 1])) * np.pi / 2 if how == 0 else 0.0
    x = width + (0.7 if how == 0 else float(rng.uniform(0.9, 1.6)))
    if how == 1:
        x, y = float(rng.uniform(1, max(width - 1, 1.5))), p.body.height + 0.5
        y += p.body.depth if standing else 0.0
    else:
        y = -0.15 if how == 0 else float(rng.normal(0, 0.1))
    p.put(hand.winning, x, y, zone="winning", group=group, pose=pose, yaw=yaw)


def _place_melds(
    rng: np.random.Generator,
    p: Placer,
    hand: HandSpec,
    width: float,
    group: int,
    *,
    below: float,
    standing: bool,
) -> None:
    if not hand.melds:
        return
    h = p.body.height
    side = rng.choice(["right", "left", "above", "below"], p=[0.38, 0.17, 0.35, 0.1])
    style = str(rng.choice(["row", "stacked", "turned", "fanned"], p=[0.5, 0.2, 0.12, 0.18]))
    lengths = sum(len(m.codes) + 0.6 for m in hand.melds)
    clear = 1.3 if hand.winning is None else 2.6
    x, y = {
        "right": (width + clear, float(rng.choice([0.0, 0.4]))),
        "left": (-lengths * (1 + p.gap) - 1.0, float(rng.choice([0.0, 0.4]))),
        "above": (
            float(rng.uniform(0, 1 + max(width - lengths, 0))),
            h + 0.5 + (1.2 if standing else float(rng.uniform(0, 1))) + (h + 0.2 if hand.winning else 0.0),
        ),
        "below": (
            float(rng.uniform(0, 1 + max(width - lengths, 0))),
            below - h - 0.4 - float(rng.uniform(0, 0.8)),
        ),
    }[str(side)]
    if side == "below" and standing:
        y = h + 1.6
    start, spacing, column = x, float(rng.uniform(0.25, 0.9)), rng.random() < 0.2
    for k, meld in enumerate(hand.melds):
        x = p.meld(meld, x, y, group=group + k, style=style) + spacing
        if column and side in {"left", "right"}:
            x, y = start, y + h + 0.35


def _place_flowers(
    rng: np.random.Generator, p: Placer, hand: HandSpec, width: float, group: int, *, standing: bool
) -> None:
    if not hand.flowers:
        return
    top = max(t.y for t in p.tiles) + p.body.height + 0.3
    if rng.random() < 0.55:
        x, y = float(rng.uniform(-0.5, max(width - len(hand.flowers), 0.5))), top + float(rng.uniform(0, 1.2))
        y += 0.6 if standing else 0.0
    elif rng.random() < 0.6:
        x, y = min(t.x for t in p.tiles) - 1.4 - len(hand.flowers) * (1 + p.gap), float(rng.uniform(0, 0.8))
    else:
        x, y = max(t.x for t in p.tiles) + 1.2, float(rng.uniform(0, 0.8))
    if rng.random() < 0.15:
        for code in hand.flowers:
            p.put(
                code,
                x + 0.5,
                y + float(rng.normal(0, 0.12)),
                zone="flower",
                group=group,
                yaw=float(rng.normal(0, 0.15)),
            )
            x += 1.2
        return
    p.row(hand.flowers, x, y, zone="flower", group=group)


def _meld_text(meld: MeldSpec, shown: list[str]) -> str:
    """Return the meld in mpsz notation; four backs tell nobody what they are: ``0000x``."""
    return "0000x" if meld.hidden and set(shown) == {BACK} else notation(meld.codes)


def hand_truth(hand: HandSpec, tiles: list[Placed]) -> dict[str, Any]:
    """Return the truth in the form of ``val/hands.jsonl``, and a little besides.

    ``tile`` is the winning tile where it lies apart; ``concealed_kongs`` and ``stacked`` are places in
    ``melds``, the latter of kongs whose fourth tile lies on another and hides it.
    """
    high = {t.group for t in tiles if t.zone == "meld" and t.z > 0}
    count = len(hand.concealed) + (hand.winning is not None) + 3 * len(hand.melds)
    shown = [*hand.concealed, *([hand.winning] if hand.winning else [])]
    first = min((t.group for t in tiles if t.zone == "meld"), default=0)
    return {
        "concealed": notation(shown),
        "melds": [
            _meld_text(m, [t.code for t in tiles if t.group == first + k]) for k, m in enumerate(hand.melds)
        ],
        "flowers": notation(hand.flowers),
        "row_order": [t.code for t in tiles if t.zone == "concealed"],
        "tile": hand.winning,
        "concealed_kongs": [k for k, m in enumerate(hand.melds) if m.hidden],
        "stacked": [k for k in range(len(hand.melds)) if first + k in high],
        "complete": count == 14,
    }


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
                replace(
                    t, x=float(c * dx - s * dy), y=float(s * dx + c * dy), yaw=t.yaw + float(yaw), zone=t.zone
                )
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
        turn = (
            float(rng.uniform(-np.pi, np.pi))
            if not standing and rng.random() < 0.5
            else float(rng.normal(0, 0.1))
        )
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
