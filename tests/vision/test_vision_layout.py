"""Rows, groups and roles on tables laid out in the test, seen from any side."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import WIDE, Scene, codes_of, hand_of

from vision.layout import arrange
from vision.rows import find_rows
from vision.sets import is_winning, set_kind, split_sets

HAND = "123m456m789p111z22z"
ANGLES = [0, 15, 30, 45, 75, 90, 135, 180, 200, 270, 315, 345]


@pytest.mark.parametrize("degrees", ANGLES)
def test_a_row_is_one_hand_at_any_angle(degrees: float) -> None:
    assert hand_of(Scene().row(HAND).read(degrees)) == ("123456m789p11122z", None, [], "")


@pytest.mark.parametrize("degrees", ANGLES)
def test_discards_behind_are_none_of_the_hand(degrees: float) -> None:
    scene = Scene().row(HAND).heap("5m6m8s9s1s2s3p4p7z", x=200, y=60, scale=0.7)
    normal = scene.read(degrees)
    assert hand_of(normal) == ("123456m789p11122z", None, [], "")
    assert sum(tile.zone == "other" for tile in normal.tiles) == 9


@pytest.mark.parametrize("degrees", ANGLES)
def test_melds_lying_apart_are_melds(degrees: float) -> None:
    scene = Scene().row("12345p11z", y=500).row("666z", x=600, y=380).row("789s", x=800, y=380)
    assert hand_of(scene.read(degrees)) == (
        "12345p11z",
        None,
        [("chow", "789s", False), ("pung", "666z", False)],
        "",
    )


@pytest.mark.parametrize("degrees", ANGLES)
def test_stacked_melds_beside_the_hand_are_melds(degrees: float) -> None:
    scene = Scene().row("55p666z", x=500).row("789p", x=150, y=390).row("666p", x=150, y=446).row("333p", x=150, y=502)
    melds = [("chow", "789p", False), ("pung", "333p", False), ("pung", "666p", False)]
    assert hand_of(scene.read(degrees)) == ("55p666z", None, melds, "")


@pytest.mark.parametrize("degrees", ANGLES)
def test_a_raised_row_of_flowers_and_two_pungs_is_split(degrees: float) -> None:
    scene = Scene().row("13f111m222m", y=440).row("33599m6z1p", x=440, y=500)
    melds = [("pung", "111m", False), ("pung", "222m", False)]
    assert hand_of(scene.read(degrees)) == ("33599m1p6z", None, melds, "13f")


def test_a_crooked_tile_at_the_end_of_two_melds_completes_the_second() -> None:
    scene = Scene().row("1111m23m", y=440).row("4m", x=100 + 6 * (WIDE + 1) + 2, y=462).row("678m", y=500)
    concealed, _, melds, _ = hand_of(scene.row("666z", x=480, y=400).row("55z", x=660, y=400).read())
    assert (concealed, [tiles for _, tiles, _ in melds]) == ("55z", ["234m", "678m", "1111m", "666z"])


@pytest.mark.parametrize("degrees", ANGLES)
def test_flowers_apart_belong_to_the_hand(degrees: float) -> None:
    scene = Scene().row(HAND).row("2f", x=200, y=380).row("57f", x=500, y=390)
    assert hand_of(scene.read(degrees)) == ("123456m789p11122z", None, [], "257f")


def test_a_row_of_flowers_with_one_of_them_misread_belongs_to_the_hand() -> None:
    read = Scene().row("123m456m789p11z", y=500).row("666z", x=600, y=400).row("1f2f3f1z5f6f", x=150, y=300).read()
    assert hand_of(read)[3] == "12356f"


def test_a_hand_in_two_rows_is_one_hand() -> None:
    scene = Scene().row("1246m13579p", y=440).row("24668s22z", y=496)
    assert hand_of(scene.read()) == ("1246m13579p24668s22z", None, [], "")


@pytest.mark.parametrize("kong", ["0x77s0x", "7s0x0x7s", "0x0x0x7s", "7s0x0x0x", "777s0x"])
@pytest.mark.parametrize("degrees", [0, 30, 90, 225])
def test_a_kong_with_backs_is_a_concealed_kong_of_its_faces(kong: str, degrees: float) -> None:
    scene = Scene().row("123m456p11222z", y=500).row(kong, x=750, y=500)
    assert hand_of(scene.read(degrees)) == ("123m456p11222z", None, [("kong", "7777s", True)], "")


def test_four_backs_by_the_hand_are_a_kong_of_an_unknown_tile() -> None:
    scene = Scene().row("123m456p11222z").row("0000x", x=660)
    assert hand_of(scene.read())[2] == [("kong", "0000x", True)]


def test_a_wall_of_backs_is_none_of_the_hand() -> None:
    normal = Scene().row(HAND).row("000000000000x", y=300, scale=0.8).row("0000x", y=240, scale=0.8).read()
    assert hand_of(normal) == ("123456m789p11122z", None, [], "")


@pytest.mark.parametrize("degrees", ANGLES)
def test_a_kong_apart_is_a_kong(degrees: float) -> None:
    scene = Scene().row("123m456p11222z").row("9999s", x=700, y=480)
    assert hand_of(scene.read(degrees))[2] == [("kong", "9999s", False)]


def test_four_equal_tiles_in_a_row_of_fifteen_are_a_kong() -> None:
    normal = Scene().row("45f1111p444p555p55z5z1z1z").read()
    assert hand_of(normal) == ("444555p11555z", None, [("kong", "1111p", False)], "45f")
    assert len(normal.counted_kongs) == 1


def test_four_equal_tiles_in_a_row_of_fourteen_stay_concealed() -> None:
    assert hand_of(Scene().row("1111m23m456p789s55z").read()) == ("111123m456p789s55z", None, [], "")


def test_of_two_fours_the_kong_is_the_one_that_leaves_a_winning_hand() -> None:
    normal = Scene().row("1111m23m6666p789s55z").read()
    assert hand_of(normal) == ("111123m789s55z", None, [("kong", "6666p", False)], "")


@pytest.mark.parametrize("degrees", ANGLES)
def test_a_tile_set_apart_from_thirteen_is_the_winning_tile(degrees: float) -> None:
    scene = Scene().row("123m456m789p1112z").row("2z", x=100 + 41 * 14 + 30)
    assert hand_of(scene.read(degrees)) == ("123456m789p1112z", "2z", [], "")


@pytest.mark.parametrize("degrees", [0, 8, 90, 180, 265])
@pytest.mark.parametrize("place", [0, 13])
def test_a_tile_turned_at_the_end_of_the_row_is_the_winning_tile(degrees: float, place: int) -> None:
    normal = Scene().row(HAND, turned=[place]).read(degrees)
    assert hand_of(normal)[1] == codes_of(HAND)[place]


def test_a_row_of_turned_tiles_has_no_winning_tile() -> None:
    assert hand_of(Scene().row(HAND, turned=range(14)).read())[1] is None


def test_a_discard_near_a_whole_hand_is_no_winning_tile() -> None:
    assert hand_of(Scene().row(HAND).row("9s", x=300, y=400).read())[1] is None


@pytest.mark.parametrize("degrees", ANGLES)
def test_on_a_sheet_every_face_is_the_subject(degrees: float) -> None:
    scene = Scene()
    for line, notation in enumerate(["1m5p9s3f2z", "4m4p1s7z8f", "2s2m3m6z6p", "9p8p7p1z1f", "5s5m6m3z3s"]):
        scene.row(notation, y=200 + 55 * line)
    normal = scene.read(degrees)
    assert [tile.zone for tile in normal.tiles].count("other") == 0
    assert hand_of(normal)[3] == "138f"


def test_tiles_strewn_about_are_all_the_subject() -> None:
    normal = Scene().heap("1m5p9s2z4m4p1s7z2s2m3m6z", x=100, y=100, seed=4).read()
    assert all(tile.zone == "concealed" for tile in normal.tiles)


def test_a_show_of_flowers_is_read_as_flowers() -> None:
    normal = Scene().row("1234f").row("5678f", y=560).read()
    assert hand_of(normal) == ("", None, [], "12345678f")


def test_backs_alone_are_nobodys_hand() -> None:
    normal = Scene().row("00000x").read()
    assert normal.hands == ()
    assert [tile.zone for tile in normal.tiles] == ["other"] * 5


def test_nothing_found_is_no_hand() -> None:
    assert Scene().read().hands == ()


def test_tiles_standing_apart_in_a_long_row_are_a_hand() -> None:
    normal = Scene().row("1111m23m456p789s5z", gap=0.5).read()
    assert hand_of(normal)[0] == "111123m456p789s5z"
    assert not normal.hands[0].spread


def test_several_hands_come_nearest_first_and_only_the_nearest_fills_the_zones() -> None:
    scene = Scene().row("234m567m234p567p88s", y=200, scale=0.75).row(HAND, y=620)
    normal = scene.read()
    assert [hand.to_json()["concealed"] for hand in normal.hands] == [
        "123456m789p11122z",
        "234567m234567p88s",
    ]
    assert {normal.tiles[index].zone for index in normal.hands[1].tiles} == {"other"}


def test_a_row_seen_in_perspective_holds_together() -> None:
    scene = Scene()
    x = 100.0
    for place, code in enumerate(codes_of(HAND)):
        scale = 1 + place * 0.12
        scene.row(code, x=x, y=500 - place * 4, scale=scale)
        x += 41 * scale
    assert hand_of(scene.read())[0] == "123456m789p11122z"


@given(
    order=st.permutations(codes_of("1123456m789p1234z")),
    degrees=st.floats(0, 360),
    flowers=st.sampled_from(["", "1f", "258f"]),
)
@settings(max_examples=40, deadline=None)
def test_turning_the_photo_never_changes_the_hand(order: list[str], degrees: float, flowers: str) -> None:
    scene = Scene().row("".join(order)).row("555p", x=300, y=380)
    if flowers:
        scene.row(flowers, x=500, y=380)
    assert hand_of(scene.read(degrees)) == hand_of(scene.read())
    assert hand_of(scene.read(degrees + 90)) == hand_of(scene.read(degrees))


@given(degrees=st.floats(0, 360), count=st.integers(5, 18))
@settings(max_examples=40, deadline=None)
def test_a_row_runs_along_its_own_axis(degrees: float, count: int) -> None:
    found = Scene().row("1m" * count).detections(degrees)
    rows = find_rows(found.frames)
    assert [len(row) for row in rows] == [count]
    assert rows[0].tiles in (tuple(range(count)), tuple(reversed(range(count))))
    assert rows[0].pitch == pytest.approx(41, rel=0.01)
    assert math.isclose(abs(math.sin(rows[0].angle - math.radians(degrees))), 0, abs_tol=0.01)


@given(places=st.lists(st.tuples(st.floats(0, 2000), st.floats(0, 2000)), max_size=40, unique=True))
@settings(max_examples=40, deadline=None)
def test_every_tile_is_in_one_place_of_the_layout(places: list[tuple[float, float]]) -> None:
    scene = Scene()
    for index, (x, y) in enumerate(places):
        scene.row(("1m", "5p", "0x", "3f", "7z")[index % 5], x=x, y=y)
    found = scene.detections()
    layout = arrange(found.frames, found.codes)
    seen = [tile for hand in layout.hands for tile in hand.tiles] + list(layout.others)
    assert sorted(seen) == list(range(len(places)))


@pytest.mark.parametrize(
    ("notation", "kind"),
    [
        ("111m", "pung"), ("123m", "chow"), ("312p", "chow"), ("1111z", "kong"), ("0x11m0x", "kong"),
        ("123z", None), ("112m", None), ("11m", None), ("111f", None), ("1m2m3p", None), ("0x11m", None),
        ("0000x", "kong"), ("1112m", None),
    ],
)  # fmt: skip
def test_three_or_four_tiles_form_a_set_or_not(notation: str, kind: str | None) -> None:
    assert set_kind(codes_of(notation)) == kind


def test_a_row_of_sets_is_cut_with_kongs_first() -> None:
    assert split_sets(tuple(codes_of("222m8888m555z"))) == ((0, 3), (3, 7), (7, 10))
    assert split_sets(tuple(codes_of("222m88m"))) is None


@pytest.mark.parametrize(
    ("notation", "wins"),
    [
        ("123m456m789p111z22z", True), ("11123456789999m", True), ("1133m5577p99s1122z", True), ("22z", True),
        ("123m456m789p111z23z", False), ("123m456m789p111z2z", False), ("1m9m1p9p1s9s1234567z1z", False),
    ],
)  # fmt: skip
def test_a_winning_hand_is_sets_and_a_pair(notation: str, wins: bool) -> None:
    assert is_winning(codes_of(notation)) is wins
