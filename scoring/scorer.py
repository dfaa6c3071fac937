"""The dearest reading of a winner's hand, and the others (RULES.md §2 and §3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .hand import Hand, Win, WinSource
from .hua import fixed_hua, reading_hua
from .melds import MeldKind
from .patterns import BAHUAQI, DIHU, FENGPENG, FENGYISE, QIDUI, SIBAIDA, TIANHU, shape_types
from .pricing import Price
from .ruleset import CIRCUMSTANCE_BIT, RuleSet
from .shapes import Reading, all_honours, readings, seven_pairs, waits_for_anything
from .tiles import FIRST_FLOWER, FIRST_HONOUR
from .verdict import Verdict, judge

_BITS = CIRCUMSTANCE_BIT
_CONCEALED, _NO_JOKER = _BITS["concealed"], _BITS["no_joker_used"]


class Candidate(NamedTuple):
    """One reading of the hand and the verdict on it; `reading` is None for bahuaqi and sibaida, which need none."""

    verdict: Verdict
    reading: Reading | None

    @property
    def types(self) -> int:
        """The win types, as bits of `patterns`."""
        return self.verdict.types

    @property
    def hua(self) -> int:
        """The hua that was counted."""
        return self.verdict.hua

    @property
    def price(self) -> Price:
        """What the reading would pay, if it may win."""
        return self.verdict.price

    @property
    def why_not(self) -> tuple[str, ...]:
        """Why it may not win; empty where it may."""
        return self.verdict.why_not

    @property
    def legal(self) -> bool:
        """Whether this reading may win."""
        return not self.verdict.why_not


class Tally(NamedTuple):
    """The tiles of a hand counted: 34 kinds without jokers, the jokers beside them, and what the melds hold."""

    counts: list[int]
    jokers: int
    suits: int
    chows: int
    sets: int


class Score(NamedTuple):
    """A winner's result: `candidates` has the best reading first, and none where the tiles form nothing known.

    `best` is the reading that is scored, `share` what one payer owes for one plain loss in points, 0 where the hand
    may not win.
    """

    hand: Hand
    win: Win
    candidates: tuple[Candidate, ...]
    held: Tally
    best: Candidate | None
    legal: bool
    share: int


def tally(hand: Hand) -> Tally:
    """Count a hand that won by self-draw or another's tile; a joker that is not drawn is its own face."""
    counts = [0] * FIRST_FLOWER
    for tile in hand.concealed:
        counts[tile] += 1
    suits = chows = 0
    for meld in hand.melds:
        suits |= 1 << meld.tile // 9
        chows += meld.kind is MeldKind.CHOW
    jokers = 0
    if hand.joker is not None:
        jokers, counts[hand.joker] = counts[hand.joker], 0
    return Tally(counts, jokers, suits, chows, 4 - len(hand.melds))


def score(rules: RuleSet, hand: Hand, win: Win) -> Score:
    """Score one winner: every reading priced, the dearest legal one first."""
    held = tally(hand)
    flags = circumstances(rules, hand, win, held)
    base = fixed_hua(rules, hand)
    first = first_round_type(rules, hand, win)
    found: list[Candidate] = []
    seen: list[Verdict] = []
    for types, reading in _shapes(rules, hand, win, held):
        hua, bits = base, flags
        if reading is not None:
            hua += reading_hua(rules, reading)
            if not reading.wild:
                bits |= _NO_JOKER
        if types != BAHUAQI:
            types |= first
        verdict = judge(rules, types, hua, bits, win.by, hand.declared, win.huangfan)
        if verdict not in seen:
            seen.append(verdict)
            found.append(Candidate(verdict, reading))
    if not found:
        return Score(hand, win, (), held, None, False, 0)
    if len(found) > 1:
        found.sort(key=_rank, reverse=True)
    best = found[0].verdict
    legal = not best.why_not
    return Score(hand, win, tuple(found), held, found[0], legal, best.price.share if legal else 0)


