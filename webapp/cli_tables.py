"""Answers of the engine as tables for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

WORDS = {
    "zh": {
        "tile": "牌",
        "left": "余",
        "types": "胡型",
        "self_draw": "自摸每份",
        "discard": "点炮每份",
        "type": "胡型",
        "away": "差",
        "helps": "进张",
        "say": "怎么打",
        "no_waits": "没有听牌。",
        "let_go": "打",
        "waits": "听",
        "best": "最高每份",
        "no_keep": "打哪张都还没听。",
        "not_ready": "没有听。",
        "ready": "听了。",
        "pays": "收支",
        "seat": "座位",
        "rule": "规则",
        "here": "这一步",
        "name": "名称",
        "source": "出处",
        "id": "编号",
    },
    "en": {
        "tile": "tile",
        "left": "left",
        "types": "types",
        "self_draw": "share, self-draw",
        "discard": "share, discard",
        "type": "type",
        "away": "away",
        "helps": "helps",
        "say": "how to play",
        "no_waits": "Not waiting for any tile.",
        "let_go": "let go",
        "waits": "waits for",
        "best": "best share",
        "no_keep": "No discard leaves the hand ready.",
        "not_ready": "Not ready.",
        "ready": "Ready.",
        "pays": "payments",
        "seat": "seat",
        "rule": "rule",
        "here": "step",
        "name": "name",
        "source": "source",
        "id": "id",
    },
}


def print_answer(question: str, answer: Mapping[str, Any], lang: str) -> None:
    """Print the answer of waits, keep, distance, ready or explain."""
    printers: dict[str, Callable[[Mapping[str, Any], Mapping[str, str], Console], None]] = {
        "waits": _waits,
        "keep": _keep,
        "distance": _distance,
        "ready": _ready,
        "explain": _explain,
    }
    printers[question](answer, WORDS[lang], Console())


def print_rulesets(ids: Iterable[str], described: Iterable[Mapping[str, Any]]) -> None:
    """Print the rule sets, a line each."""
    table = Table()
    for column in ("id", "name", "source"):
        table.add_column(column)
    for one, rules in zip(ids, described, strict=True):
        table.add_row(one, rules["name"], rules["source"])
    Console().print(table)


def print_ruleset(rules: Mapping[str, Any]) -> None:
    """Print one rule set as a person would explain it."""
    console = Console()
    console.print(f"[bold]{rules['name']}[/bold]  {rules['id']}  {rules['source']}", highlight=False)
    for section in rules["sections"]:
        if not section["rows"]:
            continue
        console.print(f"\n[bold]{section['title']}[/bold]")
        table = Table(show_header=False, box=None, padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for row in section["rows"]:
            table.add_row(row["label"], row["text"])
        console.print(table)
    notes = rules.get("notes") or ()
    for note in (notes,) if isinstance(notes, str) else notes:
        console.print(f"\n{note}", highlight=False)


def _types(ids: Iterable[str], answer: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """The win types as people say them: 混一色, in English with the id before it."""
    from scoring import load_ruleset

    known = load_ruleset(answer["ruleset"]).types
    chinese = words is WORDS["zh"]
    return " ".join(known[one].hanzi if chinese else f"{one} {known[one].hanzi}" for one in ids)


def _outcome(win: Mapping[str, Any]) -> str:
    if win["legal"]:
        return str(win["share"])
    return "✗ " + "; ".join(reason["message"] for reason in win["why_not"])


def _waits(answer: Mapping[str, Any], words: Mapping[str, str], console: Console) -> None:
    if not answer["waits"]:
        console.print(words["no_waits"])
        return
    table = Table()
    for column in ("tile", "left", "types", "self_draw", "discard"):
        table.add_column(words[column])
    for wait in answer["waits"]:
        types = wait["self_draw"]["types"] or wait["discard"]["types"]
        table.add_row(
            wait["tile"],
            str(wait["left"]),
            _types(types, answer, words),
            _outcome(wait["self_draw"]),
            _outcome(wait["discard"]),
        )
    console.print(table)


def _keep(answer: Mapping[str, Any], words: Mapping[str, str], console: Console) -> None:
    if not answer["discards"]:
        console.print(words["no_keep"])
        return
    table = Table()
    for column in ("let_go", "waits", "left", "best"):
        table.add_column(words[column])
    for row in answer["discards"]:
        tiles = " ".join(wait["tile"] for wait in row["waits"])
        table.add_row(row["tile"], tiles, str(row["left"]), str(row["best"]))
    console.print(table)


def _distance(answer: Mapping[str, Any], words: Mapping[str, str], console: Console) -> None:
    table = Table()
    for column in ("type", "away", "left", "helps", "say"):
        table.add_column(words[column], overflow="fold")
    for row in answer["types"]:
        away = "–" if row["away"] is None else str(row["away"])
        helps = " ".join(help["tile"] for help in row["helps"])
        table.add_row(_types([row["type"]], answer, words), away, str(row["left"]), helps, row["text"])
    console.print(table)


def _ready(answer: Mapping[str, Any], words: Mapping[str, str], console: Console) -> None:
    console.print(words["ready" if answer["ready"] else "not_ready"], answer["why"]["message"], highlight=False)


def _explain(answer: Mapping[str, Any], words: Mapping[str, str], console: Console) -> None:
    for winner in answer["winners"]:
        console.print(
            f"[bold]{words['seat']} {winner['seat']}[/bold]  {_types(winner['types'], answer, words)}  "
            f"{' '.join(winner['reading'])}",
            highlight=False,
        )
        _lesson(winner["lesson"], words, console)
    _lesson(answer["payments_lesson"], words, console)
    console.print(f"{words['pays']}: {answer['payments']}", highlight=False)


def _lesson(lines: Iterable[Mapping[str, Any]], words: Mapping[str, str], console: Console) -> None:
    table = Table()
    table.add_column(words["here"], overflow="fold")
    table.add_column(words["rule"], overflow="fold")
    for line in lines:
        rules = "\n".join(f"{rule['title']} {rule['section']}: {rule['says']}" for rule in line["rules"])
        table.add_row(line["here"], rules)
    console.print(table)
