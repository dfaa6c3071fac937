"""What both trainings share: checkpoints that survive being stopped in the middle, and an endless loader."""

from __future__ import annotations

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
