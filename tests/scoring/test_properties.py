"""Laws that hold for every hand under every rule set."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import format_tiles, load_ruleset, parse_tiles, ruleset_ids, score_request
from scoring.tiles import TILES
from tests.scoring.random_requests import random_request

Json = dict[str, Any]
LAW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def requests(draw: st.DrawFn) -> Json:
    """A request that can be scored, of any rule set."""
    return random_request(random.Random(draw(st.integers(0, 10**9))), ruleset_ids())


def without_texts(answer: Json) -> Json:
    """What an answer says about value and payments."""
    kept = ("seat", "legal", "types", "share", "lezi", "multiplier", "bonuses")
    winners = [
        {key: each[key] for key in kept} | {"hua": each["hua"]["total"], "fan": each["fan"]["total"]}
        for each in answer["winners"]
    ]
    return {"winners": sorted(winners, key=lambda each: each["seat"]), "payments": answer["payments"]}


@given(requests())
@LAW
def test_payments_sum_to_zero_and_go_to_legal_winners_only(asked: Json) -> None:
    answer = score_request(asked)
    assert sum(answer["payments"]) == 0
    legal = {each["seat"] for each in answer["winners"] if each["legal"]}
    assert all(points <= 0 for seat, points in enumerate(answer["payments"]) if seat not in legal)
    assert all(each["share"] == 0 for each in answer["winners"] if not each["legal"])
    if not legal:
        assert answer["payments"] == [0, 0, 0, 0]


@given(requests(), st.randoms(use_true_random=False))
@LAW
def test_the_order_of_tiles_melds_and_winners_does_not_matter(asked: Json, rng: random.Random) -> None:
    other = {**asked, "winners": [dict(each) for each in asked["winners"]]}
    rng.shuffle(other["winners"])
    for each in other["winners"]:
        for key in ("concealed", "flowers"):
            tiles = list(parse_tiles(each.get(key, "")))
            rng.shuffle(tiles)
            each[key] = format_tiles(tiles)
        each["melds"] = rng.sample(each.get("melds", []), len(each.get("melds", [])))
    assert without_texts(score_request(other)) == without_texts(score_request(asked))


@given(requests(), st.permutations("mps"))
@LAW
def test_renaming_the_suits_does_not_matter(asked: Json, suits: list[str]) -> None:
    names = str.maketrans("mps", "".join(suits))
    other = {**asked, "table": dict(asked.get("table", {})), "winners": [dict(each) for each in asked["winners"]]}
    if other["table"].get("joker"):
        other["table"]["joker"] = other["table"]["joker"].translate(names)
    for each in other["winners"]:
        for key in ("concealed", "tile"):
            each[key] = each[key].translate(names)
        each["melds"] = [{**meld, "tiles": meld["tiles"].translate(names)} for meld in each.get("melds", [])]
    assert without_texts(score_request(other)) == without_texts(score_request(asked))


@given(requests())
@LAW
def test_one_more_flower_never_scores_less_where_having_no_hua_is_worth_nothing(asked: Json) -> None:
    rules = load_ruleset(asked["ruleset"], asked.get("overrides"))
    if rules.no_hua_counts:
        return
    before = score_request(asked)["winners"][0]
    first = asked["winners"][0]
    missing = [f"{n}f" for n in range(1, 9) if f"{n}f" not in [tile.code for tile in parse_tiles(first["flowers"])]]
    if not missing:
        return
    more = {**first, "flowers": first["flowers"] + missing[0]}
    after = score_request({**asked, "winners": [more, *asked["winners"][1:]]})["winners"][0]
    assert after["share"] >= before["share"]
    assert after["legal"] or not before["legal"]


@given(st.lists(st.sampled_from(TILES), max_size=30))
def test_parsing_what_was_formatted_gives_the_tiles_back(tiles: list[Any]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@given(requests())
@LAW
def test_scoring_what_was_parsed_and_formatted_changes_nothing(asked: Json) -> None:
    def same(text: str) -> str:
        return format_tiles(parse_tiles(text))

    winners = [
        {**each, **{key: same(each[key]) for key in ("concealed", "tile", "flowers")}} for each in asked["winners"]
    ]
    assert score_request({**asked, "winners": winners}) == score_request(asked)


@given(requests())
@LAW
def test_the_reading_that_is_scored_is_the_dearest_and_names_every_tile(asked: Json) -> None:
    for each, given_hand in zip(score_request(asked)["winners"], asked["winners"], strict=True):
        assert all(other["share"] <= each["share"] for other in each["alternatives"])
        if not each["reading"] or "jokers" in each or {"bahuaqi", "sibaida"} & set(each["types"]):
            continue
        melds = "".join(meld["tiles"] for meld in given_hand.get("melds", []))
        held = parse_tiles(given_hand["concealed"] + given_hand["tile"] + melds)
        assert sorted(held) == sorted(parse_tiles("".join(each["reading"])))


@given(requests())
@LAW
def test_the_steps_end_at_the_share_and_the_hua_items_add_up(asked: Json) -> None:
    for lang in ("zh", "en"):
        for each in score_request(asked, lang)["winners"]:
            assert each["steps"][-1]["value"] == each["share"]
            assert sum(item["hua"] for item in each["hua"]["items"]) == each["hua"]["total"]
