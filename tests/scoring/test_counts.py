"""Exact counts of the splitter, as a chess engine counts moves (style.md §2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import pytest

from scoring.shapes import is_complete, splits

NUMBERS, WINDS, HONOURS = 9, 4, 7


def holdings(kinds: int, tiles: int) -> Iterator[tuple[int, ...]]:
    """All counts of so many tiles over the kinds, at most four of each."""
    if kinds == 1:
        if tiles <= 4:
            yield (tiles,)
        return
    for held in range(min(4, tiles) + 1):
        for rest in holdings(kinds - 1, tiles - held):
            yield (held, *rest)


@lru_cache
def ways(kinds: int) -> Counter[tuple[int, int]]:
    """How many holdings of a suit can be read as (sets, pairs)."""
    found: Counter[tuple[int, int]] = Counter()
    for sets, pair in product(range(5), range(2)):
        for held in holdings(kinds, 3 * sets + 2 * pair):
            found[sets, pair] += any((split.sets, split.pair) == (sets, pair) for split in splits(held))
    return found


def complete_hands(*suits: int) -> int:
    """How many different hands of four sets and a pair the suits can make."""
    total = Counter({(0, 0): 1})
    for suit in suits:
        grown: Counter[tuple[int, int]] = Counter()
        for (sets, pair), count in total.items():
            for (more, other), hands in ways(suit).items():
                if sets + more <= 4 and pair + other <= 1:
                    grown[sets + more, pair + other] += count * hands
        total = grown
    return total[4, 1]


@pytest.mark.parametrize(
    ("pair", "counts"), [(0, [1, 16, 127, 627, 2_098]), (1, [9, 135, 996, 4_475])], ids=["no pair", "a pair"]
)
def test_a_suit_has_as_many_holdings_of_each_size_as_it_should(pair: int, counts: list[int]) -> None:
    for sets, expected in enumerate(counts):
        found = sum(
            any((split.sets, split.pair) == (sets, pair) for split in splits(held))
            for held in holdings(NUMBERS, 3 * sets + 2 * pair)
        )
        assert found == expected


def test_honours_have_only_pungs_and_a_pair() -> None:
    assert [ways(WINDS)[sets, 0] for sets in range(5)] == [1, 4, 6, 4, 1]
    assert [ways(HONOURS)[sets, 1] for sets in range(3)] == [7, 42, 105]


@pytest.mark.slow
def test_one_suit_has_as_many_complete_hands_as_it_should() -> None:
    assert ways(NUMBERS)[4, 1] == 13_259


@pytest.mark.slow
@pytest.mark.parametrize(
    ("honours", "hands"),
    [((), 5_237_550), ((WINDS,), 8_339_313), ((HONOURS,), 11_498_658)],
    ids=["three suits", "with four winds", "with all honours"],
)
def test_there_are_as_many_complete_hands_as_there_should_be(honours: tuple[int, ...], hands: int) -> None:
    assert complete_hands(NUMBERS, NUMBERS, NUMBERS, *honours) == hands


def test_a_joker_completes_what_some_tile_completes() -> None:
    """Over every holding of ten tiles of a suit that is one tile short: a joker wins where any tile does."""
    for held in holdings(NUMBERS, 4):
        counts = [*held, *[0] * 25]
        some = any(is_complete([*counts[:tile], counts[tile] + 1, *counts[tile + 1 :]], 1) for tile in range(NUMBERS))
        assert is_complete(counts, 1, jokers=1, joker=30) == some
