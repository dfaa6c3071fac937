"""May a reading win at all? Every reason against it (RULES.md §4, §7)."""

from __future__ import annotations

from collections.abc import Sequence

from .hand import Hand, Win, WinSource
from .patterns import NO_SHAPES, PINGHU
from .pricing import fan_lines
from .ruleset import Bonus, RuleSet


def reasons_against(
    rules: RuleSet, hand: Hand, win: Win, types: int, hua: int, no_hua: bool, bonuses: Sequence[Bonus]
) -> tuple[str, ...]:
    """The codes of all reasons why this reading may not win; empty where it may."""
    reasons = []
    if not types & rules.allowed & ~NO_SHAPES:
        reasons.append("type_not_allowed")
    least = least_hua(rules, win, types, bonuses)
    if hua < least and not (no_hua and rules.no_hua_counts):
        reasons.append("too_few_hua")
    if rules.must_declare and not hand.declared and not types & rules.undeclared:
        reasons.append("not_declared")
    if win.by is not WinSource.SELF_DRAW and (
        rules.self_draw_only or (win.by is WinSource.ROBBING_KONG and not rules.robbing_kong_pays)
    ):
        reasons.append("self_draw_only")
    return tuple(reasons)


def least_hua(rules: RuleSet, win: Win, types: int, bonuses: Sequence[Bonus]) -> int:
    """The hua that this reading needs to win."""
    least = rules.least_hua
    if types & least.not_with or (least.binds == "pinghu" and not types & PINGHU):
        return 0
    needed = int(getattr(least, win.by.value))
    if needed and least.binds == "without_fan":
        fan = fan_lines(rules, types, bonuses, win.huangfan)
        if any(line[0] not in least.not_lifted_by for line in fan):
            return 0
    return needed
