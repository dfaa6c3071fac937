"""Sentences of RULES.md that the worked cases leave out, one test each."""

from __future__ import annotations

import pytest

from tests.scoring.builders import first, score, winner

EIGHT = "12345678f"
ANYTHING = "14m25p36s1234z778m"


def codes(answer: dict[str, object]) -> list[str]:
    return [reason["code"] for reason in answer["why_not"]]  # type: ignore[attr-defined]


# §1


def test_the_joker_in_a_meld_is_its_own_face_and_keeps_wubaida() -> None:
    hand = winner("456p789p23s55s", "4s", "p999m<1", "1f")
    assert first("baida", hand, joker="9m")["bonuses"] == ["wubaida"]


def test_a_joker_may_stand_for_a_fifth_copy() -> None:
    fifth = winner("1111m234m567p78s9p", "9s", flowers="1f")
    answer = first("baida", fifth, joker="9p")
    assert answer["legal"]
    assert answer["jokers"] == ["1m"]


def test_a_discarded_joker_is_its_face() -> None:
    drawn = winner("123m456p789p23s55s", "9m", flowers="1f")
    assert first("baida", drawn, joker="9m")["legal"]
    assert codes(first("baida", drawn, by="discard", from_=2, joker="9m")) == ["not_a_win"]


def test_baida_knows_no_shapes() -> None:
    hand = winner("111m222m333m555m9m", "9m", flowers="1f")
    assert first("baida", hand, joker="1s")["types"] == ["pinghu"]


def test_menqing_allows_a_discard_and_a_concealed_kong() -> None:
    hand = winner("123m456p789s2p", "2p", "K5555m", "1f")
    assert first("qiaoma", hand, by="discard", from_=2)["bonuses"] == ["menqing"]


@pytest.mark.parametrize("by", ["discard", "robbing_kong"])
def test_replacement_and_last_tile_are_ignored_without_a_self_draw(by: str) -> None:
    hand = winner("456m789p34s55s", "2s", "c123m<3", "1f")
    answer = first("qiaoma", hand, by=by, from_=2, replacement="kong", last_tile=True)
    assert (answer["share"], answer["bonuses"]) == (2, [])


def test_bonuses_lists_only_those_that_changed_the_value() -> None:
    qing = winner("456m789m234m5m", "5m", "c123m<3", "1f")
    assert first("qiaoma", qing, last_tile=True)["bonuses"] == []
    assert first("laiyouxi", qing, replacement="kong")["bonuses"] == []


def test_menqing_is_listed_where_it_makes_qingyise_two_lezi() -> None:
    answer = first("qinghunpeng", winner("123m456m789m234m5m", "5m"))
    assert (answer["share"], answer["bonuses"]) == (20, ["menqing"])
    tianhu = first("qinghunpeng", winner("123m456m789m234m5m", "5m"), first_round=True, dealer=0)
    assert (tianhu["share"], tianhu["bonuses"]) == (20, [])


@pytest.mark.parametrize("concealed", ["", "1m", "14m25p36s1234z", ANYTHING + "9m"])
def test_bahuaqi_wins_whatever_tiles_are_in_hand(concealed: str) -> None:
    answer = first("qiaoma", winner(concealed, "8f", flowers=EIGHT))
    assert (answer["types"], answer["share"]) == (["bahuaqi"], 40)


@pytest.mark.parametrize("concealed", ["999m", "999m1p", "14m25p36s1234z9995m"])
def test_sibaida_wins_whatever_tiles_are_in_hand(concealed: str) -> None:
    answer = first("baida", winner(concealed, "9m", flowers="1f"), joker="9m")
    assert (answer["types"], answer["share"]) == (["sibaida"], 8)


def test_a_changed_least_hua_of_a_self_draw_binds_robbing_too_except_in_mil2024() -> None:
    hand = winner("456m789p34s55s", "2s", "c123m<3", "1f2f")
    robbed = {"by": "robbing_kong", "from_": 3, "overrides": {"least_hua": {"self_draw": 3}}}
    assert codes(first("qiaoma", hand, **robbed)) == ["too_few_hua"]
    assert first("qiaoma", hand, by="robbing_kong", from_=3)["legal"]
    three = winner("456m789p34s55s", "2s", "c123m<3", "1f2f3f")
    robbed["overrides"] = {"least_hua": {"self_draw": 4}}
    assert first("mil2024", three, **robbed)["legal"]


# §2


def test_three_or_four_of_a_kind_count_in_fengyise() -> None:
    hand = winner("1113355577z", "7z", "p222z<1")
    hua = first("laiyouxi", hand)["hua"]
    assert hua["total"] == 1 + 1 + 2 + 2
    assert {item["tiles"] for item in hua["items"]} == {"222z", "111z", "555z", "777z"}


