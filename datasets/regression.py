"""Small fixed photos of what readers are known to get wrong, drawn with our own faces, with their truths.

Each cause (bird 1s, blank white, backs in kongs, glare …) has a few scenes.  They depend on nothing but this
module and the drawing code: the same call gives the same bytes.  None is used for training.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from datasets.faces import random_style
from datasets.synth import ground
from datasets.synth.body import Body, Placed
from datasets.synth.camera import framed, look_at
from datasets.synth.effects import Look, apply_look
from datasets.synth.hands import HandSpec, MeldSpec
from datasets.synth.placing import BACK, Placer, hand_truth
from datasets.synth.render import Light, Table, render
from datasets.synth.scene import Scene
from datasets.synth.tileset import TileSet
from vision.classes import expand

SEED = 20_000
_CLEAR = Look(
    light=1.0,
    cast=(1.02, 1.0, 0.97),
    gradient=0.08,
    vignette=0.1,
    hard_shadow=0.0,
    glare=0.0,
    blur=0.4,
    motion=0.0,
    shrink=1.0,
    noise=1.5,
    saturation=1.0,
    contrast=1.0,
    sharpen=0.0,
    quality=88,
)


@dataclass(frozen=True, slots=True)
class Shot:
    """One scene to be made: what lies there, the set's peculiarities, and how the picture is taken."""

    hand: HandSpec
    style: dict[str, Any]
    standing: bool = False
    pitch: float = 62.0
    roll: float = 0.0
    size: tuple[int, int] = (800, 600)
    fill: float = 0.92
    look: Look = _CLEAR
    yaws: tuple[float, ...] = ()
    meld_style: str = "row"
    kongs: tuple[tuple[str, ...], ...] = ()
    rows: int = 1


def _hand(concealed: str, melds: tuple[str, ...] = (), flowers: str = "", hidden: tuple[int, ...] = ()) -> HandSpec:
    specs = tuple(MeldSpec(tuple(expand(m)), k in hidden) for k, m in enumerate(melds))
    return HandSpec(tuple(expand(concealed)), specs, tuple(expand(flowers)))


