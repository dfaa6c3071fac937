"""Reasons in words: why a hand may not win, how its share comes about, what other types lack, who pays what."""

from __future__ import annotations

from typing import Any

from .eligibility import least_hua
from .hua import hua_items
from .patterns import BIT, TYPE_IDS
from .pricing import fan_lines
from .ruleset import RuleSet
from .scorer import Candidate, Score
from .settlement import Settlement
from .texts import texts
from .tiles import CODES


def type_text(rules: RuleSet, name: str, lang: str) -> str:
    """A win type as people say it: 混一色, or "hunyise (one suit and honours)"."""
    row = rules.types[name]
    return row.hanzi if lang == "zh" else f"{row.id} ({row.english})"


def types_text(rules: RuleSet, types: int, lang: str) -> str:
    """All types of a hand, the rarest first."""
    names = [type_text(rules, name, lang) for name in TYPE_IDS if types & BIT[name]]
    return ("、" if lang == "zh" else ", ").join(names)


def reason(rules: RuleSet, result: Score, code: str, lang: str) -> dict[str, str]:
    """A reason why a hand may not win, with its sentence."""
    best = result.best
    params: dict[str, object] = {}
    if best is not None:
        params["types"] = types_text(rules, best.types, lang)
        params["hua"] = best.hua
        params["least"] = least_hua(rules, result.win, best.types, best.bonuses)
    return {"code": code, "message": texts(lang)["why_not"][code].format(**params)}


class _Steps:
    """Lines that explain a value, each with the total after it."""

    def __init__(self, lang: str) -> None:
        self.sentences = texts(lang)["steps"]
        self.lines: list[dict[str, Any]] = []

    def add(self, id: str, value: int, of: str = "", **params: object) -> None:
        """Add a line; `of` is the type or bonus that it comes from, where there is one."""
        text = self.sentences[id].format(value=value, **params)
        self.lines.append({"id": id, "of": of, "text": text, "value": value})


def share_steps(rules: RuleSet, result: Score, lang: str) -> list[dict[str, Any]]:
    """From base to share, in order: each line's id, sentence and running value (RULES.md §3)."""
    steps, best = _Steps(lang), result.best
    seat, source = result.hand.seat, result.win.by.value
    steps.add("win_" + source, 0, seat=seat, payer=result.win.payer, tile=CODES[result.hand.tile])
    if best is None:
        steps.add("nothing_known", 0)
        return steps.lines
    steps.add("types", 0, types=types_text(rules, best.types, lang))
    if not best.legal:
        for code in best.why_not:
            message = reason(rules, result, code, lang)["message"]
            steps.lines.append({"id": code, "of": "", "text": message, "value": 0})
        return steps.lines
    total = rules.base
    steps.add("base", total)
    for item in hua_items(rules, result.hand, best.reading):
        total += item.hua
        steps.add("hua_" + item.id, total, tiles=item.tiles, hua=item.hua)
    _inside_cap(steps, rules, result, best, total, lang)
    _after_cap(steps, rules, result, best, lang)
    steps.add("share", best.price.share)
    return steps.lines


def _inside_cap(steps: _Steps, rules: RuleSet, result: Score, best: Candidate, total: int, lang: str) -> None:
    price, fan = best.price, 0
    base = total
    for of, hanzi, english, worth in fan_lines(rules, best.types, best.bonuses, result.win.huangfan):
        fan += worth
        name = hanzi if lang == "zh" else english
        factor = 1 << min(worth, price.fan)
        steps.add("fan", base << min(fan, price.fan), of, name=name, fan=worth, factor=factor)
    if fan > price.fan:
        steps.add("most_fan", price.uncapped, fan=price.fan, found=fan)
    if price.inner < price.uncapped:
        steps.add("cap", price.inner, cap=rules.cap)


def _after_cap(steps: _Steps, rules: RuleSet, result: Score, best: Candidate, lang: str) -> None:
    price, value = best.price, best.price.inner
    lezi = price.type_lezi
    if lezi:
        value = max(value, lezi * rules.cap)
        named = max((row for row in rules.types.values() if row.bit & best.types), key=lambda row: row.lezi)
        steps.add("lezi", value, named.id, name=type_text(rules, named.id, lang), lezi=lezi, cap=rules.cap)
    for bonus in best.bonuses:
        name = bonus.hanzi if lang == "zh" else bonus.english
        if bonus.gives == "at_least_lezi" and lezi < bonus.amount:
            lezi = bonus.amount
            value = max(value, lezi * rules.cap)
            steps.add("at_least_lezi", value, bonus.id, name=name, lezi=lezi)
    for bonus in best.bonuses:
        name = bonus.hanzi if lang == "zh" else bonus.english
        if bonus.gives == "add_lezi":
            lezi += bonus.amount
            value = max(value, lezi * rules.cap)
            steps.add("add_lezi", value, bonus.id, name=name, added=bonus.amount, lezi=lezi)
    for bonus in best.bonuses:
        factor = 1
        if bonus.gives in ("multiplier", "multiplier_by_drawn"):
            factor = bonus.value(result.win.huangfan)
        elif bonus.gives == "double_small" and price.raised <= bonus.amount * rules.cap:
            factor = 2
        if factor > 1:
            value *= factor
            name = bonus.hanzi if lang == "zh" else bonus.english
            steps.add("multiplier", value, bonus.id, name=name, factor=factor)


def payment_steps(
    rules: RuleSet, settlement: Settlement, lang: str
) -> list[str]:
    """Who pays whom and why, a line each; what the loss cap cuts comes last."""
    sentences = texts(lang)["payments"]
    lines = [
        sentences[each.why].format(payer=each.payer, payee=each.payee, shares=each.shares, points=each.points)
        for each in settlement.transfers
    ]
    for payer, (owed, parts) in settlement.capped.items():
        paid = sum(parts.values())
        lines.append(sentences["loss_cap"].format(payer=payer, owed=owed, paid=paid, lezi=rules.loss_cap))
        if len(parts) > 1:
            lines += [
                sentences["loss_cap_part"].format(payer=payer, payee=payee, points=points)
                for payee, points in parts.items()
            ]
    if not lines:
        lines.append(sentences["nothing"])
    return lines
