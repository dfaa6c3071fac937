"""Figures of a table: per player what they won, how, and what it cost them. Pure values out of a replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from .ledger_replay import PLAYED, Line, Replay


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One player's evening, in points. `average` is per hand played, `average_win` per hand won."""

    name: str
    points: int
    rating: int
    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    dealt_points: int
    won_points: int
    best: int
    types: Mapping[str, int]

    @property
    def average(self) -> float:
        """Points a hand, penalties and the like left out of the count but not of the points."""
        return self.points / self.hands if self.hands else 0.0

    @property
    def average_win(self) -> float:
        """Points a won hand."""
        return self.won_points / self.wins if self.wins else 0.0

    @property
    def win_rate(self) -> float:
        """Share of the hands played that were won, 0 to 1."""
        return self.wins / self.hands if self.hands else 0.0

    @property
    def deal_in_rate(self) -> float:
        """Share of the hands played in which this player's tile was won on, 0 to 1."""
        return self.deal_ins / self.hands if self.hands else 0.0


def find_stats(now: Replay) -> tuple[PlayerStats, ...]:
    """The figures of every player who sat at the table, in the order they came."""
    return tuple(_stats_of(now, player) for player in range(len(now.names)))


def _stats_of(now: Replay, player: int) -> PlayerStats:
    played = [line for line in now.lines if line.kind in PLAYED and player in line.players]
    seats = {line.seq: line.players.index(player) for line in played}
    won = [line for line in played if line.win is not None and seats[line.seq] in line.win.winners]
    paid = [line for line in played if line.win is not None and line.win.payer == seats[line.seq]]
    gains = [line.points[seats[line.seq]] for line in won]
    types: Counter[str] = Counter()
    for line in won:
        types.update(types_of(line, seats[line.seq]))
    return PlayerStats(
        name=now.names[player],
        points=now.totals[player],
        rating=now.rating[player],
        hands=len(played),
        wins=len(won),
        self_draws=sum(line.win is not None and line.win.by == "self_draw" for line in won),
        deal_ins=len(paid),
        dealt_points=-sum(line.points[seats[line.seq]] for line in paid),
        won_points=sum(gains),
        best=max(gains, default=0),
        types=dict(types.most_common()),
    )


def types_of(line: Line, seat: int) -> list[str]:
    """The win types of the winner at `seat`, as scored or as entered by hand."""
    if line.answer is None:
        return list(line.entry.payload.get("manual", {}).get("types", ()))
    return [name for winner in line.answer["winners"] if winner["seat"] == seat for name in winner["types"]]


def find_curve(now: Replay) -> tuple[tuple[int, ...], ...]:
    """The totals of all players before the first line and after each line that moved or could move points."""
    width = len(now.names)
    curve = [(0,) * width]
    for line in now.lines:
        if line.kind in PLAYED or any(line.points):
            curve.append(line.totals + (0,) * (width - len(line.totals)))
    return tuple(curve)