def _place(rng: np.random.Generator, body: Body, shot: Shot) -> list[Placed]:
    """Return the tiles: concealed row (or rows) in front, melds behind it, flowers behind those."""
    p = Placer(rng, body)
    p.gap, p.wobble, p.lean = 0.02, 0.006, 0.08
    step = body.height + 0.06
    count = -(-len(shot.hand.concealed) // shot.rows)
    for r in range(shot.rows):
        line = shot.hand.concealed[r * count : (r + 1) * count]
        pose = "stand" if shot.standing else "up"
        p.row(line, 0.0, -r * step, zone="concealed", group=r, pose=pose)
    if shot.yaws:
        turns = np.radians(shot.yaws + (0.0,) * (len(p.tiles) - len(shot.yaws)))
        p.tiles = [replace(t, x=t.x * 1.4, yaw=t.yaw + float(a)) for t, a in zip(p.tiles, turns, strict=True)]
    x, y = 0.3, step + (1.4 if shot.standing else 0.5)
    for k, meld in enumerate(shot.hand.melds):
        group = shot.rows + k
        if k < len(shot.kongs):
            x = p.row(shot.kongs[k], x, y, zone="meld", group=group) + 0.6
        else:
            x = p.meld(meld, x, y, group=group, style=shot.meld_style) + 0.6
    if shot.hand.flowers:
        above = y + (step + 0.5 if shot.hand.melds else 0.0)
        p.row(shot.hand.flowers, 0.3, above, zone="flower", group=shot.rows + len(shot.hand.melds))
    return p.tiles


def _make(cause: str, number: int, shot: Shot) -> Scene:
    rng = np.random.default_rng((SEED, *cause.encode(), number))
    style = replace(random_style(rng), **{"index": "none", "face": (246, 243, 234), "grain": 0.0} | shot.style)
    back = ((40, 130, 60), (50, 110, 190), (240, 140, 40))[number % 3]
    body = Body(style.aspect * 0.94 + 0.06, 0.72, 0.1, 0.03, 0.4)
    tileset = TileSet(f"regression-{cause}-{number}", body, style.face, back, style.face, style)
    tiles = _place(rng, body, shot)
    points = np.array([t.middle(body) for t in tiles])
    around = np.concatenate([points + o for o in ((-0.7, -0.8, 0), (0.7, 0.8, 0), (-0.7, 0.8, 0), (0.7, -0.8, 0))])
    reach = float(np.linalg.norm(around.max(0) - around.min(0)))
    camera = look_at(
        around.mean(0),
        pitch=np.radians(shot.pitch),
        distance=1.6 * reach,
        azimuth=0.05,
        roll=shot.roll,
        size=shot.size,
    )
    camera = framed(camera, around, fill=shot.fill, place=(0.5, 0.6))
    table = Table(ground.cloth(rng), 0.03, 0.4, (60.0, 60.0), (0.0, 0.0), 2.0, (150, 110, 70), ground.plain(rng))
    light = Light((0.3, -0.4, 0.87), 0.7, 0.3, 6.0)
    image, seen, faces = render(tiles, tileset, camera, table, light, rng, props=False)
    image = apply_look(image, faces, shot.look, rng)
    name = f"{cause}-{number}"
    truth = {"photo": f"{name}.jpg", **hand_truth(shot.hand, tiles), "note": cause}
    return Scene(name, image, tuple(seen), truth, "hand", tileset.name, shot.look.quality)


def _birds() -> list[Shot]:
    hands = (
        _hand("111s22345s666z789s"),
        _hand("11s123456789s666z"),
        _hand("1112345678999s1z", flowers="35f"),
    )
    return [Shot(h, {"bird_kind": b}) for h, b in zip(hands, ("parrot", "crane", "peacock"), strict=True)]


def _bamboo() -> list[Shot]:
    kinds = ("bone", "chain", "segments")
    hand = _hand("777888999s6789s6s")
    return [
        Shot(
            hand,
            {"bamboo_kind": k, "eight_upside": k == "chain"},
            standing=k == "bone",
            pitch=38 if k == "bone" else 65,
        )
        for k in kinds
    ]


def _dots() -> list[Shot]:
    return [Shot(_hand("444555666p45678p"), {"dot_kind": k}) for k in ("rings", "cross", "petals")]


def _wan() -> list[Shot]:
    hand = _hand("111222333m12355m")
    return [
        Shot(hand, {"traditional": True, "wu": "伍"}),
        Shot(hand, {"traditional": False, "wu": "五"}, standing=True, pitch=35),
        Shot(hand, {"traditional": True, "numeral_ink": "red"}, roll=0.4),
    ]


def _whites() -> list[Shot]:
    hand = _hand("555z123p456m78899s")
    return [Shot(hand, {"white_kind": k}) for k in ("blank", "frame", "ornate", "letter")]


def _flowers() -> list[Shot]:
    hand = _hand("123m456p11s", ("777z", "234s"), "12345678f")
    return [
        Shot(hand, {"flower_text": t, "flower_swap": False, "seed": 6 + k})
        for k, t in enumerate(("both", "numeral", "character", "english"))
    ]


def _winds() -> list[Shot]:
    hand = _hand("1234z1234z112233m")
    turns = (90.0, -90.0, 180.0, 0.0, 180.0, 90.0, 0.0, -90.0)
    return [
        Shot(hand, {"wind_ink": ink}, yaws=turns, roll=roll)
        for ink, roll in (("blue", 0.0), ("black", 0.6), ("green", 2.2))
    ]


def _stacked() -> list[Shot]:
    hand = _hand("123m55p", ("1111z", "777s", "9999p"))
    return [Shot(hand, {}, meld_style="stacked", pitch=p) for p in (70.0, 55.0)] + [Shot(hand, {}, meld_style="fanned")]


def _backs() -> list[Shot]:
    hand = _hand("123m55p", ("2222z", "8888s", "456p"), hidden=(0, 1))
    outside, inside = (BACK, "2z", "2z", BACK), ("8s", BACK, BACK, "8s")
    one, all_four = (BACK, "2z", BACK, BACK), (BACK,) * 4
    return [
        Shot(hand, {}, kongs=(outside, inside)),
        Shot(hand, {}, kongs=(one, inside), standing=True, pitch=45),
        Shot(hand, {}, kongs=(outside, all_four)),
    ]


_PLAIN = _hand("234m567p22s", ("666z", "1111m"), "15f")


def _glare() -> list[Shot]:
    return [Shot(_PLAIN, {}, look=replace(_CLEAR, glare=g, contrast=1.05)) for g in (0.35, 0.6)]


def _dim() -> list[Shot]:
    return [
        Shot(_PLAIN, {}, look=replace(_CLEAR, light=v, noise=n, cast=(1.1, 1.0, 0.85)))
        for v, n in ((0.42, 5.0), (0.3, 8.0))
    ]


def _tiny() -> list[Shot]:
    return [Shot(_PLAIN, {}, fill=f, size=(960, 720)) for f in (0.42, 0.3)]


def _near() -> list[Shot]:
    return [Shot(_hand(text), {}, fill=0.95, pitch=70) for text in ("1s6z", "5m", "7p8s4z")]


CAUSES: dict[str, Callable[[], list[Shot]]] = {
    "bird": _birds,
    "bamboo-789": _bamboo,
    "dots-456": _dots,
    "wan-123": _wan,
    "white": _whites,
    "flowers": _flowers,
    "turned-winds": _winds,
    "stacked": _stacked,
    "kong-backs": _backs,
    "glare": _glare,
    "dim": _dim,
    "tiny": _tiny,
    "close-up": _near,
}
"""Cause → its shots, after the failure cases that other projects report."""


def scenes(*causes: str) -> Iterator[tuple[str, Scene]]:
    """Yield (cause, scene) for the given causes, or for all of them."""
    for cause in causes or CAUSES:
        for number, shot in enumerate(CAUSES[cause]()):
            yield cause, _make(cause, number, shot)
