"""The rules of a table, made from the engine: the only part of the ledger that calls `scoring`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import scoring
from scoring import RuleSet, TableState, load_ruleset, score_request

from .ledger_replay import Entry, Line, Points, Rules, Win


@dataclass(frozen=True, slots=True)
class EngineRules:
    """One rule set with its overrides, as the ledger needs it."""

    ruleset: RuleSet

    @property
    def digest(self) -> str:
        """What the rule data was when something was scored by it."""
        return self.ruleset.digest

    def opening(self, dealer: int) -> TableState:
        """A fresh table."""
        return TableState(dealer=dealer)

    def dump(self, standing: Any) -> dict[str, Any]:
        """The standing as JSON."""
        data: dict[str, Any] = standing.to_json()
        return data

    def parse(self, data: Mapping[str, Any]) -> TableState:
        """The standing of `dump`."""
        return TableState.from_json(data)

    def score(self, request: Mapping[str, Any], lang: str = "zh") -> dict[str, Any]:
        """The engine's answer; ScoringError for a request that can't be scored."""
        answer: dict[str, Any] = json.loads(_score(json.dumps(request, sort_keys=True), lang))
        return answer

    def after_win(self, standing: Any, win: Win) -> TableState:
        """RULES.md §6: dealer, huangfan and kaibao after a win."""
        return scoring.after_win(self.ruleset, standing, win.winners, win.payer)

    def after_draw(self, standing: Any) -> TableState:
        """RULES.md §6: after a drawn hand."""
        return scoring.after_draw(self.ruleset, standing)

    def after_dice(self, standing: Any, payload: Mapping[str, Any]) -> TableState:
        """RULES.md §4: kaibao by the dice."""
        return scoring.after_dice(self.ruleset, standing, payload["dice"])

    def after_leaving(self, standing: Any, seat: int) -> TableState:
        """RULES.md §6: somebody left."""
        return scoring.after_leaving(self.ruleset, standing)

    def leaving_payments(self, standing: Any, seat: int) -> tuple[Points, int]:
        """What leaving costs by seat, and what of it goes to the house."""
        return scoring.leaving_payments(self.ruleset, seat, huangfan=standing.huangfan)

    def rating(self, win: Win) -> Points:
        """Rating points of a hand by seat."""
        return scoring.rating_points(self.ruleset, win.by, win.winners, win.payer)

    def rating_leaving(self, seat: int) -> Points:
        """Rating points of leaving early."""
        return scoring.rating_leaving(self.ruleset, seat)

    def within_purses(self, purses: Points, payments: Points) -> Points:
        """逛花园: what is really paid."""
        return scoring.within_purses(purses, payments)


@lru_cache(maxsize=4096)
def _score(request: str, lang: str) -> str:
    answer = score_request(json.loads(request), lang)
    for winner in answer["winners"]:
        # what a hand just missed is for the page of its settlement; a log that keeps it grows fivefold
        winner.pop("missed", None)
    return json.dumps(answer, ensure_ascii=False)


def find_rules(ruleset: str, overrides: Mapping[str, Any]) -> Rules:
    """The rules of a table. ScoringError for a rule set or an override that does not exist."""
    loaded = load_ruleset(ruleset, dict(overrides))
    return EngineRules(loaded)


def plain_payments(
    ruleset: str, overrides: Mapping[str, Any], by: str, shares: Mapping[int, int], payer: int | None
) -> list[int]:
    """Payments by seat for shares entered by hand, without 承包 (RULES.md §5, first table, and options)."""
    rules = load_ruleset(ruleset, dict(overrides))
    payments = [0, 0, 0, 0]
    for winner, share in shares.items():
        for seat in range(4):
            if seat == winner:
                continue
            owed = _parts(rules, by, own=seat == payer, winner_too=seat in shares) * share
            payments[seat] -= owed
            payments[winner] += owed
    return payments


def _parts(rules: RuleSet, by: str, *, own: bool, winner_too: bool) -> int:
    if by == "self_draw":
        return 1
    if by == "robbing_kong":
        return rules.robbing_kong_pays if own else 0
    if rules.baochong:
        return 3 if own else 0
    if rules.chuchong:
        return 2 if own else 0 if winner_too else 1
    return 1 if own else 0


def explain(
    ruleset: str, overrides: Mapping[str, Any], entry: Entry, line: Line | None, lang: str
) -> dict[str, Any] | None:
    """The engine's answer for a hand in the page's language.

    The stored answer is in one language; it is asked for again as long as the rule data is what it was, and
    shown as it is stored when the rules have changed since.
    """
    stored = line.answer if line else (entry.result or {}).get("answer")
    request = line.request if line else (entry.result or {}).get("request")
    if stored is None or request is None:
        return None
    try:
        rules = find_rules(ruleset, overrides)
        if rules.digest == entry.digest:
            return rules.score(request, lang)
    except ValueError:
        pass
    return dict(stored)
