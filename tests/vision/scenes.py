"""The vocabulary of the vision tests: tiles laid out on a table, small photos, and tiny models."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageDraw

from vision.classes import CLASSES, INDEX, expand
from vision.detections import Detections
from vision.layout import arrange
from vision.normalise import Normalised, normalise

WIDE, HIGH = 40.0, 54.0


def codes_of(notation: str) -> list[str]:
    """ "12m3z" → ["1m", "2m", "3z"]; a space changes nothing; "x" with 0 is a back."""
    return expand(notation.replace(" ", ""))


@dataclass
class Scene:
    """Tiles on a table, in pixels; turned tiles lie on their side."""

    tiles: list[tuple[float, float, float, float, str]] = field(default_factory=list)

    def row(
        self,
        notation: str,
        *,
        x: float = 100,
        y: float = 500,
        scale: float = 1.0,
        turned: Iterable[int] = (),
        gap: float = 0,
    ) -> Scene:
        """A row from left to right whose first tile begins at `x`; `gap` in tile widths between the tiles."""
        for place, code in enumerate(codes_of(notation)):
            wide, high = (HIGH, WIDE) if place in turned else (WIDE, HIGH)
            self.tiles.append((x + wide * scale / 2, y, wide * scale, high * scale, code))
            x += (wide + 1 + gap * WIDE) * scale
        return self

    def heap(self, notation: str, *, x: float, y: float, scale: float = 1.0, seed: int = 1) -> Scene:
        """Tiles thrown about near (x, y), none upon another."""
        rng = np.random.default_rng(seed)
        for place, code in enumerate(codes_of(notation)):
            dx, dy = (place % 6) * 75 + rng.uniform(-8, 8), (place // 6) * 80 + rng.uniform(-12, 12)
            self.tiles.append((x + dx * scale, y + dy * scale, 50 * scale, 52 * scale, code))
        return self

    def detections(self, degrees: float = 0.0) -> Detections:
        """Perfect detections after the whole picture is turned."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        boxes = []
        for x, y, wide, high, _ in self.tiles:
            new_x, new_y = x * cos - y * sin, x * sin + y * cos
            half_w, half_h = (wide * abs(cos) + high * abs(sin)) / 2, (wide * abs(sin) + high * abs(cos)) / 2
            boxes.append((new_x - half_w, new_y - half_h, new_x + half_w, new_y + half_h))
        return Detections.certain(boxes, [tile[4] for tile in self.tiles])

    def read(self, degrees: float = 0.0) -> Normalised:
        """The reading of the turned scene."""
        found = self.detections(degrees)
        return normalise(found, arrange(found.frames, found.codes))


#: (x0, y0, x1, y1, code, sum of the detector's scores)
Tile = tuple[float, float, float, float, str, float]


def found(*tiles: Tile) -> Detections:
    """Detections that each have one name."""
    scores = np.zeros((len(tiles), len(CLASSES)), dtype=np.float32)
    for row, (*_, code, score) in enumerate(tiles):
        scores[row, INDEX[code]] = score
    return Detections.of([tile[:4] for tile in tiles], scores)


def hand_of(normal: Normalised) -> tuple[str, str | None, list[tuple[str, str, bool]], str]:
    """The nearest hand as (concealed, tile, melds, flowers), melds sorted."""
    hand = normal.hand_json()
    melds = [(meld["kind"], meld["tiles"], meld.get("concealed", False)) for meld in hand["melds"]]
    return hand["concealed"], hand["tile"], sorted(melds), hand["flowers"]


def picture(wide: int = 320, high: int = 240, *, corner: tuple[int, int, int] = (200, 30, 30)) -> Image.Image:
    """A smooth picture with one coloured quarter at the top left, so that turns can be told."""
    image = Image.new("RGB", (wide, high), (40, 120, 60))
    ImageDraw.Draw(image).rectangle((0, 0, wide // 2 - 1, high // 2 - 1), fill=corner)
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    """The picture as a file of this kind."""
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def tiles_model(
    boxes: Sequence[tuple[float, float, float, float, str, float]], *, names: Sequence[str] = CLASSES
) -> bytes:
    """A detector of any input size that always finds these boxes (cx, cy, w, h of the input, code, score)."""
    answer = np.zeros((1, 4 + len(CLASSES), max(1, len(boxes))), dtype=np.float32)
    for column, (*box, code, score) in enumerate(boxes):
        answer[0, :4, column] = box
        answer[0, 4 + INDEX[code], column] = score
    return _model(answer, ["N", 3, "H", "W"], [1, 4 + len(CLASSES), answer.shape[2]], names)


def crops_model(code: str, *, side: int = 64) -> bytes:
    """A crop reader that takes every tile for `code`."""
    weights = np.zeros((3, len(CLASSES)), dtype=np.float32)
    bias = np.zeros(len(CLASSES), dtype=np.float32)
    bias[INDEX[code]] = 8
    nodes = [
        helper.make_node("GlobalAveragePool", ["images"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("Gemm", ["flat", "weights", "bias"], ["logits"]),
    ]
    constants = [numpy_helper.from_array(weights, "weights"), numpy_helper.from_array(bias, "bias")]
    return _finish(nodes, constants, ["B", 3, side, side], ["B", len(CLASSES)], "logits", CLASSES)


def _model(answer: NDArray[np.float32], taken: list[object], given: list[object], names: Sequence[str]) -> bytes:
    # The input must be used, or the runtime drops it: its mean is taken and multiplied away.
    nodes = [
        helper.make_node("ReduceMean", ["images"], ["mean"], keepdims=0),
        helper.make_node("Mul", ["mean", "zero"], ["nothing"]),
        helper.make_node("Add", ["answer", "nothing"], ["output0"]),
    ]
    constants = [numpy_helper.from_array(answer, "answer"), numpy_helper.from_array(np.float32(0), "zero")]
    return _finish(nodes, constants, taken, given, "output0", names)


def _finish(
    nodes: list[onnx.NodeProto],
    constants: list[onnx.TensorProto],
    taken: list[object],
    given: list[object],
    out: str,
    names: Sequence[str],
) -> bytes:
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, taken)],
        [helper.make_tensor_value_info(out, TensorProto.FLOAT, given)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"names": repr(dict(enumerate(names)))})
    return model.SerializeToString()


def write_weights(folder: Path, tiles: bytes, crops: bytes | None = None, **changes: object) -> Path:
    """A weights folder with a right manifest; `changes` replace keys of [tiles]."""
    (folder / "tiles.onnx").write_bytes(tiles)
    table: dict[str, object] = {
        "file": "tiles.onnx",
        "sha256": hashlib.sha256(tiles).hexdigest(),
        "input": 320,
        "classes": list(CLASSES),
    }
    lines = ["[tiles]", *(f"{key} = {_toml(value)}" for key, value in {**table, **changes}.items())]
    if crops is not None:
        (folder / "crops.onnx").write_bytes(crops)
        digest = hashlib.sha256(crops).hexdigest()
        lines += ["[crops]", 'file = "crops.onnx"', f'sha256 = "{digest}"', "input = 64", "crop_scale = 1.5"]
    (folder / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _toml(value: object) -> str:
    return (
        str(value).replace("'", '"')
        if isinstance(value, list)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )
