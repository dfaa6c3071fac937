"""Reasons in words: why a hand may not win, how its share comes about, and who pays what.

Sentences repeat from hand to hand, so they are remembered; steps are shared and cannot be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .eligibility import least_hua
from .frozen import FrozenObject
from .hand import WinSource
from .hua import HuaItem
from .patterns import BIT, TYPE_IDS
from .pricing import Price
from .ruleset import Bonus, RuleSet
from .scorer import Score
from .settlement import Settlement, Transfer
from .texts import say, texts
from .tiles import CODES
from .verdict import Verdict

Step = FrozenObject
"""A line on the way to the share: which sentence (id), the type or bonus it is of, its text, the value after it."""


def type_text(rules: RuleSet, name: str, lang: str) -> str:
    """A win type as people say it: 混一色, or "hunyise (one suit and honours)"."""
    row = rules.types[name]
    return row.hanzi if lang == "zh" else f"{row.id} ({row.english})"


@lru_cache(maxsize=4096)
def types_text(rules: RuleSet, types: int, lang: str) -> str:
    """All types of a hand, the rarest first."""
    names = [type_text(rules, name, lang) for name in TYPE_IDS if types & BIT[name]]
    return ("、" if lang == "zh" else ", ").join(names)


def reason(rules: RuleSet, result: Score, code: str, lang: str) -> dict[str, str]:
    """A reason why a hand may not win, with its sentence."""
    verdict = result.candidates[0].verdict if result.candidates else None
    return {"code": code, "message": _reason_text(rules, verdict, code, lang)}


@lru_cache(maxsize=4096)
def _reason_text(rules: RuleSet, verdict: Verdict | None, code: str, lang: str) -> str:
    params: dict[str, object] = {}
    if verdict is not None:
        params["types"] = types_text(rules, verdict.types, lang)
        params["hua"] = verdict.hua
        params["least"] = least_hua(rules, verdict.by, verdict.types, verdict.fan)
    return str(texts(lang)["why_not"][code].format(**params))


def share_steps(rules: RuleSet, result: Score, items: Sequence[HuaItem], lang: str) -> list[FrozenObject]:
    """From base to share, in order: each line's id, what it is of, its sentence and the running value (RULES.md §3)."""
    hand, win = result.hand, result.win
    verdict = result.candidates[0].verdict if result.candidates else None
    steps = [*_opening(rules, win.by, hand.seat, win.payer, hand.tile, verdict, lang)]
    if verdict is not None and not verdict.why_not:
        total = rules.base
        for item in items:
            total += item.hua
            steps.append(_hua_step(item, total, lang))
        steps += _value_steps(rules, verdict, lang)
    return steps


def _step(id: str, lang: str, of: str = "", value: int = 0, **params: object) -> Step:
    text = texts(lang)["steps"][id].format(value=value, **params)
    return FrozenObject(id=id, of=of, text=text, value=value)


@lru_cache(maxsize=8192)
def _opening(
    rules: RuleSet, by: WinSource, seat: int, payer: int | None, tile: int, verdict: Verdict | None, lang: str
) -> tuple[Step, ...]:
    """How it was won, the types, and the base, or the reasons why the hand may not win."""
    won = _step("win_" + by.value, lang, seat=seat, payer=payer, tile=CODES[tile])
    if verdict is None:
        return (won, _step("nothing_known", lang))
    types = _step("types", lang, types=types_text(rules, verdict.types, lang))
    if not verdict.why_not:
        return (won, types, _step("base", lang, value=rules.base))
    reasons = (
        FrozenObject(id=code, of="", text=_reason_text(rules, verdict, code, lang), value=0) for code in verdict.why_not
    )
    return (won, types, *reasons)


@lru_cache(maxsize=8192)
def _hua_step(item: HuaItem, total: int, lang: str) -> Step:
    return _step("hua_" + item.id, lang, value=total, tiles=item.tiles, hua=item.hua)


