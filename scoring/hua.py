"""The hua of a hand: flowers, pungs and kongs, used jokers (RULES.md §2)."""

from __future__ import annotations

from functools import lru_cache
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
    items = [_flower(rules.hua, tile) for tile in hand.flowers]
    for meld in hand.melds:
        if meld.kind is not MeldKind.CHOW and (hua := of_kind(rules.hua, meld.tile)[_SIZE[meld.kind]]):
            items.append(HuaItem(meld.kind.value, meld.text, hua))
    if reading is not None:
        if reading.form == "sets":
            for suit, parts in enumerate(reading.parts):
                if parts:
                    items += _pungs(rules.hua, suit, parts)
        elif reading.winds or reading.dragons:
            items += _loose_pungs(rules.hua, reading)
        if reading.wild and rules.hua.joker and hand.joker is not None:
            items += [HuaItem("joker", CODES[hand.joker], rules.hua.joker)] * reading.wild
    if not items and rules.no_hua_counts:
        items.append(HuaItem("no_hua", "", rules.no_hua_counts))
    return items


@lru_cache(maxsize=512)
def _flower(prices: HuaPrices, tile: int) -> HuaItem:
    return HuaItem("flower", CODES[tile], prices.flower)


@lru_cache(maxsize=1 << 13)
def _pungs(prices: HuaPrices, suit: int, parts: tuple[int, ...]) -> tuple[HuaItem, ...]:
    """The concealed pungs of a suit that count hua."""
    pungs = ((9 * suit + part, part_text(suit, part)) for part in sorted(parts) if part < PAIR)
    return tuple(HuaItem("pung", text, hua) for tile, text in pungs if (hua := of_kind(prices, tile)[0]))


def _loose_pungs(prices: HuaPrices, reading: Reading) -> list[HuaItem]:
    """Three or four of a kind in a hand of honours that is not read as sets."""
    tiles = reading.parts[3]
    least = 3 if reading.form == "honours" else 2
    kinds = [tile for tile in sorted(set(tiles)) if tiles.count(tile) >= least]
    return [HuaItem("pung", part_text(3, tile - 27), of_kind(prices, tile)[0]) for tile in kinds]