def _rank(candidate: Candidate) -> tuple[bool, int, int, int, int]:
    return candidate.verdict.rank


def _shapes(rules: RuleSet, hand: Hand, win: Win, held: Tally) -> Iterator[tuple[int, Reading | None]]:
    """Every reading that the rule set knows, with its shape types."""
    drawn = win.by is WinSource.SELF_DRAW
    known = rules.known
    if hand.tile >= FIRST_FLOWER:
        if known & BAHUAQI and drawn:
            yield BAHUAQI, None
        return
    counts, jokers = list(held.counts), held.jokers
    if hand.tile == hand.joker and drawn:
        jokers += 1
        if jokers == 4 and known & SIBAIDA:
            yield SIBAIDA, None
            if len(hand.concealed) != 3 * held.sets + 1:
                return  # whatever is in hand, it is no complete one
    else:
        counts[hand.tile] += 1
    joker, honours = hand.joker, rules.honours
    for reading in readings(counts, held.sets, jokers=jokers, joker=joker, honours=honours):
        if types := shape_types(known, reading, held.suits | reading.suits, held.chows + reading.chows):
            yield types, reading
            if types == FENGPENG and not jokers:
                return  # a hand of honours that forms pungs is fengpeng, not fengyise
    if known & FENGYISE and not held.suits & 7:
        for reading in all_honours(counts, jokers=jokers, joker=joker, honours=honours):
            yield FENGYISE, reading
    if known & QIDUI and not hand.melds:
        for reading in seven_pairs(counts, jokers=jokers, joker=joker, honours=honours):
            if types := shape_types(known, reading, reading.suits, 0):
                yield types, _with_loose_pungs(reading, types)


def _with_loose_pungs(reading: Reading, types: int) -> Reading:
    """In fengyise, four of a kind count as a concealed pung, also where they are two pairs (RULES.md §2)."""
    if not types & FENGYISE:
        return reading
    pairs = reading.parts[3]
    fours = {kind for kind in pairs if pairs.count(kind) == 2}
    winds = sum(kind < FIRST_HONOUR + 4 for kind in fours)
    return reading._replace(winds=winds, dragons=len(fours) - winds)


def first_round_type(rules: RuleSet, hand: Hand, win: Win) -> int:
    """TIANHU or DIHU where the hand is won so (RULES.md §4, note 12), else 0."""
    if not win.first_round:
        return 0
    drawn = win.by is WinSource.SELF_DRAW
    claimed = any(meld.exposed for meld in hand.melds)
    if hand.seat == win.dealer:
        return TIANHU & rules.known if drawn and not claimed else 0
    if not drawn and rules.dihu_by == "self_draw":
        return 0
    return DIHU & rules.known if not claimed or rules.dihu_after_own_claim else 0


def circumstances(rules: RuleSet, hand: Hand, win: Win, held: Tally) -> int:
    """The circumstances of a win as bits, but for `no_joker_used`, which belongs to a reading."""
    flags = 0
    exposed = [meld.exposed for meld in hand.melds]
    if not any(exposed):
        flags |= _CONCEALED
    if win.by is WinSource.SELF_DRAW:
        if win.replacement is not None:
            flags |= _BITS[f"{win.replacement}_replacement"]
        if win.last_tile:
            flags |= _BITS["last_tile"]
    elif win.by is WinSource.ROBBING_KONG:
        flags |= _BITS["robbing_kong"]
    if len(exposed) == 4:
        flags |= _BITS["four_melds"]
        if all(exposed):
            flags |= _BITS["four_exposed_melds"]
    if win.huangfan:
        flags |= _BITS["drawn_hands"]
    if win.kaibao:
        flags |= _BITS["lucky_dice"]
    if held.jokers and waits_for_anything(
        held.counts, held.sets, jokers=held.jokers, joker=hand.joker, honours=rules.honours
    ):
        flags |= _BITS["any_tile_wait"]
    return flags
