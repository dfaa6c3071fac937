"""Who pays whom: transfers for one or several winners, the loss cap last (RULES.md §5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .chengbao import SEATS, count_claims, dues, partners
from .ruleset import RuleSet
from .scorer import Score


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that pass from one seat to another, for `shares` shares, and why (the id of a sentence)."""

    payer: int
    payee: int
    shares: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that is paid for a hand: what each transfer was for, losses cut by the cap, and the sums."""

    transfers: tuple[Transfer, ...]
    capped: Mapping[int, tuple[int, Mapping[int, int]]]
    payments: tuple[int, int, int, int]


def settle(
    rules: RuleSet,
    scores: Sequence[Score],
    stated_claims: Mapping[tuple[int, int], int] | None = None,
    ready: Collection[int] = (),
) -> Settlement:
    """Settle a hand: `capped` says, for each seat over the loss cap, what it owed and what each winner gets."""
    transfers: list[Transfer] = []
    winners = [score.hand.seat for score in scores if score.legal]
    claims = count_claims((score.hand for score in scores), stated_claims or {})
    for score in scores:
        if not score.legal:
            continue
        seat, share = score.hand.seat, score.share
        bound = partners(rules, seat, claims)
        paying = {other: weight for other, weight in bound.items() if other not in winners}
        for due in dues(rules, score.win, seat, paying, ready):
            if due.payer in bound and due.payer in winners:
                continue  # a partner who wins on the same tile pays nothing, and nobody takes that over
            transfers.append(Transfer(due.payer, seat, due.shares, due.shares * share, due.why))
    capped = _capped(transfers, rules.loss_cap * rules.cap) if rules.loss_cap else {}
    payments = [0, 0, 0, 0]
    for transfer in transfers:
        if transfer.payer not in capped:
            payments[transfer.payer] -= transfer.points
            payments[transfer.payee] += transfer.points
    for payer, (_, parts) in capped.items():
        for payee, points in parts.items():
            payments[payer] -= points
            payments[payee] += points
    return Settlement(tuple(transfers), capped, (payments[0], payments[1], payments[2], payments[3]))


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
