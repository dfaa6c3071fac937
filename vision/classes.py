"""The 43 classes of the detector and the crop reader, in the order of their outputs."""

from __future__ import annotations

from scoring import TILES

BACK = "0x"
CLASSES: tuple[str, ...] = (*(tile.code for tile in TILES), BACK)
INDEX: dict[str, int] = {code: index for index, code in enumerate(CLASSES)}

# Pairs that readers of many sets mix up; the reason to ask a person even at fair confidence.
CONFUSIONS: frozenset[frozenset[str]] = frozenset(
    frozenset(pair)
    for pair in (
        ("1s", "6z"), ("7s", "9s"), ("7s", "8s"), ("6s", "9s"), ("6s", "8s"), ("8s", "9s"),
        ("4p", "5p"), ("5p", "6p"), ("4p", "6p"), ("5p", "7p"), ("2p", "4p"),
        ("1m", "2m"), ("2m", "3m"), ("1m", "3m"), ("4m", "6m"), ("6m", "8m"), ("4m", "9m"),
        ("5z", "0x"),
    )
)  # fmt: skip


def is_flower(code: str) -> bool:
    """True for the eight bonus tiles."""
    return code[1] == "f"


def sort_key(code: str) -> tuple[int, str]:
    """Orders codes m, p, s, z, f, then by number."""
    return "mpszfx".index(code[1]), code[0]


def expand(notation: str) -> list[str]:
    """The opposite of `compact`, in the order written: "12m5z" is ["1m", "2m", "5z"]."""
    codes: list[str] = []
    ranks = ""
    for letter in notation:
        if letter.isdigit():
            ranks += letter
        else:
            codes += [rank + letter for rank in ranks]
            ranks = ""
    return codes


def compact(codes: list[str] | tuple[str, ...]) -> str:
    """Codes in mpsz notation, sorted: ["1m", "2m", "5z"] is "12m5z"."""
    text = ""
    ordered = sorted(codes, key=sort_key)
    for position, code in enumerate(ordered):
        text += code[0]
        if position + 1 == len(ordered) or ordered[position + 1][1] != code[1]:
            text += code[1]
    return text
