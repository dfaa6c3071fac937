"""Shanghai mahjong: what a hand is, what it is worth, and who pays whom. The front door of the package."""

from .answer import score_request
from .describe import describe_ruleset
from .errors import Problem, ScoringError, error_json
from .melds import Meld, MeldKind
from .ruleset import RuleSet, load_ruleset, ruleset_ids
from .tiles import TILES, Suit, Tile, format_tiles, parse_tiles

__all__ = [
    "TILES",
    "Meld",
    "MeldKind",
    "Problem",
    "RuleSet",
    "ScoringError",
    "Suit",
    "Tile",
    "describe_ruleset",
    "error_json",
    "format_tiles",
    "load_ruleset",
    "parse_tiles",
    "ruleset_ids",
    "score_request",
]
