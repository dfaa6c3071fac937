"""The one tile table and its notation."""

from __future__ import annotations

import pytest

from scoring import TILES, ScoringError, Suit, format_tiles, parse_tiles
from scoring.shapes import readings
from scoring.tiles import BY_CODE


def test_every_tile_is_found_by_its_code_and_stands_in_order() -> None:
    assert len(TILES) == 42
    assert all(BY_CODE[tile.code] is tile for tile in TILES)
    assert [tile.code for tile in TILES] == [
        f"{n}{suit}" for suit, top in zip("mpszf", (9, 9, 9, 7, 8), strict=True) for n in range(1, top + 1)
    ]


def test_hanzi_follow_the_order_of_the_rule_text() -> None:
    assert "".join(tile.hanzi for tile in parse_tiles("1234567z12345678f")) == "东南西北白发中春夏秋冬梅兰竹菊"
    assert [tile.hanzi for tile in parse_tiles("5m9p1s")] == ["五万", "九筒", "一条"]


def test_a_tile_knows_its_suit_and_number() -> None:
    assert [(tile.suit, tile.number) for tile in parse_tiles("3p7z8f")] == [
        (Suit.DOTS, 3),
        (Suit.HONOURS, 7),
        (Suit.FLOWERS, 8),
    ]


def test_notation_groups_neighbours_of_one_suit() -> None:
    assert format_tiles(parse_tiles("1m2m3m7z1m")) == "123m7z1m"
    assert parse_tiles("") == ()


@pytest.mark.parametrize(
    "text", ["0x", "0m", "8z", "9f", "m", "1", "1mm", "1m 2m", "一万", "１m", "²m", "1" * 300 + "m"]
)
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(ScoringError):
        parse_tiles(text)


def counts(text: str) -> list[int]:
    tiles = parse_tiles(text)
    return [tiles.count(tile) for tile in TILES[:34]]


def test_three_pungs_in_a_row_have_two_readings() -> None:
    found = {(reading.chows, reading.numbers) for reading in readings(counts("111222333m555p99s"), 4)}
    assert found == {(0, 4), (3, 1)}


def test_a_joker_as_its_own_face_is_not_used() -> None:
    found = readings(counts("123m456p789p78m5s"), 4, jokers=1, joker=8)
    assert found == []
    found = readings(counts("123m456p789p78m55s"), 4, jokers=1, joker=8)
    assert {reading.wild for reading in found} == {0, 1}
