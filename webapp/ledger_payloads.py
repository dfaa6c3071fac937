"""What an entry may say, kind by kind: strict models, also the source of the API document's schemas."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, model_validator

MOST_POINTS = 1_000_000
LONGEST_NAME = 24


def clean_name(text: str) -> str:
    """A person's name: no control characters, single blanks, 1 to 24 characters."""
    if any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} for character in text):
        raise ValueError("a name holds no control characters")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} characters")
    return name


def _four_that_sum_to_zero(points: list[int]) -> list[int]:
    if sum(points):
        raise ValueError(f"the four payments sum to {sum(points):+d}; they must sum to 0")
    return points


def _each_once(seats: list[int]) -> list[int]:
    if len(set(seats)) != len(seats):
        raise ValueError("a seat stands there twice")
    return seats


Name = Annotated[str, AfterValidator(clean_name), Field(max_length=200)]
Seat = Annotated[StrictInt, Field(ge=0, le=3)]
Seq = Annotated[StrictInt, Field(ge=1, le=1_000_000_000)]
Die = Annotated[StrictInt, Field(ge=1, le=6)]
Point = Annotated[StrictInt, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Payments = Annotated[list[Point], Field(min_length=4, max_length=4), AfterValidator(_four_that_sum_to_zero)]
Note = Annotated[str, Field(max_length=200)]
WinType = Annotated[str, Field(pattern=r"^[a-z]{2,20}$")]


class Payload(BaseModel):
    """Root of all payloads: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Replacing(Payload):
    """Something that can stand in the place of a line that was wrong; that line is voided with it."""

    replaces: Seq | None = None
    note: Note = ""


class Manual(Payload):
    """A hand entered by its payments, without its tiles."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    by: Literal["self_draw", "discard", "robbing_kong"]
    payer: Seat | None = Field(default=None, alias="from")
    winners: Annotated[list[Seat], Field(min_length=1, max_length=3), AfterValidator(_each_once)]
    payments: Payments
    types: Annotated[list[WinType], Field(max_length=8)] = []

    @model_validator(mode="after")
    def _payer_fits(self) -> Manual:
        if self.by == "self_draw" and (self.payer is not None or len(self.winners) > 1):
            raise ValueError("a self-draw has one winner and nobody it is from")
        if self.by != "self_draw" and (self.payer is None or self.payer in self.winners):
            raise ValueError("say whose tile it was; it is not the winner's own")
        return self


class Hand(Replacing):
    """A hand that was won: the request of RULES.md §7, or its payments entered by hand."""

    request: dict[str, Any] | None = None
    manual: Manual | None = None

    @model_validator(mode="after")
    def _one_of_the_two(self) -> Hand:
        if (self.request is None) == (self.manual is None):
            raise ValueError("give either request or manual")
        return self


class Draw(Replacing):
    """A hand that nobody won."""


class Dice(Replacing):
    """The two dice that open the wall."""

    dice: Annotated[list[Die], Field(min_length=2, max_length=2)]


class Leave(Replacing):
    """Somebody leaves; without `payments` the rule set's own apply. `house` is what no player gets."""

    seat: Seat
    payments: Annotated[list[Point], Field(min_length=4, max_length=4)] | None = None
    house: Point = 0

    @model_validator(mode="after")
    def _balanced(self) -> Leave:
        if (left := sum(self.payments or ()) + self.house) != 0:
            raise ValueError(f"the payments and the house's part sum to {left:+d}; they must sum to 0")
        return self


class Join(Replacing):
    """Somebody sits down on an empty seat."""

    seat: Seat
    name: Name


class Rename(Replacing):
    """The name at a seat was misspelt."""

    seat: Seat
    name: Name


class Adjust(Replacing):
    """A penalty or another payment outside the hands."""

    payments: Payments
    reason: Annotated[str, Field(min_length=1, max_length=200)]


class Void(Payload):
    """An earlier line does not count."""

    target: Seq
    reason: Note = ""


class Undo(Payload):
    """Take back the last action."""


class Redo(Payload):
    """Bring back what was undone last."""


PAYLOADS: dict[str, type[Payload]] = {
    "hand": Hand,
    "draw": Draw,
    "dice": Dice,
    "leave": Leave,
    "join": Join,
    "rename": Rename,
    "adjust": Adjust,
    "void": Void,
    "undo": Undo,
    "redo": Redo,
}


def _four_different(names: list[str]) -> list[str]:
    if len({name.casefold() for name in names}) != 4:
        raise ValueError("the four names must differ")
    return names


class NewTable(Payload):
    """What a table is opened with. `stake` is money a point."""

    names: Annotated[list[Name], Field(min_length=4, max_length=4), AfterValidator(_four_different)]
    ruleset: Annotated[str, Field(min_length=1, max_length=40)]
    overrides: dict[str, Any] = {}
    title: Annotated[str, Field(max_length=80)] = ""
    dealer: Seat = 0
    stake: Annotated[Decimal, Field(gt=0, le=100_000, max_digits=12, decimal_places=4)] = Decimal(1)
    currency: Annotated[str, Field(max_length=4)] = ""
    purse: Annotated[StrictInt, Field(ge=1, le=MOST_POINTS)] | None = None


class Append(Payload):
    """One append: the version it was based on, and what it says."""

    based_on: Annotated[StrictInt, Field(ge=0)]
    kind: Literal["hand", "draw", "dice", "leave", "join", "rename", "adjust", "void", "undo", "redo"]
    payload: dict[str, Any] = {}
    dry_run: StrictBool = False


KINDS_BY_PATH = {
    "hands": "hand",
    "draws": "draw",
    "dice": "dice",
    "void": "void",
    "undo": "undo",
    "redo": "redo",
    "leave": "leave",
    "join": "join",
    "adjust": "adjust",
}
