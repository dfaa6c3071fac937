"""Four players around a table, and the arrows of who pays whom, as coordinates of a drawing 320 by 300."""

from __future__ import annotations

import math
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 300
PLACES = ((160, 262), (276, 150), (160, 38), (44, 150))  # seat 0 below, the next one to its right


@dataclass(frozen=True, slots=True)
class Arrow:
    """One payment: a curve from payer to payee, and where its label stands."""

    payer: int
    payee: int
    points: int
    path: str
    x: float
    y: float


def arrow(payer: int, payee: int, points: int) -> Arrow:
    """Bend each arrow a little to its right, so that two between the same players do not cover each other."""
    (x0, y0), (x1, y1) = PLACES[payer], PLACES[payee]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    bend = 18 if abs(payer - payee) == 2 else 10
    start, end = 46 if abs(uy) < 0.9 else 34, 52 if abs(uy) < 0.9 else 40
    sx, sy, ex, ey = x0 + ux * start, y0 + uy * start, x1 - ux * end, y1 - uy * end
    mx, my = (sx + ex) / 2 - uy * bend * 2, (sy + ey) / 2 + ux * bend * 2
    label_x, label_y = (sx + ex) / 4 + mx / 2, (sy + ey) / 4 + my / 2
    return Arrow(
        payer,
        payee,
        points,
        f"M{sx:.1f} {sy:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}",
        round(label_x, 1),
        round(label_y, 1),
    )


def arrows(payments: list[tuple[int, int, int]]) -> list[Arrow]:
    return [arrow(*payment) for payment in payments]
