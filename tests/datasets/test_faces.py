"""Faces of our own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.classes import CLASSES
from datasets.faces import FACE_CODES, draw_face, random_style
from datasets.faces.canvas import credits, fonts_with, outlines
from datasets.faces.dots import DOTS
from datasets.faces.flowers import CHARACTERS, NUMBERS
from datasets.faces.style import BAMBOO_KINDS, BIRD_KINDS, DOT_KINDS, WHITE_KINDS


def style_of(seed: int, **changes):
    return replace(random_style(np.random.default_rng(seed)), **changes)


def test_the_classes_are_those_of_the_photos_and_of_the_reader(shared):
    listed = (shared / "photos" / "classes.txt").read_text().split()
    assert list(CLASSES) == listed
    from vision.classes import CLASSES as reader_classes

    assert tuple(reader_classes) == CLASSES


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_style_draws_42_faces_that_all_differ(seed):
    style = style_of(seed)
    faces = {code: draw_face(style, code, 48).tobytes() for code in FACE_CODES}
    assert len(faces) == 42
    assert len(set(faces.values())) == 42


def test_the_same_generator_state_draws_the_same_bytes():
    assert draw_face(style_of(7), "6f").tobytes() == draw_face(style_of(7), "6f").tobytes()
    assert draw_face(style_of(7), "6f").tobytes() != draw_face(style_of(8), "6f").tobytes()


def test_styles_differ_in_wan_birds_dots_bamboo_whites_and_index():
    styles = [style_of(seed) for seed in range(150)]
    assert {s.traditional for s in styles} == {True, False}
    assert {s.wu for s in styles} == {"五", "伍"}
    assert {s.bird_kind for s in styles} == set(BIRD_KINDS)
    assert {s.dot_kind for s in styles} == set(DOT_KINDS)
    assert {s.bamboo_kind for s in styles} == set(BAMBOO_KINDS)
    assert {s.white_kind for s in styles} == set(WHITE_KINDS)
    assert {s.index for s in styles} == {"none", "left", "right", "both"}
    assert {s.flower_text for s in styles} == {"both", "character", "numeral", "english", "other"}


def test_a_blank_white_is_bare_and_a_framed_one_is_not():
    plain = {"index": "none", "grain": 0.0, "relief": 0.0}
    bare = draw_face(style_of(3, white_kind="blank", **plain), "5z")
    assert len(np.unique(bare.reshape(-1, 3), axis=0)) == 1
    framed = draw_face(style_of(3, white_kind="frame", **plain), "5z")
    assert len(np.unique(framed.reshape(-1, 3), axis=0)) > 1


@pytest.mark.parametrize("rank", range(2, 10))
def test_a_dots_tile_has_as_many_dots_as_its_rank(rank):
    assert len(DOTS[rank]) == rank


def test_the_seven_of_dots_slopes_down_to_the_right():
    first, second, third = DOTS[7][:3]
    assert first[0] < second[0] < third[0]
    assert first[1] < second[1] < third[1]


def test_bamboo_carries_number_4_and_chrysanthemum_number_3():
    assert {CHARACTERS[r]: n for r, n in NUMBERS.items()} == {
        "春": 1, "夏": 2, "秋": 3, "冬": 4, "梅": 1, "蘭": 2, "竹": 4, "菊": 3,
    }  # fmt: skip


def test_every_font_is_under_the_open_font_licence_and_credited():
    assert len(credits()) == len(outlines()) >= 20
    for font in credits():
        assert font["licence"] == "OFL-1.1"
        assert font["credit"]


def test_no_font_is_asked_for_a_character_it_lacks():
    lacking = [i for i, font in enumerate(outlines()) if "萬" not in font]
    assert lacking, "some shipped fonts are simplified only"
    assert not set(lacking) & set(fonts_with("萬"))
    for seed in range(60):
        style = style_of(seed)
        assert not style.traditional or style.font in fonts_with("萬")
