"""Detections and their layout → tiles and hands: kongs by count, backs named, indices settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from .classes import BACK, CLASSES
from .detections import Detections
from .layout import Hand, Layout
from .reading import HandReading, MeldReading, TileReading
from .roles import Group
from .sets import HAND_SIZE, is_winning, set_kind

ALTERNATIVES = 3
LEAST_CHANCE = 0.01


@dataclass(frozen=True, slots=True)
class Normalised:
    """Tiles in reading order (hand by hand, group by group, the rest last) and the hands made of them."""

    tiles: tuple[TileReading, ...]
    hands: tuple[HandReading, ...]
    counted_kongs: tuple[tuple[int, ...], ...]

    def hand_json(self) -> dict[str, object]:
        """The nearest hand as JSON."""
        return self.hands[0].to_json() if self.hands else HandReading((), None, (), (), ()).to_json()


def normalise(found: Detections, layout: Layout) -> Normalised:
    """Settle what was found into tiles and hands; changes no class, drops no tile."""
    codes = found.codes
    hands = [_count_kongs(hand, codes) for hand in layout.hands]
    order: list[int] = []
    zones: list[tuple[str, int]] = []
    number = 0
    for rank, (hand, _) in enumerate(hands):
        for group in hand.groups:
            order += group.tiles
            # Consumers read the one hand from the zones; other players' hands are listed under "hands".
            zones += [(group.zone if rank == 0 else "other", number)] * len(group.tiles)
            number += 1
    order += layout.others
    zones += [("other", -1)] * len(layout.others)
    place = {tile: position for position, tile in enumerate(order)}
    tiles = tuple(_tile(found, tile, *zone) for tile, zone in zip(order, zones, strict=True))
    kongs = tuple(tuple(place[tile] for tile in kong) for _, counted in hands for kong in counted)
    return Normalised(tiles, tuple(_hand(hand, codes, place) for hand, _ in hands), kongs)


def _tile(found: Detections, tile: int, zone: str, group: int) -> TileReading:
    scores = found.scores[tile]
    ranked = np.argsort(-scores)[: ALTERNATIVES + 1]
    others = tuple((CLASSES[index], float(scores[index])) for index in ranked[1:] if scores[index] >= LEAST_CHANCE)
    x0, y0, x1, y1 = (float(value) for value in found[[tile]].xyxy[0])
    return TileReading(CLASSES[ranked[0]], float(scores[ranked[0]]), (x0, y0, x1, y1), zone, group, others)


def _hand(hand: Hand, codes: Sequence[str], place: dict[int, int]) -> HandReading:
    def named(zone: str) -> tuple[str, ...]:
        return tuple(codes[tile] for group in hand.groups if group.zone == zone for tile in group.tiles)

    winning = named("winning")
    melds = tuple(_meld(group, codes, place) for group in hand.groups if group.zone == "meld")
    members = tuple(place[tile] for tile in hand.tiles)
    return HandReading(
        named("concealed"), winning[0] if winning else None, melds, named("flower"), members, hand.spread
    )


def _meld(group: Group, codes: Sequence[str], place: dict[int, int]) -> MeldReading:
    named = [codes[tile] for tile in group.tiles]
    face = next((code for code in named if code != BACK), BACK)
    filled = tuple(face if code == BACK else code for code in named)
    tiles = tuple(place[tile] for tile in group.tiles)
    return MeldReading(group.kind or "pung", filled, tiles, concealed=group.hidden)


def _count_kongs(hand: Hand, codes: Sequence[str]) -> tuple[Hand, tuple[tuple[int, ...], ...]]:
    """Four equal tiles side by side in a row that holds more than its share are a kong."""
    if hand.spread:
        return hand, ()
    loose = [tile for group in hand.groups if group.zone in ("concealed", "winning") for tile in group.tiles]
    melds = sum(group.zone == "meld" for group in hand.groups)
    extra = len(loose) + 3 * melds - HAND_SIZE
    fours = [four for group in hand.groups if group.zone == "concealed" for four in _fours(group.tiles, codes)]
    if not 0 < extra <= len(fours):
        return hand, ()

    def remains_winning(kongs: tuple[tuple[int, ...], ...]) -> bool:
        gone = {tile for kong in kongs for tile in kong}
        return is_winning([codes[tile] for tile in loose if tile not in gone])

    kongs = max(combinations(fours, extra), key=remains_winning)
    gone = {tile for kong in kongs for tile in kong}
    groups = [replace(group, tiles=tuple(tile for tile in group.tiles if tile not in gone)) for group in hand.groups]
    groups = [group for group in groups if group.tiles] + [Group(kong, "meld", "kong") for kong in kongs]
    return replace(hand, groups=tuple(groups)), kongs


def _fours(tiles: tuple[int, ...], codes: Sequence[str]) -> list[tuple[int, ...]]:
    windows = [tiles[start : start + 4] for start in range(len(tiles) - 3)]
    return [
        four
        for four in windows
        if set_kind([codes[t] for t in four]) == "kong" and BACK not in [codes[t] for t in four]
    ]
