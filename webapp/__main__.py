"""``python -m webapp``: what ``hupai serve`` does without options."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":
    main(["serve"], prog_name="python -m webapp")
