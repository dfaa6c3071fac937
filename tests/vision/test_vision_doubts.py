"""Doubts and proposals: what a reading says about itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import Scene, codes_of

from vision.doubts import find_doubts, suggest
from vision.normalise import Normalised
from vision.reading import Remark

HAND = "123m456m789p111z22z"


def doubted(normal: Normalised) -> dict[str, Remark]:
    return {doubt.code: doubt for doubt in find_doubts(normal)}


def unsure(normal: Normalised, code: str, confidence: float, *alternatives: tuple[str, float]) -> Normalised:
    """The reading with the first tile of this code less sure."""
    index = next(index for index, tile in enumerate(normal.tiles) if tile.code == code)
    tile = replace(normal.tiles[index], confidence=confidence, alternatives=alternatives)
    return replace(normal, tiles=(*normal.tiles[:index], tile, *normal.tiles[index + 1 :]))


def test_a_sure_whole_hand_raises_no_doubt() -> None:
    normal = Scene().row(HAND).read()
    assert find_doubts(normal) == ()
    assert suggest(normal) == ()


@pytest.mark.parametrize(("notation", "count"), [("123m456m789p111z2z", 13), ("123m456m789p111z223z", 15)])
def test_thirteen_or_fifteen_tiles_are_doubted(notation: str, count: int) -> None:
    assert doubted(Scene().row(notation).read())["wrong_count"].params == {"count": count}


def test_tiles_spread_out_are_not_counted_as_a_hand() -> None:
    assert "wrong_count" not in doubted(Scene().row("1234f").row("5678f", y=560).read())


def test_five_of_a_kind_are_doubted_with_their_tiles() -> None:
    normal = Scene().row("11111m456m789p122z").read()
    doubt = doubted(normal)["five_copies"]
    assert {normal.tiles[index].code for index in doubt.tiles} == {"1m"}
    assert doubt.params == {"code": "1m", "count": 5}
    assert doubt.to_json("en")["message"] == "1m was read 5 times; a set has 4."


def test_copies_are_counted_over_melds_and_hand() -> None:
    normal = Scene().row("666z12345m").row("666z", x=600, y=400).read()
    assert doubted(normal)["five_copies"].params["count"] == 6


def test_one_flower_seen_twice_is_doubted() -> None:
    normal = Scene().row(HAND).row("33f", x=200, y=380).read()
    assert doubted(normal)["two_of_one_flower"].params == {"code": "3f", "count": 2}


def test_an_unsure_tile_is_doubted() -> None:
    normal = unsure(Scene().row(HAND).read(), "5m", 0.4, ("4m", 0.3))
    assert len(doubted(normal)["low_confidence"].tiles) == 1


def test_a_known_confusion_is_doubted_even_when_fairly_sure() -> None:
    found = doubted(unsure(Scene().row(HAND).read(), "7p", 0.85, ("5p", 0.12)))
    assert found["known_confusion"].params == {"code": "7p", "other": "5p"}
    assert "known_confusion" not in doubted(unsure(Scene().row(HAND).read(), "7p", 0.85, ("1z", 0.12)))


def test_unsure_discards_are_nobodys_doubt() -> None:
    normal = Scene().row(HAND).heap("3s4s5s6s7s8s", x=200, y=60, scale=0.7).read()
    assert find_doubts(unsure(normal, "5s", 0.3, ("6s", 0.2))) == ()


def test_a_kong_face_down_asks_for_its_tile() -> None:
    assert "unknown_kong" in doubted(Scene().row("123m456p11222z").row("0000x", x=660).read())


def test_a_kong_by_count_is_pointed_out() -> None:
    assert doubted(Scene().row("1111m23m6666p789s55z").read())["kong_by_count"].params == {"code": "6666p"[0] + "p"}


def test_a_face_down_tile_in_the_hand_is_asked_for() -> None:
    assert "hidden_tile" in doubted(Scene().row("123m0x56m789p111z22z").read())


def test_too_many_of_one_propose_the_least_sure_as_its_second_reading() -> None:
    normal = unsure(Scene().row("77777s12m456m22z").read(), "7s", 0.55, ("9s", 0.4), ("8s", 0.02))
    proposals = suggest(normal)
    assert [(proposal.code, proposal.other, proposal.reason) for proposal in proposals] == [
        ("7s", "9s", "suggest_deck")
    ]
    assert normal.tiles[proposals[0].tile].code == "7s"


def test_a_proposal_never_breaks_the_deck_itself() -> None:
    normal = unsure(Scene().row("77777s9999s456m22z").read(), "7s", 0.55, ("9s", 0.4))
    assert suggest(normal) == ()


def test_a_likely_second_reading_that_completes_the_hand_is_proposed_and_not_applied() -> None:
    normal = unsure(Scene().row("123m446m789p111z22z").read(), "4m", 0.5, ("5m", 0.45))
    assert normal.hands[0].to_json()["concealed"] == "123446m789p11122z"
    assert [(p.code, p.other, p.reason) for p in suggest(normal)] == [("4m", "5m", "suggest_hand")]


def test_an_unlikely_second_reading_is_not_proposed() -> None:
    assert suggest(unsure(Scene().row("123m446m789p111z22z").read(), "4m", 0.95, ("5m", 0.02))) == ()


def test_a_whole_hand_gets_no_proposal_however_unsure() -> None:
    assert suggest(unsure(Scene().row(HAND).read(), "5m", 0.5, ("4m", 0.45))) == ()


def test_codes_are_parsed_as_the_tests_mean_them() -> None:
    assert codes_of("0x99s0x") == ["0x", "9s", "9s", "0x"]
