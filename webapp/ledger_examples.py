"""Corrected photos that a table keeps, so that the reader can learn from them. No Flask here.

Off until somebody with the writing link switches it on. A photo is kept as a fresh JPEG without any of the
camera's own data, beside the tiles as a person left them; both lie in one row, so that neither can be lost or
deleted without the other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from .db import Database, Example, LedgerTable, utc_now
from .ledger import Access, LedgerError
from .payloads import codes, linked_hand

BACK = "0x"
SIDE = 3000
"""Long side of a kept photo, that of photos which a phone made smaller for sending."""
MOST = 200
MOST_BYTES = 250_000_000
_LAST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Label:
    """A tile of a photo: what a person says it is, its box in pixels, and what had been read there.

    `checked` is False for a tile outside the hand, which nobody had to look at.
    """

    code: str
    box: tuple[float, float, float, float]
    read: str
    checked: bool = True

    def to_json(self) -> dict[str, Any]:
        """The label as it is stored and shown."""
        return {"code": self.code, "box": list(self.box), "read": self.read, "checked": self.checked}


@dataclass(frozen=True, slots=True)
class Corrected:
    """A photo with its labels in pixels of the upright photo of that size; `missing` tiles have no box."""

    photo: bytes
    size: tuple[int, int]
    labels: tuple[Label, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept example as lists show it, without its bytes."""

    id: int
    size: int
    width: int
    height: int
    labels: tuple[Mapping[str, Any], ...]
    missing: tuple[str, ...]
    complete: bool
    at: datetime

    @property
    def corrected(self) -> int:
        """How many tiles a person named otherwise than the reader."""
        return sum(label["code"] != label["read"] for label in self.labels)


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a table keeps: whether it keeps further photos, and those there are, the newest first."""

    on: bool
    examples: tuple[Kept, ...]

    @property
    def size(self) -> int:
        """Bytes of all photos."""
        return sum(one.size for one in self.examples)


def find_labels(
    readings: Sequence[Mapping[str, Any]], winners: Sequence[Mapping[str, Any]], said: Sequence[str | None] | None
) -> tuple[list[tuple[Label, ...]], tuple[str, ...]]:
    """The labels of each photo of one hand, and the tiles of the hand that no photo has a box for.

    `readings` is what was read, `winners` the hands of the settled request, `said` the tile that a person left
    in each box, None where they took it out. Without `said` (no script) tiles are tied to boxes by their codes.
    """
    boxes = [tile for reading in readings for tile in reading["tiles"]]
    hand = Counter(_tiles(winners))
    said = _tie(boxes, winners, readings, hand) if said is None else said
    missing = hand - Counter(code for code in said if code not in (None, BACK))
    backs = _hidden_tiles(winners) & missing
    seen_backs = sum(code == BACK for code in said)
    labels = []
    for place, box in enumerate(boxes):
        code = said[place]
        if code is None and box["code"] == BACK and box["zone"] != "other" and seen_backs < backs.total():
            code, seen_backs = BACK, seen_backs + 1
        if code is not None:
            labels.append(Label(code, tuple(box["box"]), box["code"]))
        elif box["zone"] == "other" or len(readings) > 1:
            labels.append(Label(box["code"], tuple(box["box"]), box["code"], checked=False))
        else:
            labels.append(None)
    # backs that were seen stand for as many tiles of hidden kongs
    hidden = list(backs.elements())[:seen_backs]
    photos, at = [], 0
    for reading in readings:
        count = len(reading["tiles"])
        photos.append(tuple(label for label in labels[at : at + count] if label is not None))
        at += count
    return photos, tuple(sorted((missing - Counter(hidden)).elements()))


def _tiles(winners: Sequence[Mapping[str, Any]]) -> list[str]:
    """Every tile of the hands; several winners win on one tile."""
    found: list[str] = []
    for place, one in enumerate(winners):
        parts = [one["concealed"], one["flowers"], "" if place else one["tile"]]
        found += [code for text in (*parts, *(meld["tiles"] for meld in one["melds"])) for code in codes(text)]
    return found


def _hidden_tiles(winners: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """The tiles of concealed kongs, of which some show their backs."""
    kongs = (meld for one in winners for meld in one["melds"] if meld.get("concealed"))
    return Counter(code for kong in kongs for code in codes(kong["tiles"]))


def _tie(
    boxes: Sequence[Mapping[str, Any]],
    winners: Sequence[Mapping[str, Any]],
    readings: Sequence[Mapping[str, Any]],
    hand: Counter[str],
) -> list[str | None]:
    """Boxes by the codes of the hand; one box and one tile left over are the one that was corrected.

    Where it can't be told which of several boxes read alike was corrected, none of them is tied: a wrong label
    would teach the reader what it should unlearn.
    """
    said: list[str | None] = [None] * len(boxes)
    first = linked_hand(winners[0], list(readings))
    tied = [first["tile"], *first["concealed"], *first["flowers"]]
    for one in (*tied, *(tile for meld in first["melds"] for tile in meld["tiles"])):
        if one is not None and one["link"] is not None:
            said[one["link"]] = one["code"]
    over = [at for at, box in enumerate(boxes) if said[at] is None and box["zone"] != "other" and box["code"] != BACK]
    left = list((hand - Counter(code for code in said if code) - _hidden_tiles(winners)).elements())
    unclear = {boxes[at]["code"] for at in over} & hand.keys()
    if len(over) == len(left) == 1 and not unclear:
        said[over[0]] = left[0]
    return [None if box["code"] in unclear else code for box, code in zip(boxes, said, strict=True)]


def keep(database: Database, access: Access, corrected: Corrected) -> Kept:
    """Keep one corrected photo; the same photo again takes the place of the earlier one.

    LedgerError where the link may not write, the table keeps no photos or is full, or the photo is of another
    shape than it is said to be; vision.ImageError for bytes that are no photo.
    """
    from PIL import Image

    from vision import browser_jpeg

    if not access.may_write:
        raise LedgerError("read_only")
    with database.read() as session:
        _check_on(session, access)
    picture = browser_jpeg(corrected.photo, side=SIDE)
    width, height = Image.open(BytesIO(picture)).size
    scale = width / corrected.size[0]
    if abs(corrected.size[1] * scale - height) > 2:
        raise LedgerError("other_shape", said=corrected.size, width=width, height=height)
    labels = [{**one.to_json(), "box": [round(value * scale, 1) for value in one.box]} for one in corrected.labels]
    digest = hashlib.sha256(corrected.photo).hexdigest()
    with database.write() as session:
        session.execute(select(LedgerTable.id).where(LedgerTable.id == access.table_id).with_for_update())
        _check_on(session, access)
        same = (Example.table_id == access.table_id) & (Example.digest == digest)
        session.execute(delete(Example).where(same))
        count, size = session.execute(
            select(func.count(), func.coalesce(func.sum(Example.size), 0)).where(Example.table_id == access.table_id)
        ).one()
        if count >= MOST or size + len(picture) > MOST_BYTES:
            raise LedgerError("examples_full", most=MOST, megabytes=MOST_BYTES // 1_000_000, count=count)
        row = Example(
            table_id=access.table_id,
            digest=digest,
            photo=picture,
            size=len(picture),
            width=width,
            height=height,
            labels=labels,
            missing=list(corrected.missing),
            complete=not corrected.missing and all(one.checked for one in corrected.labels),
            created_at=utc_now(),
        )
        session.add(row)
        session.flush()
        return _kept(row)


def _check_on(session: Session, access: Access) -> None:
    if not session.execute(select(LedgerTable.keeps_photos).where(LedgerTable.id == access.table_id)).scalar_one():
        raise LedgerError("photos_not_kept")


def _kept(row: Example) -> Kept:
    return Kept(
        row.id, row.size, row.width, row.height, tuple(row.labels), tuple(row.missing), row.complete, row.created_at
    )


def find_keeping(session: Session, access: Access) -> Keeping:
    """What a table keeps. LedgerError `read_only` for a viewing link: photos show a room, and maybe people."""
    if not access.may_write:
        raise LedgerError("read_only")
    on = session.execute(select(LedgerTable.keeps_photos).where(LedgerTable.id == access.table_id)).scalar_one()
    rows = session.scalars(select(Example).where(Example.table_id == access.table_id).order_by(Example.id.desc()))
    return Keeping(on, tuple(_kept(row) for row in rows))


def keeps_photos(session: Session, access: Access) -> bool:
    """Whether photos of hands saved to the table are kept."""
    found = select(LedgerTable.keeps_photos).where(LedgerTable.id == access.table_id)
    return bool(session.execute(found).scalar_one())


def find_photo(session: Session, access: Access, example: int) -> bytes:
    """The JPEG of one example. LedgerError `no_example` where the table has none of that number."""
    if not access.may_write:
        raise LedgerError("read_only")
    meant = (Example.table_id == access.table_id) & (Example.id == min(example, _LAST_ID))
    photo = session.execute(select(Example.photo).where(meant)).scalar_one_or_none()
    if photo is None:
        raise LedgerError("no_example", example=example)
    return bytes(photo)


def switch(database: Database, access: Access, *, on: bool) -> None:
    """Keep photos from now on, or no more; those that are kept stay until they are deleted."""
    if not access.may_write:
        raise LedgerError("read_only")
    with database.write() as session:
        session.get_one(LedgerTable, access.table_id, with_for_update=True).keeps_photos = on


def forget(database: Database, access: Access, example: int | None = None) -> int:
    """Delete one example, or all of the table; gives how many there were. LedgerError `no_example` for a wrong one."""
    if not access.may_write:
        raise LedgerError("read_only")
    meant = Example.table_id == access.table_id
    if example is not None:
        meant &= Example.id == min(example, _LAST_ID)
    with database.write() as session:
        count: int = session.execute(delete(Example).where(meant)).rowcount  # type: ignore[attr-defined]
    if example is not None and not count:
        raise LedgerError("no_example", example=example)
    database.scrub()
    return count
