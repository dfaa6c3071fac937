"""An evaluation as tables on the terminal, as JSON, and as one page with pictures of the failures."""

from __future__ import annotations

import base64
import html
import json
from pathlib import Path
from typing import Any

import cv2

from models.evaluate import Evaluation, turned
from models.photos import load_rgb

COLUMNS = (
    "photos",
    "hands",
    "tiles_right",
    "flowers_right",
    "exact_photos",
    "exact_hands",
    "exact_readings",
    "corrections_median",
    "corrections_mean",
    "seconds_median",
)
MOST_PICTURES = 40


def print_tables(result: Evaluation) -> None:
    """Print the figures as tables."""
    from rich.console import Console
    from rich.table import Table

    console = Console(width=150)
    for title, rows in _sections(result.figures):
        table = Table(title=title)
        for column in ("", *COLUMNS):
            table.add_column(column.replace("_", " "), justify="right")
        for name, row in rows.items():
            table.add_row(name, *(_cell(row[column]) for column in COLUMNS))
        console.print(table)
    console.print(f"mAP50 {_cell(result.figures['mAP50'])}  mAP50-95 {_cell(result.figures['mAP50-95'])}")
    if result.figures["confusions"]:
        console.print("confusions: " + ", ".join(f"{a}→{b} ×{n}" for a, b, n in result.figures["confusions"][:12]))
    for turn, _, outcome in result.outcomes:
        if not outcome.exact:
            console.print(
                f"  {outcome.photo} turned {turn:g}: missing {' '.join(outcome.missing) or '–'}; "
                f"extra {' '.join(outcome.extra) or '–'}"
            )


def print_ways(ways: dict[str, dict[str, Any]]) -> None:
    """Print one row for each way of reading the same photos, the best by exact photos per second of reading first."""
    from rich.console import Console
    from rich.table import Table

    def worth(figures: dict[str, Any]) -> float:
        return float(figures["exact_photos"]) / max(float(figures["seconds_mean"]), 1e-9)

    columns = ("photos", "tiles_right", "flowers_right", "exact_photos", "exact_hands", "corrections_mean")
    table = Table()
    for column in ("", *(column.replace("_", " ") for column in columns), "ms a photo", "exact photos a second"):
        table.add_column(column, justify="right")
    for name, figures in sorted(ways.items(), key=lambda way: -worth(way[1])):
        cells = [_cell(figures[column]) for column in columns]
        table.add_row(name, *cells, f"{1000 * figures['seconds_mean']:.0f}", f"{worth(figures):.2f}")
    Console(width=150).print(table)


def _sections(figures: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("by tile set", figures["by_tile_set"]),
        ("by turn of the photo", figures["by_turn"]),
        ("by lie of the row", figures["by_lie_of_the_row"]),
    ]


def _cell(value: Any) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def write_report(result: Evaluation, out: Path) -> Path:
    """Write report.json and report.html into `out`; return the page."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(json.dumps(result.figures, indent=1, ensure_ascii=False), encoding="utf-8")
    parts = [
        "<!doctype html><meta charset=utf-8><title>Reading photos</title>",
        "<style>body{font:15px system-ui;margin:2em;max-width:75em}table{border-collapse:collapse;margin:1em 0}"
        "td,th{border:1px solid #8886;padding:.3em .6em;text-align:right}img{max-width:100%}</style>",
        "<h1>Reading photos</h1>",
        f"<p>mAP50 {_cell(result.figures['mAP50'])}, mAP50-95 {_cell(result.figures['mAP50-95'])}</p>",
    ]
    for title, rows in _sections(result.figures):
        head = "".join(f"<th>{column.replace('_', ' ')}" for column in ("", *COLUMNS))
        body = "".join(
            f"<tr><th>{html.escape(name)}" + "".join(f"<td>{_cell(row[column])}" for column in COLUMNS)
            for name, row in rows.items()
        )
        parts.append(f"<h2>{title}</h2><table><tr>{head}{body}</table>")
    classes = "".join(f"<tr><th>{code}<td>{_cell(value)}" for code, value in result.figures["AP50"].items())
    parts.append(f"<h2>AP50 by class</h2><table>{classes}</table>")
    pairs = "".join(f"<tr><td>{a}<td>{b}<td>{n}" for a, b, n in result.figures["confusions"])
    parts.append(f"<h2>Confusions</h2><table><tr><th>is<th>read as<th>times{pairs}</table><h2>Failures</h2>")
    failed = [(turn, outcome) for turn, _, outcome in result.outcomes if not outcome.exact]
    for turn, outcome in failed[:MOST_PICTURES]:
        parts.append(
            f"<h3>{html.escape(outcome.photo)}, turned {turn:g}°</h3><p>missing {' '.join(outcome.missing) or '–'}; "
            f"extra {' '.join(outcome.extra) or '–'}</p><img src='{_picture(result, turn, outcome.photo)}'>"
        )
    page = out / "report.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    return page


def _picture(result: Evaluation, turn: float, photo: str) -> str:
    image = load_rgb(result.folder / "images" / photo)
    if turn:
        image = turned(image, turn)
    canvas = image[..., ::-1].copy()
    for tile in result.answers[turn, photo]["tiles"]:
        x0, y0, x1, y1 = (round(v) for v in tile["box"])
        colour = (150, 150, 150) if tile["zone"] == "other" else (40, 160, 40)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, 1)
        cv2.putText(canvas, tile["code"], (x0, y0 - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 255), 1, cv2.LINE_AA)
    data = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
    return "data:image/jpeg;base64," + base64.b64encode(data).decode()
