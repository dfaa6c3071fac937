"""An evening of 敲麻: eight hands whose payments follow from RULES.md §3 to §5, worked out by hand.

1 nobody wins; 2 Ann on Cai's discard (1 hua, one drawn hand: 2 × 2); 3 Ann draws herself, Bo is bound
(包三口); 4 Ann and Bo on Cai's discard (一炮双响); 5 Dee by points only;
6 Cai 清一色 on Bo's discard (the cap);
7 Bo draws himself, written by mistake and voided; 8 Bo 混一色碰碰胡门前清 on Ann's discard.
"""

from __future__ import annotations

from typing import Any

NAMES = ("Ann", "Bo", "蔡", "Dee")
TABLE = {"names": list(NAMES), "ruleset": "qiaoma", "stake": "0.5"}

CHOW = {"kind": "chow", "tiles": "123m", "from": 3}
KONG = {"kind": "kong", "tiles": "1111z", "from": 1}


def request(by: str, *winners: dict[str, Any], payer: int | None = None, **more: Any) -> dict[str, Any]:
    return {"win": {"by": by, "from": payer}, "winners": list(winners), **more}


def plain(seat: int, giver: int = 3) -> dict[str, Any]:
    chow = {**CHOW, "from": giver}
    return {"seat": seat, "concealed": "456m789p234s5s", "tile": "5s", "melds": [chow], "flowers": "1f"}


def concealed(seat: int, flowers: str = "2f") -> dict[str, Any]:
    return {"seat": seat, "concealed": "123m456p789s234p5s", "tile": "5s", "flowers": flowers}


BOUND = {"seat": 0, "concealed": "456m789m5m", "tile": "5m", "melds": [CHOW, KONG]}
FLUSH = {"seat": 2, "concealed": "123m456m789m234m5m", "tile": "5m", "flowers": "1f"}
PUNGS = {"seat": 1, "concealed": "111z222m555m888m9m", "tile": "9m"}

HANDS: list[tuple[str, dict[str, Any], list[int]]] = [
    ("draw", {}, [0, 0, 0, 0]),
    ("hand", {"request": request("discard", plain(0), payer=2)}, [4, 0, -4, 0]),
    ("hand", {"request": request("self_draw", BOUND, claims=[[0, 1, 3]])}, [30, -18, -6, -6]),
    ("hand", {"request": request("discard", plain(0), concealed(1), payer=2)}, [2, 4, -6, 0]),
    (
        "hand",
        {"manual": {"by": "self_draw", "winners": [3], "payments": [-5, -5, -5, 15]}},
        [-5, -5, -5, 15],
    ),
    ("hand", {"request": request("discard", FLUSH, payer=1)}, [0, -20, 20, 0]),
    ("hand", {"request": request("self_draw", concealed(1))}, [-4, 12, -4, -4]),
    ("hand", {"request": request("discard", PUNGS, payer=0)}, [-16, 16, 0, 0]),
]
DEALERS = [0, 0, 0, 2, 3, 2, 1, 1]
"""Who deals after each hand: the winner, the discarder after several winners."""
MISTAKE = 7
TOTALS = (15, -23, -1, 9)
"""The totals once hand 7 is void."""
