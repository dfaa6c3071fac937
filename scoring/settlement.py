"""Who pays whom: transfers for one or several winners, the loss cap last (RULES.md §5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from .chengbao import SEATS, count_claims, dues, partners
from .hand import WinSource
from .ruleset import RuleSet
from .scorer import Score


class Transfer(NamedTuple):
    """Points that pass from one seat to another, for `shares` shares, and why (the id of a sentence)."""

    payer: int
    payee: int
    shares: int
    points: int
    why: str


class Settlement(NamedTuple):
    """All that is paid for a hand: what each transfer was for, losses cut by the cap, and the sums."""

    transfers: tuple[Transfer, ...]
    capped: Mapping[int, tuple[int, Mapping[int, int]]]
    payments: list[int]


def settle(
    rules: RuleSet,
    scores: Sequence[Score],
    stated_claims: Mapping[tuple[int, int], int] = MappingProxyType({}),
    ready: Collection[int] = (),
) -> Settlement:
    """Settle a hand: `capped` says, for each seat over the loss cap, what it owed and what each winner gets."""
    transfers: tuple[Transfer, ...] = ()
    claims = count_claims((score.hand for score in scores), stated_claims)
    winners = tuple([score.hand.seat for score in scores if score.legal])
    for score in scores:
        if score.legal:
            seat, win = score.hand.seat, score.win
            bound = tuple(partners(rules, seat, claims).items()) if claims else ()
            transfers += _transfers(rules, win.by, win.payer, seat, score.share, bound, winners, frozenset(ready))
    capped = _capped(transfers, rules.loss_cap * rules.cap) if rules.loss_cap else {}
    payments = [0, 0, 0, 0]
    for payer, payee, _, points, _ in transfers:
        if payer not in capped:
            payments[payer] -= points
            payments[payee] += points
    for payer, (_, parts) in capped.items():
        for payee, points in parts.items():
            payments[payer] -= points
            payments[payee] += points
    return Settlement(transfers, capped, payments)


@lru_cache(maxsize=4096)
def _transfers(
    rules: RuleSet,
    by: WinSource,
    payer: int | None,
    seat: int,
    share: int,
    bound: tuple[tuple[int, int], ...],
    winners: tuple[int, ...],
    ready: frozenset[int],
) -> tuple[Transfer, ...]:
    """What is paid to one winner; a partner who wins too pays nothing, and nobody takes that over."""
    paying = {other: weight for other, weight in bound if other not in winners}
    spared = {other for other, _ in bound if other in winners}
    return tuple(
        Transfer(due.payer, seat, due.shares, due.shares * share, due.why)
        for due in dues(rules, by, payer, seat, paying, ready)
        if due.payer not in spared
    )


def _capped(transfers: Sequence[Transfer], most: int) -> dict[int, tuple[int, dict[int, int]]]:
    """For each seat that owes more than `most`: what it owed, and that limit shared out to the winners.

    In proportion and whole points; the remainder goes to the winner next after the payer.
    """
    owed: dict[int, dict[int, int]] = {}
    for transfer in transfers:
        row = owed.setdefault(transfer.payer, {})
        row[transfer.payee] = row.get(transfer.payee, 0) + transfer.points
    capped = {}
    for payer, row in owed.items():
        total = sum(row.values())
        if total <= most:
            continue
        parts = {payee: most * points // total for payee, points in row.items()}
        nearest = next(seat for step in range(1, 4) if (seat := (payer + step) % len(SEATS)) in row)
        parts[nearest] += most - sum(parts.values())
        capped[payer] = (total, parts)
    return capped
