"""The totals of an evening as an SVG drawn here: no script, no library, colours by class."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 400, 250
LEFT, RIGHT, TOP, BOTTOM = 38, 98, 14, 14
COLOURS = ("#0b7a53", "#b4451f", "#2a5db0", "#8a3d9c", "#7a6200", "#00707a", "#a02050", "#555555")
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "6 2 1 2")
LEAST_GAP = 17


def draw_chart(names: Sequence[str], curve: Sequence[Sequence[int]], title: str) -> str:
    """Lines of the players' totals; `curve` has one row of totals a step, the first is where all began.

    Every line has its own colour and dash, and its player's name and total at its end.
    """
    low = min(0, min((min(row) for row in curve), default=0))
    high = max(0, max((max(row) for row in curve), default=0))
    step = find_step(high - low)
    low = -_up(-low, step)
    high = max(_up(high, step), low + step)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ledger-chart" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' role="img" aria-labelledby="ledger-chart-title">'
        f'<title id="ledger-chart-title">{escape(title)}</title>',
        *_grid(low, high, step),
        *_lines(names, curve, low, high),
        "</svg>",
    ]
    return "\n".join(parts)


def find_step(span: int) -> int:
    """A round distance between grid lines: 1, 2 or 5 times a power of ten, at most six lines over `span`."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if step * factor * 6 >= span:
                return step * factor
        step *= 10


def _up(value: int, step: int) -> int:
    return (value + step - 1) // step * step


def _height(value: int, low: int, high: int) -> float:
    return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)


def _grid(low: int, high: int, step: int) -> list[str]:
    parts = []
    for value in range(low, high + 1, step):
        y = _height(value, low, high)
        kind = "zero" if value == 0 else "grid"
        text = f"{value:+d}".replace("-", "−") if value else "0"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#888"'
            f' stroke-width="{1.5 if value == 0 else 0.5}"/>'
            f'<text class="axis" x="{LEFT - 6}" y="{y + 4}" text-anchor="end" font-size="14"'
            f' fill="#666">{text}</text>'
        )
    return parts


def _lines(names: Sequence[str], curve: Sequence[Sequence[int]], low: int, high: int) -> list[str]:
    steps = max(1, len(curve) - 1)
    across = [round(LEFT + place * (WIDTH - LEFT - RIGHT) / steps, 1) for place in range(len(curve))]
    labels = _label_heights([_height(total, low, high) for total in curve[-1]])
    parts = []
    for player, name in enumerate(names):
        colour, dash = COLOURS[player % len(COLOURS)], DASHES[player % len(DASHES)]
        points = " ".join(f"{x},{_height(row[player], low, high)}" for x, row in zip(across, curve, strict=True))
        total = f"{curve[-1][player]:+d}".replace("-", "−")
        parts.append(
            f'<polyline class="line p{player % len(COLOURS)}" points="{points}" fill="none" stroke="{colour}"'
            f' stroke-width="2.5" stroke-linejoin="round" stroke-dasharray="{dash}"/>'
            f'<text class="name p{player % len(COLOURS)}" x="{WIDTH - RIGHT + 8}" y="{labels[player] + 4}"'
            f' font-size="14" fill="{colour}">{escape(_short(name))} {total}</text>'
        )
    return parts


def _short(name: str) -> str:
    return name if len(name) <= 7 else name[:6] + "…"


def _label_heights(wanted: list[float]) -> list[float]:
    """Heights near those wanted, far enough from each other to be read, inside the picture."""
    order = sorted(range(len(wanted)), key=lambda player: wanted[player])
    placed = dict.fromkeys(order, 0.0)
    lowest = TOP - LEAST_GAP / 2
    for player in order:
        lowest = placed[player] = max(wanted[player], lowest + LEAST_GAP)
    highest = float(HEIGHT - 6)
    for player in reversed(order):
        highest = placed[player] = min(placed[player], highest)
        highest -= LEAST_GAP
    return [round(placed[player], 1) for player in range(len(wanted))]
