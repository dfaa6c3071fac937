"""The vocabulary of the scoring tests: requests and answers in few words."""

from __future__ import annotations

from typing import Any

from scoring import ScoringError, score_request

Json = dict[str, Any]


def winner(concealed: str, tile: str, melds: str = "", flowers: str = "", seat: int = 0, **more: Any) -> Json:
    """A winner; melds such as "c123m<3 p111z k5555m<1 K7777z": chow, pung, kong, concealed kong, < the giver."""
    return {
        "seat": seat,
        "concealed": concealed,
        "tile": tile,
        "melds": [meld(text) for text in melds.split()],
        "flowers": flowers,
        **more,
    }


def meld(text: str) -> Json:
    """A meld of the short form."""
    tiles, _, giver = text[1:].partition("<")
    made: Json = {"kind": {"c": "chow", "p": "pung", "k": "kong", "K": "kong"}[text[0]], "tiles": tiles}
    if text[0] == "K":
        made["concealed"] = True
    if giver:
        made["from"] = int(giver)
    return made


def request(ruleset: str, *winners: Json, by: str = "self_draw", **more: Any) -> Json:
    """A request: keys of `win` and `table` may be given flat, `from_` for from."""
    win: Json = {"by": by}
    table: Json = {"dealer": more.pop("dealer", 1)}
    if (payer := more.pop("from_", None)) is not None:
        win["from"] = payer
    for key in ("replacement", "last_tile", "first_round"):
        if key in more:
            win[key] = more.pop(key)
    for key in ("huangfan", "kaibao", "joker"):
        if key in more:
            table[key] = more.pop(key)
    return {"ruleset": ruleset, "table": table, "win": win, "winners": list(winners), **more}


def score(ruleset: str, *winners: Json, **more: Any) -> Json:
    """The answer to such a request."""
    return score_request(request(ruleset, *winners, **more))


def first(ruleset: str, *winners: Json, **more: Any) -> Json:
    """The first winner of the answer."""
    result: Json = score(ruleset, *winners, **more)["winners"][0]
    return result


def problems(asked: Any) -> list[tuple[str, str]]:
    """(code, path) of everything wrong with a request; empty where it is scored."""
    try:
        score_request(asked)
    except ScoringError as error:
        return [(problem.code, problem.path) for problem in error.problems]
    return []
