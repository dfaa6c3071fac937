"""The commands of ``python -m datasets``: make scenes, and look after labels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from datasets.label.labels import Photo

FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
ANY_PATH = click.Path(path_type=Path)
FORMATS = click.Choice(["yolo", "coco", "voc"])


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Make and check training data for the tile detector."""


def _told(error: Exception) -> click.ClickException:
    return click.ClickException(str(error))


@main.command()
@click.option("--out", type=ANY_PATH, required=True, help="Folder to write; made if missing.")
@click.option("--count", default=100, show_default=True, help="Number of scenes.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same bytes.")
@click.option("--size", default=768, show_default=True, help="Pixels on the longer side.")
@click.option(
    "--faces", multiple=True, help="Face crops to use beside our own: DIR or DIR:prefix,prefix; may be repeated."
)
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
    out: Path, count: int, seed: int, size: int, faces: tuple[str, ...], kind: str | None, backs: str, jobs: int
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
    try:
        written = list(track(generate(run, jobs), total=(count + 7) // 8, description="scenes"))
    except (ValueError, KeyError) as error:
        raise _told(error) from error
    click.echo(f"{written[-1] if written else 0} scenes in {out}")


@main.command()
@click.option("--out", type=ANY_PATH, required=True, help="Picture to write.")
@click.option("--count", default=4, show_default=True, help="Number of styles.")
@click.option("--seed", default=0, show_default=True)
def faces(out: Path, count: int, seed: int) -> None:
    """Draw all 42 faces of our own in some styles, to look at.

    \b
    Example:
      python -m datasets faces --out faces.png --count 6 --seed 3
    """
    import cv2
    import numpy as np

    from datasets.faces import FACE_CODES, draw_face, random_style

    rows = []
    for k in range(count):
        style = random_style(np.random.default_rng((seed, k)))
        drawn = [cv2.resize(draw_face(style, c), (76, 104), interpolation=cv2.INTER_AREA) for c in FACE_CODES]
        framed = [cv2.copyMakeBorder(d, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=(60, 60, 60)) for d in drawn]
        rows += [np.hstack(framed[:21]), np.hstack(framed[21:])]
    cv2.imwrite(str(out), np.vstack(rows)[:, :, ::-1])


@main.command()
@click.option("--database", "url", required=True, help="Address of the ledger's database, as in HUPAI_DATABASE_URL.")
@click.option("--out", type=ANY_PATH, required=True, help="Folder to write; made if missing.")
@click.option("--incomplete", is_flag=True, help="Take photos too in which not every tile has a checked label.")
def taught(url: str, out: Path, incomplete: bool) -> None:
    """Export the corrected photos that tables keep, as a YOLO data set.

    \b
    Example:
      python -m datasets taught --database sqlite:////var/lib/hupai/hupai.db --out data/taught
    """
    from rich.progress import track

    from datasets.taught import TaughtError, count_taught, write_taught

    try:
        total = count_taught(url)
        written = list(track(write_taught(url, out, incomplete=incomplete), total=total, description="photos"))
    except TaughtError as error:
        raise _told(error) from error
    tiles = sum(len(photo.boxes) for photo in written)
    click.echo(f"{len(written)} of {total} kept photos with {tiles} tiles in {out}")


@main.command()
@click.option("--out", type=ANY_PATH, required=True, help="Folder of face crops to write; made if missing.")
@click.option("--root", type=ANY_PATH, default=Path("/usr"), show_default=True, help="Where Debian's packages lie.")
@click.option("--set", "names", multiple=True, help="Only this set; may be repeated.")
def drawn(out: Path, root: Path, names: tuple[str, ...]) -> None:
    """Cut the faces out of tile sets that games draw and that are free to use.

    The sets, their licences and the Debian packages they come in are listed in datasets/drawn.toml.

    \b
    Examples:
      apt-get install kdegames-mahjongg-data-kf5 gnome-mahjongg xmahjongg fonts-symbola librsvg2-bin
      python -m datasets drawn --out data/faces-drawn
      python -m datasets scenes --out data/scenes --faces data/photos/faces:camerash,justin --faces data/faces-drawn
    """
    from rich.progress import track

    from datasets.drawn import DrawnError, drawn_sets, write

    try:
        sets = drawn_sets()
        if unknown := set(names) - {s.name for s in sets}:
            raise DrawnError(f"no set {sorted(unknown)}; there are {[s.name for s in sets]}")
        sets = tuple(s for s in sets if not names or s.name in names)
        for one, count in track(write(out, root, sets), total=len(sets), description="sets"):
            click.echo(f"{one.name}: {count} faces, {one.licence} ({one.credit})")
    except DrawnError as error:
        raise _told(error) from error


@main.command()
@click.argument("splits", nargs=-1, required=True, metavar="[NAME=]FOLDER...")
@click.option("--manifest", type=ANY_PATH, help="CSV with name, scene and, if known, tileset of each photo.")
@click.option("--duplicates/--no-duplicates", default=True, show_default=True, help="Compare the pictures.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if there is any finding.")
def audit(splits: tuple[str, ...], manifest: Path | None, duplicates: bool, strict: bool) -> None:
    """Count classes and list odd boxes, doubles, duplicate photos, and leaks between splits.

    Each FOLDER is a YOLO data set (images/, labels/).

    \b
    Example:
      python -m datasets audit train=../shared/photos/train val=../shared/photos/val \\
          --manifest ../shared/photos/manifest.csv
    """
    from rich.console import Console
    from rich.table import Table

    from datasets.classes import CLASSES
    from datasets.label.audit import audit as run_audit
    from datasets.label.audit import read_manifest
    from datasets.label.yolo import load_yolo

    roots = {name or Path(path).name: Path(path) for name, _, path in (s.rpartition("=") for s in splits)}
    try:
        photos = {name: load_yolo(root) for name, root in roots.items()}
        origins = read_manifest(manifest) if manifest else None
        report = run_audit(photos, roots if duplicates else None, origins)
    except (ValueError, OSError) as error:
        raise _told(error) from error
    console = Console()
    table = Table("class", *report.counts, title="Boxes per class")
    for code in CLASSES:
        table.add_row(code, *(str(c[code]) for c in report.counts.values()))
    table.add_row("all", *(str(sum(c.values())) for c in report.counts.values()), style="bold")
    console.print(table)
    for finding in report.findings:
        click.echo(f"{finding.kind:<9} {finding.where}: {finding.text}")
    counted = Counter(f.kind for f in report.findings)
    console.print(", ".join(f"{n} {kind}" for kind, n in sorted(counted.items())) or "nothing found")
    if strict and report.findings:
        raise SystemExit(1)


@main.command()
@click.argument("root", type=FOLDER)
@click.option("--out", type=ANY_PATH, required=True, help="Folder for index.html and its pictures.")
@click.option("--limit", default=0, help="Only the first N photos.")
def review(root: Path, out: Path, limit: int) -> None:
    """Write a page with all crops by class and all photos with their boxes, for the human pass.

    \b
    Example:
      python -m datasets review ../shared/photos/val --out runs/review
    """
    from datasets.label.review import write_review
    from datasets.label.yolo import load_yolo

    try:
        photos = load_yolo(root)
        page = write_review(photos[: limit or None], root / "images", out)
    except ValueError as error:
        raise _told(error) from error
    click.echo(f"open {page}")


@main.command()
@click.argument("images", type=FOLDER)
@click.option("--labels", type=ANY_PATH, help="Folder for the label files; default: labels/ beside IMAGES.")
@click.option("--weights", type=FOLDER, default=Path("models/weights"), show_default=True)
@click.option("--least", default=0.4, show_default=True, help="Tiles below this confidence are left out.")
@click.option("--overwrite", is_flag=True, help="Replace label files that are already there.")
def prelabel(images: Path, labels: Path | None, weights: Path, least: float, overwrite: bool) -> None:
    """Label new photos with the current model, to be checked by a person.

    \b
    Example:
      python -m datasets prelabel new/images && python -m datasets review new --out runs/review
    """
    from datasets.label.draft import draft_folder, load_reader

    target = labels or images.parent / "labels"
    try:
        reader = load_reader(weights)
    except ValueError as error:
        raise _told(error) from error
    for line in draft_folder(reader, images, target, least=least, overwrite=overwrite):
        click.echo(line)


@main.command()
@click.argument("source", type=ANY_PATH)
@click.argument("target", type=ANY_PATH)
@click.option("--from", "read_as", type=FORMATS, required=True, help="Format of SOURCE.")
@click.option("--to", "write_as", type=FORMATS, required=True, help="Format of TARGET.")
@click.option("--classes", "table", help="Class table to read SOURCE's names by; see `remap --list`.")
def convert(source: Path, target: Path, read_as: str, write_as: str, table: str | None) -> None:
    """Convert labels between YOLO folders, COCO files and folders of VOC files (the photos stay where they
    are).

    \b
    Example:
      python -m datasets convert --from coco --to yolo --classes letters train.json runs/outside
    """
    from datasets.label.coco import save_coco
    from datasets.label.remap import remap_photos
    from datasets.label.voc import save_voc
    from datasets.label.yolo import save_yolo

    try:
        photos = _load(source, read_as)
        photos = remap_photos(photos, table) if table else photos
        {"yolo": save_yolo, "coco": save_coco, "voc": save_voc}[write_as](photos, target)
    except (ValueError, OSError) as error:
        raise _told(error) from error
    except KeyError as error:
        raise click.ClickException(f"unknown class or table {error}; name a class table with --classes") from error
    click.echo(f"{len(photos)} photos, {sum(len(p.boxes) for p in photos)} boxes in {target}")


def _load(source: Path, form: str) -> tuple[Photo, ...]:
    from datasets.label.coco import load_coco
    from datasets.label.voc import load_voc
    from datasets.label.yolo import load_yolo

    return {"yolo": load_yolo, "coco": load_coco, "voc": load_voc}[form](source)


@main.command()
@click.argument("names", nargs=-1)
@click.option("--table", help="The class table to use.")
@click.option("--list", "show", is_flag=True, help="List the tables with what they know.")
def remap(names: tuple[str, ...], table: str | None, show: bool) -> None:
    """Say which class of ours each foreign NAME is; a name that the table does not know is an error.

    \b
    Examples:
      python -m datasets remap --list
      python -m datasets remap --table letters 3F EW 9B
    """
    from datasets.label.remap import RemapError, class_map, remap_names, table_names

    if show or not table:
        for name in table_names():
            click.echo(f"{name}: " + ", ".join(f"{k} {v}" for k, v in class_map(name).items()))
        return
    try:
        for name, code in remap_names(names, table).items():
            click.echo(f"{name} {code}")
    except (RemapError, KeyError) as error:
        raise _told(error) from error


@main.command()
@click.argument("manifest", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--share", "shares", multiple=True, default=("train=0.85", "val=0.15"), show_default=True)
@click.option("--seed", default=0, show_default=True)
def splits(manifest: Path, shares: tuple[str, ...], seed: int) -> None:
    """Split photos by tile set and scene: prints `name,split`.

    MANIFEST is a CSV file with the columns name, scene and tileset.

    \b
    Example:
      python -m datasets splits ../shared/photos/manifest.csv --share train=0.9 --share val=0.1
    """
    from datasets.label.audit import read_manifest
    from datasets.label.splits import split

    try:
        wanted = {name: float(value) for name, _, value in (s.partition("=") for s in shares)}
        chosen = split(read_manifest(manifest), wanted, seed)
    except ValueError as error:
        raise _told(error) from error
    click.echo("name,split")
    for name, where in sorted(chosen.items()):
        click.echo(f"{name},{where}")


@main.command()
@click.argument("name", required=False)
@click.option("--out", type=ANY_PATH, default=Path("runs/fetched"), show_default=True)
@click.option("--catalogue", "listing", type=ANY_PATH, help="Another catalogue file.")
@click.option("--unpack/--no-unpack", "unpacked", default=True, show_default=True)
def fetch(name: str | None, out: Path, listing: Path | None, unpacked: bool) -> None:
    """Download a public set by NAME, its licence shown first; without NAME, list what there is.

    \b
    Examples:
      python -m datasets fetch
      python -m datasets fetch camerash --out runs/fetched
    """
    from datasets.fetch import FetchError, catalogue, download
    from datasets.fetch import unpack as unpack_archive

    try:
        sets = catalogue(listing)
    except (FetchError, OSError) as error:
        raise _told(error) from error
    if name is None:
        for entry in sets.values():
            how = "" if entry.url else " (needs an account)"
            click.echo(f"{entry.name}: {entry.title}. {entry.licence}, for {entry.use}{how}. {entry.page}")
        return
    if name not in sets:
        raise click.ClickException(f"no public set {name!r}; there are {', '.join(sets)}")
    entry = sets[name]
    click.echo(f"{entry.title}\nLicence: {entry.licence}. Credit: {entry.credit}. For: {entry.use}. {entry.note}")
    try:
        from rich.progress import Progress

        with Progress() as progress:
            task = progress.add_task(name, total=None)
            archive = download(entry, out, lambda done, total: progress.update(task, completed=done, total=total))
        click.echo(f"{archive}: {archive.stat().st_size} bytes")
        if unpacked and archive.suffix == ".zip":
            click.echo(f"{unpack_archive(archive, out / name)} files in {out / name}")
    except FetchError as error:
        raise _told(error) from error
