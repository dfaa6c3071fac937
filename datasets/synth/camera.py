"""A pinhole camera over the table: world points to pixels, and the table plane as a homography.

World units are tile widths; the table is the plane z = 0, the viewer sits at negative y.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NEAR = 0.2


@dataclass(frozen=True, slots=True)
class Camera:
    """Position, axes (rows: right, down, forward), focal length and principal point in pixels, picture
    size.
    """

    position: Floats
    axes: Floats
    focal: float
    centre: tuple[float, float]
    width: int
    height: int

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Return pixels (..., 2) and depths (...) of world points (..., 3)."""
        seen = (points - self.position) @ self.axes.T
        depth = np.maximum(seen[..., 2], 1e-6)
        pixels = seen[..., :2] / depth[..., None] * self.focal + np.array(self.centre)
        return pixels, seen[..., 2]

    def table_homography(self) -> Floats:
        """Return the 3x3 matrix that takes table points (x, y, 1) to pixels."""
        lens = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        columns = np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.position])
        return np.asarray(lens @ columns)

    def project_polygon(self, points: Floats) -> Floats:
        """Return the pixels of a world polygon (n, 3), cut off where it passes behind the camera."""
        seen = (points - self.position) @ self.axes.T
        kept: list[Floats] = []
        for a, b in zip(seen, np.roll(seen, -1, 0), strict=True):
            if a[2] >= NEAR:
                kept.append(a)
            if (a[2] >= NEAR) != (b[2] >= NEAR):
                kept.append(a + (b - a) * (NEAR - a[2]) / (b[2] - a[2]))
        if len(kept) < 3:
            return np.empty((0, 2))
        cut = np.array(kept)
        pixels = cut[:, :2] / cut[:, 2:] * self.focal + np.array(self.centre)
        return np.asarray(np.clip(pixels, -30000, 30000))


def look_at(
    target: Floats, *, pitch: float, distance: float, azimuth: float, roll: float, size: tuple[int, int]
) -> Camera:
    """Return a camera ``distance`` from ``target``, ``pitch`` radians above the table, turned by ``roll``."""
    back = np.array([np.sin(azimuth) * np.cos(pitch), -np.cos(azimuth) * np.cos(pitch), np.sin(pitch)])
    forward = -back
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.array([c * right + s * down, -s * right + c * down, forward])
    width, height = size
    return Camera(np.asarray(target + back * distance), axes, float(max(size)), (width / 2, height / 2), width, height)


def framed(camera: Camera, points: Floats, *, fill: float, place: tuple[float, float]) -> Camera:
    """Return the camera zoomed and shifted so that ``points`` fill the share ``fill`` of the picture.

    ``place`` says where in the free space the content lies, 0..1 each way (0.5, 0.5 is the middle).
    """
    pixels, _ = camera.project(points)
    low, high = pixels.min(0), pixels.max(0)
    extent = np.maximum(high - low, 1e-6)
    frame = np.array([camera.width, camera.height], float)
    zoom = float((frame * fill / extent).min())
    corner = (frame - extent * zoom) * np.array(place)
    centre = (np.array(camera.centre) - low) * zoom + corner
    return Camera(
        camera.position,
        camera.axes,
        camera.focal * zoom,
        (float(centre[0]), float(centre[1])),
        camera.width,
        camera.height,
    )
