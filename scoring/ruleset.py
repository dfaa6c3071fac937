"""A rule set: the values of one data file, with overrides, made ready for the engine (RULES.md §4)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .errors import Problem, RuleSetError, json_type, quoted
from .patterns import BIT, TYPE_IDS
from .schema import CIRCUMSTANCES, RULES, file_problems, merged, override_problems

_FOLDER = Path(__file__).with_name("rulesets")
CIRCUMSTANCE_BIT: dict[str, int] = {name: 1 << index for index, name in enumerate(CIRCUMSTANCES)}


@dataclass(frozen=True, slots=True)
class TypePrice:
    """What a win type is worth: `wins` is "always", "never" (known, but may not win) or "off" (not known)."""

    id: str
    bit: int
    hanzi: str
    english: str
    wins: str
    fan: int
    lezi: int
    lezi_menqing: int


@dataclass(frozen=True, slots=True, eq=False)
class Bonus:
    """A bonus: the circumstances (any of them), the types it needs or excludes, and what it gives."""

    id: str
    hanzi: str
    english: str
    when: int
    gives: str
    amount: int
    amounts: tuple[int, ...]
    further: int
    types: tuple[int, ...]
    not_types: int
    outside_most_fan: bool

    def value(self, drawn: int) -> int:
        """The fan, lezi or factor that it gives after `drawn` drawn hands."""
        if self.gives == "fan_each_drawn":
            return self.amount * drawn
        if self.gives == "multiplier_by_drawn":
            listed = self.amounts[min(drawn, len(self.amounts)) - 1]
            return listed * int(self.further ** max(0, drawn - len(self.amounts)))
        return self.amount


@dataclass(frozen=True, slots=True)
class LeastHua:
    """The smallest hua by which a hand may win, and whom that binds."""

    self_draw: int
    discard: int
    robbing_kong: int
    binds: str
    not_with: int
    not_lifted_by: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class HuaPrices:
    """Hua of a flower, of pungs, exposed and concealed kongs of winds, dragons and numbers, and of a used joker."""

    flower: int
    wind: tuple[int, int, int]
    dragon: tuple[int, int, int]
    number: tuple[int, int, int]
    joker: int


@dataclass(frozen=True, slots=True)
class Bao:
    """承包: the shares of bound players, each `(fixed, times w)`; w is 2 where both ways count double, else 1."""

    form: str
    counted: str
    mutual: str
    self_draw: tuple[int, int]
    self_draw_others: int
    own_discard: tuple[int, int]
    takes_over: bool
    robbing: int


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One way to play: `data` is everything that the file and the overrides say, the rest is taken from it."""

    id: str
    hanzi: str
    english: str
    data: Mapping[str, Any]
    overrides: Mapping[str, Any]
    base: int
    cap: int
    most_fan: int
    stake: int | float
    loss_cap: int
    dragons_are_flowers: bool
    jokers: bool
    must_declare: bool
    undeclared: int
    must_take_win: bool
    self_draw_only: bool
    no_hua_counts: int
    chuchong: bool
    baochong: bool
    robbing_kong_pays: int
    least_hua: LeastHua
    hua: HuaPrices
    dihu_by: str
    dihu_after_own_claim: bool
    types: Mapping[str, TypePrice]
    bonuses: tuple[Bonus, ...]
    bao: Bao
    table: Mapping[str, Any]
    known: int
    allowed: int

    @property
    def honours(self) -> int:
        """How many kinds of honours are tiles of the hand: 4, or 7 with dragons."""
        return 4 if self.dragons_are_flowers else 7

    @property
    def digest(self) -> str:
        """A short digest of everything the rule set says, to be stored beside what it scored."""
        import hashlib

        return hashlib.sha256(_canonical(self.data).encode()).hexdigest()[:16]

    def name(self, lang: str = "zh") -> str:
        """The name in "zh" or "en"."""
        return self.hanzi if lang == "zh" else self.english


def _canonical(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{_canonical(value[key])}" for key in sorted(value)) + "}"
    return repr(value)


@lru_cache(maxsize=1)
def ruleset_ids() -> tuple[str, ...]:
    """The ids of all presets in the order of RULES.md §4."""
    listed = (_FOLDER / "ORDER").read_text(encoding="utf-8").split()
    return tuple(listed)


_CACHE: OrderedDict[tuple[str, str], RuleSet] = OrderedDict()
_CACHE_SIZE = 256


