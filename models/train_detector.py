"""Train the tile detector: resumable, bounded in time, on a CPU or a GPU."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from models import warmstart, yolo
from models.photos import Sample, View, read_folder, views
from models.recipe import DetectorRecipe, Source
from models.torch_io import adamw, endless_loader, learning_rate, read_checkpoint, set_rate, write_checkpoint


class _Views:
    """An endless stream of batches for torch's loader; each worker draws its own random numbers."""

    def __init__(self, samples: tuple[Sample, ...], weights: np.ndarray, view: View, batch: int, seed: int) -> None:
        self.samples, self.weights, self.view, self.batch, self.seed = samples, weights, view, batch, seed

    def __iter__(self) -> Iterator[tuple[Any, Any, Any]]:
        import cv2
        import torch

        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        stream = views(self.samples, self.weights, self.view, rng)
        while True:
            images, targets, backs = [], [], []
            for index in range(self.batch):
                image, table, labelled = next(stream)
                images.append(torch.from_numpy(image).permute(2, 0, 1))
                targets.append(torch.from_numpy(np.insert(table, 0, index, axis=1)))
                backs.append(labelled)
            yield torch.stack(images), torch.cat(targets).float(), torch.tensor(backs)


def gather(sources: tuple[Source, ...], root: Path) -> tuple[tuple[Sample, ...], np.ndarray]:
    """Return all samples of the sources and the chance weight of each; a source's weights sum to its share."""
    samples: list[Sample] = []
    weights: list[float] = []
    for source in sources:
        found = read_folder(root / source.folder, source.prefixes, source.backs)
        if not found:
            raise FileNotFoundError(f"no photos in {root / source.folder} (prefixes {source.prefixes})")
        samples += found
        weights += [source.share / len(found)] * len(found)
    return tuple(samples), np.array(weights)


def train(
    recipe: DetectorRecipe,
    sources: tuple[Source, ...],
    root: Path,
    run: Path,
    *,
    minutes: float,
    start: Path | None,
    device: str = "cpu",
    workers: int = 1,
    threads: int = 2,
    report: Any = print,
) -> Path:
    """Train until `minutes` of this call have passed or the recipe's steps are done; return the checkpoint.

    A checkpoint in `run` is resumed; without one training starts from `start`, an ONNX file with folded norms, or a
    checkpoint of an earlier run (its weights only).
    """
    import torch
    from ultralytics.utils.torch_utils import ModelEMA

    torch.set_num_threads(threads)
    checkpoint = run / "last.pt"
    samples, weights = gather(sources, root)
    view = View(canvas=recipe.canvas)
    model = yolo.build_model()
    state = read_checkpoint(checkpoint) or {"step": 0}
    if state["step"]:
        model.load_state_dict(state["model"])
    elif start is not None and start.suffix == ".onnx":
        rng = np.random.default_rng(recipe.seed)
        _warm_start(model, start, samples, weights, view, rng)
    elif start is not None:
        model.load_state_dict(read_checkpoint(start)["ema"])
    model.to(device).to(memory_format=torch.channels_last).train()
    loss_of = yolo.TileLoss(model, recipe.box, recipe.objectness, recipe.names, recipe.dfl)
    optimiser = adamw(model, recipe.rate, recipe.decay)
    ema = ModelEMA(model, decay=recipe.ema, tau=recipe.ema_tau)
    if state["step"]:
        optimiser.load_state_dict(state["optimiser"])
        ema.ema.load_state_dict(state["ema"])
        ema.updates = state["step"]
    stream = endless_loader(_Views(samples, weights, view, recipe.batch, recipe.seed + state["step"]), workers)
    ends = time.monotonic() + 60 * minutes
    step, started, sums = state["step"], time.monotonic(), {}
    for images, targets, backs in stream:
        if step >= recipe.steps or time.monotonic() > ends:
            break
        rate = learning_rate(step, rate=recipe.rate, warmup=recipe.warmup, steps=recipe.steps, floor=0.05)
        set_rate(optimiser, rate)
        batch = images.to(device, memory_format=torch.channels_last).float() / 255
        loss, parts = loss_of(model(batch), targets, backs)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimiser.step()
        ema.update(model)
        step += 1
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) * 0.98 + value * 0.02
        if step % 50 == 0:
            line = {"step": step, "lr": round(rate, 6), "seconds": round(time.monotonic() - started, 1)}
            line |= {key: round(value / (1 - 0.98 ** (step - state["step"])), 4) for key, value in sums.items()}
            report(json.dumps(line))
        if step % recipe.save_every == 0:
            write_checkpoint(checkpoint, step, model, ema, optimiser)
    write_checkpoint(checkpoint, step, model, ema, optimiser)
    return checkpoint


def _warm_start(model: Any, start: Path, samples: Any, weights: Any, view: View, rng: Any) -> None:
    import torch

    folded = warmstart.read_initialisers(start)
    stream = views(samples, weights, view, rng)
    batches = [
        torch.stack([torch.from_numpy(next(stream)[0]).permute(2, 0, 1) for _ in range(8)]).float() / 255
        for _ in range(6)
    ]
    warmstart.load_folded(model, folded, batches)
    for index, head in enumerate(model.model[-1].cv3):
        last = head[-1]
        last.weight.data[1:].zero_()
        last.bias.data[1:] = -2.0
        warmstart.transplant_names(last, folded, f"model.23.cv3.{index}.2", yolo.CLASSES, 1)
        last.weight.data[0].copy_(last.weight.data[1:35].mean(0))
        last.bias.data[0] = -4.0
