"""The texts that the hand page's script shows, in the page's language."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from .payloads import CODES
from .terms import tile_name

NUMERALS = "一二三四五六七八九"
HONOURS, PLANTS = "东南西北白发中", "春夏秋冬梅兰竹菊"


def hanzi(code: str) -> str:
    """A tile as 中文 players call it, for the search box."""
    place, suit = int(code[0]) - 1, code[1]
    if suit in "mps":
        return NUMERALS[place] + {"m": "万", "p": "筒饼", "s": "条索"}[suit]
    return HONOURS[place] if suit == "z" else PLANTS[place]


def editor_words() -> dict[str, Any]:
    return {
        "names": {code: tile_name(code) for code in (*CODES, "0x")},
        "hanzi": {code: hanzi(code) for code in CODES},
        "groups": {"m": _("chars"), "p": _("dots"), "s": _("bamboo"), "z": _("honours"), "f": _("flowers")},
        "kinds": {"chow": _("chow"), "pung": _("pung"), "kong": _("kong"), "hidden": _("concealed kong")},
        "tile": _("Tile"),
        "close": _("Close"),
        "seen": _("this tile in the photo"),
        "likely": _("It may also be"),
        "keyboard": _("All tiles"),
        "search": _("Search: 5m, east…"),
        "noMatch": _("No such tile"),
        "missing": _("{count} more to go"),
        "extra": _("{count} too many"),
        "offline": _("The server cannot be reached."),
        "count": _("{count} of {most}"),
        "kongs": _("kongs: {count}"),
        "flowersCount": _("flowers: {count}"),
        "tooMany": _("too many of {tiles}"),
        "comma": _(", "),
        "undo": _("Undo"),
        "sort": _("Sort"),
        "clear": _("Clear"),
        "winner": _("Winner {number}"),
        "addWinner": _("Another winner"),
        "dropWinner": _("Remove this winner"),
        "seat": _("Seat"),
        "flowers": _("Flowers"),
        "melds": _("Melds"),
        "concealed": _("In the hand"),
        "winning": _("Winning tile"),
        "addFlower": _("Add a flower"),
        "addMeld": _("Add a meld"),
        "addTile": _("Add a tile"),
        "setWinning": _("Set the winning tile"),
        "from": _("claimed from"),
        "fromUnknown": _("from: not known"),
        "fromSeat": _("from {name}"),
        "hiddenKong": _("concealed kong"),
        "unsure": _("to be checked"),
        "toWinning": _("Winning tile"),
        "toConcealed": _("To the hand"),
        "toFlowers": _("To the flowers"),
        "toMeld": _("To meld {number}"),
        "toNewMeld": _("To a new meld"),
        "left": _("Left"),
        "right": _("Right"),
        "remove": _("Remove"),
        "oneDoubt": _("1 thing to check"),
        "doubts": _("{count} things to check"),
        "fine": _("It is right"),
        "changeTo": _("Change to {tile}"),
        "unsureTile": _("Is it this tile?"),
        "needsTile": _("Which one is the winning tile?"),
        "nameRules": _("Name of these house rules"),
        "saveRules": _("Save these house rules"),
        "sending": _("Sending {percent}%%") % {},
        "reading": _("Reading the tiles…"),
        "photoWith": _("Photo with {count} tiles"),
        "discarder": _("The discarder"),
        "askReady": _("Was the discarder ready?"),
        "askedHelp": _("Photograph or enter the discarder's 13 tiles."),
        "photographHand": _("Photograph this hand"),
        "dropDiscarder": _("Remove the discarder's hand"),
        "wasReady": _("{name} was ready (听). The settlement counts it."),
        "wasNotReady": _("{name} was not ready. The settlement counts it."),
        "chooseDiscarder": _("Choose the discarder below first."),
    }
