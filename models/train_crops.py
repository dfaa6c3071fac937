"""Train the crop reader: resumable, bounded in time, on a CPU or a GPU."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from models.crop_net import build_reader
from models.recipe import CropRecipe
from models.torch_io import adamw, endless_loader, learning_rate, read_checkpoint, set_rate, write_checkpoint

#: A stream of (crop uint8 [S,S,3] RGB, class index), endless, drawn from the generator it is given.
CropStream = Callable[[np.random.Generator], Iterator[tuple[np.ndarray, int]]]


class _Batches:
    """Batches of crops for torch's loader; each worker draws its own random numbers."""

    def __init__(self, stream: CropStream, batch: int, seed: int) -> None:
        self.stream, self.batch, self.seed = stream, batch, seed

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        import cv2
        import torch

        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        crops = self.stream(np.random.default_rng([self.seed, info.id if info else 0]))
        while True:
            pairs = [next(crops) for _ in range(self.batch)]
            images = np.stack([crop for crop, _ in pairs]).transpose(0, 3, 1, 2)
            yield torch.from_numpy(np.ascontiguousarray(images)), torch.tensor([label for _, label in pairs])


def train(
    recipe: CropRecipe,
    stream: CropStream,
    run: Path,
    *,
    minutes: float,
    start: Path | None = None,
    device: str = "cpu",
    workers: int = 1,
    threads: int = 2,
    report: Callable[[str], Any] = print,
) -> Path:
    """Train until `minutes` of this call have passed or the recipe's steps are done; return the checkpoint.

    A checkpoint in `run` is resumed; without one the weights of `start` are taken, if it is given.
    """
    import torch
    import torch.nn.functional as F
    from ultralytics.utils.torch_utils import ModelEMA

    torch.set_num_threads(threads)
    checkpoint = run / "last.pt"
    model = build_reader(recipe.width)
    state = read_checkpoint(checkpoint)
    if state:
        model.load_state_dict(state["model"])
    elif start is not None:
        model.load_state_dict(read_checkpoint(start)["ema"])
    model.to(device).to(memory_format=torch.channels_last).train()
    optimiser = adamw(model, recipe.rate, recipe.decay)
    ema = ModelEMA(model, decay=recipe.ema, tau=recipe.ema_tau)
    step = first = state.get("step", 0)
    if state:
        optimiser.load_state_dict(state["optimiser"])
        ema.ema.load_state_dict(state["ema"])
        ema.updates = step
    loader = endless_loader(_Batches(stream, recipe.batch, recipe.seed + step), workers)
    started = time.monotonic()
    loss_mean = right_mean = 0.0
    for images, labels in loader:
        if step >= recipe.steps or time.monotonic() - started > 60 * minutes:
            break
        rate = learning_rate(step, rate=recipe.rate, warmup=recipe.warmup, steps=recipe.steps, floor=0.02)
        set_rate(optimiser, rate)
        batch = images.to(device, memory_format=torch.channels_last).float() / 255
        labels = labels.to(device)
        logits = model(batch)
        loss = F.cross_entropy(logits, labels, label_smoothing=recipe.smoothing)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        ema.update(model)
        step += 1
        loss_mean = 0.99 * loss_mean + 0.01 * float(loss.detach())
        right_mean = 0.99 * right_mean + 0.01 * float((logits.argmax(1) == labels).float().mean())
        if step % 200 == 0:
            weight = 1 - 0.99 ** (step - first)
            report(
                json.dumps(
                    {
                        "step": step,
                        "lr": round(rate, 6),
                        "loss": round(loss_mean / weight, 4),
                        "right": round(right_mean / weight, 4),
                        "seconds": round(time.monotonic() - started, 1),
                    }
                )
            )
        if step % recipe.save_every == 0:
            write_checkpoint(checkpoint, step, model, ema, optimiser)
    write_checkpoint(checkpoint, step, model, ema, optimiser)
    return checkpoint
