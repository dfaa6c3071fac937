"""From a table's log to where the table stands: who sits where, who won what, whose deal it is. Pure values.

The log is never edited. `undo` takes back the last action and `redo` brings it back; `void` takes one
earlier line out; a line that `replaces` a voided one stands in its place in the order of play. What
remains is played through the rules again, so totals, dealer, huangfan and kaibao always follow from the log.
Each entry carries what it gave when it was written; that is used again as long as the table stood as it did
then, and a line whose table has changed (an earlier hand was voided) is scored afresh. No database, no Flask.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol

ACTIONS = ("hand", "draw", "dice", "leave", "join", "rename", "adjust", "void")
KINDS = (*ACTIONS, "undo", "redo")
PLAYED = ("hand", "draw")
NOBODY = (0, 0, 0, 0)

Points = tuple[int, int, int, int]


class Standing(Protocol):
    """What the rules carry from hand to hand (RULES.md §6)."""

    @property
    def dealer(self) -> int: ...
    @property
    def huangfan(self) -> int: ...
    @property
    def kaibao(self) -> bool: ...


class Rules(Protocol):
    """The rules of one table: a rule set with its overrides. `ledger_rules` makes it from the engine."""

    @property
    def digest(self) -> str: ...
    def opening(self, dealer: int) -> Standing: ...
    def dump(self, standing: Standing) -> dict[str, Any]: ...
    def parse(self, data: Mapping[str, Any]) -> Standing: ...
    def score(self, request: Mapping[str, Any], lang: str = "zh") -> dict[str, Any]: ...
    def after_win(self, standing: Standing, win: Win) -> Standing: ...
    def after_draw(self, standing: Standing) -> Standing: ...
    def after_dice(self, standing: Standing, payload: Mapping[str, Any]) -> Standing: ...
    def after_leaving(self, standing: Standing, seat: int) -> Standing: ...
    def leaving_payments(self, standing: Standing, seat: int) -> tuple[Points, int]: ...
    def rating(self, win: Win) -> Points: ...
    def rating_leaving(self, seat: int) -> Points: ...
    def within_purses(self, purses: Points, payments: Points) -> Points: ...


@dataclass(frozen=True, slots=True)
class Win:
    """Who won a hand and how; `payer` is None on a self-draw."""

    winners: tuple[int, ...]
    by: str
    payer: int | None


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table was opened with. `stake` is money a point; `purse` is set for 逛花园 only."""

    names: tuple[str, str, str, str]
    ruleset: str
    overrides: Mapping[str, Any]
    dealer: int = 0
    stake: Decimal = Decimal(1)
    currency: str = ""
    purse: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log as it was written."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    result: Mapping[str, Any] | None
    digest: str | None
    author: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Line:
    """One entry that counts, in order of play, with the table before and after it.

    `points` and `rating` are by seat; `players` says who sat there; `totals` are by player.
    `rescored`: the table stood differently when it was written, and now it is worth something else.
    `stale`: it should have been scored again, but the rule data has changed since; the old points stand.
    """

    entry: Entry
    before: Standing
    after: Standing
    players: tuple[int, int, int, int]
    points: Points
    rating: Points
    totals: tuple[int, ...]
    request: Mapping[str, Any] | None
    answer: Mapping[str, Any] | None
    win: Win | None
    rescored: bool
    stale: bool

    @property
    def seq(self) -> int:
        """The entry's number in the log."""
        return self.entry.seq

    @property
    def kind(self) -> str:
        """The entry's kind."""
        return self.entry.kind


