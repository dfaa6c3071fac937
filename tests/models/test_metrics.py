from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from models.metrics import (
    Found,
    average_precision,
    compare,
    confusions,
    mean_average_precision,
    read_truth,
    summary,
)

HAND = {"photo": "a.jpg", "concealed": "123m55z", "melds": ["1111p"], "flowers": "1f", "rotation": "upright"}


def answer(codes: str, hand: dict[str, Any], zones: dict[int, str] | None = None) -> dict[str, Any]:
    tiles = [{"code": code, "zone": (zones or {}).get(i, "concealed")} for i, code in enumerate(codes.split())]
    return {"tiles": tiles, "hand": hand, "seconds": {"total": 0.1}}


def reading(concealed: str = "123m55z", melds: str = "1111p", flowers: str = "1f") -> dict[str, Any]:
    return {
        "concealed": concealed,
        "tile": None,
        "melds": [{"kind": "kong", "tiles": melds}],
        "flowers": flowers,
    }


def test_the_truth_of_a_made_scene_need_not_say_how_the_row_lies() -> None:
    row = {key: value for key, value in HAND.items() if key != "rotation"}
    assert read_truth(row).rotation == "unstated"


def test_a_hand_read_right_is_exact_and_needs_no_correction() -> None:
    result = compare(read_truth(HAND), answer("1m 2m 3m 5z 5z 1p 1p 1p 1p 1f", reading()))
    assert (result.exact, result.exact_reading, result.corrections) == (True, True, 0)


def test_a_wrong_name_is_one_correction_and_not_exact() -> None:
    result = compare(read_truth(HAND), answer("1m 2m 3m 5z 6z 1p 1p 1p 1p 1f", reading("123m56z")))
    assert (result.exact, result.corrections, result.missing, result.extra) == (False, 1, ("5z",), ("6z",))


def test_tiles_of_the_background_count_neither_way() -> None:
    read = answer("1m 2m 3m 5z 5z 1p 1p 1p 1p 1f 9s", reading(), {10: "other"})
    assert compare(read_truth(HAND), read).exact


def test_the_right_tiles_in_the_wrong_place_are_exact_but_no_exact_reading() -> None:
    result = compare(read_truth(HAND), answer("1m 2m 3m 5z 5z 1p 1p 1p 1p 1f", reading(flowers="")))
    assert (result.exact, result.exact_reading) == (True, False)


def test_the_backs_of_two_concealed_kongs_count_for_each_its_own_face() -> None:
    kongs = [{"kind": "kong", "tiles": tiles, "concealed": True} for tiles in ("2222z", "8888s")]
    truth = read_truth({"photo": "a.jpg", "concealed": "55z", "melds": ["2222z", "8888s"], "flowers": ""})
    read = answer("5z 5z 0x 2z 2z 0x 8s 0x 0x 8s", {"concealed": "55z", "tile": None, "melds": kongs, "flowers": ""})
    assert compare(truth, read).exact_reading


def test_the_backs_of_a_concealed_kong_count_as_its_face() -> None:
    hand = reading()
    hand["melds"][0]["concealed"] = True
    assert compare(read_truth(HAND), answer("1m 2m 3m 5z 5z 0x 1p 1p 0x 1f", hand)).exact


def test_corrections_per_photo_are_averaged() -> None:
    truth = read_truth(HAND)
    good = compare(truth, answer("1m 2m 3m 5z 5z 1p 1p 1p 1p 1f", reading()))
    bad = compare(truth, answer("1m 2m 5z 5z 1p 1p 1p 1p 1f", reading()))
    assert summary([good, bad])["corrections_mean"] == 0.5


def boxes(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array(rows, dtype=float).reshape(-1, 4)


def test_average_precision_is_one_when_every_box_is_found_first() -> None:
    truth = boxes((0, 0, 10, 10), (20, 0, 30, 10))
    found = Found(truth, np.array([0.9, 0.8]), np.array([1, 1]), truth, np.array([1, 1]))
    assert average_precision([found], 1, 0.5) == pytest.approx(1.0)


def test_average_precision_is_a_half_when_one_of_two_is_found() -> None:
    truth = boxes((0, 0, 10, 10), (20, 0, 30, 10))
    found = Found(truth[:1], np.array([0.9]), np.array([1]), truth, np.array([1, 1]))
    assert average_precision([found], 1, 0.5) == pytest.approx(0.5)


def test_a_false_alarm_above_the_hit_halves_the_precision() -> None:
    truth = boxes((0, 0, 10, 10))
    seen = boxes((50, 50, 60, 60), (0, 0, 10, 10))
    found = Found(seen, np.array([0.9, 0.8]), np.array([1, 1]), truth, np.array([1]))
    assert average_precision([found], 1, 0.5) == pytest.approx(0.5)


def test_classes_without_labels_do_not_count_in_the_mean() -> None:
    truth = boxes((0, 0, 10, 10))
    found = Found(truth, np.array([0.9]), np.array([3]), truth, np.array([3]))
    assert mean_average_precision([found], 43)["mAP50"] == 1.0


def test_a_confusion_names_the_truth_first() -> None:
    truth = boxes((0, 0, 10, 10))
    found = Found(truth, np.array([0.9]), np.array([4]), truth, np.array([3]))
    assert confusions([found]) == {(3, 4): 1}
