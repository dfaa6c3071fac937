"""The engine against the reference on random requests.

`python -m tests.scoring.compare --count 100000 --seed 1` prints every difference, one JSON line each.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from scoring import ScoringError, score_request
from tests.scoring.random_requests import random_request
from tests.scoring.reference import PRESETS, reference_score

Request = dict[str, Any]


def differences(request: Request) -> list[str]:
    """What the engine and the reference answer differently, in words; empty where they agree."""
    theirs = reference_score(request)
    try:
        ours = score_request(request)
    except ScoringError as error:
        return [f"refused: {[(p.code, p.path) for p in error.problems]}"]
    paid = ours["payments"], theirs["payments"]
    found = [] if paid[0] == paid[1] else [f"payments {paid[0]} {paid[1]}"]
    for at, (got, want) in enumerate(zip(ours["winners"], theirs["winners"], strict=True)):
        codes = sorted(reason["code"] for reason in got["why_not"])
        pairs = {
            "legal": (got["legal"], want["legal"]),
            "why_not": (codes, want["why_not"]),
            "share": (got["share"], want["share"]),
        }
        if want["legal"]:
            pairs |= {
                "types": (sorted(got["types"]), want["types"]),
                "hua": (got["hua"]["total"], want["hua"]),
                "fan": (got["fan"]["total"], want["fan"]),
                "lezi": (got["lezi"], want["lezi"]),
                "multiplier": (got["multiplier"], want["multiplier"]),
            }
        found += [f"winners[{at}] {key}: {a} {b}" for key, (a, b) in pairs.items() if a != b]
    return found


def disagreements(count: int, seed: int, rulesets: Sequence[str]) -> Iterator[tuple[Request, list[str]]]:
    """Every random request of the seed on which the two differ, with what differs (the engine first)."""
    rng = random.Random(seed)
    for _ in range(count):
        request = random_request(rng, rulesets)
        found = differences(request)
        if found:
            yield request, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", action="append", choices=sorted(PRESETS), help="default: all")
    options = parser.parse_args()
    bad = 0
    for request, found in disagreements(options.count, options.seed, options.ruleset or sorted(PRESETS)):
        bad += 1
        sys.stdout.write(json.dumps({"differs": found, "request": request}, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{options.count} requests, {bad} differ\n")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
