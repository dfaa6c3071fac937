"""The crop reader: a small residual network that names the tile in a square crop, at any rotation."""

from __future__ import annotations

from typing import Any

from vision.classes import CLASSES


def build_reader(width: int) -> Any:
    """Return an untrained network: float32 RGB [B,3,S,S] in 0..1 to logits [B,43]; `width` channels after the stem."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, inputs: int, outputs: int, stride: int) -> None:
            super().__init__()
            self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            self.first_norm = nn.BatchNorm2d(outputs)
            self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
            self.second_norm = nn.BatchNorm2d(outputs)
            self.skip = None
            if stride != 1 or inputs != outputs:
                self.skip = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = torch.relu(self.first_norm(self.first(x)))
            y = self.second_norm(self.second(y))
            return torch.relu(y + (x if self.skip is None else self.skip(x)))

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(
                nn.Conv2d(3, width, 5, 2, 2, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(),
            )
            self.blocks = nn.Sequential(
                Block(width, 2 * width, 2),
                Block(2 * width, 3 * width, 2),
                Block(3 * width, 3 * width, 1),
                Block(3 * width, 6 * width, 2),
            )
            self.drop = nn.Dropout(0.1)
            self.names = nn.Linear(6 * width, len(CLASSES))

        def forward(self, images: torch.Tensor) -> torch.Tensor:
            x = self.blocks(self.stem(images * 4 - 2))
            return self.names(self.drop(x.mean((2, 3))))

    return Reader()
