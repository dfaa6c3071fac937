"""Putting down one player's tiles: rows, melds, concealed kongs, flowers, the winning tile, and the truth of
it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from datasets.synth.body import Body, Placed
from datasets.synth.hands import HandSpec, MeldSpec, notation

BACK = "0x"


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
        ends.append(p.row(chunk, start, -k * h * (1 + p.gap), zone="concealed", group=k, pose=pose, gaps=gaps))
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
        "melds": [_meld_text(m, [t.code for t in tiles if t.group == first + k]) for k, m in enumerate(hand.melds)],
        "flowers": notation(hand.flowers),
        "row_order": [t.code for t in tiles if t.zone == "concealed"],
        "tile": hand.winning,
        "concealed_kongs": [k for k, m in enumerate(hand.melds) if m.hidden],
        "stacked": [k for k in range(len(hand.melds)) if first + k in high],
        "complete": count == 14,
    }
