"""The tile as a solid: a rounded slab with bevels, its poses, and its points in the world.

Local axes: x to the right of the face, y up the face, z out of it; the origin is the middle of the tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pose = Literal["up", "down", "stand", "side"]
LEVELS = 5
RIM = 12


@dataclass(frozen=True, slots=True)
class Body:
    """Proportions of one set's tiles in tile widths: the front is 1 wide."""

    height: float
    depth: float
    radius: float
    bevel: float
    back_share: float

    def levels(self) -> Floats:
        """Return the outline at five depths from the back to the face, (5, 12, 3), counter-clockwise seen
        from the face.
        """
        zs = (
            np.array([0, self.bevel, self.depth * self.back_share, self.depth - self.bevel, self.depth])
            - self.depth / 2
        )
        inset = (self.bevel, 0.0, 0.0, 0.0, self.bevel)
        return np.stack([self._outline(i, z) for i, z in zip(inset, zs, strict=True)])

    def _outline(self, inset: float, z: float) -> Floats:
        w, h, r = 0.5 - inset, self.height / 2 - inset, max(self.radius - inset * 0.5, 0.02)
        points = []
        for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            for t in (0.0, 0.5, 1.0):
                a = np.pi / 2 * (k + t)
                points.append((sx * (w - r) + r * np.cos(a), sy * (h - r) + r * np.sin(a), z))
        return np.array(points)

    def cap(self, *, front: bool) -> Floats:
        """Return the corners of the flat face (or back): top left, top right, bottom right, bottom left as
        seen, (4, 3).
        """
        w, h = 0.5 - self.bevel, self.height / 2 - self.bevel
        z = self.depth / 2 if front else -self.depth / 2
        s = 1 if front else -1
        return np.array([(-s * w, h, z), (s * w, h, z), (s * w, -h, z), (-s * w, -h, z)])


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile on the table.

    ``code`` is what a viewer sees it as: the face, or ``0x`` where only the back can be seen.  ``x``, ``y``
    is the middle of its foot, ``z`` what it lies on; ``yaw`` turns it about the vertical, ``lean`` tips a
    standing tile back (radians).
    """

    code: str
    x: float
    y: float
    yaw: float = 0.0
    pose: Pose = "up"
    z: float = 0.0
    lean: float = 0.0
    zone: str = "other"
    group: int = -1

    def axes(self) -> Floats:
        """Return the tile's local axes as rows in world coordinates."""
        if self.pose == "up":
            local = np.eye(3)
        elif self.pose == "down":
            local = np.diag([-1.0, 1.0, -1.0])
        elif self.pose == "side":
            local = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
        else:
            c, s = np.cos(self.lean), np.sin(self.lean)
            local = np.array([[1.0, 0, 0], [0, s, c], [0, -c, s]])
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.asarray(local @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]))

    def middle(self, body: Body) -> Floats:
        """Return the middle of the tile in the world."""
        half = {"up": body.depth, "down": body.depth, "stand": body.height, "side": 1.0}[self.pose] / 2
        return np.array([self.x, self.y, self.z + half])
