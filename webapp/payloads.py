"""The one place where a form or an address becomes a request of RULES.md §7, and back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import gettext

SUITS = "mpszf"
CODES = tuple(f"{n}{s}" for s, most in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8)) for n in range(1, most + 1))
_RUN = re.compile(r"([0-9]+)([mpszfx])")


class FormError(ValueError):
    """What a form held and no request can be made of; ``field`` names the input, ``message`` is for people."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def codes(text: str) -> tuple[str, ...]:
    """The tiles of an mpsz text for drawing; what is no tile is left out (scoring judges it, not the picture)."""
    found = (digit + suit for digits, suit in _RUN.findall(text or "") for digit in digits)
    return tuple(code for code in found if code in CODES or code == "0x")


def text_of(tiles: list[str] | tuple[str, ...]) -> str:
    """Codes in the order given as mpsz text, a suit letter after each run of one suit."""
    parts: list[str] = []
    for code in tiles:
        if parts and parts[-1][-1] == code[1]:
            parts[-1] = parts[-1][:-1] + code
        else:
            parts.append(code)
    return "".join(parts)


def meld_kind(tiles: str) -> str:
    """chow, pung or kong by the look of it; what is none of them is called a pung or a kong and judged by scoring."""
    faces = codes(tiles)
    if len(faces) >= 4:
        return "kong"
    return "chow" if len(set(faces)) > 1 else "pung"


def _number(text: str | None) -> Any:
    text = (text or "").strip()
    if not text:
        return None
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text


def _melds(form: Any, prefix: str) -> list[dict[str, Any]]:
    givers = form.getlist(f"{prefix}meld_from")
    melds: list[dict[str, Any]] = []
    for place, tiles in enumerate(form.getlist(f"{prefix}meld")):
        tiles = _plain(tiles)
        if not tiles:
            continue
        meld: dict[str, Any] = {"kind": meld_kind(tiles), "tiles": tiles}
        giver = givers[place] if place < len(givers) else ""
        if giver == "concealed":
            meld["concealed"] = True
        elif giver:
            meld["from"] = _number(giver)
        melds.append(meld)
    return melds


def _plain(text: str | None) -> str:
    return re.sub(r"[\s,，、]+", "", text or "").lower()


def _winner(form: Any, prefix: str) -> dict[str, Any]:
    seat = _number(form.get(f"{prefix}seat"))
    return {
        "seat": 0 if seat is None else seat,
        "concealed": _plain(form.get(f"{prefix}concealed")),
        "tile": _plain(form.get(f"{prefix}tile")),
        "melds": _melds(form, prefix),
        "flowers": _plain(form.get(f"{prefix}flowers")),
        "declared": form.get(f"{prefix}declared", "1") != "0",
    }


def _prefixes(form: Any) -> Iterator[str]:
    yield ""
    for place in range(1, 3):
        if any(form.get(f"w{place}_{key}") for key in ("concealed", "tile", "flowers")):
            yield f"w{place}_"


def overrides(text: str | None) -> dict[str, Any]:
    """House rules as written in the form, TOML a line each (``cap = 30``); FormError names the first bad line."""
    lines = [line for line in re.split(r"[\n;]+", text or "") if line.strip()]
    for line in lines:
        try:
            tomllib.loads(line)
        except tomllib.TOMLDecodeError:
            raise FormError(
                "overrides", gettext("“%(line)s” is no house rule; write key = value", line=line.strip())
            ) from None
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        raise FormError("overrides", gettext("a house rule is there twice")) from None


def _claims(form: Any) -> list[list[Any]]:
    claims = []
    for text in form.getlist("claim"):
        parts = [_number(part) for part in text.split("-")]
        if len(parts) == 3 and parts[2] not in (None, 0):
            claims.append(parts)
    for taker in range(4):
        for giver in range(4):
            melds = _number(form.get(f"claim_{taker}_{giver}"))
            if melds is not None and taker != giver:
                claims.append([taker, giver, melds])
    return claims


