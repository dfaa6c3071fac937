"""The settlement as one picture that stands alone: an SVG with its tiles inside."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask_babel import gettext
from markupsafe import escape

from .payloads import codes
from .terms import name

WIDTH = 720
_SYMBOL = re.compile(r'<symbol id="t-(\w+)".*?</symbol>', re.DOTALL)


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    sprite = (Path(__file__).parent / "static" / "tiles.svg").read_text(encoding="utf-8")
    return {found.group(1): found.group(0) for found in _SYMBOL.finditer(sprite)}


def _text(
    x: float,
    y: float,
    words: object,
    size: int,
    fill: str = "#f4f1e6",
    weight: int = 400,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )


def _row(groups: list[list[str]], y: float) -> str:
    """One row of tiles, groups apart, shrunk to fit the width."""
    groups = [group for group in groups if group]
    units = sum(len(group) for group in groups) + 0.35 * (len(groups) - 1)
    side = min(46.0, (WIDTH - 80) / max(units, 1))
    x, drawn = 40.0, []
    for group in groups:
        for code in group:
            drawn.append(
                f'<use href="#t-{code}" x="{x:.1f}" y="{y}" width="{side - 2:.1f}" height="{(side - 2) * 1.4:.1f}"/>'
            )
            x += side
        x += 0.35 * side
    return "".join(drawn)


def _faces(meld: dict[str, Any]) -> list[str]:
    faces = list(codes(meld["tiles"]))
    return ["0x", *faces[1:3], "0x"] if meld.get("concealed") and len(faces) == 4 else faces


def _winner(asked: dict[str, Any], scored: dict[str, Any], who: str, y: float) -> tuple[str, float]:
    hand = next(one for one in asked["winners"] if one["seat"] == scored["seat"])
    title = " · ".join(name(one) for one in scored["types"]) if scored["legal"] else gettext("not a legal win")
    bonuses = " · ".join(name(one) for one in scored["bonuses"])
    parts = [_text(40, y + 34, title, 34, weight=700), _text(WIDTH - 40, y + 34, who, 24, anchor="end")]
    if bonuses:
        parts.append(_text(40, y + 64, bonuses, 20, "#c8dccb"))
    rows = [[list(codes(hand["concealed"])), list(codes(hand["tile"]))]]
    if hand["melds"] or hand["flowers"]:
        rows.append([*(_faces(meld) for meld in hand["melds"]), list(codes(hand["flowers"]))])
    y += 84
    for row in rows:
        parts.append(_row(row, y))
        y += 74
    facts = [
        gettext("hua %(number)s", number=scored["hua"]["total"]),
        gettext("fan %(number)s", number=scored["fan"]["total"]),
        gettext("one share %(number)s", number=scored["share"]),
    ]
    parts.append(_text(40, y + 24, "   ".join(facts), 22, "#f2d58b", 600))
    return "".join(parts), y + 48


def draw(asked: dict[str, Any], settled: dict[str, Any], names: list[str], stake: float | None) -> str:
    """Draw the settlement, 720 wide and as high as it needs."""
    used: set[str] = set()
    for hand in asked["winners"]:
        used.update(codes(hand["concealed"] + hand["tile"] + hand["flowers"]))
        for meld in hand["melds"]:
            used.update(_faces(meld))
    body, y = (
        [
            _text(40, 56, gettext("hupai"), 26, "#f2d58b", 700),
            _text(WIDTH - 40, 56, name(asked["ruleset"]), 22, "#c8dccb", anchor="end"),
        ],
        84.0,
    )
    for scored in settled["winners"]:
        drawn, y = _winner(asked, scored, names[scored["seat"]], y)
        body.append(drawn)
    for seat, points in enumerate(settled["payments"]):
        x = 40 + seat * 165
        colour = "#9fe0b8" if points > 0 else "#f6b1a7" if points < 0 else "#c8dccb"
        shown = f"{points:+d}".replace("-", "−")
        body.append(f'<rect x="{x}" y="{y + 12}" width="150" height="96" rx="16" fill="#ffffff" fill-opacity=".09"/>')
        body.append(_text(x + 75, y + 44, names[seat], 20, anchor="middle"))
        body.append(_text(x + 75, y + 78, shown, 32, colour, 700, "middle"))
        if stake:
            body.append(
                _text(
                    x + 75,
                    y + 100,
                    f"{points * stake:+.2f}".replace("-", "−"),
                    16,
                    "#c8dccb",
                    anchor="middle",
                )
            )
    height = int(y + 140)
    symbols = "".join(_symbols()[code] for code in sorted(used) if code in _symbols())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, -apple-system, Segoe UI, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif">'
        f'<defs>{symbols}</defs><rect width="100%" height="100%" fill="#0f3d2e"/>{"".join(body)}</svg>'
    )
