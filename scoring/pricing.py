"""From types, hua and bonuses to the value of one share (RULES.md §3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .patterns import BIT, type_names
from .ruleset import CIRCUMSTANCE_BIT, Bonus, RuleSet


class Price(NamedTuple):
    """The stations on the way from base to share; `fan` is what was counted, after the most fan."""

    share: int
    inner: int
    fan: int
    lezi: int
    raised: int
    multiplier: int
    uncapped: int
    type_lezi: int


class FanLine(NamedTuple):
    """One reason for fan: the type or bonus, its names, and how many."""

    id: str
    hanzi: str
    english: str
    fan: int


def applying(rules: RuleSet, types: int, circumstances: int) -> tuple[Bonus, ...]:
    """The bonuses that the circumstances bring to a hand of these types."""
    return tuple(
        bonus
        for bonus in rules.bonuses
        if bonus.when & circumstances
        and not bonus.not_types & types
        and (not bonus.types or any(types & needed == needed for needed in bonus.types))
    )


def price(rules: RuleSet, types: int, hua: int, bonuses: Sequence[Bonus], *, concealed: bool, drawn: int) -> Price:
    """The share of a hand of these types with this hua, and how it comes about."""
    fan = lezi = 0
    for name in type_names(types):
        row = rules.types[name]
        fan += row.fan
        worth = row.lezi_menqing if concealed else row.lezi
        if worth > lezi:
            lezi = worth
    type_lezi = lezi
    later = least = added = small = 0
    multiplier = 1
    for bonus in bonuses:
        gives = bonus.gives
        if gives == "fan" or gives == "fan_each_drawn":
            if bonus.outside_most_fan:
                later += bonus.value(drawn)
            else:
                fan += bonus.value(drawn)
        elif gives == "at_least_lezi":
            least = max(least, bonus.amount)
        elif gives == "add_lezi":
            added += bonus.amount
        elif gives == "double_small":
            small = max(small, bonus.amount)
        else:
            multiplier *= bonus.value(drawn)
    if rules.most_fan and fan > rules.most_fan:
        fan = rules.most_fan
    fan += later
    lezi = max(lezi, least) + added
    uncapped = (rules.base + hua) << fan
    cap = rules.cap
    inner = min(uncapped, cap) if cap else uncapped
    raised = max(inner, lezi * cap)
    if small and raised <= small * cap:
        multiplier *= 2
    return Price(raised * multiplier, inner, fan, lezi, raised, multiplier, uncapped, type_lezi)


def changing(
    rules: RuleSet, types: int, hua: int, bonuses: Sequence[Bonus], *, concealed: bool, drawn: int
) -> tuple[str, ...]:
    """The ids of the bonuses that changed the value: alone, or beside the others.

    What menqing makes of a type (qingyise of two lezi) is a change that menqing brings.
    """
    if not bonuses:
        return ()
    menqing = [bonus for bonus in bonuses if bonus.when & CIRCUMSTANCE_BIT["concealed"]]

    def share(chosen: Iterable[Bonus]) -> int:
        kept = tuple(chosen)
        held = concealed and (not menqing or any(bonus in kept for bonus in menqing))
        return price(rules, types, hua, kept, concealed=held, drawn=drawn).share

    full, bare = share(bonuses), share(())
    return tuple(
        bonus.id
        for bonus in bonuses
        if share((bonus,)) != bare or share(other for other in bonuses if other is not bonus) != full
    )


def fan_lines(rules: RuleSet, types: int, bonuses: Sequence[Bonus], drawn: int) -> tuple[FanLine, ...]:
    """Each fan with its reason, types first."""
    rows = (rules.types[name] for name in BIT if types & BIT[name])
    lines = [FanLine(row.id, row.hanzi, row.english, row.fan) for row in rows if row.fan]
    lines += (
        FanLine(bonus.id, bonus.hanzi, bonus.english, bonus.value(drawn))
        for bonus in bonuses
        if bonus.gives in ("fan", "fan_each_drawn")
    )
    return tuple(lines)
