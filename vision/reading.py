"""The answer: tiles with their roles, hands, doubts, proposals and advice, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .classes import BACK, compact
from .errors import message


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile: its code, how sure (0..1), its box in pixels of the upright photo, its role, other readings.

    `zone` is "concealed", "meld", "flower", "winning" or "other"; `group` numbers what lies together, -1 for
    tiles of no hand; `alternatives` are (code, probability), best first.
    """

    code: str
    confidence: float
    box: tuple[float, float, float, float]
    zone: str
    group: int
    alternatives: tuple[tuple[str, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry of "tiles"."""
        return {
            "code": self.code,
            "confidence": round(self.confidence, 3),
            "box": [round(value, 1) for value in self.box],
            "zone": self.zone,
            "group": self.group,
            "alternatives": [[code, round(chance, 3)] for code, chance in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A set apart from the hand: its kind, codes (backs by the faces beside them), tile indices."""

    kind: str
    codes: tuple[str, ...]
    tiles: tuple[int, ...]
    concealed: bool = False

    def to_json(self) -> dict[str, Any]:
        """The entry of "melds"; a kong of four backs has the tiles "0000x"."""
        entry: dict[str, Any] = {"kind": self.kind, "tiles": compact(self.codes)}
        return {**entry, "concealed": True} if self.concealed else entry


@dataclass(frozen=True, slots=True)
class HandReading:
    """One hand; `tiles` are indices into the photo's tiles, `spread` marks tiles laid out without a hand."""

    concealed: tuple[str, ...]
    winning: str | None
    melds: tuple[MeldReading, ...]
    flowers: tuple[str, ...]
    tiles: tuple[int, ...]
    spread: bool = False

    @property
    def size(self) -> int:
        """Tiles towards the fourteen: a meld counts three, flowers nothing."""
        return len(self.concealed) + (self.winning is not None) + 3 * len(self.melds)

    def to_json(self) -> dict[str, Any]:
        """The value of "hand"."""
        return {
            "concealed": compact(tuple(code for code in self.concealed if code != BACK)),
            "tile": self.winning,
            "melds": [meld.to_json() for meld in self.melds],
            "flowers": compact(self.flowers),
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a person should know, by code: a doubt about `tiles`, or advice for the next photo."""

    code: str
    tiles: tuple[int, ...] = ()
    params: Mapping[str, object] = field(default_factory=dict)

    def to_json(self, lang: str) -> dict[str, Any]:
        """The entry of "doubts" and "advice"."""
        return {
            "code": self.code,
            "message": message(self.code, lang, **self.params),
            "tiles": list(self.tiles),
        }


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A correction that arithmetic and the second-best class agree on; shown, never applied."""

    tile: int
    code: str
    other: str
    reason: str

    def to_json(self, lang: str) -> dict[str, Any]:
        """The entry of "suggestions"."""
        text = message(self.reason, lang, code=self.code, other=self.other)
        return {"tile": self.tile, "from": self.code, "to": self.other, "code": self.reason, "message": text}


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """Everything read from one photo; `hands` are nearest first and may be empty."""

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    hands: tuple[HandReading, ...]
    doubts: tuple[Remark, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    advice: tuple[Remark, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def hand(self) -> HandReading:
        """The nearest hand; an empty one where there is none."""
        return self.hands[0] if self.hands else HandReading((), None, (), (), ())

    def to_json(self, lang: str = "zh") -> dict[str, Any]:
        """The answer of `hupai read --json` without the photo's name; texts in `lang`."""
        return {
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_json() for tile in self.tiles],
            "hand": self.hand.to_json(),
            "hands": [{**hand.to_json(), "members": list(hand.tiles)} for hand in self.hands],
            "doubts": [doubt.to_json(lang) for doubt in self.doubts],
            "suggestions": [suggestion.to_json(lang) for suggestion in self.suggestions],
            "advice": [remark.to_json(lang) for remark in self.advice],
            "seconds": {name: round(value, 4) for name, value in self.seconds.items()},
        }