def test_a_hand_of_honours_that_forms_pungs_is_fengpeng_alone() -> None:
    answer = first("laiyouxi", winner("111z222z555z666z7z", "7z"))
    assert (answer["types"], answer["alternatives"]) == (["fengpeng"], [])


def test_a_pung_completed_by_the_winning_discard_counts_as_a_pung() -> None:
    hand = winner("11z456m789p55s", "1z", "c123m<3")
    assert first("qiaoma", hand, by="discard", from_=2)["hua"]["total"] == 1


def test_the_other_readings_are_listed_with_what_they_would_have_paid() -> None:
    hand = winner("111222333m9s", "9s", "p777p<1", "1f2f")
    answer = first("qiaoma", hand)
    assert (answer["types"], answer["share"]) == (["pengpenghu"], 6)
    assert [(other["types"], other["share"]) for other in answer["alternatives"]] == [(["pinghu"], 3)]


def test_a_dearer_reading_that_may_not_win_gives_way_to_one_that_may() -> None:
    hand = winner("111222333m9s", "9s", "p777p<1")
    assert first("laoshanghai", hand, by="discard", from_=2)["types"] == ["pengpenghu"]


# §3 and §4


def test_the_most_fan_of_baida_leaves_huangfan_apart() -> None:
    hand = winner("5s", "5s", "K1111m K2222m K3333p K4444p")
    answer = first("baida", hand, joker="9m", replacement="kong")
    assert [item["id"] for item in answer["fan"]["items"]] == ["menqing", "gangkai", "dadiaoche", "wubaida"]
    assert answer["fan"]["total"] == 3
    assert first("baida", hand, joker="9m", replacement="kong", huangfan=1)["fan"]["total"] == 4
    unlimited = first("deshi-baida", hand, joker="9m", replacement="kong", overrides={"menqing": True})
    assert (unlimited["fan"]["total"], unlimited["share"]) == (3, 40)


def test_mil2024_counts_at_most_three_fan() -> None:
    hand = winner("111333555777m9m", "9m")
    answer = first("mil2024", hand, replacement="kong")
    assert sum(item["fan"] for item in answer["fan"]["items"]) == 5
    assert answer["fan"]["total"] == 3


@pytest.mark.parametrize(("huangfan", "factor"), [(0, 1), (1, 2), (2, 8), (3, 16), (4, 32)])
def test_jinbi_multiplies_by_its_own_table(huangfan: int, factor: int) -> None:
    hand = winner("777s9m", "9m", "p222m<1 p555p<2 p888s<3", "1f2f3f")
    answer = first("jinbi", hand, by="discard", from_=2, huangfan=huangfan)
    assert (answer["share"], answer["multiplier"]) == (4 * factor, factor)


def test_huangfan_and_kaibao_together_multiply_by_four() -> None:
    hand = winner("222m555m888m9m", "9m", "p333m<1")
    assert first("laiyouxi", hand, huangfan=1, kaibao=True)["share"] == 80


def test_the_menqing_of_laiyouxi_leaves_two_lezi_as_they_are() -> None:
    answer = first("laiyouxi", winner("222m555m888m333m9m", "9m"))
    assert (answer["share"], answer["multiplier"], answer["bonuses"]) == (20, 1, [])


def test_the_menqing_of_dashen_adds_nothing_to_bahuaqi_and_first_wins() -> None:
    assert first("dashen", winner(ANYTHING, "8f", flowers=EIGHT))["lezi"] == 4
    hand = winner("123456789m2223m", "3m")
    assert first("dashen", hand, first_round=True, dealer=0)["lezi"] == 10
    assert first("dashen", hand, first_round=True, by="discard", from_=2)["lezi"] == 8


def test_gangkai_and_dadiaoche_do_not_add_up_nor_make_a_losing_shape_win() -> None:
    hand = winner("9m", "9m", "p222m<1 p555p<2 p888s<3 k7777s<1")
    assert first("laiyouxi", hand, replacement="kong")["share"] == 10
    plain = winner("9m", "9m", "c234m<3 p555p<2 p888s<3 k7777s<1")
    assert codes(first("laiyouxi", plain, replacement="kong")) == ["type_not_allowed"]


def test_dragons_do_not_help_bahuaqi() -> None:
    answer = score("qiaoma", winner("456m789p234s5s", "5s", "c123m<3", "1f2f3f4f5f5z6z7z"))
    assert answer["winners"][0]["types"] == ["pinghu"]


def test_limit_hands_take_the_largest_value_and_the_web_styles_leave_them_alone() -> None:
    hand = winner("222m555m888m333m9m", "9m", flowers="1f")
    answer = first("qinghunpeng", hand, first_round=True, dealer=0, huangfan=3, kaibao=True)
    assert (answer["types"], answer["share"]) == (["qingpeng", "tianhu"], 20)


