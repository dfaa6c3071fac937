"""Questions for learners, from random hands or hands that were played: name the type, count the hua, say who pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring import ScoringError, score_request

from .payloads import text_of

KINDS = ("type", "hua", "pays")
RULES = ("qiaoma", "qinghunpeng", "laoshanghai", "laiyouxi")
_SUITS = "mps"


@dataclass(frozen=True, slots=True)
class Question:
    """One question: the request it is about, what may be answered, and which answers are right."""

    kind: str
    asked: Mapping[str, Any]
    settled: Mapping[str, Any]
    options: tuple[str, ...]
    right: str


def question(seed: int, lang: str) -> Question:
    """The question number ``seed``: the same one each time, whatever the language."""
    random = Random(seed)
    while True:
        asked = _request(random)
        try:
            settled = score_request(asked, lang)
        except ScoringError:
            continue
        if settled["winners"][0]["legal"]:
            return about(asked, settled, seed, random)


def may_ask(asked: Mapping[str, Any] | None, settled: Mapping[str, Any] | None) -> bool:
    """Whether a played hand makes a question: one legal winner."""
    return bool(asked and settled) and len(asked["winners"]) == 1 and bool(settled["winners"][0]["legal"])


def about(asked: Mapping[str, Any], settled: Mapping[str, Any], seed: int, random: Random | None = None) -> Question:
    """A question about a settled hand of one winner; the same for the same ``seed``."""
    random = random or Random(seed)
    kind = KINDS[seed % len(KINDS)]
    right, options = _answers(kind, asked, settled, random)
    return Question(kind, asked, settled, tuple(options), right)


def _answers(kind: str, asked: Mapping[str, Any], settled: Mapping[str, Any], random: Random) -> tuple[str, list[str]]:
    won = settled["winners"][0]
    if kind == "type":
        right = "+".join(won["types"])
        others = ["pinghu", "pengpenghu", "hunyise", "qingyise", "qingpeng", "hunyise+pengpenghu", "fengyise"]
        wrong = [one for one in others if one != right]
        options = [right, *random.sample(wrong, 3)]
        random.shuffle(options)
        return right, options
    if kind == "hua":
        total = won["hua"]["total"]
        low = max(0, total - random.randint(0, 3))
        return str(total), [str(low + step) for step in range(4)]
    right = "".join(str(seat) for seat, points in enumerate(settled["payments"]) if points < 0)
    others = [str(seat) for seat in range(4) if seat != asked["winners"][0]["seat"]]
    options = [*others, "".join(others)]
    return right, options if right in options else [*options, right]


def _set(random: Random, suits: str, chows: bool) -> list[str]:
    if "z" in suits and random.random() < 0.4:
        return [f"{random.randint(1, 4)}z"] * 3
    suit = random.choice([one for one in suits if one != "z"] or ["z"])
    if suit == "z":
        return [f"{random.randint(1, 4)}z"] * 3
    if chows:
        first = random.randint(1, 7)
        return [f"{first + step}{suit}" for step in range(3)]
    return [f"{random.randint(1, 9)}{suit}"] * 3


def _request(random: Random) -> dict[str, Any]:
    """A hand of four sets and a pair: of any suits, of one suit, or of one suit and winds."""
    one = random.choice(_SUITS)
    suits = random.choice([_SUITS, one, one + "z", one + "z"])
    pungs = random.random()
    sets = [_set(random, suits, random.random() > pungs) for _ in range(4)]
    suit = random.choice(suits)
    pair = f"{random.randint(1, 4 if suit == 'z' else 9)}{suit}"
    out = random.choice([0, 0, 1, 2, 3])
    melds: list[dict[str, Any]] = []
    for tiles in sets[:out]:
        chow = len(set(tiles)) > 1
        if not chow and random.random() < 0.3:
            melds.append({"kind": "kong", "tiles": text_of([*tiles, tiles[0]]), "concealed": random.random() < 0.5})
        else:
            melds.append({"kind": "chow" if chow else "pung", "tiles": text_of(tiles), "from": 3})
    inside = sorted([*(tile for tiles in sets[out:] for tile in tiles), pair, pair], key=lambda code: (code[1], code))
    drawn = inside.pop(random.randrange(len(inside)))
    by = random.choice(["self_draw", "discard"])
    flowers = sorted(random.sample(range(1, 9), random.randint(0, 3)))
    return {
        "ruleset": random.choice(RULES),
        "win": {"by": by, "from": random.choice([1, 2, 3]) if by == "discard" else None},
        "winners": [
            {
                "seat": 0,
                "concealed": text_of(inside),
                "tile": drawn,
                "melds": melds,
                "flowers": text_of([f"{n}f" for n in flowers]),
            }
        ],
    }
