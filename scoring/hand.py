"""What a winner holds and how the hand was won: the values that the engine scores."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from .melds import Meld


class WinSource(Enum):
    """Where the winning tile came from."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBING_KONG = "robbing_kong"

    __hash__ = object.__hash__  # members are single, and a key of remembered results


class Hand(NamedTuple):
    """A winner's tiles: `concealed` leaves out the winning `tile`; all are tile kinds (Tile or int).

    `tile` is a flower for bahuaqi, where `flowers` lists all eight; `joker` is the joker's kind, or None.
    """

    concealed: tuple[int, ...]
    tile: int
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] = ()
    seat: int = 0
    declared: bool = True
    joker: int | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand ended and what lay on the table (RULES.md §7: `win` and `table`)."""

    by: WinSource
    payer: int | None = None
    replacement: str | None = None
    last_tile: bool = False
    first_round: bool = False
    dealer: int = 0
    huangfan: int = 0
    kaibao: bool = False