@lru_cache(maxsize=4096)
def _value_steps(rules: RuleSet, verdict: Verdict, lang: str) -> tuple[Step, ...]:
    """From base and hua to the share."""
    steps = [*_inside_cap(rules, verdict, lang), *_after_cap(rules, verdict, lang)]
    return (*steps, _step("share", lang, value=verdict.price.share))


def _inside_cap(rules: RuleSet, verdict: Verdict, lang: str) -> Iterator[Step]:
    price, fan, start = verdict.price, 0, rules.base + verdict.hua
    for line in verdict.fan:
        fan += line.fan
        name = line.hanzi if lang == "zh" else f"{line.id} ({line.english})"
        value = start << min(fan, price.fan)
        yield _step("fan", lang, line.id, value, name=name, fan=line.fan, factor=1 << line.fan)
    if fan > price.fan:
        yield _step("most_fan", lang, value=price.uncapped, fan=price.fan, found=fan)
    if price.inner < price.uncapped:
        yield _step("cap", lang, value=price.inner, cap=rules.cap)


def _after_cap(rules: RuleSet, verdict: Verdict, lang: str) -> Iterator[Step]:
    price, cap = verdict.price, rules.cap
    lezi, value = price.type_lezi, max(price.inner, price.type_lezi * cap)
    if lezi:
        of = _dearest_type(rules, verdict.types)
        yield _step("lezi", lang, of, value, name=type_text(rules, of, lang), lezi=lezi, cap=cap)
    for bonus in verdict.bonuses:
        if bonus.gives == "at_least_lezi" and lezi < bonus.amount:
            lezi = bonus.amount
            value = max(value, lezi * cap)
            yield _step("at_least_lezi", lang, bonus.id, value, name=_name(bonus, lang), lezi=lezi)
    for bonus in verdict.bonuses:
        if bonus.gives == "add_lezi":
            lezi += bonus.amount
            value = max(value, lezi * cap)
            yield _step("add_lezi", lang, bonus.id, value, name=_name(bonus, lang), added=bonus.amount, lezi=lezi)
    for bonus in verdict.bonuses:
        factor = _factor(bonus, price, cap, verdict.drawn_hands)
        if factor > 1:
            value *= factor
            yield _step("multiplier", lang, bonus.id, value, name=_name(bonus, lang), factor=factor)


def _dearest_type(rules: RuleSet, types: int) -> str:
    return max((row for row in rules.types.values() if row.bit & types), key=lambda row: row.lezi).id


def _factor(bonus: Bonus, price: Price, cap: int, drawn_hands: int) -> int:
    """What a bonus multiplies the raised value by."""
    if bonus.gives in ("multiplier", "multiplier_by_drawn"):
        return bonus.value(drawn_hands)
    return 2 if bonus.gives == "double_small" and price.raised <= bonus.amount * cap else 1


def _name(bonus: Bonus, lang: str) -> str:
    return bonus.hanzi if lang == "zh" else f"{bonus.id} ({bonus.english})"


def payment_steps(rules: RuleSet, settlement: Settlement, lang: str) -> list[str]:
    """Who pays whom and why, a line each; what the loss cap cuts comes last."""
    lines = [_payment(each, lang) for each in settlement.transfers]
    sentences = texts(lang)["payments"]
    for payer, (owed, parts) in settlement.capped.items():
        paid = sum(parts.values())
        lines.append(sentences["loss_cap"].format(payer=payer, owed=owed, paid=paid, lezi=rules.loss_cap))
        if len(parts) > 1:
            lines += [
                sentences["loss_cap_part"].format(payer=payer, payee=payee, points=points)
                for payee, points in parts.items()
            ]
    return lines or [sentences["nothing"]]


@lru_cache(maxsize=8192)
def _payment(transfer: Transfer, lang: str) -> str:
    sentence: str = texts(lang)["payments"][transfer.why]
    return say(sentence, **transfer._asdict())
