"""Random well-formed requests of RULES.md §7: hands of every type, near misses, every kind of table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

Request = dict[str, Any]
JOKER_PRESETS = {"baida", "deshi-baida"}
DRAGON_FLOWERS = {"qiaoma", "deshi-qiaoma", "baida", "deshi-baida", "mil2024"}
THEMES = (
    "plain", "pungs", "flush", "half", "half pungs", "flush pungs", "honours", "loose", "pairs", "dense",
    "junk",
)  # fmt: skip


class Impossible(Exception):
    """This attempt needs a fifth copy; the caller draws again."""


def random_request(rng: random.Random, rulesets: Sequence[str]) -> Request:
    """A request that every check of §7 accepts, for one of `rulesets`."""
    while True:
        try:
            return _attempt(rng, rng.choice(rulesets))
        except Impossible:
            continue


def _attempt(rng: random.Random, ruleset: str) -> Request:
    by = rng.choices(("self_draw", "discard", "robbing_kong"), (5, 4, 1))[0]
    joker = None
    if ruleset in JOKER_PRESETS:
        by = rng.choices(("self_draw", "discard", "robbing_kong"), (8, 1, 1))[0]
        joker = rng.choice([f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 5)])
    seats = rng.sample(range(4), 4)
    many = 1 if by == "self_draw" else rng.choices((1, 2, 3), (7, 2, 1))[0]
    giver = None if by == "self_draw" else seats[many]
    winners: list[Request] = []
    for seat in seats[:many]:
        tile = winners[0]["tile"] if winners else None
        winners.append(_winner(rng, ruleset, by, joker, seat, tile))
    first_round = rng.random() < 0.12
    return {
        "ruleset": ruleset,
        "overrides": _overrides(rng, ruleset, several=many > 1),
        "table": {
            "dealer": rng.randrange(4),
            "huangfan": rng.choices((0, 1, 2, 3, 5), (6, 2, 1, 1, 1))[0],
            "kaibao": rng.random() < 0.25,
            "joker": joker,
        },
        "win": {
            "by": by,
            "from": giver,
            "replacement": rng.choices((None, "kong", "flower"), (7, 1, 1))[0],
            "last_tile": not first_round and rng.random() < 0.1,
            "first_round": first_round,
        },
        "winners": winners,
        "claims": _claims(rng),
        "ready": sorted(rng.sample(range(4), rng.randrange(4))),
    }


def _overrides(rng: random.Random, ruleset: str, *, several: bool) -> Request:
    """House rules that both scorers know; the payment schemes say nothing of several winners."""
    if rng.random() < 0.7:
        return {}
    options: Request = {
        "qidui": True,
        "base": rng.randint(0, 5),
        "must_declare": rng.random() < 0.5,
        "no_hua_counts": rng.choice((0, 10)),
        "least_hua": {"self_draw": rng.randint(0, 3), "discard": rng.randint(0, 4)},
    }
    if ruleset not in JOKER_PRESETS and not several:
        options[rng.choice(("chuchong", "baochong"))] = True
    if ruleset not in JOKER_PRESETS:
        options |= {"qing_diao": True, "hunpeng_diao": True}
    if ruleset != "mil2024":
        options["loss_cap"] = rng.randint(1, 8)
    if ruleset in ("mil2024", "baida", "deshi-baida"):
        options = {key: options[key] for key in ("qidui", "base", "must_declare")}
    chosen = rng.sample(sorted(options), rng.randint(1, 2))
    return {key: options[key] for key in chosen}


def _claims(rng: random.Random) -> list[list[int]]:
    if rng.random() < 0.5:
        return []
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    chosen = rng.sample(pairs, rng.randint(1, 6))
    return [[a, b, rng.choices((0, 1, 2, 3, 4), (1, 3, 3, 6, 2))[0]] for a, b in chosen]


def _winner(rng: random.Random, ruleset: str, by: str, joker: str | None, seat: int, tile: str | None) -> Request:
    dragons = ruleset in DRAGON_FLOWERS
    flowers = _flowers(rng, dragons)
    winner: Request = {"seat": seat, "declared": rng.random() < 0.9}
    if tile is None and by == "self_draw" and rng.random() < 0.05:
        return winner | _eight_flowers(rng, dragons)
    if tile is None and by == "self_draw" and joker and rng.random() < 0.1:
        groups = _groups(rng, rng.choice(THEMES), 5 if dragons else 8, None)
        return winner | _four_jokers(rng, joker, groups, seat, flowers)
    theme = rng.choice(THEMES)
    groups = _groups(rng, theme, 5 if dragons else 8, tile)
    melds, concealed = _split(rng, groups, seat, keep=tile is not None)
    if joker:
        concealed = _with_jokers(rng, concealed, joker)
    if rng.random() < 0.06:
        concealed[rng.randrange(len(concealed))] = rng.choice(_kinds(5 if dragons else 8))
    if tile is None:
        tile = _winning_tile(rng, concealed, melds, by)
    if tile not in concealed:
        raise Impossible
    concealed.remove(tile)
    held = Counter(concealed) + Counter(t for m in melds for t in _tiles(m["tiles"]))
    if by == "robbing_kong" and held[tile]:
        raise Impossible
    if max((held + Counter([tile])).values()) > 4:
        raise Impossible
    rng.shuffle(concealed)
    return winner | {"concealed": "".join(concealed), "tile": tile, "melds": melds, "flowers": flowers}


def _kinds(honours_end: int) -> list[str]:
    return [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, honours_end)]


def _tiles(text: str) -> list[str]:
    return [digit + text[-1] for digit in text[:-1]]


def _flowers(rng: random.Random, dragons: bool) -> str:
    many = rng.choices(range(9), (8, 6, 5, 4, 2, 1, 1, 1, 2))[0]
    chosen = [f"{n}f" for n in rng.sample(range(1, 9), many)]
    if dragons:
        chosen += rng.sample([f"{n}z" for n in (5, 6, 7)] * 4, rng.choice((0, 0, 1, 2)))
    return "".join(chosen)


def _groups(rng: random.Random, theme: str, honours_end: int, tile: str | None) -> list[list[str]]:
    """Tiles of a winning hand as groups; `tile`, if given, is in the first one."""
    suit = tile[1] if tile and tile[1] != "z" else rng.choice("mps")
    honours = [f"{n}z" for n in range(1, honours_end)]
    suits = "mps" if theme in ("plain", "pungs", "junk") else suit
    numbers = [f"{n}{s}" for s in suits for n in range(1, 10)]
    if theme == "dense":
        low = rng.randint(1, 5)
        numbers = [f"{n}{suit}" for n in range(low, low + 5)]
    pool = {
        "plain": numbers + honours,
        "pungs": numbers + honours,
        "flush": numbers,
        "dense": numbers,
        "half": numbers + honours * 2,
        "half pungs": numbers + honours,
        "flush pungs": numbers,
        "honours": honours,
        "loose": honours,
        "pairs": rng.choice((numbers, numbers + honours, honours)),
        "junk": numbers + honours,
    }[theme]
    if theme == "loose":
        drawn = rng.sample(honours * 4, 14)
        loose = [[t] for t in _rest(drawn)]
        return [[t] for t in drawn] if rng.random() < 0.6 else [*_pungs_of(drawn), *loose]
    if theme == "junk":
        return [[t] for t in rng.sample(pool * 4, 14)]
    if theme == "pairs":
        first = [tile] if tile else []
        return [[t, t] for t in [*first, *rng.choices(pool, k=7 - len(first))]]
    only_pungs = theme in ("pungs", "half pungs", "flush pungs", "honours")
    groups = [_set(rng, tile or rng.choice(pool), only_pungs)]
    groups += [_set(rng, rng.choice(pool), only_pungs) for _ in range(3)]
    pair = rng.choice(pool)
    return [*groups, [pair, pair]]


def _pungs_of(drawn: list[str]) -> list[list[str]]:
    return [[t] * 3 for t, n in Counter(drawn).items() if n >= 3]


def _rest(drawn: list[str]) -> list[str]:
    return [t for t, n in Counter(drawn).items() for _ in range(n - 3 if n >= 3 else n)]


def _set(rng: random.Random, tile: str, only_pung: bool) -> list[str]:
    if only_pung or tile[1] == "z" or rng.random() < 0.25:
        return [tile] * 3
    number = int(tile[0])
    low = rng.randint(max(1, number - 2), min(7, number))
    return [f"{low + step}{tile[1]}" for step in range(3)]


def _split(rng: random.Random, groups: list[list[str]], seat: int, keep: bool) -> tuple[list[Request], list[str]]:
    """Some groups as melds, the rest as concealed tiles; the first group stays concealed if `keep`."""
    share = rng.choice((0, 0, 0.3, 0.6, 1))
    melds: list[Request] = []
    concealed: list[str] = []
    used = Counter(t for g in groups for t in g)
    for at, group in enumerate(groups):
        if len(group) != 3 or (keep and at == 0) or rng.random() >= share or len(melds) == 4:
            concealed += group
        elif group[0] != group[1]:
            melds.append({"kind": "chow", "tiles": _text(group), "from": rng.choice(((seat + 3) % 4, None))})
        elif used[group[0]] == 3 and rng.random() < 0.5:
            hidden = rng.random() < 0.5
            source: Request = {"concealed": True} if hidden else {"from": _other(rng, seat)}
            melds.append({"kind": "kong", "tiles": _text([group[0]] * 4)} | source)
        else:
            melds.append({"kind": "pung", "tiles": _text(group), "from": _other(rng, seat)})
    return melds, concealed


def _other(rng: random.Random, seat: int) -> int | None:
    return rng.choice([s for s in range(4) if s != seat] * 3 + [None])


def _text(group: list[str]) -> str:
    return "".join(t[0] for t in group) + group[0][1]


def _with_jokers(rng: random.Random, concealed: list[str], joker: str) -> list[str]:
    many = min(rng.choices((0, 1, 2, 3, 4), (3, 4, 3, 1, 1))[0], len(concealed))
    places = set(rng.sample(range(len(concealed)), many))
    return [joker if at in places else t for at, t in enumerate(concealed)]


def _winning_tile(rng: random.Random, concealed: list[str], melds: list[Request], by: str) -> str:
    held = Counter(concealed) + Counter(t for m in melds for t in _tiles(m["tiles"]))
    choices = [t for t in concealed if by != "robbing_kong" or held[t] == 1]
    if not choices:
        raise Impossible
    return rng.choice(choices)


def _eight_flowers(rng: random.Random, dragons: bool) -> Request:
    drawn = rng.sample(_kinds(5 if dragons else 8) * 4, 13)
    return {"concealed": "".join(drawn), "tile": f"{rng.randint(1, 8)}f", "melds": [], "flowers": "12345678f"}


def _four_jokers(rng: random.Random, joker: str, groups: list[list[str]], seat: int, flowers: str) -> Request:
    melds, concealed = _split(rng, groups, seat, keep=False)
    held = Counter(t for m in melds for t in _tiles(m["tiles"]))
    if len(concealed) < 5 or held[joker]:
        raise Impossible
    kept = [t for t in rng.sample(concealed, len(concealed)) if t != joker][: len(concealed) - 4]
    if len(kept) < len(concealed) - 4 or max((held + Counter(kept)).values(), default=0) > 4:
        raise Impossible
    return {"concealed": "".join(kept) + joker * 3, "tile": joker, "melds": melds, "flowers": flowers}
