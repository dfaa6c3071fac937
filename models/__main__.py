"""`python -m models`: train, export, check and measure the two shipped networks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from models.recipe import DEFAULT, load_recipe

WEIGHTS = Path(__file__).with_name("weights")


@click.group(
    epilog="""\b
Examples:
  python -m models train detector --data ../shared --run runs/detector --minutes 60
  python -m models train crops --data ../shared --run runs/crops --minutes 30
  python -m models export --detector runs/detector --crops runs/crops
  python -m models parity --detector runs/detector --photos ../shared/photos/val
  python -m models evaluate --photos ../shared/photos/val --out report
  python -m models compare --photos ../shared/photos/val
  python -m models everything --data data --out runs --device cuda --workers 12 --scale 6
"""
)
def main() -> None:
    """Train, export, check and measure the tile detector and the crop reader."""


@main.group()
def train() -> None:
    """Train a network. A run that was stopped goes on where its last checkpoint stands."""


def _training_options(command: click.decorators.FC) -> click.decorators.FC:
    folder = click.Path(path_type=Path, file_okay=False)
    for option in (
        click.option("--data", type=folder, required=True, help="Folder that the recipe's sources lie in."),
        click.option("--run", type=folder, required=True, help="Folder of the run's checkpoint."),
        click.option("--minutes", type=float, default=60.0, show_default=True, help="Stop after so long."),
        click.option("--recipe", type=click.Path(path_type=Path, exists=True), default=DEFAULT, show_default=True),
        click.option("--start", type=click.Path(path_type=Path, exists=True), help="Weights to start a new run from."),
        click.option("--device", default="cpu", show_default=True, help="cpu, cuda, cuda:1 …"),
        click.option("--workers", default=1, show_default=True, help="Processes that make the views."),
        click.option("--threads", default=2, show_default=True, help="CPU threads of the network."),
    ):
        command = option(command)
    return command


@train.command("detector")
@_training_options
def train_detector(
    data: Path,
    run: Path,
    minutes: float,
    recipe: Path,
    start: Path | None,
    device: str,
    workers: int,
    threads: int,
) -> None:
    """Train the tile detector from tile-aware weights (those of the wheel mahjong-detector, unless told)."""
    from models.progress import Progress
    from models.train_detector import train as run_training
    from models.warmstart import installed_weights

    chosen = load_recipe(recipe)
    begin = start or installed_weights()
    with Progress("detector", chosen.detector.steps, minutes) as progress:
        path = run_training(
            chosen.detector,
            chosen.sources,
            data,
            run,
            minutes=minutes,
            start=begin,
            device=device,
            workers=workers,
            threads=threads,
            report=progress.line,
        )
    click.echo(f"checkpoint: {path}")


@train.command("crops")
@_training_options
def train_crops(
    data: Path,
    run: Path,
    minutes: float,
    recipe: Path,
    start: Path | None,
    device: str,
    workers: int,
    threads: int,
) -> None:
    """Train the crop reader from labelled photos, face crops and faces drawn by the project."""
    from models.crop_stream import crop_stream
    from models.progress import Progress
    from models.train_crops import train as run_training

    chosen = load_recipe(recipe)
    stream = crop_stream(chosen.crops, chosen.sources, chosen.faces, data)
    with Progress("crops", chosen.crops.steps, minutes) as progress:
        path = run_training(
            chosen.crops,
            stream,
            run,
            minutes=minutes,
            start=start,
            device=device,
            workers=workers,
            threads=threads,
            report=progress.line,
        )
    click.echo(f"checkpoint: {path}")


@main.command()
@click.option("--detector", type=click.Path(path_type=Path, exists=True), help="Run folder of the detector.")
@click.option("--crops", type=click.Path(path_type=Path, exists=True), help="Run folder of the crop reader.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
@click.option("--recipe", type=click.Path(path_type=Path, exists=True), default=DEFAULT)
def export(detector: Path | None, crops: Path | None, out: Path, recipe: Path) -> None:
    """Write ONNX files and their manifest entries."""
    from models.export import export_all

    if detector is None and crops is None:
        raise click.UsageError("nothing to export: give --detector, --crops or both")
    for path in export_all(load_recipe(recipe), out, detector, crops):
        click.echo(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


@main.command()
@click.option("--detector", type=click.Path(path_type=Path, exists=True))
@click.option("--crops", type=click.Path(path_type=Path, exists=True))
@click.option("--weights", type=click.Path(path_type=Path, exists=True), default=WEIGHTS, show_default=True)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--count", default=8, show_default=True)
def parity(detector: Path | None, crops: Path | None, weights: Path, photos: Path, count: int) -> None:
    """Run the same photos through torch and through the exported files; exit 1 where they differ."""
    from models.parity import compare_detector, compare_reader

    recipe = load_recipe()
    rows = []
    if detector is not None:
        rows.append(compare_detector(detector / "last.pt", weights / "tiles.onnx", photos, count))
    if crops is not None:
        rows.append(compare_reader(crops / "last.pt", weights / "crops.onnx", photos, count, recipe.crops))
    for row in rows:
        click.echo(json.dumps(row))
    if not all(row["agree"] for row in rows):
        sys.exit(1)


@main.command()
@click.option(
    "--photos",
    type=click.Path(path_type=Path, exists=True),
    required=True,
    help="Folder with images/ and labels/, and hands.jsonl where there is one.",
)
@click.option("--prefix", multiple=True, help="Only photos whose names start so.")
@click.option("--weights", type=click.Path(path_type=Path, exists=True), default=WEIGHTS, show_default=True)
@click.option(
    "--turn",
    "turns",
    multiple=True,
    type=float,
    default=(0.0,),
    show_default=True,
    help="Degrees to turn each photo by; several may be given.",
)
@click.option("--side", type=int, help="Long side of the detector's input; the manifest's unless told.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Only each so-many-th photo.")
@click.option("--no-crops", is_flag=True, help="Leave the crop reader out.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for report.json and report.html.")
def evaluate(
    photos: Path,
    prefix: tuple[str, ...],
    weights: Path,
    turns: tuple[float, ...],
    side: int | None,
    every: int,
    no_crops: bool,
    out: Path | None,
) -> None:
    """Measure exact hands, corrections and mAP; write a page with pictures of the failures."""
    from models.evaluate import evaluate_folder
    from models.report import print_tables, write_report

    result = evaluate_folder(
        photos, weights, prefixes=prefix, turns=turns, side=side, every=every, with_crops=not no_crops
    )
    print_tables(result)
    if out is not None:
        click.echo(f"report: {write_report(result, out)}")


@main.command("compare")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--prefix", multiple=True, help="Only photos whose names start so.")
@click.option("--weights", type=click.Path(path_type=Path, exists=True), default=WEIGHTS, show_default=True)
@click.option("--side", "sides", type=int, multiple=True, default=(640, 960, 1280), show_default=True)
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Only each so-many-th photo.")
def compare_ways(photos: Path, prefix: tuple[str, ...], weights: Path, sides: tuple[int, ...], every: int) -> None:
    """Compare input sizes, each with and without the crop reader, by exact photos per second.

    \b
    Example:
      python -m models compare --photos ../shared/photos/val --side 640 --side 960 --side 1280
    """
    from models.evaluate import evaluate_folder
    from models.report import print_ways

    ways = {
        f"{side}, {'with' if crops else 'without'} crop reader": evaluate_folder(
            photos, weights, prefixes=prefix, side=side, every=every, with_crops=crops
        ).figures["all"]
        for side in sides
        for crops in (True, False)
    }
    print_ways(ways)


@main.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    help="Folder with photos/ as the recipe's sources name it; scenes/ is made in it.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of runs, weights and report.")
@click.option("--device", default="cpu", show_default=True, help="cpu, cuda, cuda:1 …")
@click.option("--workers", default=2, show_default=True, help="Processes that make scenes and views.")
@click.option("--threads", default=2, show_default=True, help="CPU threads of the network.")
@click.option("--scenes", default=2400, show_default=True, help="Scenes to make, if scenes/ is not there yet.")
@click.option("--detector-minutes", default=90.0, show_default=True)
@click.option("--crops-minutes", default=60.0, show_default=True)
@click.option("--scale", default=1.0, show_default=True, help="Multiply the recipe's steps, for a fast machine.")
def everything(
    data: Path,
    out: Path,
    device: str,
    workers: int,
    threads: int,
    scenes: int,
    detector_minutes: float,
    crops_minutes: float,
    scale: float,
) -> None:
    """Make scenes, train both networks, export, check parity and measure: unattended, resumable."""
    import dataclasses

    from models.crop_stream import crop_stream
    from models.evaluate import evaluate_folder
    from models.export import export_all
    from models.parity import compare_detector, compare_reader
    from models.progress import Progress
    from models.report import print_tables, write_report
    from models.scenes import make_scenes
    from models.train_crops import train as run_crops
    from models.train_detector import train as run_detector
    from models.warmstart import installed_weights

    recipe = load_recipe()
    detector = dataclasses.replace(recipe.detector, steps=round(recipe.detector.steps * scale))
    crops = dataclasses.replace(recipe.crops, steps=round(recipe.crops.steps * scale))
    make_scenes(data, recipe.faces, scenes, workers)
    with Progress("detector", detector.steps, detector_minutes) as progress:
        run_detector(
            detector,
            recipe.sources,
            data,
            out / "detector",
            minutes=detector_minutes,
            start=installed_weights(),
            device=device,
            workers=workers,
            threads=threads,
            report=progress.line,
        )
    with Progress("crops", crops.steps, crops_minutes) as progress:
        run_crops(
            crops,
            crop_stream(crops, recipe.sources, recipe.faces, data),
            out / "crops",
            minutes=crops_minutes,
            device=device,
            workers=workers,
            threads=threads,
            report=progress.line,
        )
    weights = out / "weights"
    export_all(recipe, weights, out / "detector", out / "crops")
    photos = data / "photos" / "val"
    checks = [
        compare_detector(out / "detector" / "last.pt", weights / "tiles.onnx", photos, 8),
        compare_reader(out / "crops" / "last.pt", weights / "crops.onnx", photos, 8, crops),
    ]
    for row in checks:
        click.echo(json.dumps(row))
    result = evaluate_folder(photos, weights, turns=(0.0, 45.0, 90.0, 180.0))
    print_tables(result)
    click.echo(f"report: {write_report(result, out / 'report')}")
    if not all(row["agree"] for row in checks):
        sys.exit(1)


if __name__ == "__main__":
    main()
