"""Draw the tile faces: ``python -m webapp.tile_art FONT.ttc`` writes ``static/tiles.svg`` again.

The sprite holds a symbol for each of the 42 faces, the back and an unknown tile, named ``t-5m``, ``t-0x`` and
``t-un``. Dots, bamboo, bird and plants are drawn here; the characters are outlines of a font under the SIL Open
Font Licence (Noto Serif CJK Bold), turned into paths. Running it needs fontTools, which hupai itself does not.

Colours are CSS variables with a fallback, so that the page can dim them in the dark and a picture that stands
alone still has them.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

FACE_WIDTH, FACE_HEIGHT = 60, 78
RED, GREEN, BLUE, INK = (
    "var(--tile-red,#b3261e)",
    "var(--tile-green,#17724a)",
    "var(--tile-blue,#1d4e89)",
    "var(--tile-ink,#1f2430)",
)
FACE, EDGE, LINE = "var(--tile-face,#fffdf5)", "var(--tile-edge,#2f8f6b)", "var(--tile-line,#d8d2c0)"
GOLD = "var(--tile-gold,#c58a1b)"

Outline = Callable[[str, float, float, float], str]


def font_outlines(path: Path) -> Outline:
    """Return ``outline(character, cx, cy, size) -> path data`` over the font at ``path``."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTCollection, TTFont

    font = TTCollection(path).fonts[0] if path.suffix == ".ttc" else TTFont(path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()

    def outline(character: str, cx: float, cy: float, size: float) -> str:
        glyph = glyphs[names[ord(character)]]
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        scale = size / max(right - left, top - bottom, 0.72 * font["head"].unitsPerEm)
        pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".rstrip("0").rstrip(".") or "0")
        move = (scale, 0, 0, -scale, cx - scale * (left + right) / 2, cy + scale * (bottom + top) / 2)
        glyph.draw(TransformPen(pen, move))
        return pen.getCommands()

    return outline


def number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def circle(x: float, y: float, r: float, colour: str, extra: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{colour}"{extra}/>'


def path(data: str, colour: str) -> str:
    return f'<path d="{data}" fill="{colour}"/>'


def stroke(data: str, colour: str, width: float) -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def petals(x: float, y: float, r: float, count: int, long: float, wide: float, colour: str) -> Iterator[str]:
    """``count`` ellipses around (x, y), each centred ``r`` away and pointing outwards."""
    for turn in range(count):
        angle = 360 * turn / count
        yield (
            f'<ellipse cx="{number(x)}" cy="{number(y - r)}" rx="{number(wide)}" ry="{number(long)}" '
            f'fill="{colour}" transform="rotate({number(angle)} {number(x)} {number(y)})"/>'
        )


def dot(x: float, y: float, r: float, colour: str) -> str:
    ring = f' stroke="{colour}" stroke-width="{number(r * 0.3)}"'
    return circle(x, y, r * 0.84, FACE, ring) + circle(x, y, r * 0.42, colour)


def big_dot() -> str:
    x, y = 30, 39
    parts = [circle(x, y, 22, GREEN), circle(x, y, 18.6, FACE)]
    parts += petals(x, y, 14, 12, 3.4, 1.9, GREEN)
    parts += [circle(x, y, 10, RED), circle(x, y, 7, FACE), *petals(x, y, 3.4, 6, 2.6, 1.3, RED)]
    return "".join(parts)


DOTS: dict[int, list[tuple[float, float, float, str]]] = {
    2: [(30, 21, 13, GREEN), (30, 57, 13, BLUE)],
    3: [(16, 17, 11, BLUE), (30, 39, 11, RED), (44, 61, 11, GREEN)],
    4: [(17, 21, 11.5, BLUE), (43, 21, 11.5, GREEN), (17, 57, 11.5, GREEN), (43, 57, 11.5, BLUE)],
    5: [
        (15.5, 17, 10.5, BLUE),
        (44.5, 17, 10.5, GREEN),
        (30, 39, 10.5, RED),
        (15.5, 61, 10.5, GREEN),
        (44.5, 61, 10.5, BLUE),
    ],
    6: [(x, y, 9.8, GREEN if y < 20 else RED) for y in (16, 41, 62) for x in (18, 42)],
    7: [(13, 13, 7.6, GREEN), (30, 20, 7.6, GREEN), (47, 27, 7.6, GREEN)]
    + [(x, y, 9, RED) for y in (46, 66) for x in (18, 42)],
    8: [(x, y, 8.4, BLUE) for y in (13, 30.3, 47.7, 65) for x in (18, 42)],
    9: [(x, y, 8.2, colour) for y, colour in ((15, GREEN), (39, RED), (63, BLUE)) for x in (12, 30, 48)],
}


def stick(x: float, y: float, length: float, colour: str, lean: float = 0, width: float = 6.4) -> str:
    """One bamboo stick centred on (x, y): two segments, knots at the ends and the middle."""
    half, w = length / 2, width / 2
    turn = f' transform="rotate({number(lean)} {number(x)} {number(y)})"' if lean else ""
    body = "".join(
        f'<rect x="{number(x - w)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(half - 1)}" rx="{number(w * 0.8)}"/>'
        for top in (y - half + 0.5, y + 0.5)
    )
    knots = "".join(
        f'<rect x="{number(x - w - 0.9)}" y="{number(at - 1.3)}" width="{number(width + 1.8)}" height="2.6" rx="1.3"/>'
        for at in (y - half + 0.8, y, y + half - 0.8)
    )
    shine = "".join(
        f'<path d="M{number(x)} {number(at - half * 0.22)}v{number(half * 0.44)}" '
        f'stroke="{FACE}" stroke-width="1.3" stroke-linecap="round"/>'
        for at in (y - half / 2, y + half / 2)
    )
    return f'<g fill="{colour}"{turn}>{body}{knots}{shine}</g>'


def sticks(value: int) -> str:
    short, rows2 = 29, (22, 56)
    table: dict[int, list[tuple[float, float, float, str, float]]] = {
        2: [(30, 21, short, GREEN, 0), (30, 57, short, BLUE, 0)],
        3: [(30, 22, short, GREEN, 0), (18, 56, short, BLUE, 0), (42, 56, short, GREEN, 0)],
        4: [(x, y, short, GREEN if (x < 30) == (y < 39) else BLUE, 0) for y in rows2 for x in (18, 42)],
        5: [(x, y, short, GREEN if (x < 30) == (y < 39) else BLUE, 0) for y in rows2 for x in (13, 47)]
        + [(30, 39, short, RED, 0)],
        6: [(x, y, short, GREEN if y < 39 else BLUE, 0) for y in rows2 for x in (13, 30, 47)],
        7: [(30, 14, 19, RED, 0)] + [(x, y, 20, GREEN if x != 30 else BLUE, 0) for y in (39, 63) for x in (13, 30, 47)],
        8: [
            (10.5, 22, 28, GREEN, 0),
            (24, 21.5, 25, GREEN, -33),
            (36, 21.5, 25, GREEN, 33),
            (49.5, 22, 28, GREEN, 0),
            (10.5, 56, 28, BLUE, 0),
            (24, 56.5, 25, BLUE, 33),
            (36, 56.5, 25, BLUE, -33),
            (49.5, 56, 28, BLUE, 0),
        ],
        9: [
            (x, y, 21, RED if x == 30 else (GREEN if x < 30 else BLUE), 0)
            for y in (14.5, 39, 63.5)
            for x in (13, 30, 47)
        ],
    }
    return "".join(stick(*place) for place in table[value])


def bird() -> str:
    return "".join(
        [
            stroke("M33 50L15 72M35 51L26 74M37 51L38 74", BLUE, 4.2),
            circle(15, 71, 3, RED),
            circle(26, 72.5, 3, RED),
            circle(38, 72.5, 3, RED),
            path("M20 22C14 34 20 50 34 54C48 57 54 44 47 34C42 27 33 29 30 22C28 16 22 17 20 22Z", GREEN),
            path("M31 34C40 33 48 38 47 47C40 51 31 46 31 34Z", BLUE),
            stroke("M34 38C39 39 43 42 44 46M33 42C36 45 39 47 42 48", FACE, 1.4),
            circle(24, 17, 8, RED),
            circle(22, 15.6, 1.9, FACE),
            circle(21.8, 15.6, 1, INK),
            path("M16.6 15L8 18.4L16.8 20.4Z", GOLD),
            stroke("M26 9C27 5 30 4 33 5M28 10.5C31 7 35 7.5 37 9M29 13C33 11 36 12 38 14", RED, 1.9),
            stroke("M28 29C26 34 26 40 29 45", FACE, 1.4),
        ]
    )


def plum() -> str:
    return "".join(
        [
            stroke("M10 70C22 66 24 56 34 52C42 49 48 46 52 38M30 54C34 60 42 62 48 61", INK, 2.6),
            *petals(33, 53, 5, 5, 4.4, 3.9, RED),
            circle(33, 53, 2.4, GOLD),
            *petals(50, 42, 3.4, 5, 3, 2.7, RED),
            circle(50, 42, 1.7, GOLD),
            *petals(18, 66, 3.2, 5, 2.8, 2.5, RED),
            circle(18, 66, 1.6, GOLD),
        ]
    )


def orchid() -> str:
    return "".join(
        [
            stroke(
                "M28 72C24 58 16 50 8 50M29 72C28 56 34 46 46 44M30 72C34 62 42 57 53 60M29 72C26 62 24 54 25 46",
                GREEN,
                2.6,
            ),
            *petals(40, 55, 4, 5, 4, 2.2, BLUE),
            circle(40, 55, 1.9, GOLD),
            *petals(22, 58, 3, 5, 3, 1.7, BLUE),
            circle(22, 58, 1.5, GOLD),
        ]
    )


def bamboo_plant() -> str:
    leaf = "M{x} {y}q{dx} {dy} {ex} {ey}q{fx} {fy} {gx} {gy}z"
    leaves = [
        (30, 52, 10, -7, 20, -3, -10, 7, -20, 3),
        (30, 52, 12, 1, 17, 10, -12, -1, -17, -10),
        (24, 60, -8, -6, -17, -1, 8, 6, 17, 1),
        (24, 60, -4, 4, -14, 9, 5, -3, 14, -9),
    ]
    drawn = [
        leaf.format(x=a, y=b, dx=c, dy=d, ex=e, ey=f, fx=g, fy=h, gx=i, gy=j) for a, b, c, d, e, f, g, h, i, j in leaves
    ]
    return stroke("M24 73V62M25 59L28 48M29 45L31 38", GREEN, 3.6) + "".join(path(one, GREEN) for one in drawn)


def chrysanthemum() -> str:
    return "".join(
        [
            stroke("M30 56C30 64 28 70 24 74M28 67C34 63 40 64 44 68", GREEN, 2.6),
            *petals(30, 53, 9.5, 14, 5.4, 2, GOLD),
            *petals(30, 53, 4.6, 9, 3.4, 1.7, RED),
            circle(30, 53, 2, GOLD),
        ]
    )


def blossom() -> str:
    return "".join(
        [
            stroke("M12 72C24 70 36 62 48 46", INK, 2.4),
            path(
                "M22 68q-8 -8 -3 -16q8 6 3 16zM34 60q-4 -10 3 -17q6 8 -3 17z"
                "M40 56q10 -1 14 6q-9 5 -14 -6zM28 65q9 2 11 9q-9 2 -11 -9z",
                GREEN,
            ),
        ]
    )


def sun() -> str:
    rays = "".join(
        f"M{number(30 + 13 * math.cos(a))} {number(56 + 13 * math.sin(a))}"
        f"L{number(30 + 17.5 * math.cos(a))} {number(56 + 17.5 * math.sin(a))}"
        for a in (2 * math.pi * k / 12 for k in range(12))
    )
    return circle(30, 56, 9.6, RED) + stroke(rays, GOLD, 2.6)


def maple() -> str:
    return path(
        "M30 38L34 47L40 43L39 51L49 50L44 56L50 60L41 62L43 68L33 65L31.5 66L32 75H28L28.5 66L27 65L17 68L19 62L10 60"
        "L16 56L11 50L21 51L20 43L26 47Z",
        RED,
    )


def snow() -> str:
    arms = []
    for k in range(6):
        a = math.pi * k / 3
        c, s = math.sin(a), -math.cos(a)

        def at(along: float, side: float, c: float = c, s: float = s) -> str:
            return f"{number(30 + along * c - side * s)} {number(56 + along * s + side * c)}"

        arms.append(f"M30 56L{at(17, 0)}M{at(14.5, 4.5)}L{at(10, 0)}L{at(14.5, -4.5)}")
    return stroke("".join(arms), BLUE, 2.5)


def faces(outline: Outline) -> Iterator[tuple[str, str]]:
    """Yield (code, drawing) for every face, each within 60×78."""
    for value, hanzi in enumerate("一二三四五六七八九", 1):
        yield f"{value}m", path(outline(hanzi, 30, 20, 31), BLUE) + path(outline("萬", 30, 55.5, 34), RED)
    yield "1p", big_dot()
    for value in range(2, 10):
        yield f"{value}p", "".join(dot(*place) for place in DOTS[value])
    yield "1s", bird()
    for value in range(2, 10):
        yield f"{value}s", sticks(value)
    for value, hanzi in enumerate("東南西北", 1):
        yield f"{value}z", path(outline(hanzi, 30, 39, 48), INK)
    frame = f'<rect x="9" y="10" width="42" height="58" rx="4" fill="none" stroke="{BLUE}" stroke-width="4.4"/>'
    yield (
        "5z",
        frame
        + f'<rect x="15.5" y="16.5" width="29" height="45" rx="2" fill="none" stroke="{BLUE}" stroke-width="1.8"/>',
    )
    yield "6z", path(outline("發", 30, 39, 49), GREEN)
    yield "7z", path(outline("中", 30, 39, 52), RED)
    plants = [
        ("春", 1, GREEN, blossom),
        ("夏", 2, RED, sun),
        ("秋", 3, RED, maple),
        ("冬", 4, BLUE, snow),
        ("梅", 1, RED, plum),
        ("蘭", 2, BLUE, orchid),
        ("竹", 4, GREEN, bamboo_plant),
        ("菊", 3, GOLD, chrysanthemum),
    ]
    for value, (hanzi, numeral, colour, plant) in enumerate(plants, 1):
        corner = path(outline(str(numeral), 50, 12, 13), INK)
        yield f"{value}f", path(outline(hanzi, 22, 20, 29), colour) + corner + plant()


def symbol(name: str, drawing: str, face: str = FACE) -> str:
    return (
        f'<symbol id="t-{name}" viewBox="0 0 60 84">'
        f'<rect x=".8" y="8" width="58.4" height="75.2" rx="8" fill="{EDGE}"/>'
        f'<rect x=".8" y="4" width="58.4" height="74.6" rx="8" fill="{LINE}"/>'
        f'<rect x=".8" y=".8" width="58.4" height="74.4" rx="8" fill="{face}" stroke="{LINE}" stroke-width="1.2"/>'
        f'<g transform="translate(0 -.6) translate(30 39) scale(.95) translate(-30 -39)">{drawing}</g></symbol>'
    )


def sprite(outline: Outline) -> str:
    weave = stroke("M12 14L48 64M48 14L12 64M30 10V68M10 39H50", "var(--tile-back-line,#63b48f)", 2)
    frame = 'fill="none" stroke="var(--tile-back-line,#63b48f)" stroke-width="2"'
    back = f'<rect x="7" y="7" width="46" height="64" rx="5" {frame}/>{weave}'
    unknown = path(outline("?", 30, 39, 42), "var(--tile-ink,#1f2430)")
    symbols = [symbol(code, drawing) for code, drawing in faces(outline)]
    symbols += [symbol("0x", back, "var(--tile-back,#23775a)"), symbol("un", unknown)]
    notice = "Characters: outlines of Noto Serif CJK Bold, SIL Open Font License 1.1. Drawings: hupai."
    return f'<svg xmlns="http://www.w3.org/2000/svg"><!-- {notice} -->\n' + "\n".join(symbols) + "\n</svg>\n"


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    target = Path(__file__).parent / "static" / "tiles.svg"
    target.write_text(sprite(font_outlines(Path(arguments[0]))), encoding="utf-8")
    sys.stdout.write(f"{target} ({target.stat().st_size} bytes)\n")


if __name__ == "__main__":
    main(sys.argv[1:])
