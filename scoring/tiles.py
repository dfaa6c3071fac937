"""The one tile table: codes, hanzi and order of the 42 kinds, and the mpsz notation (RULES.md §1).

What a tile *counts as* in a rule set (whether 中发白 are flowers, which tile is the joker) is not here.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from functools import lru_cache

from .errors import NotationError, Problem, quoted


class Suit(Enum):
    """The five families of tiles; the value is the letter of the notation."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"

    @property
    def hanzi(self) -> str:
        """万, 筒, 条, 字 or 花."""
        return _SUIT_HANZI[self.value]


_SUIT_HANZI = {"m": "万", "p": "筒", "s": "条", "z": "字", "f": "花"}
_SUITS = tuple(Suit)
SIZES = (9, 9, 9, 7, 8)
STARTS = (0, 9, 18, 27, 34)
CODES: tuple[str, ...] = tuple(
    f"{n}{suit.value}" for suit, top in zip(_SUITS, SIZES, strict=True) for n in range(1, top + 1)
)
_HANZI: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "万筒条" for n in "一二三四五六七八九"),
    *"东南西北白发中",
    *"春夏秋冬梅兰竹菊",
)
_SUIT_OF: tuple[Suit, ...] = tuple(suit for suit, top in zip(_SUITS, SIZES, strict=True) for _ in range(top))


class Tile(IntEnum):
    """A tile kind; its value is its place in count arrays and in the order m, p, s, z, f."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(0, 9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    Z1, Z2, Z3, Z4, Z5, Z6, Z7 = range(27, 34)
    F1, F2, F3, F4, F5, F6, F7, F8 = range(34, 42)

    @property
    def code(self) -> str:
        """The mpsz code, such as "5m"."""
        return CODES[self]

    @property
    def hanzi(self) -> str:
        """The name at the table, such as 五万."""
        return _HANZI[self]

    @property
    def suit(self) -> Suit:
        """The family the tile belongs to."""
        return _SUIT_OF[self]

    @property
    def number(self) -> int:
        """The digit of the code, 1 to 9."""
        return self - STARTS[_SUITS.index(_SUIT_OF[self])] + 1


TILES: tuple[Tile, ...] = tuple(Tile)
BY_CODE: dict[str, Tile] = {tile.code: tile for tile in TILES}
FIRST_HONOUR, FIRST_DRAGON, FIRST_FLOWER = 27, 31, 34  # plain numbers: they are compared for every tile
COPIES: tuple[int, ...] = (4,) * 34 + (1,) * 8
"""How many of each kind a set of tiles holds."""

MAX_NOTATION = 200
_GROUPS: dict[str, tuple[int, int]] = {
    suit.value: (start, top) for suit, start, top in zip(_SUITS, STARTS, SIZES, strict=True)
}


def read_tiles(text: str) -> list[int] | tuple[str, str]:
    """The kinds named by `text` in its order, or (problem code, the part that is wrong)."""
    if len(text) > MAX_NOTATION:
        return ("bad_notation", text)
    kinds: list[int] = []
    start = 0
    for at, char in enumerate(text, 1):
        if char in _GROUPS:
            group = _read_group(text[start:at])
            if group is None:
                return ("back_tile" if "0x" in text else "bad_notation", text)
            kinds += group
            start = at
    if start != len(text):
        return ("back_tile" if "0x" in text else "bad_notation", text)
    return kinds


@lru_cache(maxsize=1 << 14)
def _read_group(text: str) -> tuple[int, ...] | None:
    """The kinds of one suit, such as "123m", or None."""
    start, top = _GROUPS[text[-1]]
    digits = text[:-1]
    if not digits or any(digit not in "123456789" or int(digit) > top for digit in digits):
        return None
    return tuple(start + int(digit) - 1 for digit in digits)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of mpsz notation, in the order written; NotationError where it is none.

    >>> [tile.hanzi for tile in parse_tiles("12m7z")]
    ['一万', '二万', '中']
    """
    kinds = read_tiles(text)
    if isinstance(kinds, tuple):
        raise NotationError((Problem(kinds[0], "", {"text": quoted(kinds[1])}),))
    return tuple(TILES[kind] for kind in kinds)


def format_tiles(tiles: Iterable[int]) -> str:
    """The mpsz notation of the tiles in their order; `parse_tiles` gives the same tiles back."""
    text = ""
    letter = ""
    for tile in tiles:
        code = CODES[tile]
        if code[1] != letter:
            text += letter
            letter = code[1]
        text += code[0]
    return text + letter
