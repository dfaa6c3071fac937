"""Labelled photos as training samples: load, turn, scale by tile size, relight. Never mirrored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.label.labels import read_picture
from datasets.label.yolo import load_yolo
from models.yolo import IGNORE
from vision.classes import CLASSES, INDEX

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Sample:
    """One photo: path, boxes [N,4] (x0,y0,x1,y1 as fractions of the photo) and class indices [N].

    `backs` says whether the tiles seen from their backs are labelled too.
    """

    path: Path
    boxes: np.ndarray
    classes: np.ndarray
    backs: bool = True


def read_folder(folder: Path, prefixes: Sequence[str] = (), backs: bool = True) -> tuple[Sample, ...]:
    """Return the photos of a YOLO data set whose names start with one of `prefixes` (all, if none).

    Raises `datasets.label.labels.LabelError` with every bad line.
    """
    samples = []
    for photo in load_yolo(folder, CLASSES):
        if prefixes and not photo.name.startswith(tuple(prefixes)):
            continue
        size = (photo.width, photo.height)
        boxes = np.array([(b.x0, b.y0, b.x1, b.y1) for b in photo.boxes], dtype=np.float32).reshape(-1, 4)
        kinds = np.array([INDEX[b.code] for b in photo.boxes], dtype=np.int64)
        samples.append(
            Sample(folder / "images" / photo.name, boxes / np.array(size * 2, dtype=np.float32), kinds, backs)
        )
    return tuple(samples)


@dataclass(frozen=True, slots=True)
class View:
    """How a photo is looked at: the ranges the random views are drawn from.

    `tile` is the range in pixels of the square root of the median tile's area on the canvas, `far` the share of views
    drawn from it; the others are drawn up to `near`. `level` is the share of views turned by at most 12 degrees.
    """

    canvas: int = 384
    tile: tuple[float, float] = (12.0, 54.0)
    near: float = 180.0
    far: float = 0.85
    level: float = 0.45
    perspective: float = 0.12


def random_view(image: np.ndarray, sample: Sample, view: View, rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """Return a random look at a photo: canvas [S,S,3] uint8 RGB and targets [N,5] (class, cx, cy, w, h; fractions)."""
    height, width = image.shape[:2]
    boxes = sample.boxes * np.array([width, height, width, height], dtype=np.float32)
    sides = np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))
    tile = float(np.median(sides)) if len(sides) else 0.06 * max(width, height)
    low, high = view.tile if rng.random() < view.far else (view.tile[1], view.near)
    wanted = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    # a tile is never enlarged beyond what the photo shows of it by more than a half
    scale = min(wanted / tile, 1.5 if tile > 20 else 2.0)
    matrix = _random_matrix(boxes, (width, height), scale, view, rng)
    border = [int(v) for v in rng.integers(0, 256, 3)] if rng.random() < 0.5 else (114, 114, 114)
    mode = cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REFLECT_101
    source = image
    if scale < 0.5:
        source = cv2.resize(image, None, fx=2 * scale, fy=2 * scale, interpolation=cv2.INTER_AREA)
        ratio = np.diag([source.shape[1] / width, source.shape[0] / height, 1.0])
        canvas = cv2.warpPerspective(
            source,
            matrix @ np.linalg.inv(ratio),
            (view.canvas, view.canvas),
            flags=cv2.INTER_LINEAR,
            borderMode=mode,
            borderValue=border,
        )
    else:
        flags = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_AREA
        canvas = cv2.warpPerspective(
            source, matrix, (view.canvas, view.canvas), flags=flags, borderMode=mode, borderValue=border
        )
    return relight(canvas, rng), _project(boxes, sample.classes, matrix, view.canvas)


def _random_matrix(boxes: np.ndarray, size: tuple[int, int], scale: float, view: View, rng: Rng) -> np.ndarray:
    if len(boxes) and rng.random() < 0.92:
        pick = boxes[rng.integers(len(boxes))]
        middle = np.array([(pick[0] + pick[2]) / 2, (pick[1] + pick[3]) / 2])
        if rng.random() < 0.6:
            middle = (boxes[:, :2] + boxes[:, 2:]).mean(0) / 2
    else:
        middle = rng.uniform(0, 1, 2) * size
    angle = rng.uniform(-12, 12) if rng.random() < view.level else rng.uniform(-180, 180)
    turn = np.deg2rad(angle)
    stretch = np.exp(rng.normal(0, 0.06))
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.diag(
        [scale * stretch, scale / stretch]
    )
    linear = linear @ np.array([[1.0, rng.normal(0, 0.05)], [rng.normal(0, 0.05), 1.0]])
    target = view.canvas / 2 + rng.uniform(-0.22, 0.22, 2) * view.canvas
    affine = np.eye(3)
    affine[:2, :2] = linear
    affine[:2, 2] = target - linear @ middle
    tilt = np.eye(3)
    tilt[2, :2] = rng.uniform(-1, 1, 2) * view.perspective / view.canvas * 2 * (rng.random() < 0.5)
    centre = np.eye(3)
    centre[:2, 2] = -view.canvas / 2
    return np.linalg.inv(centre) @ tilt @ centre @ affine


def _project(boxes: np.ndarray, classes: np.ndarray, matrix: np.ndarray, side: int) -> np.ndarray:
    if not len(boxes):
        return np.zeros((0, 5), dtype=np.float32)
    x0, y0, x1, y1 = boxes.T
    corners = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1).reshape(-1, 1, 2)
    moved = cv2.perspectiveTransform(corners.astype(np.float64), matrix).reshape(-1, 4, 2)
    low, high = moved.min(1), moved.max(1)
    inner_low, inner_high = low.clip(0, side), high.clip(0, side)
    area = np.prod(high - low, axis=1)
    shown = np.prod((inner_high - inner_low).clip(0), axis=1) / np.maximum(area, 1e-6)
    kept = (shown > 0.15) & (np.min(inner_high - inner_low, axis=1) > 4)
    named = np.where(shown > 0.7, classes, IGNORE)
    out = np.concatenate([named[:, None], (inner_low + inner_high) / 2 / side, (inner_high - inner_low) / side], axis=1)
    return out[kept].astype(np.float32)


def relight(image: np.ndarray, rng: Rng) -> np.ndarray:
    """Return the picture under another light and camera: gain, cast, gamma, shadow, glare, blur, noise, JPEG."""
    out = image.astype(np.float32) / 255.0
    if rng.random() < 0.8:
        gains = np.exp(rng.normal(0, 0.10, 3) + rng.normal(0, 0.18))
        out = np.clip(out * gains.astype(np.float32), 0, 1) ** float(np.exp(rng.normal(0, 0.2)))
    if rng.random() < 0.4:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * float(rng.uniform(0.4, 1.4))
    if rng.random() < 0.35:
        out *= _light_field(out.shape[:2], rng)[..., None]
    if rng.random() < 0.15:
        out += _glare(out.shape[:2], rng)[..., None]
    if rng.random() < 0.35:
        out = _blur(out, rng)
    if rng.random() < 0.4:
        out = out + rng.standard_normal(out.shape, dtype=np.float32) * float(rng.uniform(0.005, 0.05))
    result = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.integers(30, 90))
        result = cv2.imdecode(cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return result


def _light_field(shape: tuple[int, int], rng: Rng) -> np.ndarray:
    small = rng.uniform(0.45, 1.15, (3, 3)).astype(np.float32)
    field = cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.4:
        points = rng.uniform(-0.3, 1.3, (3, 2)) * shape[::-1]
        mask = np.zeros(shape, np.float32)
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        soft = float(rng.uniform(0.5, 9))
        field *= 1 - cv2.GaussianBlur(mask, (0, 0), soft) * float(rng.uniform(0.2, 0.6))
    return field


def _glare(shape: tuple[int, int], rng: Rng) -> np.ndarray:
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    rx, ry = rng.uniform(0.05, 0.35, 2) * max(shape)
    spot = np.exp(-(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2))
    return (spot * float(rng.uniform(0.2, 0.9))).astype(np.float32)


def _blur(image: np.ndarray, rng: Rng) -> np.ndarray:
    if rng.random() < 0.5:
        return cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.8)))
    length = int(rng.integers(3, 9))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), float(rng.uniform(0, 180)), 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-6))


def load_rgb(path: Path) -> np.ndarray:
    """Return a training picture as uint8 RGB [H,W,3], the right way up."""
    return np.ascontiguousarray(read_picture(path)[..., ::-1])


def views(
    samples: Sequence[Sample], weights: np.ndarray, view: View, rng: Rng
) -> Iterator[tuple[np.ndarray, np.ndarray, bool]]:
    """Yield random views for ever, and whether their backs are labelled; samples are drawn by `weights`."""
    chances = weights / weights.sum()
    cache: dict[Path, np.ndarray] = {}
    while True:
        sample = samples[rng.choice(len(samples), p=chances)]
        if sample.path not in cache:
            cache[sample.path] = load_rgb(sample.path)
            if len(cache) > 1500:
                cache.pop(next(iter(cache)))
        yield *random_view(cache[sample.path], sample, view, rng), sample.backs
