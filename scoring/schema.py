"""What a rule-set file may say: the strict reader of its keys and values, and of overrides.

The checks here are of form. Which combinations of valid values make no sense is in `ruleset`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import Problem, json_type, quoted
from .patterns import TYPE_IDS

Check = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Value:
    """A single value: how a message names what is expected, and the test."""

    expected: str
    accepts: Check


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its keys, those that may be left out, and whether further rows of one sort may stand in it."""

    keys: Mapping[str, Spec]
    optional: frozenset[str] = frozenset()
    rows: Spec | None = None
    fixed: frozenset[str] = field(default_factory=lambda: frozenset({"hanzi", "english", "source"}))


Spec = Value | Table


def whole(low: int, high: int) -> Value:
    """A whole number from `low` to `high`."""
    return Value(f"{low}–{high}", lambda value: type(value) is int and low <= value <= high)


def choice(*options: str) -> Value:
    """One of the words."""
    return Value(" | ".join(options), lambda value: isinstance(value, str) and value in options)


def several(item: Value, length: int | None = None) -> Value:
    """A list of such values."""

    def accepts(value: Any) -> bool:
        return (
            isinstance(value, list | tuple)
            and (len(value) <= 20 if length is None else len(value) == length)
            and all(item.accepts(each) for each in value)
        )

    return Value(f"[{item.expected}]", accepts)


