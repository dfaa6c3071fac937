"""The problems that input can have, and the one root of the package's errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a code, the JSON path where, and what the message needs."""

    code: str
    path: str
    params: Mapping[str, object] = field(default_factory=dict)

    def message(self, lang: str = "zh") -> str:
        """The problem as a sentence in "zh" or "en"."""
        from .texts import say, texts

        table = texts(lang)
        words: Mapping[str, str] = table["problem_words"]
        params = {
            name: words.get(value, value) if name in ("expected", "kind") and isinstance(value, str) else value
            for name, value in self.params.items()
        }
        if self.code == "wrong_type":
            params["got"] = words[str(params["got"])]
        return say(table["problems"][self.code], **params)


class ScoringError(ValueError):
    """Input that cannot be scored; `problems` names everything that is wrong."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(f"{p.code} at {p.path}" for p in self.problems))


class NotationError(ScoringError):
    """Text that is no tile notation."""


class RequestError(ScoringError):
    """A request, or the hand in it, that cannot exist."""


class RuleSetError(ScoringError):
    """A rule set or an override that the engine does not understand."""


def quoted(value: object) -> str:
    """A short, printable rendering of any JSON value for a message."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:40] + "…"
        return "".join(char if char.isprintable() else "�" for char in text)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else "…"
    if isinstance(value, float):
        return repr(value)
    return json_type(value)


def json_type(value: object) -> str:
    """The JSON name of the value's type."""
    if value is None:
        return "null"
    for kind, name in _JSON_TYPES:
        if isinstance(value, kind):
            return name
    return "unknown"


_JSON_TYPES: tuple[tuple[type[Any], str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (list, "array"),
    (tuple, "array"),
    (dict, "object"),
)


def error_json(error: ScoringError, lang: str = "zh") -> dict[str, Any]:
    """The error line of RULES.md §7: the first problem, and all of them under "problems"."""
    problems = [{"code": p.code, "message": p.message(lang), "path": p.path} for p in error.problems]
    return {"error": {**problems[0], "problems": problems}}
