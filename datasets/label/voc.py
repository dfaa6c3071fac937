"""Pascal VOC data sets: one XML file a photo; boxes are whole pixels counted from 1, both ends included."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path

from datasets.label.labels import Box, LabelError, LabelProblem, Photo


def _read(path: Path) -> tuple[Photo | None, list[LabelProblem]]:
    text = path.read_text(errors="replace")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None, [LabelProblem(str(path), 0, "declares entities, which no label file needs")]
    try:
        tree = ET.fromstring(text)
    except ET.ParseError as error:
        return None, [LabelProblem(str(path), error.position[0], f"is not XML: {error}")]
    try:
        width, height = int(tree.findtext("size/width", "")), int(tree.findtext("size/height", ""))
    except ValueError:
        return None, [LabelProblem(str(path), 0, "has no size/width and size/height")]
    boxes, problems = [], []
    for place, item in enumerate(tree.findall("object")):
        sides = [item.findtext(f"bndbox/{side}", "") for side in ("xmin", "ymin", "xmax", "ymax")]
        name = item.findtext("name", "").strip()
        try:
            x0, y0, x1, y1 = map(float, sides)
        except ValueError:
            problems.append(LabelProblem(str(path), 0, f"object[{place}]: bndbox {sides}"))
            continue
        if not name or x1 < x0 or y1 < y0:
            problems.append(LabelProblem(str(path), 0, f"object[{place}]: name {name!r}, bndbox {sides}"))
            continue
        boxes.append(Box(name, x0 - 1, y0 - 1, x1, y1))
    return Photo(tree.findtext("filename") or f"{path.stem}.jpg", width, height, tuple(boxes)), problems


def load_voc(folder: Path) -> tuple[Photo, ...]:
    """Return the photos that the XML files of a folder describe; LabelError names every fault of every
    file.
    """
    photos, problems = [], []
    for path in sorted(folder.glob("*.xml")):
        photo, faults = _read(path)
        problems += faults
        if photo is not None:
            photos.append(photo)
    if not photos and not problems:
        problems.append(LabelProblem(str(folder), 0, "holds no .xml files"))
    if problems:
        raise LabelError(problems)
    return tuple(photos)


def save_voc(photos: Iterable[Photo], folder: Path) -> None:
    """Write one XML file a photo, boxes rounded to whole pixels."""
    folder.mkdir(parents=True, exist_ok=True)
    for photo in photos:
        root = ET.Element("annotation")
        ET.SubElement(root, "filename").text = photo.name
        size = ET.SubElement(root, "size")
        for key, value in (("width", photo.width), ("height", photo.height), ("depth", 3)):
            ET.SubElement(size, key).text = str(value)
        for b in photo.boxes:
            item = ET.SubElement(root, "object")
            ET.SubElement(item, "name").text = b.code
            frame = ET.SubElement(item, "bndbox")
            sides = {
                "xmin": round(b.x0) + 1,
                "ymin": round(b.y0) + 1,
                "xmax": round(b.x1),
                "ymax": round(b.y1),
            }
            for key, value in sides.items():
                ET.SubElement(frame, key).text = str(value)
        ET.indent(root)
        ET.ElementTree(root).write(folder / f"{Path(photo.name).stem}.xml", encoding="utf-8")
