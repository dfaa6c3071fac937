"""May a reading win at all? Every reason against it (RULES.md §4, §7)."""

from __future__ import annotations

from collections.abc import Sequence

from .hand import WinSource
from .patterns import NO_SHAPES, PINGHU
from .pricing import FanLine
from .ruleset import RuleSet


def reasons_against(
    rules: RuleSet,
    by: WinSource,
    types: int,
    hua: int,
    no_hua: bool,
    fan: Sequence[FanLine],
    *,
    declared: bool,
) -> tuple[str, ...]:
    """The codes of all reasons why a reading of these types may not win; empty where it may."""
    reasons = []
    if not types & rules.allowed & ~NO_SHAPES:
        reasons.append("type_not_allowed")
    if hua < least_hua(rules, by, types, fan) and not (no_hua and rules.no_hua_counts):
        reasons.append("too_few_hua")
    if rules.must_declare and not declared and not types & rules.undeclared:
        reasons.append("not_declared")
    robbed = by is WinSource.ROBBING_KONG and not rules.robbing_kong_pays
    if by is not WinSource.SELF_DRAW and (rules.self_draw_only or robbed):
        reasons.append("self_draw_only")
    return tuple(reasons)


def least_hua(rules: RuleSet, by: WinSource, types: int, fan: Sequence[FanLine]) -> int:
    """The hua that a reading with these types and fan needs to win."""
    least = rules.least_hua
    if types & least.not_with or (least.binds == "pinghu" and not types & PINGHU):
        return 0
    if least.binds == "without_fan" and any(line.id not in least.not_lifted_by for line in fan):
        return 0
    if by is WinSource.SELF_DRAW:
        return least.self_draw
    return least.discard if by is WinSource.DISCARD else least.robbing_kong