def load_ruleset(id: str, overrides: Mapping[str, Any] | None = None) -> RuleSet:
    """The preset `id` with `overrides` laid over it; ScoringError names every override that cannot be.

    >>> load_ruleset("qiaoma", {"cap": 40}).cap
    40
    """
    if overrides is None or overrides == {}:
        known = _PRESETS.get(id) if isinstance(id, str) else None
        if known is not None:
            return known
    if not isinstance(id, str) or id not in ruleset_ids():
        raise RuleSetError((Problem("unknown_ruleset", "ruleset", {"id": quoted(id)}),))
    if overrides is None:
        overrides = {}
    if not isinstance(overrides, Mapping):
        problem = Problem("wrong_type", "overrides", {"expected": "object", "got": json_type(overrides)})
        raise RuleSetError((problem,))
    if not overrides:
        return _preset(id)
    data = _read(id)
    problems = tuple(override_problems(overrides, data, RULES, "overrides."))
    if problems:
        raise RuleSetError(problems)
    key = (id, _canonical(overrides))
    rules = _CACHE.get(key)
    if rules is None:
        result = _overridden(data, overrides)
        impossible = tuple(_impossible(result, "overrides."))
        if impossible:
            raise RuleSetError(impossible)
        rules = _CACHE[key] = _build(result, overrides)
        if len(_CACHE) > _CACHE_SIZE:
            _CACHE.popitem(last=False)
    return rules


