"""What the pages need to know about the rule sets, taken from their data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask_babel import gettext

from scoring import RuleSet, load_ruleset, ruleset_ids

from .i18n import language

OPTIONS = ("qidui", "qing_diao", "hunpeng_diao", "chuchong", "baochong")


@lru_cache(maxsize=32)
def _plain(id: str) -> RuleSet:
    return load_ruleset(id)


def facts() -> dict[str, dict[str, Any]]:
    """Of each rule set: its name in the page's language, and what the form must ask for."""
    found = {}
    for id in ruleset_ids():
        data = _plain(id).data
        found[id] = {
            "name": data["hanzi"] if language() == "zh" else data["english"],
            "joker": bool(data["jokers"]),
            "declare": bool(data["must_declare"]),
            "dragons": bool(data["dragons_are_flowers"]),
        }
    return found


def hanzi_of_terms() -> dict[str, str]:
    """Win types and bonuses by id, as 中文 players call them."""
    found: dict[str, str] = {}
    for id in ruleset_ids():
        for table in ("types", "bonuses"):
            for term, row in _plain(id).data[table].items():
                found.setdefault(term, row["hanzi"])
    return found


def options(id: str) -> list[dict[str, str]]:
    """House rules that are one tap away: the options every rule set has, and its base, cap and loss cap."""
    if id not in ruleset_ids():
        return []
    data = _plain(id).data
    helps = {
        "qidui": gettext("seven pairs wins"),
        "qing_diao": gettext("full flush with four melds out doubles"),
        "hunpeng_diao": gettext("half flush of pungs with four melds out doubles"),
        "chuchong": gettext("on a discard the discarder pays two shares, the others one each"),
        "baochong": gettext("on a discard the discarder pays for all three"),
        "menqing": gettext("fully concealed counts"),
    }
    found = [
        {"line": f"{key} = {'false' if data[key] else 'true'}", "help": helps.get(key, key)}
        for key in (*OPTIONS, "menqing")
        if isinstance(data.get(key), bool)
    ]
    found.append({"line": f"cap = {data['cap'] * 2 or 20}", "help": gettext("the cap on one share, in points")})
    found.append({"line": f"base = {data['base']}", "help": gettext("points before the hua")})
    found.append({"line": "loss_cap = 5", "help": gettext("most one player loses in a hand, in lezi")})
    return found
