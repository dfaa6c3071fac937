"""Names of what a settlement lists, in the page's language. The ids are those of RULES.md §1."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from markupsafe import Markup, escape

from . import rulebook
from .i18n import language
from .payloads import codes

MEANINGS = {
    "pinghu": _l("four sets and a pair of no special shape"),
    "pengpenghu": _l("four pungs or kongs and a pair"),
    "hunyise": _l("one number suit together with honours"),
    "qingyise": _l("one number suit only"),
    "hunpeng": _l("one number suit and honours, all pungs"),
    "qingpeng": _l("one number suit only, all pungs"),
    "fengyise": _l("honours only, in any arrangement"),
    "fengpeng": _l("honours only, four pungs or kongs and a pair"),
    "qidui": _l("seven pairs, all concealed"),
    "bahuaqi": _l("the eight flowers drawn: wins at once"),
    "sibaida": _l("all four jokers drawn: wins at once"),
    "tianhu": _l("the dealer wins on the tiles dealt"),
    "dihu": _l("another player wins in the first round"),
    "menqing": _l("no chow, pung or exposed kong claimed"),
    "gangkai": _l("self-draw on the tile drawn after a kong"),
    "haidi": _l("self-draw on the last tile of the wall"),
    "dadiaoche": _l("four melds on the table, one tile left in the hand"),
    "huangfan": _l("the hands before this one were drawn"),
    "kaibao": _l("the dice opened this hand with luck"),
    "wubaida": _l("no joker stands for another tile"),
    "paobaida": _l("four sets and a single joker: any tile wins"),
    "qing_diao": _l("one number suit only, four melds on the table"),
    "hunpeng_diao": _l("one suit and honours in pungs, four melds on the table"),
    "flower": _l("each bonus tile; under some rules each dragon too"),
    "pung": _l("three alike that these rules pay for"),
    "exposed_kong": _l("four alike, one of them claimed or added later"),
    "concealed_kong": _l("four alike, all drawn by oneself: worth more than an exposed one"),
    "joker": _l("it stands for a tile that was not drawn"),
}

HUA = {
    "flower": _l("flower"),
    "pung": _l("pung"),
    "exposed_kong": _l("exposed kong"),
    "concealed_kong": _l("concealed kong"),
    "joker": _l("joker used as another tile"),
    "no_hua": _l("no hua at all counts ten"),
    "chow": _l("chow"),
    "kong": _l("kong"),
}

_STEP = re.compile(r"(?:座位 ?|[Ss]eat )([0-3])\b|(?<![\w.])((?:[0-9]+[mpszf])+)(?![\w])")


@lru_cache(maxsize=1)
def _hanzi() -> dict[str, str]:
    return rulebook.hanzi_of_terms()


def name(term: str) -> str:
    """What the page calls a win type, bonus, source of hua or rule set: 中文 or the pinyin id."""
    if term in HUA:
        return str(HUA[term])
    if found := rulebook.facts().get(term):
        return str(found["name"])
    return _hanzi().get(term, term) if language() == "zh" else term


def meaning(term: str) -> str:
    """One line that says what a win type, bonus or source of hua is; empty where there is nothing to say."""
    return str(MEANINGS.get(term, ""))


def rich(step: str | dict[str, Any], names: list[str], tile: Any) -> Markup:
    """A step of a settlement with players' names for seats and pictures (``tile(code)``) for tiles."""
    text = step["text"] if isinstance(step, dict) else step
    done, at = [], 0
    for found in _STEP.finditer(text):
        done.append(escape(text[at : found.start()]))
        if found.group(1):
            done.append(Markup("<b>{}</b>").format(names[int(found.group(1))]))
        else:
            done.append(
                Markup('<span class="tiles tiny">')
                + Markup("").join(tile(code) for code in codes(found.group(2)))
                + Markup("</span>")
            )
        at = found.end()
    return Markup("").join([*done, escape(text[at:])])


def tile_name(code: str) -> str:
    """A tile's name for a screen reader: ``5m`` is 五万, or "5 of characters"."""
    value, suit = code[0], code[1]
    if code == "0x":
        return gettext("back of a tile")
    honours = [
        gettext("east wind"),
        gettext("south wind"),
        gettext("west wind"),
        gettext("north wind"),
        gettext("white dragon"),
        gettext("green dragon"),
        gettext("red dragon"),
    ]
    flowers = [
        gettext("spring"),
        gettext("summer"),
        gettext("autumn"),
        gettext("winter"),
        gettext("plum"),
        gettext("orchid"),
        gettext("bamboo plant"),
        gettext("chrysanthemum"),
    ]
    if suit == "z":
        return honours[int(value) - 1]
    if suit == "f":
        return flowers[int(value) - 1]
    numeral = [
        gettext("one"),
        gettext("two"),
        gettext("three"),
        gettext("four"),
        gettext("five"),
        gettext("six"),
        gettext("seven"),
        gettext("eight"),
        gettext("nine"),
    ][int(value) - 1]
    suits = {
        "m": gettext("%(number)s of characters", number=numeral),
        "p": gettext("%(number)s of dots", number=numeral),
        "s": gettext("%(number)s of bamboo", number=numeral),
    }
    return suits[suit]