@dataclass(frozen=True, slots=True)
class Replay:
    """Where the table stands after its log. `voided` maps an entry to the one that voided it.

    `house` is what went to the house when somebody left; it and the totals sum to zero.
    """

    setup: Setup
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    standing: Standing
    names: tuple[str, ...]
    seats: tuple[int, int, int, int]
    gone: frozenset[int]
    totals: tuple[int, ...]
    rating: tuple[int, ...]
    house: int
    voided: Mapping[int, int]
    undone: frozenset[int]
    undoable: int | None
    redoable: int | None

    @property
    def version(self) -> int:
        """The number of the last entry; 0 for a fresh table."""
        return self.entries[-1].seq if self.entries else 0

    @property
    def hands(self) -> int:
        """Hands played, drawn ones included."""
        return sum(line.kind in PLAYED for line in self.lines)

    def line(self, seq: int) -> Line | None:
        """The line of that entry, None where it does not count (any more)."""
        return next((line for line in self.lines if line.seq == seq), None)

    def seat_names(self) -> tuple[str, ...]:
        """Who sits at seats 0 to 3."""
        return tuple(self.names[player] for player in self.seats)

    def seat_totals(self) -> tuple[int, ...]:
        """The points of those who sit at seats 0 to 3."""
        return tuple(self.totals[player] for player in self.seats)

    def outcome(self) -> tuple[object, ...]:
        """All that the players care about, comparable: equal outcomes are equal tables."""
        lines = tuple((line.seq, line.points, line.rating) for line in self.lines)
        standing = (self.standing.dealer, self.standing.huangfan, self.standing.kaibao)
        return (lines, standing, self.names, self.seats, self.gone, self.totals, self.rating)


@dataclass(frozen=True, slots=True)
class _Effective:
    """The log with undo, redo and void worked out."""

    live: tuple[Entry, ...]
    voided: Mapping[int, int]
    undone: frozenset[int]
    undoable: int | None
    redoable: int | None


def find_effective(entries: Sequence[Entry]) -> _Effective:
    """Which entries count, in order of play.

    A correction (a void, then a line that replaces what it voided) is undone and redone as one.
    """
    done: list[list[Entry]] = []
    undone: list[list[Entry]] = []
    actions: list[int] = []
    for entry in entries:
        if entry.kind == "undo":
            if done:
                undone.append(done.pop())
        elif entry.kind == "redo":
            if undone:
                done.append(undone.pop())
        else:
            undone.clear()
            actions.append(entry.seq)
            if done and _completes(done[-1], entry):
                done[-1] = [*done[-1], entry]
            else:
                done.append([entry])
    kept = [entry for group in done for entry in group]
    voided = {int(e.payload["target"]): e.seq for e in kept if e.kind == "void"}
    live = [e for e in kept if e.kind != "void" and e.seq not in voided]
    kept_seqs = {entry.seq for entry in kept}
    return _Effective(
        live=tuple(_in_order_of_play(live, entries)),
        voided=voided,
        undone=frozenset(seq for seq in actions if seq not in kept_seqs),
        undoable=done[-1][-1].seq if done else None,
        redoable=undone[-1][-1].seq if undone else None,
    )


def _completes(group: Sequence[Entry], entry: Entry) -> bool:
    last = group[-1]
    replaced = entry.payload.get("replaces")
    return last.kind == "void" and last.seq == entry.seq - 1 and replaced == last.payload["target"]


def _in_order_of_play(live: Iterable[Entry], entries: Iterable[Entry]) -> list[Entry]:
    replaces = {entry.seq: entry.payload.get("replaces") for entry in entries}

    def place(entry: Entry) -> tuple[int, int]:
        seq = entry.seq
        while (earlier := replaces.get(seq)) is not None and earlier < seq:
            seq = earlier
        return seq, entry.seq

    return sorted(live, key=place)


def replay(setup: Setup, entries: Sequence[Entry], rules: Rules, *, trust: bool = True) -> Replay:
    """Play the log through. With `trust` False every hand is scored again, whatever its entry says."""
    effective = find_effective(entries)
    player = _Player(setup, rules, trust=trust)
    for entry in effective.live:
        player.play(entry)
    return Replay(
        setup=setup,
        entries=tuple(entries),
        lines=tuple(player.lines),
        standing=player.standing,
        names=tuple(player.names),
        seats=_four(player.seats),
        gone=frozenset(player.gone),
        totals=tuple(player.totals),
        rating=tuple(player.ratings),
        house=player.house,
        voided=effective.voided,
        undone=effective.undone,
        undoable=effective.undoable,
        redoable=effective.redoable,
    )


