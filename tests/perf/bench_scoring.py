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

Timed = Callable[[Any], object]


def microseconds(call: Timed, items: Sequence[Any], rounds: int) -> float:
    """The time of one call: the best of the rounds for each item, the mean over all items.

    The best is taken item by item, so that other work on the machine does not decide a comparison.
    """
    best = [float("inf")] * len(items)
    clock = time.perf_counter
    for _ in range(rounds):
        gc.collect()
        for at, item in enumerate(items):
            start = clock()
            call(item)
            taken = clock() - start
            if taken < best[at]:
                best[at] = taken
    return sum(best) / len(items) * 1e6


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


def peer_call(calculator: HandCalculator) -> Timed:
    """One score of the peer: its own configuration object, then the estimate."""

    def call(item: tuple[list[int], int]) -> object:
        return calculator.estimate_hand_value(*item, config=HandConfig(is_tsumo=True))

    return call


def peer_items(hands: Sequence[list[int]]) -> list[tuple[list[int], int]]:
    """The hands in the peer's own tile numbers."""
    items = []
    for hand in hands:
        tiles = TilesConverter.to_136_array([hand.count(tile) for tile in range(34)])
        items.append((tiles, tiles[-1]))
    return items


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    rng = random.Random(2024)
    hands = [complete_hand(rng) for _ in range(options.hands)]
    peer = microseconds(peer_call(HandCalculator()), peer_items(hands), options.rounds)
    print(f"mahjong estimate_hand_value    {peer:8.1f} µs")
    ours = microseconds(score_request, [request(rng, hand) for hand in hands], options.rounds)
    print(f"score_request, no jokers       {ours:8.1f} µs   {ours / peer:6.2f} of the peer (at most 0.7)")
    plain = [hand for hand in hands if in_baida(hand)]
    for jokers in range(1, 5):
        time_of = microseconds(score_request, [request(rng, hand, jokers) for hand in plain], options.rounds)
        print(f"score_request, {jokers} joker(s)     {time_of:8.1f} µs   {time_of / ours:6.2f} of no jokers (4: at most 10)")
    lines = [json.dumps(request(rng, hand)) for hand in hands]
    line = microseconds(lambda text: json.dumps(score_request(json.loads(text))), lines, options.rounds)
    print(f"loads, score_request, dumps    {line:8.1f} µs   {1e6 / line:6.0f} requests a second (at least 4000)")


if __name__ == "__main__":
    main()
