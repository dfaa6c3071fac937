"""Melds on the table: chow 吃, pung 碰, kong 杠 (RULES.md §1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .tiles import CODES, FIRST_FLOWER, FIRST_HONOUR, Tile


class MeldKind(Enum):
    """What a meld is; an added kong 补杠 is an exposed one."""

    CHOW = "chow"
    PUNG = "pung"
    EXPOSED_KONG = "exposed_kong"
    CONCEALED_KONG = "concealed_kong"

    __hash__ = object.__hash__  # members are single, and looked up for every meld


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: `tile` is the lowest of a chow, else the repeated one; `giver` the seat it was claimed from."""

    kind: MeldKind
    tile: Tile
    giver: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """The three or four tiles of the meld."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (3 if self.kind is MeldKind.PUNG else 4)

    @property
    def text(self) -> str:
        """The meld in notation, such as "123m" or "1111z"."""
        return _TEXTS[self.kind][self.tile]

    @property
    def exposed(self) -> bool:
        """Whether it was claimed; a concealed kong was not."""
        return self.kind is not MeldKind.CONCEALED_KONG


def _text(kind: MeldKind, tile: int) -> str:
    digit, letter = CODES[tile][0], CODES[tile][1]
    if kind is not MeldKind.CHOW:
        return digit * (3 if kind is MeldKind.PUNG else 4) + letter
    return "".join(str(int(digit) + step) for step in range(3)) + letter


_TEXTS: dict[MeldKind, tuple[str, ...]] = {
    kind: tuple(_text(kind, tile) for tile in range(FIRST_FLOWER)) for kind in MeldKind
}


def find_meld(kind: str, kinds: list[int]) -> int | None:
    """The lowest tile of the chow, pung or kong that exactly these kinds form, or None."""
    if kind == "chow":
        if len(kinds) != 3:
            return None
        low, middle, high = sorted(kinds)
        fits = low + 1 == middle and middle + 1 == high and low // 9 == high // 9 and high < FIRST_HONOUR
        return low if fits else None
    size = 3 if kind == "pung" else 4
    same = len(kinds) == size and len(set(kinds)) == 1 and kinds[0] < FIRST_FLOWER
    return kinds[0] if same else None