def _four(numbers: Iterable[int]) -> Points:
    one, two, three, four = (int(number) for number in numbers)
    return one, two, three, four


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one entry does: points and rating by seat, the standing after it, the engine's answer if asked."""

    after: Standing
    points: Points = NOBODY
    rating: Points = NOBODY
    request: Mapping[str, Any] | None = None
    answer: Mapping[str, Any] | None = None
    win: Win | None = None
    rescored: bool = False
    stale: bool = False


class _Player:
    """Walks the live entries; the only mutable thing here, gone when the walk ends."""

    def __init__(self, setup: Setup, rules: Rules, *, trust: bool) -> None:
        self.setup = setup
        self.rules = rules
        self.trust = trust
        self.standing = rules.opening(setup.dealer)
        self.names = list(setup.names)
        self.seats = [0, 1, 2, 3]
        self.gone: set[int] = set()
        self.totals = [0, 0, 0, 0]
        self.ratings = [0, 0, 0, 0]
        self.house = 0
        self.lines: list[Line] = []

    def purses(self) -> Points | None:
        """What each seat's purse still holds; None where the table plays without purses."""
        if self.setup.purse is None:
            return None
        return _four(self.setup.purse + self.totals[player] for player in self.seats)

    def play(self, entry: Entry) -> None:
        before = self.standing
        if entry.kind == "join":
            self._join(int(entry.payload["seat"]), str(entry.payload["name"]))
        outcome = play_entry(self.rules, before, self.purses(), entry, trust=self.trust)
        players = _four(self.seats)
        for seat, player in enumerate(players):
            self.totals[player] += outcome.points[seat]
            self.house -= outcome.points[seat]
            self.ratings[player] += outcome.rating[seat]
        self.standing = outcome.after
        if entry.kind == "leave":
            self.gone.add(int(entry.payload["seat"]))
        elif entry.kind == "rename":
            self.names[self.seats[int(entry.payload["seat"])]] = str(entry.payload["name"])
        self.lines.append(
            Line(
                entry=entry,
                before=before,
                after=outcome.after,
                players=players,
                points=outcome.points,
                rating=outcome.rating,
                totals=tuple(self.totals),
                request=outcome.request,
                answer=outcome.answer,
                win=outcome.win,
                rescored=outcome.rescored,
                stale=outcome.stale,
            )
        )

    def _join(self, seat: int, name: str) -> None:
        """Somebody new sits down, or somebody who left comes back to their own points."""
        self.gone.discard(seat)
        seated = {self.names[player]: player for player in self.seats}
        if name in self.names and name not in seated:
            self.seats[seat] = self.names.index(name)
            return
        if seated.get(name) == self.seats[seat]:
            return
        self.names.append(name)
        self.totals.append(0)
        self.ratings.append(0)
        self.seats[seat] = len(self.names) - 1


def play_entry(rules: Rules, before: Standing, purses: Points | None, entry: Entry, *, trust: bool = True) -> Outcome:
    """What `entry` does to a table that stands as `before`.

    What the entry remembers is taken where the table stood the same then; else the rules are asked. Where
    their data has changed since, the old points stay and the line is `stale`. Without `trust` they are always
    asked.
    """
    remembered = entry.result
    if remembered is not None and trust and remembered["before"] == memory_key(rules, before, purses):
        return _recall(rules, entry, remembered)
    if entry.kind != "hand" or remembered is None or not trust:
        return work_out(rules, before, purses, entry)
    if entry.digest == rules.digest:
        # a hand that can't be scored on the changed table keeps its old points
        with contextlib.suppress(ValueError):
            fresh = work_out(rules, before, purses, entry)
            return replace(fresh, rescored=list(fresh.points) != remembered["points"])
    old = _recall(rules, entry, remembered)
    assert old.win is not None
    return replace(old, after=rules.after_win(before, old.win), stale=True)


