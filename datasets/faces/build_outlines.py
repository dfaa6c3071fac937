"""Development command: reduce open fonts to the outlines of the few characters that tiles carry.

Run once when a font is added: ``python -m datasets.faces.build_outlines FONTS_DIR``.  ``FONTS_DIR`` holds
unpacked ``@fontsource`` packages (``npm pack @fontsource/NAME``), each with ``package.json``, ``LICENSE`` and
``files/*.woff2``. Only fonts under the SIL Open Font License are taken; anything else is refused.  Needs
fontTools, brotli and skia-pathops, which nothing else in the project needs.  Writes ``outlines.npz`` and
``credits.json`` beside this file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
CHARACTERS = (
    "一二三四五六七八九伍壹貳叁肆陸柒捌玖萬万東东南西北中發发白春夏秋冬梅蘭兰竹菊"
    "福祿禄壽寿喜琴棋書书畫画漁渔樵耕讀读榮荣華华富貴贵"
    "0123456789ABCDEFGHIKLMNOPRSTUWY"
)
UNITS = 1000
TOLERANCE = 2.5


def flatten(contour: list[tuple[str, Any]]) -> np.ndarray:
    """Return one closed contour as a polyline, curves cut into short straight pieces."""
    points: list[tuple[float, float]] = []
    for name, args in contour:
        if name in {"moveTo", "lineTo"}:
            points.append(args[0])
        elif name in {"qCurveTo", "curveTo"}:
            if args[-1] is None:
                middle = tuple((np.array(args[-2]) + np.array(args[0])) / 2)
                points.append(middle)
                args = (*args[:-1], middle)
            points.extend(curve_points(points[-1], args, cubic=name == "curveTo"))
    return np.array(points, float)


def curve_points(start: tuple[float, float], args: Any, *, cubic: bool) -> list[tuple[float, float]]:
    """Return points along a TrueType (implied on-curve points) or a cubic curve, without its start."""
    pieces: list[tuple[Any, ...]] = []
    if cubic:
        pieces.append((start, *args))
    else:
        current = start
        for i, control in enumerate(args[:-1]):
            following = args[i + 1]
            last = i == len(args) - 2
            end = following if last else ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
            pieces.append((current, control, end))
            current = end
    out: list[tuple[float, float]] = []
    for piece in pieces:
        control_points = np.array(piece, float)
        length = np.abs(np.diff(control_points, axis=0)).sum()
        for t in np.linspace(0, 1, int(np.clip(length / 40, 2, 8)) + 1)[1:]:
            q = control_points
            while len(q) > 1:
                q = q[:-1] * (1 - t) + q[1:] * t
            out.append((float(q[0, 0]), float(q[0, 1])))
    return out


def glyph_contours(font: Any, character: str) -> list[np.ndarray] | None:
    """Return the contours of a character in thousandths of an em, y down, overlaps merged; None if absent."""
    import cv2
    import pathops

    name = font.getBestCmap().get(ord(character))
    if name is None:
        return None
    path = pathops.Path()
    glyphs = font.getGlyphSet()
    glyphs[name].draw(path.getPen(glyphSet=glyphs))
    path.simplify(fix_winding=True, keep_starting_points=False)
    scale = UNITS / font["head"].unitsPerEm
    contours = []
    for contour in path.contours:
        segments = [(n, a) for n, a in contour.segments if n != "closePath"]
        line = flatten(segments) * (scale, -scale)
        line = cv2.approxPolyDP(np.round(line).astype(np.int32)[:, None], TOLERANCE, True)[:, 0]
        if len(line) >= 3:
            contours.append(line.astype(np.int16))
    return contours or None


def read_package(package: Path) -> tuple[dict[str, str], dict[str, list[np.ndarray]]]:
    """Return the credit and the outlines of one unpacked font package."""
    from fontTools.ttLib import TTFont

    meta = json.loads((package / "package.json").read_text())
    licence = package / "LICENSE"
    if meta["license"] != "OFL-1.1" or "Open Font License" not in licence.read_text():
        raise SystemExit(f"{meta['name']}: licence {meta['license']}, only OFL-1.1 with its text is taken")
    glyphs: dict[str, list[np.ndarray]] = {}
    for file in sorted((package / "files").glob("*-400-normal.woff2")):
        font = TTFont(file)
        covered = font.getBestCmap()
        for character in CHARACTERS:
            if character not in glyphs and ord(character) in covered:
                contours = glyph_contours(font, character)
                if contours:
                    glyphs[character] = contours
    credit = {
        "font": meta["name"].removeprefix("@fontsource/"),
        "version": meta["version"],
        "licence": "OFL-1.1",
        "credit": licence.read_text().splitlines()[0].strip(),
    }
    return credit, glyphs


def main(root: Path) -> None:
    """Read every package below ``root`` and write the two data files."""
    credits, arrays = [], {}
    starts, index, points = [0], [], []
    for package in sorted(p.parent for p in root.glob("*/package/package.json")):
        credit, glyphs = read_package(package)
        font = len(credits)
        credits.append(credit)
        for character, contours in sorted(glyphs.items()):
            for contour in contours:
                index.append((font, ord(character)))
                points.append(contour)
                starts.append(starts[-1] + len(contour))
        print(f"{credit['font']}: {len(glyphs)} of {len(CHARACTERS)} characters")
    arrays = {"starts": np.array(starts, np.int32), "index": np.array(index, np.int32)}
    np.savez_compressed(HERE / "outlines.npz", points=np.concatenate(points), **arrays)
    (HERE / "credits.json").write_text(json.dumps(credits, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
