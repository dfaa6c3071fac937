"""A reader for the tests: real image errors, but the tiles are the ones it was given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO

from PIL import Image

from vision import HandReading, MeldReading, PhotoReading, Preview, Remark, Suggestion, TileReading
from vision.image import decode

Row = Sequence[tuple[str, str]]
"""Tiles as (code, zone), drawn one beside the other."""

FULL_HAND: Row = (
    *((code, "concealed") for code in ("2m", "3m", "4m", "5p", "6p", "7p", "2s")),
    ("2s", "winning"),
    *((code, "meld") for code in ("1m", "2m", "3m", "1z", "1z", "1z", "1z")),
    *((code, "flower") for code in ("1f", "5f")),
)


def photo_of(width: int = 1600, height: int = 900, kind: str = "JPEG") -> bytes:
    """A green picture of that size."""
    out = BytesIO()
    Image.new("RGB", (width, height), (24, 92, 66)).save(out, kind)
    return out.getvalue()


def reading_of(
    row: Row,
    width: int,
    height: int,
    doubts: Sequence[Remark] = (),
    suggestions: Sequence[Suggestion] = (),
    advice: Sequence[Remark] = (),
) -> PhotoReading:
    """A reading of ``row`` laid out from left to right; melds are runs of three, a fourth equal tile makes a kong."""
    step = width / (len(row) + 1)
    tiles = tuple(
        TileReading(
            code,
            0.97 if at else 0.55,
            (step * (at + 0.5), height * 0.4, step * (at + 1.4), height * 0.4 + step * 1.3),
            zone,
            0,
            (("3m", 0.3), ("4m", 0.1)) if at == 0 else (),
        )
        for at, (code, zone) in enumerate(row)
    )
    concealed = tuple(code for code, zone in row if zone == "concealed")
    winning = next((code for code, zone in row if zone == "winning"), None)
    flowers = tuple(code for code, zone in row if zone == "flower")
    hand = HandReading(concealed, winning, tuple(_melds(row)), flowers, tuple(range(len(row))))
    hands = (hand,) if row else ()
    return PhotoReading(width, height, tiles, hands, tuple(doubts), tuple(suggestions), tuple(advice))


def _melds(row: Row) -> list[MeldReading]:
    places = [at for at, (_, zone) in enumerate(row) if zone == "meld"]
    melds = []
    while places:
        codes = [row[at][0] for at in places]
        size = 4 if len(codes) >= 4 and len(set(codes[:4])) == 1 else 3
        faces = tuple(codes[:size])
        kind = "kong" if size == 4 else "pung" if len(set(faces)) == 1 else "chow"
        melds.append(MeldReading(kind, faces, tuple(places[:size]), concealed=size == 4))
        places = places[size:]
    return melds


@dataclass
class FakeReader:
    """Answers every usable photo with the same row of tiles."""

    row: Row = FULL_HAND
    doubts: tuple[Remark, ...] = (Remark("low_confidence", (0,), {"count": 1}),)
    suggestions: tuple[Suggestion, ...] = ()
    advice: tuple[Remark, ...] = ()
    before: Callable[[], None] = field(default=lambda: None)

    def read(self, data: bytes) -> PhotoReading:
        photo = decode(data)
        self.before()
        doubts = self.doubts if self.row else ()
        return reading_of(self.row, photo.width, photo.height, doubts, self.suggestions, self.advice)

    def preview(self, data: bytes) -> Preview:
        photo = decode(data)
        reading = reading_of(self.row, photo.width, photo.height)
        return Preview(
            photo.width,
            photo.height,
            tuple(tile.to_json() for tile in reading.tiles),
            len(reading.tiles),
            (Remark("glare", (), {"count": 1}),),
        )
