"""The number of missing tiles is exact: 0 for a complete hand, and one lower after every draw that helps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.plans import Holding, missing_tiles, plans, reach
from scoring.ruleset import load_ruleset
from scoring.shapes import is_complete
from scoring.tiles import parse_tiles

RULES = load_ruleset("qinghunpeng")
PINGHU = plans("pinghu")[0]


def holding(text: str, **more: object) -> Holding:
    counts = [0] * 34
    for tile in parse_tiles(text):
        counts[tile] += 1
    return Holding(tuple(counts), **more)  # type: ignore[arg-type]


def missing(type_id: str, text: str, **more: object) -> int:
    return min(missing_tiles(plan, holding(text, **more), RULES) for plan in plans(type_id))


@pytest.mark.parametrize(
    ("type_id", "text", "tiles"),
    [
        ("pinghu", "123m456m789m11p23s", 1),
        ("pinghu", "123m456m789m11p234s", 0),
        ("pinghu", "147m258p369s1234z", 9),
        ("pinghu", "19m19p19s1234567z", 9),
        ("pinghu", "1111m2222p3333s4z", 3),
        ("pengpenghu", "111m222p333s44z55z", 1),
        ("pengpenghu", "123m456m789m11p23s", 8),
        ("hunyise", "123456m1112z9m5z6z", 3),
        ("hunyise", "123456789m11122m", 2),
        ("qingyise", "123456789m1112m", 1),
        ("qingyise", "123456789m111z2m", 4),
        ("hunpeng", "111222m333z44z55z", 1),
        ("qingpeng", "111222333m44m55m", 1),
        ("fengpeng", "111222333z44z55z", 1),
        ("fengyise", "1234567z1234567m", 7),
        ("qidui", "1133m2244p5566s7z", 1),
        ("qidui", "1234567m1234567p", 7),
        ("qidui", "1111m2222m3333m45p", 1),
    ],
)
def test_known_hands_miss_as_many_tiles_as_counted_by_hand(type_id: str, text: str, tiles: int) -> None:
    assert missing(type_id, text) == tiles


def test_a_wait_on_a_dead_tile_is_no_wait() -> None:
    seen = [0] * 34
    seen[parse_tiles("9p")[0]] = 3
    assert missing("pinghu", "123m456m789m111s9p") == 1
    assert missing("pengpenghu", "111m222m333m444s9p", seen=tuple(seen)) == 2


@st.composite
def hands(draw: st.DrawFn) -> tuple[int, ...]:
    rng = random.Random(draw(st.integers(0, 2**32)))
    kinds = rng.choice((range(34), range(9), range(18), [*range(9), *range(27, 34)]))
    counts = [0] * 34
    for tile in rng.sample([t for t in kinds for _ in range(4)], 14):
        counts[tile] += 1
    return tuple(counts)


@settings(max_examples=20, deadline=None)
@given(hands(), st.sampled_from(["pinghu", "pengpenghu", "hunyise", "qingyise", "hunpeng", "fengyise", "qidui"]))
def test_some_draw_that_helps_lowers_the_missing_tiles_by_one_and_no_draw_by_more(
    counts: tuple[int, ...], type_id: str
) -> None:
    for plan in plans(type_id):
        hand = Holding(counts)
        found = reach(plan, hand, RULES)
        if plan is PINGHU:
            assert (found.missing == 0) == is_complete(counts, 4)
        assert bool(found.helps) == (0 < found.missing < 99)
        helping = {tile for tile, _ in found.helps}
        for tile in range(34):
            if hand.left()[tile]:
                after = missing_tiles(plan, hand.with_tile(tile), RULES)
                assert after == found.missing - (tile in helping), (plan, tile)


@settings(max_examples=20, deadline=None)
@given(hands(), st.integers(1, 4))
def test_each_joker_saves_one_tile(counts: tuple[int, ...], jokers: int) -> None:
    rules = load_ruleset("baida")
    counts = (*counts[:31], 0, 0, 0)
    plain = missing_tiles(PINGHU, Holding(counts, joker=27), rules)
    wild = missing_tiles(PINGHU, Holding(counts, jokers=jokers, joker=27), rules)
    assert wild <= max(0, plain - jokers)