def request_of(form: Any) -> dict[str, Any]:
    """The request of RULES.md §7 that a form or an address (a MultiDict) describes.

    Nothing is judged here but the spelling of house rules (FormError): numbers that are none stay as they are
    written, so that scoring names them together with everything else.
    """
    table: dict[str, Any] = {
        "dealer": _number(form.get("dealer")) or 0,
        "huangfan": _number(form.get("huangfan")) or 0,
    }
    table["kaibao"] = form.get("kaibao") == "1"
    table["joker"] = _plain(form.get("joker")) or None
    by = form.get("by") or "self_draw"
    win: dict[str, Any] = {
        "by": by,
        "from": None if by == "self_draw" else _number(form.get("from")),
        "replacement": form.get("replacement") or None,
        "last_tile": form.get("last_tile") == "1",
        "first_round": form.get("first_round") == "1",
    }
    return {
        "ruleset": form.get("ruleset") or "qiaoma",
        "overrides": overrides(form.get("overrides")),
        "table": table,
        "win": win,
        "winners": [_winner(form, prefix) for prefix in _prefixes(form)],
        "claims": _claims(form),
        "ready": sorted({_number(seat) for seat in form.getlist("ready")}, key=str),
    }


def clean_query(form: Any) -> list[tuple[str, str]]:
    """The pairs of a form worth keeping in an address: no empty field, no default, no token, no photo."""
    idle = {
        ("replacement", ""),
        ("dealer", "0"),
        ("huangfan", "0"),
        ("declared", "1"),
        ("by", "self_draw"),
        ("seat", "0"),
    }
    kept: list[tuple[str, str]] = []
    for name, value in form.items(multi=True):
        if (
            name in ("csrf_token", "photo", "boxes", "lang", "at")
            or (name, value) in idle
            or name.endswith(("meld", "meld_from"))
        ):
            continue
        if value.strip():
            kept.append((name, value.strip()))
    for prefix in ("", "w1_", "w2_"):
        givers = form.getlist(f"{prefix}meld_from")
        for place, tiles in enumerate(form.getlist(f"{prefix}meld")):
            if tiles.strip():
                kept.append((f"{prefix}meld", _plain(tiles)))
                kept.append((f"{prefix}meld_from", givers[place] if place < len(givers) else ""))
    return kept


