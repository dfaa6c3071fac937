"""What both trainings share: checkpoints that outlive a stop, the optimiser, its rate, and an endless loader."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return what `write_checkpoint` stored, or an empty dict where there is no file."""
    import torch

    if not path.exists():
        return {}
    state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return state


def write_checkpoint(path: Path, step: int, model: Any, ema: Any, optimiser: Any) -> None:
    """Store a run's state; a stop in the middle of writing leaves the last file whole."""
    import torch

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(
        {
            "step": step,
            "model": model.state_dict(),
            "ema": ema.ema.state_dict(),
            "optimiser": optimiser.state_dict(),
        },
        part,
    )
    part.replace(path)


def endless_loader(batches: Iterable[Any], workers: int) -> Any:
    """Return a torch DataLoader over an endless stream of ready batches, made in `workers` processes."""
    import torch

    class Stream(torch.utils.data.IterableDataset):  # type: ignore[misc]
        def __iter__(self) -> Iterator[Any]:
            return iter(batches)

    return torch.utils.data.DataLoader(
        Stream(), batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None
    )


def adamw(model: Any, rate: float, decay: float) -> Any:
    """Return AdamW over a model's parameters; norms and biases are not decayed."""
    import torch

    groups = [
        {"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in model.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate)


def learning_rate(step: int, *, rate: float, warmup: int, steps: int, floor: float) -> float:
    """Return the rate of a step: a linear warm-up, then half a cosine from `rate` down to `floor` × `rate`."""
    if step < warmup:
        return rate * (step + 1) / warmup
    done = (step - warmup) / max(1, steps - warmup)
    return rate * (floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


def set_rate(optimiser: Any, rate: float) -> None:
    """Let the next step be made at this rate."""
    for group in optimiser.param_groups:
        group["lr"] = rate
