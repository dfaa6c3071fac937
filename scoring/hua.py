"""The hua of a hand: flowers, pungs and kongs, used jokers (RULES.md §2)."""

from __future__ import annotations

from typing import NamedTuple

from .hand import Hand
from .melds import MeldKind
from .ruleset import HuaPrices, RuleSet
from .shapes import PAIR, Reading, part_text
from .tiles import CODES, FIRST_DRAGON, FIRST_HONOUR

_SIZE = {MeldKind.PUNG: 0, MeldKind.EXPOSED_KONG: 1, MeldKind.CONCEALED_KONG: 2}


class HuaItem(NamedTuple):
    """One source of hua: what it is, its tiles in notation, and how much."""

    id: str
    tiles: str
    hua: int


def of_kind(prices: HuaPrices, tile: int) -> tuple[int, int, int]:
    """The hua of a pung, an exposed and a concealed kong of the tile."""
    if tile < FIRST_HONOUR:
        return prices.number
    return prices.wind if tile < FIRST_DRAGON else prices.dragon


def fixed_hua(rules: RuleSet, hand: Hand) -> int:
    """The hua of flowers and melds, whatever the reading."""
    total = rules.hua.flower * len(hand.flowers)
    for meld in hand.melds:
        if meld.kind is not MeldKind.CHOW:
            total += of_kind(rules.hua, meld.tile)[_SIZE[meld.kind]]
    return total


def reading_hua(rules: RuleSet, reading: Reading) -> int:
    """The hua of the concealed tiles in this reading."""
    prices = rules.hua
    return (
        reading.numbers * prices.number[0]
        + reading.winds * prices.wind[0]
        + reading.dragons * prices.dragon[0]
        + reading.wild * prices.joker
    )


def hua_items(rules: RuleSet, hand: Hand, reading: Reading | None) -> list[HuaItem]:
    """Every source of hua with its tiles; `no_hua` where there is none and that counts."""
    items = [HuaItem("flower", CODES[tile], rules.hua.flower) for tile in hand.flowers]
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            continue
        if hua := of_kind(rules.hua, meld.tile)[_SIZE[meld.kind]]:
            items.append(HuaItem(meld.kind.value, meld.text, hua))
    if reading is not None:
        for tile, text in _concealed_pungs(reading):
            if hua := of_kind(rules.hua, tile)[0]:
                items.append(HuaItem("pung", text, hua))
        if reading.wild and rules.hua.joker and hand.joker is not None:
            joker = CODES[hand.joker]
            items += [HuaItem("joker", joker, rules.hua.joker)] * reading.wild
    if not items and rules.no_hua_counts:
        items.append(HuaItem("no_hua", "", rules.no_hua_counts))
    return items


def _concealed_pungs(reading: Reading) -> list[tuple[int, str]]:
    """The concealed pungs as (tile, notation)."""
    if reading.form == "sets":
        return [
            (9 * suit + part, part_text(suit, part))
            for suit, parts in enumerate(reading.parts)
            for part in sorted(parts)
            if part < PAIR
        ]
    tiles = reading.parts[3]
    if reading.form == "pairs":
        if not reading.winds and not reading.dragons:
            return []
        tiles = tuple(tile for tile in tiles for _ in range(2))
    return [(tile, part_text(3, tile - 27)) for tile in sorted(set(tiles)) if tiles.count(tile) >= 3]
