"""A bar for long training on a terminal, plain JSON lines elsewhere."""

from __future__ import annotations

import json
import sys
from types import TracebackType
from typing import Any


class Progress:
    """Shows where a training stands; `line` takes the JSON lines that training reports."""

    def __init__(self, name: str, steps: int, minutes: float) -> None:
        self.name, self.steps, self.minutes = name, steps, minutes
        self._bar: Any = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("{task.fields[state]}"),
                console=Console(stderr=True),
            )
            self._bar.start()
            self._task = self._bar.add_task(self.name, total=self.steps, state=f"at most {self.minutes:g} min")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def line(self, text: str) -> None:
        """Take one report of a training: a JSON object with `step` and figures."""
        if self._bar is None:
            print(text, flush=True)
            return
        row = json.loads(text)
        state = " ".join(f"{key} {value}" for key, value in row.items() if key not in ("step", "seconds"))
        self._bar.update(self._task, completed=row["step"], state=state)