def _positive(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0 < value <= 10**6


FLAG = Value("true | false", lambda value: type(value) is bool)
TEXT = Value("text", lambda value: isinstance(value, str))
TYPE = choice(*TYPE_IDS)
_JOINED = Value(
    "type or type+type",
    lambda value: isinstance(value, str) and all(part in TYPE_IDS for part in value.split("+")),
)
_NAMED: dict[str, Spec] = {"hanzi": TEXT, "english": TEXT, "source": TEXT}

CIRCUMSTANCES = (
    "concealed",
    "kong_replacement",
    "flower_replacement",
    "last_tile",
    "four_melds",
    "four_exposed_melds",
    "no_joker_used",
    "any_tile_wait",
    "robbing_kong",
    "drawn_hands",
    "lucky_dice",
)
GIVES = (
    "nothing",
    "fan",
    "fan_each_drawn",
    "at_least_lezi",
    "add_lezi",
    "double_small",
    "multiplier",
    "multiplier_by_drawn",
)
TYPE_ROW = Table(
    {
        **_NAMED,
        "wins": choice("always", "never", "off"),
        "fan": whole(0, 20),
        "lezi": whole(0, 100),
        "lezi_menqing": whole(0, 100),
    },
    optional=frozenset({"lezi_menqing"}),
)
BONUS_ROW = Table(
    {
        **_NAMED,
        "when": several(choice(*CIRCUMSTANCES)),
        "gives": choice(*GIVES),
        "amount": whole(0, 100),
        "amounts": several(whole(1, 1000)),
        "further": whole(1, 100),
        "types": several(_JOINED),
        "not_types": several(TYPE),
        "option": TEXT,
        "outside_most_fan": FLAG,
    },
    optional=frozenset({"amounts", "further", "types", "not_types", "option", "outside_most_fan"}),
)
TABLE_RULES = Table(
    {
        "source": TEXT,
        "huangfan_after_win": choice("zero", "one_less", "unused"),
        "kaibao_kept": FLAG,
        "kaibao_adds_to_huangfan": FLAG,
        "kaibao_dice": Table(
            {
                "double_1_or_4": whole(0, 10),
                "other_double": whole(0, 10),
                "one_and_four": whole(0, 10),
                "any_1_or_4": whole(0, 10),
            }
        ),
        "leaving_clears_huangfan": FLAG,
        "dealer_after_several": choice("discarder", "next_after_discarder"),
        "passed_win": choice("free", "hand", "until_own_draw", "same_tile_until_claim", "must_win"),
        "leaving": Table(
            {
                "pays": choice("nothing", "base", "cap_by_huangfan", "bases"),
                "amount": whole(0, 1000),
                "others_get": choice("nothing", "quarter", "bases"),
                "others_amount": whole(0, 1000),
            }
        ),
        "rating": Table(
            {
                "used": FLAG,
                "discarder": whole(-100, 100),
                "winner": whole(-100, 100),
                "self_draw": whole(-100, 100),
                "self_draw_others": whole(-100, 100),
                "leaving": whole(-100, 100),
            }
        ),
    }
)
RULES = Table(
    {
        **_NAMED,
        "id": TEXT,
        "source": Table({"zh": TEXT, "en": TEXT}),
        "notes": Table({"zh": TEXT, "en": TEXT}),
        "base": whole(0, 1000),
        "cap": whole(0, 100_000),
        "most_fan": whole(0, 20),
        "stake": Value("number > 0", _positive),
        "loss_cap": whole(0, 1000),
        "dragons_are_flowers": FLAG,
        "jokers": FLAG,
        "must_declare": FLAG,
        "undeclared": several(TYPE),
        "must_take_win": FLAG,
        "self_draw_only": FLAG,
        "no_hua_counts": whole(0, 100),
        "qidui": FLAG,
        "chuchong": FLAG,
        "baochong": FLAG,
        "robbing_kong_pays": whole(0, 9),
        "least_hua": Table(
            {
                "source": TEXT,
                "self_draw": whole(0, 100),
                "discard": whole(0, 100),
                "robbing_kong": whole(0, 100),
                "binds": choice("every_win", "pinghu", "without_fan"),
                "not_with": several(TYPE),
                "not_lifted_by": several(TEXT),
            }
        ),
        "hua": Table(
            {
                "source": TEXT,
                "flower": whole(0, 20),
                "wind": several(whole(0, 20), 3),
                "dragon": several(whole(0, 20), 3),
                "number": several(whole(0, 20), 3),
                "joker": whole(0, 20),
            }
        ),
        "dihu": Table({"source": TEXT, "by": choice("self_draw", "any_win"), "after_own_claim": FLAG}),
        "types": Table({name: TYPE_ROW for name in TYPE_IDS}),
        "bonuses": Table({}, rows=BONUS_ROW),
        "bao": Table(
            {
                "source": TEXT,
                "form": choice("none", "small", "big", "extra"),
                "counted": choice("summed", "each_way"),
                "mutual": choice("once", "double"),
                "robbing_partner_pays": whole(0, 9),
            }
        ),
        "table": TABLE_RULES,
    },
    fixed=frozenset({"id", "hanzi", "english", "source", "notes"}),
)


def file_problems(data: Mapping[str, Any], spec: Table, path: str) -> Iterator[Problem]:
    """Everything that a rule-set file says wrongly or leaves out."""
    for key in spec.keys:
        if key not in data and key not in spec.optional:
            yield Problem("missing_key", f"{path}{key}")
    for key, value in data.items():
        inner = spec.keys.get(key) or spec.rows
        if inner is None and type(value) is bool and spec is RULES:
            continue  # an option that a bonus names; `ruleset` checks that one does
        if inner is None:
            yield Problem("unknown_key", f"{path}{key}", {"key": quoted(key)})
        elif isinstance(inner, Value):
            yield from _value_problems(inner, value, f"{path}{key}")
        elif not isinstance(value, dict):
            yield Problem("wrong_type", f"{path}{key}", {"expected": "object", "got": json_type(value)})
        else:
            yield from file_problems(value, inner, f"{path}{key}.")


def override_problems(
    overrides: Mapping[Any, Any], data: Mapping[str, Any], spec: Table, path: str
) -> Iterator[Problem]:
    """Everything wrong with overrides of `data`: they may only change what is there (RULES.md §4)."""
    for key, value in overrides.items():
        where = f"{path}{quoted(key)}"
        inner = (spec.keys.get(key) or spec.rows) if isinstance(key, str) else None
        if inner is None and spec is RULES and type(data.get(key)) is bool:
            inner = FLAG
        if inner is None or (key not in data and key not in spec.optional):
            yield Problem("unknown_override", where, {"key": quoted(key)})
        elif key in spec.fixed:
            yield Problem("fixed_override", where, {"key": key})
        elif isinstance(inner, Value):
            yield from _value_problems(inner, value, where)
        elif not isinstance(value, dict):
            yield Problem("wrong_type", where, {"expected": "object", "got": json_type(value)})
        else:
            yield from override_problems(value, data.get(key, {}), inner, f"{where}.")


def _value_problems(spec: Value, value: Any, path: str) -> Iterator[Problem]:
    if not spec.accepts(value):
        yield Problem("bad_value", path, {"expected": spec.expected, "got": quoted(value)})


def merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with the tables of `changes` laid over it, table by table."""
    result = dict(data)
    for key, value in changes.items():
        held = result.get(key)
        result[key] = merged(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return result
