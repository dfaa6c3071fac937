"""Shanghai mahjong: what a hand is, what it is worth, and who pays whom. The front door of the package."""

from .answer import score_request
from .describe import describe_ruleset
from .distances import distance
from .errors import Problem, ScoringError, error_json
from .lesson import explain
from .melds import Meld, MeldKind
from .ruleset import RuleSet, load_ruleset, ruleset_ids
from .table import (
    TableState,
    after_dice,
    after_draw,
    after_leaving,
    after_win,
    garden_over,
    leaving_payments,
    open_wall,
    rating_leaving,
    rating_points,
    within_purses,
)
from .tiles import TILES, Suit, Tile, format_tiles, parse_tiles
from .waiting import keep, ready, waits

__all__ = [
    "TILES",
    "Meld",
    "MeldKind",
    "Problem",
    "RuleSet",
    "ScoringError",
    "Suit",
    "TableState",
    "Tile",
    "after_dice",
    "after_draw",
    "after_leaving",
    "after_win",
    "describe_ruleset",
    "distance",
    "error_json",
    "explain",
    "format_tiles",
    "garden_over",
    "keep",
    "leaving_payments",
    "load_ruleset",
    "open_wall",
    "parse_tiles",
    "rating_leaving",
    "rating_points",
    "ready",
    "ruleset_ids",
    "score_request",
    "waits",
    "within_purses",
]
