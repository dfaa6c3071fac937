"""Rules made up for the tests of the log itself: a hand pays what its request says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from webapp.ledger_replay import Entry, Points, Win


@dataclass(frozen=True, slots=True)
class ToyStanding:
    dealer: int = 0
    huangfan: int = 0
    kaibao: bool = False


@dataclass(frozen=True, slots=True)
class ToyRules:
    """One share a payer, doubled for each drawn hand before; the winner deals; a win clears everything."""

    digest: str = "toy"

    def opening(self, dealer: int) -> ToyStanding:
        return ToyStanding(dealer)

    def dump(self, standing: ToyStanding) -> dict[str, Any]:
        return asdict(standing)

    def parse(self, data: Mapping[str, Any]) -> ToyStanding:
        return ToyStanding(data["dealer"], data["huangfan"], data["kaibao"])

    def score(self, request: Mapping[str, Any], lang: str = "zh") -> dict[str, Any]:
        share = request["share"] * 2 ** request["table"]["huangfan"]
        payments = [0, 0, 0, 0]
        for winner in request["winners"]:
            payer = request["win"].get("from")
            payers = [payer] if payer is not None else [s for s in range(4) if s != winner["seat"]]
            for seat in payers:
                payments[seat] -= share
                payments[winner["seat"]] += share
        winners = [{"seat": w["seat"], "legal": True, "why_not": [], "types": []} for w in request["winners"]]
        return {"winners": winners, "payments": payments, "steps": []}

    def after_win(self, standing: ToyStanding, win: Win) -> ToyStanding:
        return ToyStanding(win.winners[0])

    def after_draw(self, standing: ToyStanding) -> ToyStanding:
        return replace(standing, huangfan=standing.huangfan + 1)

    def after_dice(self, standing: ToyStanding, payload: Mapping[str, Any]) -> ToyStanding:
        one, two = payload["dice"]
        return replace(standing, kaibao=standing.kaibao or one == two)

    def after_leaving(self, standing: ToyStanding, seat: int) -> ToyStanding:
        return replace(standing, huangfan=0)

    def leaving_payments(self, standing: ToyStanding, seat: int) -> tuple[Points, int]:
        return (0, 0, 0, 0), 0

    def rating(self, win: Win) -> Points:
        return (0, 0, 0, 0)

    def rating_leaving(self, seat: int) -> Points:
        return (0, 0, 0, 0)

    def within_purses(self, purses: Points, payments: Points) -> Points:
        return payments


def entry(seq: int, kind: str, **payload: Any) -> Entry:
    return Entry(seq, kind, payload, None, None, "", datetime(2026, 1, 1, tzinfo=UTC))


def won(seat: int, share: int, payer: int | None = None) -> dict[str, Any]:
    win = {"by": "self_draw"} if payer is None else {"by": "discard", "from": payer}
    return {"request": {"win": win, "winners": [{"seat": seat}], "share": share}}
