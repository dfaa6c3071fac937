"""Win types: what each is, seen from a reading; what it is worth is the rule set's (RULES.md §1)."""

from __future__ import annotations

from .shapes import Reading

TYPE_IDS: tuple[str, ...] = (
    "bahuaqi",
    "sibaida",
    "fengpeng",
    "qingpeng",
    "fengyise",
    "hunpeng",
    "qingyise",
    "pengpenghu",
    "hunyise",
    "qidui",
    "pinghu",
    "tianhu",
    "dihu",
)
"""The shapes from the rarest to the plainest (RULES.md §2), then the two that are no shape."""

BIT: dict[str, int] = {name: 1 << index for index, name in enumerate(TYPE_IDS)}
BAHUAQI, SIBAIDA, FENGPENG, QINGPENG, FENGYISE, HUNPENG, QINGYISE, PENGPENGHU, HUNYISE, QIDUI, PINGHU = (
    BIT[name] for name in TYPE_IDS[:11]
)
TIANHU, DIHU = BIT["tianhu"], BIT["dihu"]
NO_SHAPES = TIANHU | DIHU
_NAMES: dict[int, tuple[str, ...]] = {}


def type_names(types: int) -> tuple[str, ...]:
    """The ids of a set of types in alphabetical order, as answers list them."""
    names = _NAMES.get(types)
    if names is None:
        names = _NAMES[types] = tuple(sorted(name for name in TYPE_IDS if types & BIT[name]))
    return names


def rarity(types: int) -> int:
    """The place of the rarest shape among the types; smaller is rarer."""
    return (types & -types).bit_length()


def shape_types(known: int, reading: Reading, suits: int, chows: int) -> int:
    """The types of `known` that a reading has; 0 where it forms nothing known.

    `suits` and `chows` are those of the whole hand, melds included (bits as in Reading.suits).
    """
    numbers = suits & 7
    one_suit = numbers in (1, 2, 4)
    if reading.form != "sets":
        return _loose_types(known, reading.form, numbers, suits, one_suit)
    pungs = PENGPENGHU if not chows else 0
    if not numbers:
        return known & FENGPENG or known & FENGYISE or known & pungs or known & PINGHU
    if not one_suit:
        return known & pungs or known & PINGHU
    flush, both = (HUNYISE, HUNPENG) if suits & 8 else (QINGYISE, QINGPENG)
    return (pungs and known & both) or known & (flush | pungs) or known & PINGHU


def _loose_types(known: int, form: str, numbers: int, suits: int, one_suit: bool) -> int:
    honours = known & FENGYISE if not numbers else 0
    if form == "honours":
        return honours
    flush = HUNYISE if suits & 8 else QINGYISE
    types = known & flush if one_suit else honours
    return QIDUI | types if known & QIDUI else 0
