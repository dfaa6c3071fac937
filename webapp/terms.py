"""Names of what a settlement lists, in the page's language. The ids are those of RULES.md §1."""

from __future__ import annotations

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from . import rulebook

TYPES = {
    "pinghu": (_l("plain hand"), _l("four sets and a pair of no special shape")),
    "pengpenghu": (_l("all pungs"), _l("four pungs or kongs and a pair")),
    "hunyise": (_l("half flush"), _l("one number suit together with honours")),
    "qingyise": (_l("full flush"), _l("one number suit only")),
    "hunpeng": (_l("half flush of pungs"), _l("half flush and all pungs at once")),
    "qingpeng": (_l("full flush of pungs"), _l("full flush and all pungs at once")),
    "fengyise": (_l("all honours"), _l("honours only, in any arrangement")),
    "fengpeng": (_l("all honours in pungs"), _l("honours only, four pungs or kongs and a pair")),
    "qidui": (_l("seven pairs"), _l("seven pairs, all concealed")),
    "bahuaqi": (_l("all eight flowers"), _l("the eight flowers drawn: wins at once")),
    "sibaida": (_l("four jokers"), _l("all four jokers drawn: wins at once")),
    "tianhu": (_l("heavenly hand"), _l("the dealer wins on the tiles dealt")),
    "dihu": (_l("earthly hand"), _l("another player wins in the first round")),
}

BONUSES = {
    "menqing": (_l("fully concealed"), _l("no chow, pung or exposed kong claimed")),
    "gangkai": (_l("win on a replacement"), _l("self-draw on the tile drawn after a kong")),
    "haidi": (_l("last tile"), _l("self-draw on the last tile of the wall")),
    "dadiaoche": (_l("single wait, four melds out"), _l("four melds on the table, one tile left in the hand")),
    "huangfan": (_l("after drawn hands"), _l("the hands before this one were drawn")),
    "kaibao": (_l("lucky dice"), _l("the dice opened this hand with luck")),
    "wubaida": (_l("no joker used"), _l("no joker stands for another tile")),
    "paobaida": (_l("joker wait"), _l("four sets and a single joker: any tile wins")),
    "qing_diao": (_l("full flush, single wait"), _l("full flush with four melds on the table")),
    "hunpeng_diao": (_l("half flush of pungs, single wait"), _l("with four melds on the table")),
    "robbing": (_l("robbed kong"), _l("the winning tile was added to a pung")),
    "robbing_kong": (_l("robbed kong"), _l("the winning tile was added to a pung")),
    "qianggang": (_l("robbed kong"), _l("the winning tile was added to a pung")),
}

HUA = {
    "flower": _l("flower"),
    "dragon_flower": _l("dragon as a flower"),
    "wind_pung": _l("pung of winds"),
    "dragon_pung": _l("pung of dragons"),
    "exposed_kong": _l("exposed kong"),
    "concealed_kong": _l("concealed kong"),
    "no_hua": _l("no hua at all counts ten"),
    "joker": _l("joker used as another tile"),
}

KINDS = {"chow": _l("chow"), "pung": _l("pung"), "kong": _l("kong"), "concealed_kong": _l("concealed kong")}


def name(term: str) -> str:
    """What the page calls a win type, bonus, source of hua or rule set; the id itself where it is new."""
    for table in (TYPES, BONUSES):
        if term in table:
            return str(table[term][0])
    for plain in (HUA, KINDS):
        if term in plain:
            return str(plain[term])
    return rulebook.facts().get(term, {}).get("name", term)


def meaning(term: str) -> str:
    """One line that says what a win type or bonus is; empty where there is nothing to say."""
    for table in (TYPES, BONUSES):
        if term in table:
            return str(table[term][1])
    return ""


def tile_name(code: str) -> str:
    """A tile's name for a screen reader: ``5m`` is 五万, or "5 of characters"."""
    value, suit = code[0], code[1]
    if code == "0x":
        return gettext("back of a tile")
    honours = [gettext("east wind"), gettext("south wind"), gettext("west wind"), gettext("north wind"),
               gettext("white dragon"), gettext("green dragon"), gettext("red dragon")]
    flowers = [gettext("spring"), gettext("summer"), gettext("autumn"), gettext("winter"),
               gettext("plum"), gettext("orchid"), gettext("bamboo plant"), gettext("chrysanthemum")]
    if suit == "z":
        return honours[int(value) - 1]
    if suit == "f":
        return flowers[int(value) - 1]
    numeral = [gettext("one"), gettext("two"), gettext("three"), gettext("four"), gettext("five"), gettext("six"),
               gettext("seven"), gettext("eight"), gettext("nine")][int(value) - 1]
    suits = {"m": gettext("%(number)s of characters", number=numeral), "p": gettext("%(number)s of dots", number=numeral),
             "s": gettext("%(number)s of bamboo", number=numeral)}
    return suits[suit]