def form_of_hand(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A reading's hand as the values of the form's fields."""
    melds = [
        {
            "tiles": meld["tiles"],
            "giver": "concealed" if meld.get("concealed") else str(meld.get("from") or ""),
        }
        for meld in hand.get("melds", ())
    ]
    return {
        "concealed": hand.get("concealed") or "",
        "tile": hand.get("tile") or "",
        "melds": melds,
        "flowers": hand.get("flowers") or "",
    }


def form_values(form: Any, prefix: str = "") -> dict[str, Any]:
    """The same values out of a form that was sent."""
    givers = form.getlist(f"{prefix}meld_from")
    melds = [
        {"tiles": _plain(tiles), "giver": givers[place] if place < len(givers) else ""}
        for place, tiles in enumerate(form.getlist(f"{prefix}meld"))
        if tiles.strip()
    ]
    return {
        "concealed": _plain(form.get(f"{prefix}concealed")),
        "tile": _plain(form.get(f"{prefix}tile")),
        "melds": melds,
        "flowers": _plain(form.get(f"{prefix}flowers")),
    }


def is_set(tiles: tuple[str, ...]) -> bool:
    """Whether the tiles are one chow, pung or kong."""
    if len(set(tiles)) == 1:
        return len(tiles) in (3, 4)
    values = sorted(int(code[0]) for code in tiles)
    one_suit = len({code[1] for code in tiles}) == 1 and tiles[0][1] in "mps"
    return len(tiles) == 3 and one_suit and values == [values[0], values[0] + 1, values[0] + 2]


def merge_hands(hands: list[Mapping[str, Any]]) -> dict[str, Any]:
    """One hand out of several photos.

    Melds and flowers add up, a flower seen twice counts once. Three or four tiles alone in a later photo that
    make a set are a meld; other tiles of a later photo belong to the hand.
    """
    concealed: list[str] = []
    melds: list[dict[str, Any]] = []
    flowers: list[str] = []
    tile = None
    for hand in hands:
        melds += [dict(meld) for meld in hand.get("melds", ())]
        flowers += [code for code in codes(hand.get("flowers", "")) if code not in flowers]
        tile = tile or hand.get("tile")
        more = codes(hand.get("concealed", ""))
        if concealed and is_set(more):
            melds.append({"kind": meld_kind(text_of(more)), "tiles": text_of(more)})
        else:
            concealed += more
    return {"concealed": text_of(concealed), "tile": tile, "melds": melds, "flowers": text_of(flowers)}


def said_of_boxes(text: str | None, count: int) -> list[str | None] | None:
    """The tile that a person left in each of ``count`` boxes, two characters a box, ``--`` for none.

    Further boxes, of photos that only the page has seen, are kept at the end. None for a text that says less.
    """
    said = re.findall(r"[1-9][mpszf]|0x|--", text or "")
    if "".join(said) != (text or "") or len(said) < count or not said:
        return None
    return [None if code == "--" else code for code in said]


def linked_hand(
    hand: Mapping[str, Any], readings: list[Mapping[str, Any]], said: list[str | None] | None = None
) -> dict[str, Any]:
    """The hand with each tile tied to the box it was read from: ``{"code", "link"}``, link an index into all boxes.

    The boxes are those of all photos one after the other; a tile without a box (typed, or hidden) has link null.
    ``said`` is what a person left in each box, where that is known.
    """
    boxes = [tile for reading in readings for tile in reading["tiles"]]
    if said is not None:
        boxes = [{**box, "code": code} for box, code in zip(boxes, said, strict=False)]
    free = set(range(len(boxes)))

    def tie(code: str, zones: tuple[str, ...]) -> dict[str, Any]:
        for wanted in (zones, ("concealed", "meld", "flower", "winning")):
            for place in sorted(free):
                if boxes[place]["code"] == code and boxes[place]["zone"] in wanted:
                    free.discard(place)
                    return {"code": code, "link": place}
        return {"code": code, "link": None}

    melds = [
        {
            "kind": meld.get("kind") or meld_kind(meld["tiles"]),
            "concealed": bool(meld.get("concealed")),
            "from": meld.get("from"),
            "tiles": [tie(code, ("meld",)) for code in codes(meld["tiles"])],
        }
        for meld in hand.get("melds", ())
    ]
    winning = codes(hand.get("tile") or "")
    return {
        "tile": tie(winning[0], ("winning",)) if winning else None,
        "melds": melds,
        "flowers": [tie(code, ("flower",)) for code in codes(hand.get("flowers", ""))],
        "concealed": [tie(code, ("concealed", "winning")) for code in codes(hand.get("concealed", ""))],
    }


def doubts_of(readings: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The doubts of all photos, their tiles as indices into all boxes."""
    found, offset = [], 0
    for reading in readings:
        for doubt in reading.get("doubts", ()):
            found.append({**doubt, "tiles": [offset + place for place in doubt.get("tiles", ())]})
        offset += len(reading["tiles"])
    return found


def suggestions_of(readings: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The corrections proposed for all photos, ``tile`` an index into all boxes."""
    found, offset = [], 0
    for reading in readings:
        found += [{**one, "tile": offset + one["tile"]} for one in reading.get("suggestions", ())]
        offset += len(reading["tiles"])
    return found


def advice_of(readings: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What would make the photos better, ``photo`` the place of the photo that is meant."""
    return [{**one, "photo": at} for at, reading in enumerate(readings) for one in reading.get("advice", ())]


def corrected(
    values: Mapping[str, Any], readings: list[Mapping[str, Any]], suggestion: Mapping[str, Any]
) -> list[tuple[str, str]] | None:
    """The form's fields of the hand with the suggestion taken; None where the hand has that tile no more."""
    hand = linked_hand(values, readings)
    rows = [hand["concealed"], hand["flowers"], [hand["tile"]] if hand["tile"] else []]
    rows += [meld["tiles"] for meld in hand["melds"]]
    meant = [one for row in rows for one in row if one["link"] == suggestion["tile"]]
    if not meant or meant[0]["code"] != suggestion["from"]:
        return None
    meant[0]["code"] = suggestion["to"]
    concealed, flowers, tile, *melds = (text_of([one["code"] for one in row]) for row in rows)
    fields = [("concealed", concealed), ("tile", tile), ("flowers", flowers)]
    for meld, given in zip(melds, values["melds"], strict=True):
        fields += [("meld", meld), ("meld_from", given["giver"])]
    return fields


def transfers(payments: list[int]) -> list[tuple[int, int, int]]:
    """(payer, payee, points) that bring about ``payments``; each payer pays the winners in seat order."""
    owed = [max(0, -points) for points in payments]
    due = [max(0, points) for points in payments]
    found = []
    for payer in range(4):
        for payee in range(4):
            points = min(owed[payer], due[payee])
            if points:
                found.append((payer, payee, points))
                owed[payer] -= points
                due[payee] -= points
    return found
