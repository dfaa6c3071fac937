"""The made scenes a recipe's training takes beside the photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from models.recipe import Faces

SIDE, SEED = 640, 40


def make_scenes(data: Path, faces: Sequence[Faces], count: int, jobs: int) -> Path:
    """Write `count` scenes into `data`/scenes unless the folder holds as many; return it."""
    from rich.progress import track

    from datasets.synth.generate import Run, generate

    out = data / "scenes"
    if len(list((out / "images").glob("*.jpg"))) < count:
        run = Run(out, count, SEED, SIDE, tuple(one.below(data) for one in faces), None, "all")
        list(track(generate(run, jobs), total=(count + 7) // 8, description="scenes"))
    return out
