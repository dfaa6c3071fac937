"""The commands of ``python -m datasets``: make scenes, and (below) look after labels."""

from __future__ import annotations

from pathlib import Path

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Make and check training data for the tile detector."""


@main.command()
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="Folder to write; made if missing."
)
@click.option("--count", default=100, show_default=True, help="Number of scenes.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same bytes.")
@click.option("--size", default=768, show_default=True, help="Pixels on the longer side.")
@click.option("--faces", help="Face crops to use beside our own: DIR or DIR:prefix,prefix.")
@click.option("--kind", help="One kind of scene only: hand, table, row, sheet, loose, near, tray.")
@click.option(
    "--backs",
    type=click.Choice(["all", "subject"]),
    default="all",
    show_default=True,
    help="Which tiles seen from the back get a label.",
)
@click.option("--jobs", default=2, show_default=True, help="Processes.")
def scenes(
    out: Path, count: int, seed: int, size: int, faces: str | None, kind: str | None, backs: str, jobs: int
) -> None:
    """Write photo-like table scenes with exact labels.

    \b
    Examples:
      python -m datasets scenes --out runs/synth --count 2000 --seed 1
      python -m datasets scenes --out runs/synth --count 500 --faces ../shared/photos/faces:camerash,justin
    """
    from rich.progress import track

    from datasets.synth.generate import Run, generate

    run = Run(out, count, seed, size, faces, kind, backs)
    last = 0
    with_progress = track(generate(run, jobs), total=(count + 7) // 8, description="scenes")
    for last in with_progress:
        pass
    click.echo(f"{last} scenes in {out}")
