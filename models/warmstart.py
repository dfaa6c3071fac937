"""Put the batch-norm-folded weights of a tile-aware YOLO11n ONNX file into a fresh, trainable model.

An exported YOLO carries convolutions with their batch norms folded in. Loading those as plain weights would
freeze the statistics, so each norm is restored from the activations it sees: mean and variance are measured on
a few batches and the scale and shift are set so that the network computes what the file computes, in training
mode as well as in evaluation mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

#: Class names of the PyPI wheel `mahjong-detector` 0.0.6 (MIT), in the order of its output channels.
FOREIGN_NAMES = (
    *(f"{rank}{suit}" for rank in range(1, 10) for suit in "mps"),
    *("7z", "5z", "6z", "2z", "4z", "3z", "1z"),
)


class WarmStartError(ValueError):
    """The ONNX file does not fit the model it should start."""


def read_initialisers(path: Path) -> dict[str, Any]:
    """Return the named weight arrays of an ONNX file, float32, by name."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    return {item.name: numpy_helper.to_array(item) for item in graph.initializer}


def load_folded(model: Any, weights: dict[str, Any], batches: Iterable[torch.Tensor]) -> None:
    """Load folded convolutions into `model` and restore its batch norms.

    `model` is an ultralytics DetectionModel; `batches` are float32 images [B,3,H,W] in 0..1, a few dozen in all.
    Layers whose shape differs from the file's (the class head's last layer) are left as they are.
    Raises WarmStartError where a convolution is missing from the file.
    """
    import torch
    from ultralytics.nn.modules import Conv

    missing = []
    folded: dict[Any, torch.Tensor] = {}
    for name, module in model.named_modules():
        if isinstance(module, Conv):
            weight, bias = weights.get(f"{name}.conv.weight"), weights.get(f"{name}.conv.bias")
            if weight is None or bias is None or tuple(weight.shape) != tuple(module.conv.weight.shape):
                missing.append(name)
                continue
            module.conv.weight.data.copy_(torch.from_numpy(weight.copy()))
            folded[module] = torch.from_numpy(bias.copy())
        elif isinstance(module, torch.nn.Conv2d) and f"{name}.weight" in weights:
            weight, bias = weights[f"{name}.weight"], weights.get(f"{name}.bias")
            if tuple(weight.shape) == tuple(module.weight.shape):
                module.weight.data.copy_(torch.from_numpy(weight.copy()))
                if bias is not None and module.bias is not None:
                    module.bias.data.copy_(torch.from_numpy(bias.copy()))
    if missing:
        raise WarmStartError(f"no folded weights of the right shape for {', '.join(missing)}")
    _restore_norms(model, folded, batches)


def _restore_norms(model: Any, folded: dict[Any, Any], batches: Iterable[Any]) -> None:
    import torch

    sums = {module: [0, 0.0, 0.0] for module in folded}

    def folded_forward(module: Any) -> Any:
        def forward(x: torch.Tensor) -> torch.Tensor:
            z = module.conv(x)
            count, total, squares = sums[module]
            sums[module] = [
                count + z.shape[0] * z.shape[2] * z.shape[3],
                total + z.double().sum((0, 2, 3)),
                squares + z.double().square().sum((0, 2, 3)),
            ]
            return module.act(z + folded[module].view(1, -1, 1, 1))

        return forward

    for module in folded:
        module.forward = folded_forward(module)
    model.eval()
    with torch.no_grad():
        for batch in batches:
            model(batch)
    for module, bias in folded.items():
        del module.forward
        count, total, squares = sums[module]
        mean = total / count
        variance = (squares / count - mean.square()).clamp_min(1e-8)
        norm = module.bn
        norm.running_mean.copy_(mean.float())
        norm.running_var.copy_(variance.float())
        norm.weight.data.copy_((variance + norm.eps).sqrt().float())
        norm.bias.data.copy_(mean.float() + bias)


def transplant_names(layer: Any, weights: dict[str, Any], prefix: str, names: Sequence[str], first: int) -> None:
    """Fill the class logits of one output layer from the foreign classes of the same name.

    `layer` is a 1×1 convolution whose channels from `first` on are `names`; the other channels keep their values.
    """
    import torch

    weight, bias = weights[f"{prefix}.weight"], weights[f"{prefix}.bias"]
    for channel, name in enumerate(names, start=first):
        if name in FOREIGN_NAMES:
            source = FOREIGN_NAMES.index(name)
            layer.weight.data[channel].copy_(torch.from_numpy(weight[source].copy()))
            layer.bias.data[channel] = float(bias[source])


def installed_weights() -> Path:
    """Return the ONNX file inside the installed wheel `mahjong-detector` (part of the train extra)."""
    from importlib.util import find_spec

    spec = find_spec("mahjong_detector")
    places = list(spec.submodule_search_locations or []) if spec else []
    path = Path(places[0]) / "model.onnx" if places else None
    if path is None or not path.exists():
        raise WarmStartError(
            "no start weights: install the train extra (it brings mahjong-detector), or give --start FILE.onnx"
        )
    return path
