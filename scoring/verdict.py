"""What a reading is worth and whether it may win: all that depends on types, hua and circumstances alone.

Tables meet the same few combinations again and again, so verdicts are remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .eligibility import reasons_against
from .hand import WinSource
from .patterns import rarity, type_names
from .pricing import FanLine, Price, applying, changing, fan_lines, price
from .ruleset import CIRCUMSTANCE_BIT, Bonus, RuleSet


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The price of a reading, its bonuses and fan, and the reasons against it.

    `hua` is what was counted (`no_hua` says that there was none), `price.share` what it would pay if it might win;
    `changed` are the ids of the bonuses that changed the value, `rank` is compared to find the reading to score.
    """

    types: int
    names: tuple[str, ...]
    hua: int
    no_hua: bool
    bonuses: tuple[Bonus, ...]
    changed: tuple[str, ...]
    fan: tuple[FanLine, ...]
    price: Price
    why_not: tuple[str, ...]
    drawn_hands: int
    by: WinSource
    rank: tuple[bool, int, int, int, int]


@lru_cache(maxsize=1 << 14)
def judge(
    rules: RuleSet, types: int, hua: int, circumstances: int, by: WinSource, declared: bool, drawn_hands: int
) -> Verdict:
    """The verdict on a reading of these types with this hua (before 无花果) under these circumstances."""
    bonuses = applying(rules, types, circumstances)
    no_hua = not hua
    counted = rules.no_hua_counts if no_hua else hua
    concealed = bool(circumstances & CIRCUMSTANCE_BIT["concealed"])
    fan = fan_lines(rules, types, bonuses, drawn_hands)
    value = price(rules, types, counted, bonuses, concealed=concealed, drawn=drawn_hands)
    changed = changing(rules, types, counted, bonuses, concealed=concealed, drawn=drawn_hands)
    why_not = reasons_against(rules, by, types, counted, no_hua, fan, declared=declared)
    rank = (not why_not, value.share, counted, -rarity(types), types.bit_count())
    return Verdict(
        types, type_names(types), counted, no_hua, bonuses, changed, fan, value, why_not, drawn_hands, by, rank
    )