def memory_key(rules: Rules, before: Standing, purses: Points | None) -> dict[str, Any]:
    """All of the table that an entry's outcome can depend on, as stored beside it."""
    return {**rules.dump(before), **({} if purses is None else {"purses": list(purses)})}


def remember(rules: Rules, before: Standing, purses: Points | None, outcome: Outcome) -> dict[str, Any]:
    """An outcome as it is stored in the entry's `result`."""
    return {
        "before": memory_key(rules, before, purses),
        "after": rules.dump(outcome.after),
        "points": list(outcome.points),
        "rating": list(outcome.rating),
        "request": outcome.request,
        "answer": outcome.answer,
    }


def _recall(rules: Rules, entry: Entry, remembered: Mapping[str, Any]) -> Outcome:
    return Outcome(
        after=rules.parse(remembered["after"]),
        points=_four(remembered["points"]),
        rating=_four(remembered["rating"]),
        request=remembered["request"],
        answer=remembered["answer"],
        win=find_win(entry.payload) if entry.kind == "hand" else None,
    )


def work_out(rules: Rules, before: Standing, purses: Points | None, entry: Entry) -> Outcome:
    """Ask the rules what `entry` does. ScoringError where a hand can't be scored."""
    payload = entry.payload
    if entry.kind == "hand":
        return _work_out_hand(rules, before, purses, payload)
    if entry.kind == "draw":
        return Outcome(after=rules.after_draw(before))
    if entry.kind == "dice":
        return Outcome(after=rules.after_dice(before, payload))
    if entry.kind == "leave":
        seat = int(payload["seat"])
        return Outcome(
            after=rules.after_leaving(before, seat),
            points=_four(payload["payments"]),
            rating=rules.rating_leaving(seat),
        )
    if entry.kind == "adjust":
        return Outcome(after=before, points=_four(payload["payments"]))
    return Outcome(after=before)


def _work_out_hand(rules: Rules, before: Standing, purses: Points | None, payload: Mapping[str, Any]) -> Outcome:
    pinned = payload.get("pinned", {})
    standing = rules.parse({**rules.dump(before), **pinned}) if pinned else before
    request: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    if "manual" in payload:
        payments = _four(payload["manual"]["payments"])
        win = find_win(payload)
    else:
        # the engine first: it says what is wrong with a request that nothing can be read from
        request = fill_request(payload["request"], standing)
        answer = rules.score(request)
        payments = _four(answer["payments"])
        win = find_win(payload)
        win = replace(win, winners=tuple(w["seat"] for w in answer["winners"] if w["legal"]))
    if purses is not None:
        payments = rules.within_purses(purses, payments)
    return Outcome(
        after=rules.after_win(standing, win) if win.winners else standing,
        points=payments,
        rating=rules.rating(win),
        request=request,
        answer=answer,
        win=win,
    )


def fill_request(request: Mapping[str, Any], standing: Standing) -> dict[str, Any]:
    """The request for the engine with what the table knows; the joker is the request's own."""
    filled = copy.deepcopy(dict(request))
    table = filled.get("table") or {}
    if not isinstance(table, Mapping):
        return filled
    known = {"dealer": standing.dealer, "huangfan": standing.huangfan, "kaibao": standing.kaibao}
    return {**filled, "table": {**table, **known}}


def find_win(payload: Mapping[str, Any]) -> Win:
    """Who won and how, from a hand's payload (scored or entered by its payments)."""
    if "manual" in payload:
        manual = payload["manual"]
        return Win(tuple(manual["winners"]), manual["by"], manual.get("from"))
    request = payload["request"]
    win = request["win"]
    payer = win.get("from") if win["by"] != "self_draw" else None
    return Win(tuple(w["seat"] for w in request["winners"]), win["by"], payer)
