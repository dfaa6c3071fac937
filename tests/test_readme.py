"""What the README shows is what happens, and what exists is mentioned there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from scoring import ruleset_ids, score_request
from vision import HandReader
from webapp.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_the_photo_reads_as_shown() -> None:
    reader = HandReader.load(ROOT / "models" / "weights")
    hand = reader.read((ROOT / "datasets" / "samples" / "hand.jpg").read_bytes()).to_json("en")["hand"]
    melds = " ".join(f"{meld['kind']} {meld['tiles']}" for meld in hand["melds"])
    shown = next(block for block in blocks("text") if block.startswith("hand:"))
    assert shown == f"hand: {hand['concealed']}  winning tile: –  melds: {melds}  flowers: {hand['flowers']}\n"
    assert hand["tile"] is None


def test_the_request_is_settled_as_shown() -> None:
    answer = score_request(json.loads(blocks("json")[0]), "en")
    shown = next(block for block in blocks("text") if block.startswith("base")).splitlines()
    assert [line for line in shown if line in answer["steps"]] == shown[:-1]
    assert shown[-1] == f"payments: {answer['payments']}"


def test_every_rule_set_is_mentioned() -> None:
    assert [one for one in ruleset_ids() if f"`{one}`" not in README] == []


def test_every_command_is_mentioned() -> None:
    assert isinstance(main, click.Group)
    assert [name for name in main.commands if f"`hupai {name}" not in README and f"`{name}`" not in README] == []


def test_the_test_command_is_one_line_that_ci_can_find() -> None:
    lines = README.splitlines()
    at = lines.index("<!-- test command -->")
    assert lines[at + 1] == "```sh"
    assert lines[at + 2].endswith("-m pytest")
    assert lines[at + 3] == "```"


def test_every_setting_is_mentioned() -> None:
    from dataclasses import fields

    from webapp.settings import Settings

    names = [f"HUPAI_{field.name.upper()}" for field in fields(Settings) if field.name != "testing"]
    assert [name for name in names if f"`{name}`" not in README] == []
