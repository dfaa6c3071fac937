"""The only user of ONNX Runtime: load a checked model, run one input to one output."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

# Before the import: ONNX Runtime keeps a device id in the home folder and reports events unless it is told not to.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
import onnxruntime as ort  # type: ignore[import-untyped]

from .classes import CLASSES
from .errors import WeightsError
from .geometry import Floats
from .weights import ModelFile, check_classes, metadata_classes

MAX_THREADS = 4


class Session:
    """A model with one float input and one float output; safe to share between threads."""

    def __init__(self, model: ModelFile, *, threads: int | None = None) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads or min(MAX_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Input sizes vary from photo to photo; an arena that doubles would keep the largest sum of them.
        provider = ("CPUExecutionProvider", {"arena_extend_strategy": "kSameAsRequested"})
        try:
            self._session: Any = ort.InferenceSession(model.blob, options, providers=[provider])
        except Exception as error:  # ONNX Runtime raises a dozen unrelated types for a bad file
            raise WeightsError(f"{model.name}: ONNX Runtime cannot load it: {error}") from error
        metadata = self._session.get_modelmeta().custom_metadata_map
        names = metadata_classes(metadata, model.name)
        if names is not None:
            check_classes(names, f"{model.name}: the names stored in the model")
        elif "classes" not in model.settings:
            raise WeightsError(f"{model.name}: neither the model nor the manifest lists the {len(CLASSES)} classes")
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        if len(inputs) != 1 or len(outputs) != 1 or len(inputs[0].shape) != 4:
            raise WeightsError(
                f"{model.name}: {len(inputs)} inputs, {len(outputs)} outputs; expected one image, one answer"
            )
        self._input: str = inputs[0].name
        self.input_shape: tuple[Any, ...] = tuple(inputs[0].shape)
        self.output_shape: tuple[Any, ...] = tuple(outputs[0].shape)

    def run(self, batch: Floats) -> Floats:
        """Run B×3×H×W float32 and return the model's only output."""
        result: Floats = self._session.run(None, {self._input: np.ascontiguousarray(batch)})[0]
        return result