def test_a_robbed_kong_needs_the_hua_of_a_self_draw() -> None:
    hand = winner("456m789p34s55s", "2s", "c123m<3")
    assert first("qiaoma", hand, by="robbing_kong", from_=3)["legal"]
    two = winner("456m789p34s55s", "2s", "c123m<3", "1f2f")
    assert first("laoshanghai", two, by="robbing_kong", from_=3)["legal"]
    assert codes(first("laoshanghai", two, by="discard", from_=3)) == ["too_few_hua"]
    assert codes(first("mil2024", two, by="robbing_kong", from_=3)) == ["too_few_hua"]


def test_nobody_wins_baida_by_robbing_a_kong() -> None:
    hand = winner("456m789p34s55s", "2s", "c123m<3", "1f2f")
    assert codes(first("baida", hand, joker="9m", by="robbing_kong", from_=3)) == ["self_draw_only"]


def test_sibaida_counts_only_itself_and_huangfan() -> None:
    hand = winner("14m25p36s1234z999m", "9m", flowers="1f")
    answer = first("baida", hand, joker="9m", huangfan=2, replacement="kong")
    assert (answer["types"], answer["fan"]["total"], answer["share"]) == (["sibaida"], 4, 32)


def test_the_least_hua_of_laoshanghai_binds_no_first_win() -> None:
    assert first("laoshanghai", winner("123m456p789s234p5s", "5s", flowers="1f"), first_round=True)["legal"]


def test_no_hua_counts_ten_for_every_type_in_laoshanghai() -> None:
    answer = first("laoshanghai", winner("777p9s", "9s", "p222m<1 p555p<2 p888s<3"))
    assert (answer["hua"]["total"], answer["share"]) == (10, 10)
    assert answer["hua"]["items"] == [{"id": "no_hua", "tiles": "", "hua": 10}]


@pytest.mark.parametrize("ruleset", ["baida", "deshi-baida", "mil2024"])
def test_the_eighth_flower_is_no_win_where_bahuaqi_is_off(ruleset: str) -> None:
    joker = {"joker": "9s"} if ruleset != "mil2024" else {}
    assert codes(first(ruleset, winner(ANYTHING, "8f", flowers=EIGHT), **joker)) == ["not_a_win"]


def test_bahuaqi_needs_no_declaration_and_is_never_a_first_win() -> None:
    hand = winner(ANYTHING, "8f", flowers=EIGHT, declared=False)
    answer = first("qiaoma", hand, first_round=True, dealer=0)
    assert (answer["legal"], answer["types"]) == (True, ["bahuaqi"])


def test_bahuaqi_may_be_declined_for_a_completed_hand() -> None:
    assert first("dashen", winner("777s9m", "9m", "p222m<1 p555p<2 p888s<3", EIGHT))["types"] == ["pengpenghu"]


@pytest.mark.parametrize(
    ("ruleset", "melds", "win", "types"),
    [
        ("qinghunpeng", "", {"by": "self_draw"}, ["dihu", "qingyise"]),
        ("qinghunpeng", "K1111m", {"by": "self_draw"}, ["dihu", "qingyise"]),
        ("qinghunpeng", "p111m<1", {"by": "self_draw"}, ["qingyise"]),
        ("qinghunpeng", "", {"by": "discard", "from_": 1}, ["qingyise"]),
        ("qinghunpeng", "", {"by": "self_draw", "dealer": 0}, ["qingyise", "tianhu"]),
        ("qinghunpeng", "p111m<1", {"by": "self_draw", "dealer": 0}, ["qingyise"]),
        ("dashen", "p111m<1", {"by": "discard", "from_": 1}, ["dihu", "qingyise"]),
        ("dashen", "", {"by": "robbing_kong", "from_": 1}, ["dihu", "qingyise"]),
        ("dashen", "p111m<1", {"by": "self_draw", "dealer": 0}, ["qingyise"]),
        ("dashen", "", {"by": "robbing_kong", "from_": 1, "dealer": 0}, ["qingyise"]),
        ("laiyouxi", "", {"by": "self_draw", "dealer": 0}, ["qingyise"]),
    ],
)
def test_first_wins_are_what_note_12_says(ruleset: str, melds: str, win: dict[str, object], types: list[str]) -> None:
    concealed = "234m456m789m7m" if melds else "111m234m456m789m7m"
    hand = winner(concealed, "7m", melds)
    if win["by"] == "robbing_kong":
        hand = winner("111m234m45m789m99m", "6m")
    assert first(ruleset, hand, first_round=True, **win)["types"] == types


