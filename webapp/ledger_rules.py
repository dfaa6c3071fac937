"""The rules of a table, made from the engine: the only part of the ledger that calls `scoring`."""

from __future__ import annotations


def find_rules(ruleset, overrides):
    raise NotImplementedError
