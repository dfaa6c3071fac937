"""Faces of tile sets that were drawn for computer games and are free to use, cut out of the files that Debian's
packages install.

The result is a folder of face crops by class, as ``datasets.faces.folder.CropFolder`` reads it.
"""

from __future__ import annotations

import io
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from datasets.faces import FACE_CODES

_SKIP = "."
_REQUIRED = {"package", "path", "licence", "credit", "rows"}
_GLYPH_PIXELS = 160


class DrawnError(ValueError):
    """Raised where a set can't be cut out as it should be; says what was seen and what was expected."""


@dataclass(frozen=True, slots=True)
class DrawnSet:
    """One entry of ``drawn.toml``; see its head for the fields."""

    name: str
    package: str
    path: str
    licence: str
    credit: str
    rows: tuple[tuple[str, ...], ...]
    width: int | None = None
    grid: tuple[float, ...] | None = None
    glyphs: int | None = None


def drawn_sets(path: Path | None = None) -> tuple[DrawnSet, ...]:
    """Return the sets that ``drawn.toml`` lists; DrawnError names every entry and code that is wrong."""
    source = path or Path(__file__).with_name("drawn.toml")
    out, problems = [], []
    for name, entry in tomllib.loads(source.read_text(encoding="utf-8")).items():
        unknown = set(entry) - _REQUIRED - {"width", "grid", "glyphs"}
        if missing := _REQUIRED - set(entry):
            problems.append(f"{name}: missing {sorted(missing)}")
            continue
        if unknown:
            problems.append(f"{name}: unknown {sorted(unknown)}")
        rows = tuple(tuple(row.split()) for row in entry.pop("rows"))
        strange = sorted({code for row in rows for code in row} - set(FACE_CODES) - {_SKIP})
        if strange:
            problems.append(f"{name}: unknown codes {strange}")
        if ("grid" in entry) == ("glyphs" in entry):
            problems.append(f"{name}: expected either grid or glyphs")
        if "grid" in entry and len(entry["grid"]) != 6:
            problems.append(f"{name}: grid has {len(entry['grid'])} numbers, expected 6")
        if not problems:
            grid = tuple(float(v) for v in entry.pop("grid")) if "grid" in entry else None
            out.append(DrawnSet(name, rows=rows, grid=grid, **entry))
    if problems:
        raise DrawnError(f"{source.name}: " + "; ".join(problems))
    return tuple(out)


def cut(drawn: DrawnSet, root: Path) -> Iterator[tuple[str, Image.Image]]:
    """Yield (code, RGB picture of the face) of a set whose package is installed below ``root`` (``/usr``)."""
    file = root / drawn.path
    if not file.exists():
        raise DrawnError(f"{drawn.name}: no {drawn.path}; install Debian's package {drawn.package}")
    if drawn.glyphs is not None:
        yield from _glyphs(drawn, file, drawn.glyphs)
    elif drawn.grid is not None:
        yield from _cells(drawn, _picture(file, drawn.width), drawn.grid)


def _picture(file: Path, width: int | None) -> Image.Image:
    if file.suffix in {".svg", ".svgz"}:
        try:
            png = subprocess.run(
                ["rsvg-convert", "--width", str(width or 1800), "--keep-aspect-ratio", str(file)],
                capture_output=True,
                check=True,
            ).stdout
        except FileNotFoundError as error:
            raise DrawnError(f"{file.name}: rsvg-convert is not installed (Debian's package librsvg2-bin)") from error
        except subprocess.CalledProcessError as error:
            raise DrawnError(f"{file.name}: rsvg-convert says {error.stderr.decode(errors='replace')[:200]}") from error
        picture = Image.open(io.BytesIO(png))
    else:
        picture = Image.open(file)
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture.convert("RGBA"))
    return ground.convert("RGB")


def _cells(drawn: DrawnSet, picture: Image.Image, grid: tuple[float, ...]) -> Iterator[tuple[str, Image.Image]]:
    x0, y0, width, height, across, down = grid
    for r, row in enumerate(drawn.rows):
        for c, code in enumerate(row):
            x, y = x0 + c * across, y0 + r * down
            if x + width > picture.width or y + height > picture.height:
                raise DrawnError(f"{drawn.name}: cell {c}, {r} lies beyond the picture of {picture.size} pixels")
            if code != _SKIP:
                yield code, picture.crop((round(x), round(y), round(x + width), round(y + height)))


def _glyphs(drawn: DrawnSet, file: Path, first: int) -> Iterator[tuple[str, Image.Image]]:
    font = ImageFont.truetype(str(file), _GLYPH_PIXELS)
    for offset, code in enumerate(code for row in drawn.rows for code in row):
        if code == _SKIP:
            continue
        text = chr(first + offset)
        left, top, right, bottom = (round(v) for v in font.getbbox(text))
        frame = _GLYPH_PIXELS // 16  # the outline of the tile is part of the glyph
        face = Image.new("RGB", (right - left, bottom - top), "white")
        ImageDraw.Draw(face).text((-left, -top), text, font=font, fill=(20, 20, 20))
        yield code, face.crop((frame, frame, face.width - frame, face.height - frame))


def write(out: Path, root: Path, sets: tuple[DrawnSet, ...]) -> Iterator[tuple[DrawnSet, int]]:
    """Write ``out/<class>/<set>-<class>.png`` and ``out/CREDITS.txt``; yield each set and how many faces it gave."""
    credits = []
    for drawn in sets:
        count = 0
        for code, face in cut(drawn, root):
            (out / code).mkdir(parents=True, exist_ok=True)
            face.save(out / code / f"{drawn.name}-{code}.png")
            count += 1
        credits.append(f"{drawn.name}-*: {drawn.credit}; {drawn.licence}; Debian package {drawn.package}\n")
        yield drawn, count
    (out / "CREDITS.txt").write_text("".join(credits), encoding="utf-8")
