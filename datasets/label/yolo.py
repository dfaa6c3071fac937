"""YOLO data sets: ``images/*.jpg`` beside ``labels/*.txt``, each line ``class x-centre y-centre width
height``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from datasets.classes import CLASSES
from datasets.label.labels import Box, LabelError, LabelProblem, Photo, picture_size, pictures


def _numbers(fields: list[str], count: int) -> tuple[int, list[float]] | str:
    if len(fields) != 5:
        return f"has {len(fields)} fields, expected 5 (class x y width height)"
    try:
        index, values = int(fields[0]), [float(f) for f in fields[1:]]
    except ValueError:
        return f"{' '.join(fields)!r} is not a whole number and four fractions"
    if not 0 <= index < count:
        return f"class {index}, expected 0 to {count - 1}"
    if not all(map(math.isfinite, values)):
        return "holds a number that is not finite"
    x, y, w, h = values
    if w <= 0 or h <= 0:
        return f"box of width {w} and height {h}"
    if not (0 <= x <= 1 and 0 <= y <= 1 and w <= 1 and h <= 1):
        return f"box centre {x}, {y}, size {w}, {h}: not fractions of the photo"
    return index, values


def read_labels(
    path: Path, width: int, height: int, classes: Sequence[str] = CLASSES
) -> tuple[list[Box], list[LabelProblem]]:
    """Return the boxes of one label file in pixels, and what is wrong with it."""
    boxes, problems = [], []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        read = _numbers(line.split(), len(classes))
        if isinstance(read, str):
            problems.append(LabelProblem(str(path), number, read))
            continue
        index, (x, y, w, h) = read
        x0, y0, bw, bh = (x - w / 2) * width, (y - h / 2) * height, w * width, h * height
        boxes.append(Box(classes[index], x0, y0, x0 + bw, y0 + bh))
    return boxes, problems


def class_names(root: Path) -> tuple[str, ...] | None:
    """Return the class names that ``data.yaml`` or ``classes.txt`` gives, or None if neither is there.

    Reads the two ways in which ``names`` is written in practice, a list or numbered lines, without a YAML
    parser.
    """
    listed = root / "classes.txt"
    if listed.exists():
        return tuple(line.strip() for line in listed.read_text().splitlines() if line.strip())
    described = root / "data.yaml"
    if not described.exists():
        return None
    text = described.read_text()
    _, found, rest = text.partition("names:")
    if not found:
        raise LabelError([LabelProblem(str(described), 0, "has no names")])
    if rest.lstrip().startswith("["):
        inside = rest[rest.index("[") + 1 : rest.index("]")]
        return tuple(n.strip().strip("'\"") for n in inside.split(",") if n.strip())
    names = []
    for line in rest.splitlines()[1:]:
        key, found, value = line.strip().partition(":")
        item = value if found and key.isdigit() else line.strip().removeprefix("- ") if "- " in line else None
        if item is None:
            break
        names.append(item.strip().strip("'\""))
    return tuple(names)


def load_yolo(root: Path, classes: Sequence[str] | None = None) -> tuple[Photo, ...]:
    """Return the photos of a YOLO data set; a photo without a label file has no boxes.

    ``classes`` are the names by number; by default those of the data set's own files, else ours.  Raises
    :class:`LabelError` with every faulty line, every unreadable photo and every label file without a photo.
    """
    names = classes or class_names(root) or CLASSES
    photos: list[Photo] = []
    problems: list[LabelProblem] = []
    stems = set()
    for path in pictures(root / "images"):
        stems.add(path.stem)
        size = picture_size(path)
        if size is None:
            problems.append(LabelProblem(str(path), 0, "is not a readable picture"))
            continue
        label = root / "labels" / f"{path.stem}.txt"
        boxes, faults = read_labels(label, *size, names) if label.exists() else ([], [])
        problems += faults
        photos.append(Photo(path.name, *size, tuple(boxes)))
    for label in sorted((root / "labels").glob("*.txt")):
        if label.stem not in stems:
            problems.append(LabelProblem(str(label), 0, "has no photo in images/"))
    if not photos and not problems:
        problems.append(LabelProblem(str(root), 0, "holds no photos in images/"))
    if problems:
        raise LabelError(problems)
    return tuple(photos)


def label_lines(photo: Photo, classes: Sequence[str] = CLASSES) -> str:
    """Return the text of a photo's label file; a class that is not in ``classes`` is a KeyError."""
    number = {name: i for i, name in enumerate(classes)}
    lines = []
    for b in photo.boxes:
        x, y = (b.x0 + b.x1) / 2 / photo.width, (b.y0 + b.y1) / 2 / photo.height
        lines.append(f"{number[b.code]} {x:.6f} {y:.6f} {b.width / photo.width:.6f} {b.height / photo.height:.6f}\n")
    return "".join(lines)


def save_yolo(photos: Iterable[Photo], root: Path, classes: Sequence[str] = CLASSES) -> None:
    """Write label files and ``classes.txt``; the photos themselves are left to the caller."""
    (root / "labels").mkdir(parents=True, exist_ok=True)
    (root / "images").mkdir(exist_ok=True)
    (root / "classes.txt").write_text("".join(f"{c}\n" for c in classes))
    for photo in photos:
        text = label_lines(photo, classes)
        (root / "labels" / f"{Path(photo.name).stem}.txt").write_text(text)
