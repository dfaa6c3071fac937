"""How long a score takes, beside the `mahjong` package in the same process; prints ratios. Run it as a script.

    python tests/perf/bench_scoring.py [--hands N] [--rounds N]

Each figure is a mean over many different hands, so that no single remembered hand decides it.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter

from scoring import format_tiles, score_request
from scoring.request import Request, read_request
from scoring.scorer import score
from scoring.settlement import settle

Timed = Callable[[Any], object]


BLOCK = 25


def microseconds(jobs: Sequence[tuple[Timed, Sequence[Any]]], rounds: int) -> list[float]:
    """The time of one call of each job: the best of the rounds for each item, the mean over all items.

    The jobs take turns, a block of items each, and the best is taken item by item, so that other work on the machine
    and its changing speed do not decide a comparison.
    """
    best = [[float("inf")] * len(items) for _, items in jobs]
    clock = time.perf_counter
    for _ in range(rounds):
        gc.collect()
        for first in range(0, max(len(items) for _, items in jobs), BLOCK):
            for (call, items), times in zip(jobs, best, strict=True):
                for at in range(first, min(first + BLOCK, len(items))):
                    start = clock()
                    call(items[at])
                    times[at] = min(times[at], clock() - start)
    return [sum(times) / len(times) * 1e6 for times in best]


def complete_hand(rng: random.Random) -> list[int]:
    """Fourteen tiles of three suits and honours that are four sets and a pair."""
    while True:
        counts = [0] * 34
        for _ in range(4):
            if rng.random() < 0.7:
                start = 9 * rng.randrange(3) + rng.randrange(7)
                for tile in range(start, start + 3):
                    counts[tile] += 1
            else:
                counts[rng.randrange(34)] += 3
        counts[rng.randrange(34)] += 2
        if max(counts) <= 4:
            return [tile for tile, copies in enumerate(counts) for _ in range(copies)]


def request(rng: random.Random, tiles: list[int], jokers: int = 0) -> dict[str, Any]:
    """A self-draw of the tiles; with jokers, that many of them become the joker."""
    hand = list(tiles)
    rng.shuffle(hand)
    joker = None
    if jokers:
        joker = next(tile for tile in rng.sample(range(27), 27) if tile not in hand)
        hand = [joker] * jokers + hand[jokers:]
        rng.shuffle(hand)
    return {
        "ruleset": "laoshanghai" if joker is None else "baida",
        "table": {"dealer": 1, "huangfan": 1, "joker": None if joker is None else format_tiles([joker])},
        "win": {"by": "self_draw"},
        "winners": [{"seat": 0, "concealed": format_tiles(sorted(hand[:-1])), "tile": format_tiles(hand[-1:]),
                     "flowers": "1f2f"}],
    }  # fmt: skip


def in_baida(tiles: list[int]) -> bool:
    """Whether no dragon is among the tiles: there they are flowers."""
    return max(tiles) < 31


def peer_items(hands: Sequence[list[int]]) -> list[tuple[list[int], int]]:
    """The hands in the peer's own tile numbers."""
    items = []
    for hand in hands:
        tiles = TilesConverter.to_136_array([hand.count(tile) for tile in range(34)])
        items.append((tiles, tiles[-1]))
    return items


def score_and_settle(asked: Request) -> object:
    """What the peer's call does and the settlement beside it: values in, values out, no JSON and no sentences."""
    scores = [score(asked.rules, hand, asked.win) for hand in asked.hands]
    return settle(asked.rules, scores, asked.claims, asked.ready)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    rng = random.Random(2024)
    hands = [complete_hand(rng) for _ in range(options.hands)]
    plain = [hand for hand in hands if in_baida(hand)]
    asked = [request(rng, hand) for hand in hands]
    lines = [json.dumps(each) for each in asked]
    with_jokers = [[request(rng, hand, jokers) for hand in plain] for jokers in range(1, 5)]
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    jobs: list[tuple[Timed, Sequence[Any]]] = [
        (lambda item: calculator.estimate_hand_value(*item, config=config), peer_items(hands)),
        (score_and_settle, [read_request(each) for each in asked]),
        *((score_and_settle, [read_request(each) for each in row]) for row in with_jokers),
        (score_request, asked),
        *((score_request, row) for row in with_jokers),
        (lambda text: json.dumps(score_request(json.loads(text))), lines),
    ]
    peer, *figures, line = microseconds(jobs, options.rounds)
    print(f"mahjong estimate_hand_value     {peer:7.1f} µs")
    for name, row in (("score and settle", figures[:5]), ("score_request", figures[5:])):
        for jokers, taken in enumerate(row):
            times = f"{taken / peer:5.2f} of the peer, {taken / row[0]:5.2f} of no jokers"
            print(f"{name + f', {jokers} jokers':31} {taken:7.1f} µs  {times}")
    print(f"loads, score_request, dumps     {line:7.1f} µs  {1e6 / line:5.0f} requests a second (at least 4000)")
    print("wanted: a score with settlement at most 0.7 of the peer, with four jokers at most 10 times that")


if __name__ == "__main__":
    main()
