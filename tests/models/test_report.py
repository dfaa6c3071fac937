"""What an evaluation shows people."""

from __future__ import annotations

import pytest

from models.report import print_ways


def way(exact: float, seconds: float) -> dict[str, float]:
    shares = dict.fromkeys(("tiles_right", "flowers_right", "exact_photos", "exact_hands"), exact)
    return {"photos": 10, "corrections_mean": 0.1, "seconds_mean": seconds, **shares}


def test_of_several_ways_to_read_the_one_with_most_exact_photos_a_second_comes_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_ways({"slow": way(0.96, 0.4), "quick": way(0.94, 0.1), "hasty": way(0.2, 0.05)})
    lines = capsys.readouterr().out.splitlines()
    names = [word for line in lines for word in line.split() if word in ("slow", "quick", "hasty")]
    assert names == ["quick", "hasty", "slow"]
    assert "9.40" in next(line for line in lines if "quick" in line)
