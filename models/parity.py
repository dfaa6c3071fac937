"""The same pictures through torch and through the exported file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.photos import load_rgb
from models.recipe import CropRecipe
from models.torch_io import read_checkpoint
from vision.classes import CLASSES
from vision.session import Session
from vision.weights import ModelFile

#: Largest differences that are still called agreement: pixels of a box, and a probability.
BOX_PIXELS, SCORE = 1.5, 0.02


def _pictures(folder: Path, count: int) -> list[Path]:
    paths = sorted((folder / "images").glob("*.jpg"))[:count]
    if not paths:
        raise FileNotFoundError(f"no photos in {folder / 'images'}")
    return paths


def compare_detector(checkpoint: Path, onnx_file: Path, folder: Path, count: int) -> dict[str, Any]:
    """Return the largest box and score difference over anchors with a score of 0.05 or more."""
    import torch

    from models import yolo

    model = yolo.build_model()
    model.load_state_dict(read_checkpoint(checkpoint)["ema"])
    reference = yolo.exportable(model.eval()).eval()
    session = Session(ModelFile(onnx_file.stem, onnx_file.read_bytes(), {"classes": list(CLASSES)}))
    boxes = scores = 0.0
    for path in _pictures(folder, count):
        image = load_rgb(path)
        height, width = (32 * max(1, round(n / 32)) for n in image.shape[:2])
        batch = cv2.resize(image, (width, height)).transpose(2, 0, 1)[None].astype(np.float32) / 255
        with torch.no_grad():
            one = reference(torch.from_numpy(batch)).numpy()[0]
        two = session.run(batch)[0]
        seen = one[4:].sum(0) >= 0.05
        if seen.any():
            boxes = max(boxes, float(np.abs(one[:4, seen] - two[:4, seen]).max()))
            scores = max(scores, float(np.abs(one[4:, seen] - two[4:, seen]).max()))
    return {
        "network": "tiles",
        "photos": count,
        "box_pixels": round(boxes, 4),
        "score": round(scores, 5),
        "agree": boxes <= BOX_PIXELS and scores <= SCORE,
    }


def compare_reader(checkpoint: Path, onnx_file: Path, folder: Path, count: int, recipe: CropRecipe) -> dict[str, Any]:
    """Return the largest difference of a probability over random crops of the photos."""
    import torch

    from models.crop_net import build_reader

    model = build_reader(recipe.width)
    model.load_state_dict(read_checkpoint(checkpoint)["ema"])
    model.eval()
    session = Session(ModelFile(onnx_file.stem, onnx_file.read_bytes(), {"classes": list(CLASSES)}))
    rng = np.random.default_rng(0)
    worst = 0.0
    for path in _pictures(folder, count):
        image = load_rgb(path)
        crops = []
        for _ in range(8):
            side = int(rng.integers(24, min(image.shape[:2])))
            y, x = (int(rng.integers(0, n - side + 1)) for n in image.shape[:2])
            crops.append(cv2.resize(image[y : y + side, x : x + side], (recipe.side, recipe.side)))
        batch = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255
        with torch.no_grad():
            one = model(torch.from_numpy(batch)).softmax(1).numpy()
        two = torch.from_numpy(session.run(batch)).softmax(1).numpy()
        worst = max(worst, float(np.abs(one - two).max()))
    return {"network": "crops", "photos": count, "score": round(worst, 5), "agree": worst <= SCORE}
