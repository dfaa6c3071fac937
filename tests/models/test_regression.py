"""What readers of other projects get wrong, each cause on a few small drawn photos (never used for training)."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets import regression
from models.metrics import Outcome, compare, read_truth
from vision import HandReader

WEIGHTS = Path(__file__).resolve().parents[2] / "models" / "weights"


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[Outcome]]:
    reader = HandReader.load(WEIGHTS)
    by_cause: dict[str, list[Outcome]] = {}
    for cause, scene in regression.scenes():
        result = compare(read_truth(scene.truth), reader.read(scene.jpeg()).to_json("en"))
        by_cause.setdefault(cause, []).append(result)
    return by_cause


@pytest.mark.parametrize("cause", regression.CAUSES)
def test_of_what_other_readers_get_wrong_eight_tiles_in_ten_are_right(
    outcomes: dict[str, list[Outcome]], cause: str
) -> None:
    results = outcomes[cause]
    right, tiles = sum(o.right for o in results), sum(o.tiles for o in results)
    assert right / tiles >= 0.8, [(o.photo, o.missing, o.extra) for o in results if not o.exact]


@pytest.mark.parametrize("cause", ["bird", "bamboo-789", "dots-456", "wan-123", "kong-backs", "close-up"])
def test_causes_that_are_overcome_stay_overcome(outcomes: dict[str, list[Outcome]], cause: str) -> None:
    assert [(o.photo, o.missing, o.extra) for o in outcomes[cause] if not o.exact] == []
