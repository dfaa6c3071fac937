"""COCO data sets: one JSON file with images, categories and annotations; boxes are x, y, width, height in
pixels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from datasets.classes import CLASSES
from datasets.label.labels import Box, LabelError, LabelProblem, Photo


def load_coco(path: Path) -> tuple[Photo, ...]:
    """Return the photos of a COCO file, in its order; LabelError names every faulty entry by its place."""
    try:
        data = json.loads(path.read_text())
        images, categories, annotations = data["images"], data["categories"], data["annotations"]
    except (ValueError, KeyError, TypeError) as error:
        fault = f"has no {error}" if isinstance(error, KeyError) else f"is not a COCO file: {error}"
        raise LabelError([LabelProblem(str(path), getattr(error, "lineno", 0), fault)]) from error
    names = {c["id"]: c["name"] for c in categories}
    boxes: dict[Any, list[Box]] = {i["id"]: [] for i in images}
    problems = []
    for place, entry in enumerate(annotations):
        fault = _fault(entry, names, boxes)
        if fault:
            problems.append(LabelProblem(str(path), 0, f"annotations[{place}]: {fault}"))
            continue
        x, y, w, h = map(float, entry["bbox"])
        boxes[entry["image_id"]].append(Box(names[entry["category_id"]], x, y, x + w, y + h))
    if problems:
        raise LabelError(problems)
    return tuple(Photo(i["file_name"], int(i["width"]), int(i["height"]), tuple(boxes[i["id"]])) for i in images)


def _fault(entry: dict[str, Any], names: dict[Any, str], boxes: dict[Any, list[Box]]) -> str | None:
    if entry.get("image_id") not in boxes:
        return f"image_id {entry.get('image_id')!r} is not among the images"
    if entry.get("category_id") not in names:
        return f"category_id {entry.get('category_id')!r} is not among the categories"
    box = entry.get("bbox")
    numbers = isinstance(box, list) and len(box) == 4 and all(isinstance(v, int | float) for v in box)
    if not numbers or box[2] <= 0 or box[3] <= 0:  # type: ignore[index]
        return f"bbox {box!r}, expected x, y, width, height"
    return None


def save_coco(photos: Iterable[Photo], path: Path, classes: Sequence[str] = CLASSES) -> None:
    """Write the photos as one COCO file; category ids count from 1 in the order of ``classes``."""
    number = {name: i for i, name in enumerate(classes, 1)}
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for photo in photos:
        size = {"width": photo.width, "height": photo.height}
        images.append({"id": len(images) + 1, "file_name": photo.name, **size})
        for b in photo.boxes:
            entry = {"id": len(annotations) + 1, "image_id": len(images), "category_id": number[b.code]}
            shape = {"bbox": [b.x0, b.y0, b.width, b.height], "area": b.width * b.height, "iscrowd": 0}
            annotations.append({**entry, **shape})
    categories = [{"id": i, "name": name} for name, i in number.items()]
    data = {"images": images, "categories": categories, "annotations": annotations}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
