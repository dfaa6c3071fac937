"""What a person should look at again, and which correction arithmetic suggests. Nothing is changed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .classes import BACK, CONFUSIONS, is_flower
from .normalise import Normalised
from .reading import HandReading, Remark, Suggestion, TileReading
from .sets import HAND_SIZE, is_winning

SURE = 0.6
CLOSE_SECOND = 0.08
# The second class must have at least this chance before arithmetic may speak for it.
PLAUSIBLE = 0.05
COPIES = 4


def find_doubts(normal: Normalised) -> tuple[Remark, ...]:
    """All doubts about the tiles that count, indices into `normal.tiles`."""
    if not any(tile.zone != "other" for tile in normal.tiles):
        return (Remark("no_tiles"),)
    subject = [index for index, tile in enumerate(normal.tiles) if tile.zone != "other"]
    remarks = list(_unsure(normal.tiles, subject))
    for hand in normal.hands[:1]:
        remarks += _against_the_deck(hand, normal.tiles)
        remarks += _against_the_count(hand, normal)
    return tuple(remarks)


def _unsure(tiles: Sequence[TileReading], subject: Sequence[int]) -> Iterator[Remark]:
    low = tuple(index for index in subject if tiles[index].confidence < SURE and tiles[index].code != BACK)
    if low:
        yield Remark("low_confidence", low, {"count": len(low)})
    for index in subject:
        tile = tiles[index]
        if index in low or not tile.alternatives:
            continue
        other, chance = tile.alternatives[0]
        if chance >= CLOSE_SECOND and frozenset((tile.code, other)) in CONFUSIONS:
            yield Remark("known_confusion", (index,), {"code": tile.code, "other": other})


def _copies(hand: HandReading, tiles: Sequence[TileReading]) -> dict[str, tuple[int, ...]]:
    """Which tiles of the hand show each code, backs left out."""
    places: dict[str, tuple[int, ...]] = {}
    for index in hand.tiles:
        if (code := tiles[index].code) != BACK:
            places[code] = (*places.get(code, ()), index)
    return places


def _too_many(hand: HandReading, tiles: Sequence[TileReading]) -> Iterator[tuple[str, tuple[int, ...]]]:
    if hand.spread:
        return  # tiles laid out may be of two sets
    for code, places in _copies(hand, tiles).items():
        if len(places) > (1 if is_flower(code) else COPIES):
            yield code, places


def _against_the_deck(hand: HandReading, tiles: Sequence[TileReading]) -> Iterator[Remark]:
    for code, places in _too_many(hand, tiles):
        kind = "two_of_one_flower" if is_flower(code) else "five_copies"
        yield Remark(kind, places, {"code": code, "count": len(places)})


def _against_the_count(hand: HandReading, normal: Normalised) -> Iterator[Remark]:
    for meld in hand.melds:
        if set(meld.codes) == {BACK}:
            yield Remark("unknown_kong", meld.tiles)
    for kong in normal.counted_kongs:
        if set(kong) <= set(hand.tiles):
            yield Remark("kong_by_count", kong, {"code": normal.tiles[kong[0]].code})
    hidden = tuple(
        index for index in hand.tiles if normal.tiles[index].code == BACK and normal.tiles[index].zone == "concealed"
    )
    if hidden:
        yield Remark("hidden_tile", hidden)
    if not hand.spread and hand.size != HAND_SIZE:
        yield Remark("wrong_count", (), {"count": hand.size})


def suggest(normal: Normalised) -> tuple[Suggestion, ...]:
    """Corrections of single tiles: too many of one code, or one tile short of a complete hand."""
    if not normal.hands or normal.hands[0].spread:
        return ()
    hand, tiles = normal.hands[0], normal.tiles
    found = [suggestion for _, places in _too_many(hand, tiles) for suggestion in _for_the_deck(places, hand, tiles)]
    return tuple(found) or tuple(_for_the_hand(hand, tiles))


def _for_the_deck(places: Sequence[int], hand: HandReading, tiles: Sequence[TileReading]) -> Iterator[Suggestion]:
    """The least sure of too many equal tiles, read as its best alternative that the deck still has."""
    counts = Counter(tiles[index].code for index in hand.tiles)
    weakest = min(places, key=lambda index: tiles[index].confidence)
    for other, chance in tiles[weakest].alternatives:
        if chance >= PLAUSIBLE and other != BACK and counts[other] < (1 if is_flower(other) else COPIES):
            yield Suggestion(weakest, tiles[weakest].code, other, "suggest_deck")
            return


def _for_the_hand(hand: HandReading, tiles: Sequence[TileReading]) -> Iterator[Suggestion]:
    """The one likely replacement that turns fourteen tiles into a complete hand."""
    loose = [index for index in hand.tiles if tiles[index].zone in ("concealed", "winning")]
    codes = [tiles[index].code for index in loose]
    if hand.size != HAND_SIZE or is_winning(codes):
        return
    options = []
    for place, index in enumerate(loose):
        for other, chance in tiles[index].alternatives:
            changed = [*codes[:place], other, *codes[place + 1 :]]
            if chance >= PLAUSIBLE and max(Counter(changed).values()) <= COPIES and is_winning(changed):
                options.append((chance, index, other))
    if options:
        _, index, other = max(options)
        yield Suggestion(index, tiles[index].code, other, "suggest_hand")
