"""A rule set as a person would explain it, made from its data alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .patterns import TYPE_IDS
from .ruleset import RuleSet, bao_forms
from .texts import say, texts

Rows = Iterator[tuple[str, str]]
SETS_AND_PAIR = 5
"""Kinds of honours that fengpeng needs (RULES.md §4, note 4)."""


def describe_ruleset(rules: RuleSet, lang: str = "zh") -> dict[str, Any]:
    """The rule set in words: {"id", "name", "source", "sections": [{"title", "rows": [{"label", "text"}]}]}.

    Everything said comes from the data file and the overrides; `lang` is "zh" or "en".
    """
    words = texts(lang)["describe"]
    sections = {
        "tiles": _tiles(rules, words),
        "winning": _winning(rules, words, lang),
        "types": _types(rules, words, lang),
        "hua": _hua(rules, words),
        "value": _value(rules, words, lang),
        "bonuses": _bonuses(rules, words, lang),
        "payments": _payments(rules, words, lang),
        "table": _table(rules, words),
        "options": _options(rules, words, lang),
    }
    notes = rules.data["notes"][lang]
    return {
        "id": rules.id,
        "name": rules.name(lang),
        "source": rules.data["source"][lang],
        "notes": notes,
        "changed": sorted(rules.overrides),
        "sections": [
            {
                "id": id,
                "title": words["titles"][id],
                "rows": [{"label": label, "text": text} for label, text in rows],
            }
            for id, rows in sections.items()
        ],
    }


def _tiles(rules: RuleSet, words: Mapping[str, Any]) -> Rows:
    yield words["flowers"], words["twenty_flowers" if rules.dragons_are_flowers else "eight_flowers"]
    yield words["jokers"], words["four_jokers" if rules.jokers else "no_jokers"]


def _winning(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    declare = words["must_declare" if rules.must_declare else "need_not_declare"]
    free = [name for name in rules.data["undeclared"] if rules.types[name].wins != "off"]
    if rules.must_declare and free:
        declare += words["but_not"].format(names=_names(rules.data["types"], free, words, lang))
    yield words["declare"], declare
    yield words["winning_tile"], words["only_self_draw" if rules.self_draw_only else "any_tile_wins"]
    least = rules.least_hua
    if least.self_draw or least.discard or least.robbing_kong:
        text = words["least_hua_" + least.binds].format(
            self_draw=least.self_draw, discard=least.discard, robbing_kong=least.robbing_kong
        )
        row = rules.data["least_hua"]
        if row["not_with"]:
            text += words["but_not"].format(names=_names(rules.data["types"], row["not_with"], words, lang))
        if row["not_lifted_by"]:
            names = _names(rules.data["bonuses"], row["not_lifted_by"], words, lang)
            text += words["not_lifted"].format(names=names)
        yield words["least_hua"], text
    if rules.no_hua_counts:
        yield words["no_hua"], words["no_hua_counts"].format(hua=rules.no_hua_counts)
    if rules.must_take_win:
        yield words["taking"], words["must_take"]


def _names(rows: Mapping[str, Mapping[str, str]], names: Iterable[str], words: Mapping[str, Any], lang: str) -> str:
    """The names of rows of the data: hanzi, or ids in English."""
    return str(words["list"].join(rows[name]["hanzi"] if lang == "zh" else name for name in names))


def _types(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    for name in TYPE_IDS:
        row = rules.types[name]
        if row.wins == "off":
            continue
        label = row.hanzi if lang == "zh" else f"{row.id} {row.hanzi}: {row.english}"
        if row.wins == "never":
            yield label, words["may_not_win"]
            continue
        worth = [say(words["fan"], n=row.fan)] if row.fan else []
        if row.lezi:
            worth.append(say(words["lezi"], n=row.lezi))
        if row.lezi_menqing != row.lezi:
            worth.append(say(words["lezi_menqing"], n=row.lezi_menqing))
        if name == "fengpeng" and rules.honours < SETS_AND_PAIR:
            worth.append(words["cannot_occur"])
        if name == "dihu":
            worth.append(words["dihu_" + rules.dihu_by])
        yield label, words["comma"].join(worth) or words["no_extra"]


def _hua(rules: RuleSet, words: Mapping[str, Any]) -> Rows:
    hua = rules.hua
    yield words["flower"], say(words["each"], n=hua.flower)
    for name, row in (("wind", hua.wind), ("dragon", hua.dragon), ("number", hua.number)):
        if name != "dragon" or not rules.dragons_are_flowers:
            yield words[name], words["pung_kongs"].format(pung=row[0], exposed=row[1], concealed=row[2])
    if rules.jokers:
        yield words["used_joker"], say(words["each"], n=hua.joker)


def _value(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    yield words["base"], say(words["points"], n=rules.base)
    if rules.cap:
        yield words["cap"], say(words["points"], n=rules.cap)
    else:
        yield words["no_lezi_cap"], words["no_cap"]
    yield words["formula"], words["formula_capped" if rules.cap else "formula_uncapped"]
    if rules.most_fan:
        apart = [bonus.id for bonus in rules.bonuses if bonus.outside_most_fan]
        names = _names(rules.data["bonuses"], apart, words, lang)
        yield words["most_fan"], say(words["most_fan_apart" if apart else "fan"], n=rules.most_fan, names=names)
    yield words["stake"], say(words["stake_text"], n=rules.stake)


def _bonuses(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    for bonus in rules.bonuses:
        row = rules.data["bonuses"][bonus.id]
        label = bonus.hanzi if lang == "zh" else f"{bonus.id} {bonus.hanzi}"
        when = words["or"].join(words["when"][name] for name in row["when"])
        always_the_same = len(bonus.amounts) == 1 and bonus.further == 1
        gives = words["gives"]["multiplier" if always_the_same else bonus.gives].format(
            n=bonus.amounts[0] if always_the_same else bonus.amount,
            listed=words["list"].join(f"×{each}" for each in bonus.amounts),
            further=say(words["further"], n=bonus.further) if bonus.further > 1 else "",
        )
        needs = [_joined(rules, each, lang) for each in row.get("types", ())]
        without = [_joined(rules, each, lang) for each in row.get("not_types", ())]
        text = f"{when}{words['colon']}{gives}"
        if needs:
            text += words["only_with"].format(types=words["list"].join(needs))
        if without:
            text += words["not_with"].format(types=words["list"].join(without))
        yield label, text


def _joined(rules: RuleSet, names: str, lang: str) -> str:
    """The names of joined types, such as "hunyise+pengpenghu"."""
    return "+".join(rules.types[name].hanzi if lang == "zh" else name for name in names.split("+"))


def _payments(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    yield words["self_draw"], words["self_draw_text"]
    if not rules.self_draw_only:
        scheme = "chuchong" if rules.chuchong else "baochong" if rules.baochong else "plain"
        yield words["discard"], words["discard_" + scheme]
        if rules.robbing_kong_pays:
            yield words["robbing"], say(words["robbing_text"], n=rules.robbing_kong_pays)
    yield from _bao(rules, words, lang)
    if rules.loss_cap:
        yield words["loss_cap"], say(words["lezi"], n=rules.loss_cap)


def _bao(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    bao = rules.bao
    if bao.form == "none":
        yield words["bao"], words["no_bao"]
        return
    form = bao_forms()[bao.form]
    name = form["hanzi" if lang == "zh" else "english"]
    yield words["bao"], words["bao_" + bao.counted].format(form=name)
    yield (
        words["bao_self_draw"],
        say(words["bao_self_draw_text"], partner=sum(bao.self_draw), others=bao.self_draw_others),
    )
    yield words["bao_own"], say(words["bao_own_text"], n=sum(bao.own_discard))
    yield words["bao_third"], words["bao_taken_over" if bao.takes_over else "bao_not_taken_over"]
    if bao.robbing:
        yield words["bao_robbing"], say(words["bao_robbing_text"], n=bao.robbing)
    yield words["bao_mutual"], words["bao_" + bao.mutual]


def _table(rules: RuleSet, words: Mapping[str, Any]) -> Rows:
    table = rules.table
    yield words["dealer"], words["dealer_" + table["dealer_after_several"]]
    yield words["huangfan"], words["huangfan_" + table["huangfan_after_win"]]
    yield words["passed_win"], words["passed_" + table["passed_win"]]
    dice = [say(words["dice"][name], n=n) for name, n in table["kaibao_dice"].items() if n]
    if dice:
        after = words["kaibao_adds"] if table["kaibao_adds_to_huangfan"] else ""
        kept = words["kaibao_kept"] if table["kaibao_kept"] else ""
        yield words["kaibao"], words["dice_list"].join(dice) + after + kept
    if table["leaving_clears_huangfan"]:
        yield words["leaving"], words["leaving_clears"]
    leaving = table["leaving"]
    if leaving["pays"] != "nothing":
        text = say(words["leaving_" + leaving["pays"]], n=leaving["amount"])
        text += say(words["others_" + leaving["others_get"]], n=leaving["others_amount"])
        yield words["leaving_early"], text
    if table["rating"]["used"]:
        yield words["rating"], words["rating_text"].format(**table["rating"])


def _options(rules: RuleSet, words: Mapping[str, Any], lang: str) -> Rows:
    """The switches that overrides may turn, with where they stand."""
    data = rules.data
    named = {row["option"]: row for row in data["bonuses"].values() if "option" in row}
    schemes = () if rules.self_draw_only else ("chuchong", "baochong")
    for key in ("qidui", *schemes, *named):
        if key in named and not _usable(rules, named[key]):
            continue
        row = named.get(key) or data["types"].get(key)
        if row is not None:
            name = row["hanzi"] if lang == "zh" else f"{row['hanzi']}: {row['english']}"
        else:
            name = words["scheme_" + key]
        yield f"{key} {name}", words["on" if data[key] else "off"]


def _usable(rules: RuleSet, row: Mapping[str, Any]) -> bool:
    """Whether the rule set has one of the types that an optional bonus needs."""
    needed = [names.split("+") for names in row.get("types", ())]
    return not needed or any(all(rules.types[name].wins != "off" for name in names) for names in needed)