def _overridden(data: dict[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with the overrides; where robbing needs the hua of a self-draw, it goes on doing so (§4, note 7)."""
    result = merged(data, overrides)
    least, changed = data["least_hua"], overrides.get("least_hua", {})
    if least["robbing_kong"] == least["self_draw"] and "self_draw" in changed and "robbing_kong" not in changed:
        result["least_hua"]["robbing_kong"] = changed["self_draw"]
    return result


_PRESETS: dict[str, RuleSet] = {}


def _preset(id: str) -> RuleSet:
    rules = _PRESETS[id] = _build(_read(id), {})
    return rules


@lru_cache(maxsize=64)
def _read(id: str) -> dict[str, Any]:
    """The checked data of a preset, laid over that of the one it extends."""
    return read_data(id, _FOLDER)


def read_data(id: str, folder: Path) -> dict[str, Any]:
    """The complete data of the file `id`.toml in the folder; RuleSetError names all that is wrong with it."""
    data = _parse(id, folder)
    if (parent := data.pop("extends", None)) is not None:
        base = _parse(parent, folder)
        if "extends" in base:
            raise RuleSetError((Problem("extends_twice", f"{id}.extends", {"id": parent}),))
        data = merged(base, data)
    problems = (*file_problems(data, RULES, f"{id}."),)
    problems = problems or (*_impossible(data, f"{id}."),)
    if not problems and data["id"] != id:
        problems = (Problem("bad_value", f"{id}.id", {"expected": id, "got": data["id"]}),)
    if problems:
        raise RuleSetError(problems)
    return data


def _parse(id: str, folder: Path) -> dict[str, Any]:
    import tomllib

    return tomllib.loads((folder / f"{id}.toml").read_text(encoding="utf-8"))


def _impossible(data: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """Combinations of values, each valid, that make no sense together."""
    types, bonuses = data["types"], data["bonuses"]
    on = {name for name, row in types.items() if row["wins"] != "off"}
    if not data["cap"]:
        lezi = [f"types.{n}.lezi" for n in sorted(on) if types[n]["lezi"] or types[n].get("lezi_menqing")]
        lezi += [f"bonuses.{n}.gives" for n, row in bonuses.items() if row["gives"] in _NEED_CAP]
        lezi += ["loss_cap"] if data["loss_cap"] else []
        yield from (Problem("lezi_without_cap", path + key) for key in lezi)
    if data["chuchong"] and data["baochong"]:
        yield Problem("two_schemes", path + "chuchong")
    for scheme in ("chuchong", "baochong"):
        if data[scheme] and data["self_draw_only"]:
            yield Problem("scheme_without_discard", path + scheme)
    for name in ("hunpeng", "qingpeng"):
        if name in on and not types[name]["lezi"]:
            yield Problem("combined_without_lezi", f"{path}types.{name}.lezi", {"type": name})
    if "sibaida" in on and not data["jokers"]:
        yield Problem("sibaida_without_jokers", f"{path}types.sibaida.wins")
    if not any(types[name]["wins"] == "always" for name in _SHAPES):
        yield Problem("nothing_wins", f"{path}types")
    yield from _impossible_bonuses(data, path, on)


_NEED_CAP = ("at_least_lezi", "add_lezi", "double_small")
_SHAPES = tuple(name for name in TYPE_IDS if name not in ("qidui", "tianhu", "dihu"))


def _impossible_bonuses(data: Mapping[str, Any], path: str, on: set[str]) -> Iterator[Problem]:
    options = {row["option"] for row in data["bonuses"].values() if "option" in row}
    for key in data:
        if key not in RULES.keys and key not in options:
            yield Problem("unknown_key", path + key, {"key": key})
    for name, row in data["bonuses"].items():
        where = f"{path}bonuses.{name}"
        option = row.get("option")
        if option is not None and type(data.get(option)) is not bool:
            yield Problem("missing_key", path + option)
        if row["gives"] == "multiplier_by_drawn" and not (row.get("amounts") and "further" in row):
            yield Problem("missing_key", f"{where}.amounts")
        if row["gives"] == "multiplier" and not row["amount"]:
            yield Problem("bad_value", f"{where}.amount", {"expected": "≥ 1", "got": "0"})
        needed = row.get("types", [])
        if option and data.get(option) and needed and not any(set(each.split("+")) <= on for each in needed):
            yield Problem("option_without_type", path + option, {"types": ", ".join(needed)})


def _mask(names: Any) -> int:
    return sum(BIT[name] for name in set(names))


def _build(data: dict[str, Any], overrides: Mapping[str, Any]) -> RuleSet:
    types = {
        name: TypePrice(
            name,
            BIT[name],
            row["hanzi"],
            row["english"],
            row["wins"] if name != "qidui" or data["qidui"] else "off",
            row["fan"],
            row["lezi"],
            row.get("lezi_menqing", row["lezi"]),
        )
        for name, row in data["types"].items()
    }
    least, hua, bao = data["least_hua"], data["hua"], data["bao"]
    return RuleSet(
        **{key: data[key] for key in _COPIED},
        data=MappingProxyType(data),
        overrides=MappingProxyType(dict(overrides)),
        undeclared=_mask(data["undeclared"]),
        least_hua=LeastHua(
            least["self_draw"],
            least["discard"],
            least["robbing_kong"],
            least["binds"],
            _mask(least["not_with"]),
            frozenset(least["not_lifted_by"]),
        ),
        hua=HuaPrices(hua["flower"], tuple(hua["wind"]), tuple(hua["dragon"]), tuple(hua["number"]), hua["joker"]),
        dihu_by=data["dihu"]["by"],
        dihu_after_own_claim=data["dihu"]["after_own_claim"],
        types=MappingProxyType(types),
        bonuses=tuple(_bonuses(data)),
        bao=_bao(bao),
        table=MappingProxyType(data["table"]),
        known=_mask(name for name, price in types.items() if price.wins != "off"),
        allowed=_mask(name for name, price in types.items() if price.wins == "always"),
    )


_COPIED = (
    "id",
    "hanzi",
    "english",
    "base",
    "cap",
    "most_fan",
    "stake",
    "loss_cap",
    "dragons_are_flowers",
    "jokers",
    "must_declare",
    "must_take_win",
    "self_draw_only",
    "no_hua_counts",
    "chuchong",
    "baochong",
    "robbing_kong_pays",
)


def _bao(row: Mapping[str, Any]) -> Bao:
    form = bao_forms()[row["form"]]
    return Bao(
        row["form"],
        row["counted"],
        row["mutual"],
        tuple(form["self_draw"]),
        form["self_draw_others"],
        tuple(form["own_discard"]),
        form["takes_over"],
        row["robbing_partner_pays"],
    )


@lru_cache(maxsize=1)
def bao_forms() -> dict[str, dict[str, Any]]:
    """The shares of the forms of 承包, by name (RULES.md §5)."""
    return _parse("bao", _FOLDER)


def _bonuses(data: Mapping[str, Any]) -> Iterator[Bonus]:
    """The bonuses that give anything: an option that is off gives nothing."""
    for name, row in data["bonuses"].items():
        if row["gives"] == "nothing" or not data.get(row.get("option"), True):
            continue
        yield Bonus(
            name,
            row["hanzi"],
            row["english"],
            sum(CIRCUMSTANCE_BIT[when] for when in set(row["when"])),
            row["gives"],
            row["amount"],
            tuple(row.get("amounts", ())),
            row.get("further", 1),
            tuple(_mask(each.split("+")) for each in row.get("types", ())),
            _mask(row.get("not_types", ())),
            row.get("outside_most_fan", False),
        )