def test_mil2024_takes_no_concealed_kong_for_dadiaoche() -> None:
    exposed = winner("1z", "1z", "c123m<3 p444m<1 p555p<1 p111s<2", "1f")
    concealed = winner("1z", "1z", "c123m<3 p444m<1 p555p<1 K1111s", "1f")
    assert first("mil2024", exposed, by="discard", from_=2, claims=[[0, 1, 0]])["bonuses"] == ["dadiaoche"]
    assert codes(first("mil2024", concealed, by="discard", from_=2, claims=[[0, 1, 0]])) == []
    assert first("mil2024", concealed, by="discard", from_=2)["bonuses"] == []


# Options

PAIRS = "1199m2288p3344s1z"


def test_seven_pairs_win_everywhere_when_they_are_switched_on() -> None:
    on = {"qidui": True}
    hand = winner(PAIRS, "1z", flowers="1f2f")
    assert first("qiaoma", hand, overrides=on)["share"] == (1 + 2) * 4
    assert first("laiyouxi", hand, overrides=on)["share"] == (2 + 2) * 2
    assert first("baida", winner("1199m2288p3344s9s", "5s", flowers="1f"), joker="9s", overrides=on)["types"] == [
        "qidui"
    ]
    assert codes(first("qiaoma", hand)) == ["not_a_win"]


def test_seven_pairs_of_a_suit_are_qingyise_too_and_of_honours_fengyise() -> None:
    on = {"qidui": True}
    assert first("qinghunpeng", winner("1133557799m224m", "4m"), overrides=on)["types"] == ["qidui", "qingyise"]
    assert first("qinghunpeng", winner("1133557799m22z5z", "5z"), overrides=on)["types"] == ["hunyise", "qidui"]
    assert first("qinghunpeng", winner("1122334455667z", "7z"), overrides=on)["types"] == ["fengyise", "qidui"]


def test_the_diao_options_double_after_the_cap() -> None:
    qing = winner("9m", "9m", "c123m<3 c123m<3 c456m<3 p888m<1")
    hun = winner("9m", "9m", "p111z<3 p222z<3 p777m<3 p888m<1")
    bound = {"claims": [[0, 3, 0]]}
    assert first("laiyouxi", qing, overrides={"qing_diao": True}, **bound)["share"] == 20
    assert first("laiyouxi", hun, overrides={"hunpeng_diao": True}, **bound)["share"] == 20
    assert first("laiyouxi", hun, overrides={"qing_diao": True}, **bound)["share"] == 10
    assert first("qiaoma", hun, overrides={"hunpeng_diao": True}, **bound)["multiplier"] == 2


def test_an_override_turns_the_menqing_of_deshi_baida_on() -> None:
    hand = winner("123m456p789p23s9m5s", "5s", flowers="1f")
    assert first("deshi-baida", hand, joker="9m", overrides={"menqing": True})["bonuses"] == ["menqing"]


def test_another_least_hua_is_an_override() -> None:
    hand = winner("456m789p234s5s", "5s", "c123m<3", "1f")
    asked = {"overrides": {"least_hua": {"discard": 2}}, "by": "discard", "from_": 2}
    assert codes(first("qiaoma", hand, **asked)) == ["too_few_hua"]


# §7


def test_not_a_win_stands_alone_and_other_reasons_stand_together() -> None:
    nothing = winner(ANYTHING, "9m", declared=False)
    assert codes(first("qiaoma", nothing, by="discard", from_=2)) == ["not_a_win"]
    plain = winner("456m789p234s5s", "5s", "c123m<3", declared=False)
    assert codes(first("qiaoma", plain, by="discard", from_=2)) == ["too_few_hua", "not_declared"]


def test_the_reading_puts_melds_first_and_the_pair_last() -> None:
    answer = first("qiaoma", winner("234m567p22s", "2s", "c123m<3 K1111z") | {"concealed": "567p234m2s"})
    assert answer["reading"] == ["123m", "1111z", "234m", "567p", "22s"]


def test_what_was_not_reached_says_what_it_lacks() -> None:
    answer = first("qinghunpeng", winner("123m456m789m222m1z", "1z", flowers="1f"))
    lacks = {miss["type"]: [lack["code"] for lack in miss["lacks"]] for miss in answer["missed"]}
    assert lacks["pengpenghu"] == ["chows"]
    assert lacks["qingyise"] == ["honours_held"]
    assert lacks["bahuaqi"] == ["flowers_missing"]
    assert "hunyise" not in lacks
    assert "pinghu" not in lacks


def test_the_steps_lead_from_base_to_share_in_order() -> None:
    hand = winner("123m456p789s234p5s", "5s", flowers="1f")
    steps = first("qiaoma", hand, huangfan=1)["steps"]
    assert [(step["id"], step["of"], step["value"]) for step in steps[2:]] == [
        ("base", "", 1),
        ("hua_flower", "", 2),
        ("fan", "menqing", 4),
        ("fan", "huangfan", 8),
        ("share", "", 8),
    ]
