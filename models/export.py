"""Checkpoint → ONNX file and its entry in the manifest that `vision` checks at load."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.recipe import Recipe
from models.torch_io import read_checkpoint
from vision.classes import CLASSES

OPSET = 17


def export_detector(checkpoint: Path, out: Path) -> None:
    """Write the detector as ONNX: `images` [1,3,H,W] (multiples of 32) to `output` [1, 4+43, N]."""
    import torch

    from models import yolo

    model = yolo.build_model()
    model.load_state_dict(read_checkpoint(checkpoint)["ema"])
    model.eval().fuse(verbose=False)
    model.model[-1].dynamic = True
    _write(
        yolo.exportable(model).eval(),
        torch.zeros(1, 3, 640, 480),
        out,
        "images",
        "output",
        {"images": {2: "height", 3: "width"}, "output": {2: "anchors"}},
    )


def export_reader(checkpoint: Path, out: Path, width: int, side: int) -> None:
    """Write the crop reader as ONNX: `crops` [B,3,S,S] to `logits` [B,43]."""
    import torch

    from models.crop_net import build_reader

    model = build_reader(width)
    model.load_state_dict(read_checkpoint(checkpoint)["ema"])
    _write(
        model.eval(),
        torch.zeros(2, 3, side, side),
        out,
        "crops",
        "logits",
        {"crops": {0: "batch"}, "logits": {0: "batch"}},
    )


def export_all(recipe: Recipe, folder: Path, detector: Path | None, crops: Path | None) -> list[Path]:
    """Export the given runs (folders with last.pt) with their manifest entries; return the written files."""
    written = []
    if detector is not None:
        written.append(folder / "tiles.onnx")
        export_detector(detector / "last.pt", written[-1])
        update_manifest(folder, "tiles", recipe.card["tiles"])
    if crops is not None:
        written.append(folder / "crops.onnx")
        export_reader(crops / "last.pt", written[-1], recipe.crops.width, recipe.crops.side)
        sizes = {"input": recipe.crops.side, "crop_scale": recipe.crops.crop_scale}
        update_manifest(folder, "crops", {**recipe.card["crops"], **sizes})
    return written


def _write(model: Any, example: Any, out: Path, source: str, result: str, axes: dict[str, dict[int, str]]) -> None:
    import onnx
    import onnxslim
    import torch

    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        model,
        (example,),
        str(out),
        input_names=[source],
        output_names=[result],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    slim = half_stored(onnxslim.slim(onnx.load(str(out))))
    del slim.metadata_props[:]
    for key, value in (("names", str(dict(enumerate(CLASSES)))), ("license", "AGPL-3.0")):
        entry = slim.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.checker.check_model(slim)
    onnx.save(slim, str(out))


def half_stored(model: Any) -> Any:
    """Return the graph with its large float32 weights stored as float16 and cast back where they are used.

    ONNX Runtime folds the casts when it loads the file, so this halves the file and costs no time per photo.
    """
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    graph = model.graph
    casts = []
    for index, item in enumerate(graph.initializer):
        if item.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(item)
        if values.size < 64 or np.abs(values).max() > 60_000:
            continue
        stored = numpy_helper.from_array(values.astype(np.float16), f"{item.name}_half")
        casts.append(helper.make_node("Cast", [stored.name], [item.name], to=TensorProto.FLOAT))
        graph.initializer[index].CopyFrom(stored)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    return model


def update_manifest(folder: Path, name: str, entry: Mapping[str, Any]) -> None:
    """Put the table `name` (its file is name.onnx) into manifest.toml, with the digest of the file as it lies there."""
    path = folder / "manifest.toml"
    manifest: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    blob = (folder / f"{name}.onnx").read_bytes()
    fixed = {"file": f"{name}.onnx", "sha256": hashlib.sha256(blob).hexdigest(), "classes": list(CLASSES)}
    manifest[name] = {**manifest.get(name, {}), **fixed, **entry}
    path.write_text(_toml(manifest), encoding="utf-8")


def _toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    lines = ["# Written by `python -m models export`; vision checks it at load."]
    for name in sorted(tables):
        lines += ["", f"[{name}]"]
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in tables[name].items()]
    return "\n".join(lines) + "\n"
