"""What is wrong with a labelled data set: class counts, odd boxes, duplicate photos, leaks between splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.classes import CLASSES
from datasets.label.labels import Box, Photo, read_picture
from datasets.label.splits import Origin, leaks

NEAR_BITS = 8
"""Photos whose 128-bit fingerprints differ in at most so many bits may be the same picture."""
NEAR_GREY = 14.0
"""Of 255: how much the thumbnails of the same picture may differ in all but 0.7 % of the places."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. ``kind``: class, box, double, duplicate or leak."""

    kind: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """Boxes per class and split, and all findings."""

    counts: dict[str, Counter[str]]
    findings: tuple[Finding, ...]


def box_findings(photo: Photo) -> list[Finding]:
    """Return the odd boxes of a photo: outside it, tiny, far from square, far from the size of the rest,
    twice.
    """
    out = []
    sizes = [np.sqrt(b.width * b.height) for b in photo.boxes]
    usual = median(sizes) if sizes else 0.0
    for k, (b, size) in enumerate(zip(photo.boxes, sizes, strict=True)):
        where = f"{photo.name}#{k}"
        for text in _oddities(b, photo, float(size), float(usual)):
            out.append(Finding("box", where, f"{b.code}: {text}"))
        for j, other in enumerate(photo.boxes[:k]):
            shared = b.overlap(other)
            if shared > 0.6:
                out.append(Finding("double", where, f"{b.code} lies on #{j} {other.code}, overlap {shared:.2f}"))
    return out


def _oddities(b: Box, photo: Photo, size: float, usual: float) -> list[str]:
    out = []
    if b.x0 < -2 or b.y0 < -2 or b.x1 > photo.width + 2 or b.y1 > photo.height + 2:
        out.append(f"reaches outside the photo ({b.x0:.0f}, {b.y0:.0f}, {b.x1:.0f}, {b.y1:.0f})")
    if min(b.width, b.height) < 5:
        out.append(f"only {b.width:.1f} x {b.height:.1f} pixels")
    if max(b.width, b.height) > 3 * min(b.width, b.height):
        out.append(f"{b.width:.0f} x {b.height:.0f} is no tile's shape")
    if len(photo.boxes) >= 3 and not usual / 3.5 <= size <= usual * 3.5:
        out.append(f"{size:.0f} pixels across, the photo's tiles {usual:.0f}")
    return out


def fingerprint(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return 128 bits that survive resizing, recompression and small changes of light."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    wide = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA).astype(np.int16)
    high = cv2.resize(grey, (8, 9), interpolation=cv2.INTER_AREA).astype(np.int16)
    return np.concatenate([(wide[:, 1:] > wide[:, :-1]).ravel(), (high[1:] > high[:-1]).ravel()])


def duplicate_pairs(prints: NDArray[np.bool_], near: int = NEAR_BITS) -> list[tuple[int, int, int]]:
    """Return (i, j, differing bits) for every two fingerprints (n, 128) that are nearly the same."""
    signs = np.where(prints, 1.0, -1.0).astype(np.float32)
    differing = np.rint((signs.shape[1] - signs @ signs.T) / 2).astype(int)
    return [(int(i), int(j), int(differing[i, j])) for i, j in np.argwhere(differing <= near) if i < j]


def audit(
    splits: Mapping[str, Iterable[Photo]],
    roots: Mapping[str, Path] | None = None,
    origins: Mapping[str, Origin] | None = None,
) -> Report:
    """Return the report on the photos of each split.

    ``roots`` (the folder of each split, with ``images/``) turns on the search for duplicates; ``origins``
    (photo stem → tile set and scene) the search for tile sets and scenes in more than one split.
    """
    photos = {name: tuple(group) for name, group in splits.items()}
    counts = {name: Counter(b.code for p in group for b in p.boxes) for name, group in photos.items()}
    findings = [f for group in photos.values() for p in group for f in box_findings(p)]
    for name, counter in counts.items():
        for code in CLASSES:
            if counter[code] == 0:
                findings.append(Finding("class", name, f"no box of {code}"))
        for code in sorted(set(counter) - set(CLASSES)):
            findings.append(Finding("class", name, f"{counter[code]} boxes of {code!r}, which is no class"))
    if roots is not None:
        findings += _duplicates(photos, roots)
    if origins is not None:
        where = {Path(p.name).stem: s for s, group in photos.items() for p in group}
        known = {stem: origins[stem] for stem in where if stem in origins}
        findings += [Finding("leak", "splits", text) for text in leaks(known, where)]
    return Report(counts, tuple(findings))


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the picture as 64 by 64 greys, its mean taken away: for a closer look at two like
    fingerprints.
    """
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (64, 64), interpolation=cv2.INTER_AREA)
    grey = cv2.blur(small.astype(np.float32), (3, 3))
    return np.asarray(grey - grey.mean(), np.float32)


def same_picture(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    """Return whether two thumbnails agree nearly everywhere, not just where nothing is.

    Two photos of different tiles on the same bare table have like fingerprints but differ where the tile
    lies.
    """
    return float(np.percentile(np.abs(a - b), 99.3)) < NEAR_GREY


def _duplicates(photos: Mapping[str, tuple[Photo, ...]], roots: Mapping[str, Path]) -> list[Finding]:
    names, prints, thumbs = [], [], []
    for split, group in photos.items():
        for p in group:
            picture = np.asarray(read_picture(roots[split] / "images" / p.name), np.uint8)
            names.append((split, p.name))
            prints.append(fingerprint(picture))
            thumbs.append(thumbnail(picture))
    out = []
    for i, j, bits in duplicate_pairs(np.array(prints)) if prints else []:
        if not same_picture(thumbs[i], thumbs[j]):
            continue
        across = names[i][0] != names[j][0]
        text = f"looks like {names[j][0]}/{names[j][1]} ({bits} of 128 bits differ)"
        out.append(Finding("leak" if across else "duplicate", "/".join(names[i]), text))
    return out


def read_manifest(path: Path) -> dict[str, Origin]:
    """Return photo stem → origin from a CSV file with columns ``name``, ``scene`` and, if known,
    ``tileset``.
    """
    import csv

    with path.open(newline="") as file:
        rows = csv.DictReader(file)
        missing = {"name", "scene"} - set(rows.fieldnames or ())
        if missing:
            raise ValueError(f"{path}: no column {', '.join(sorted(missing))}")
        return {Path(r["name"]).stem: Origin(r.get("tileset") or "", r["scene"]) for r in rows}
