"""What would make a better photo: blur, darkness, glare, small or cut tiles. Advice, never a refusal."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .image import Photo
from .reading import Remark, TileReading

FACE_SIDE = 48
# Over 165 photos of shared/photos the sharpness of faces is 22 or more (median 105); the same photos blurred
# by 3 % of a tile's side come to 6-19. Their brightness (upper fifth of a face) is 83 or more.
SHARP = 20.0
DARK = 60.0
GLARE_SHARE = 0.25
SMALL_SIDE = 24.0
EDGE = 1.0
# A blank white dragon is one bright patch by nature.
BLANK = "5z"


def advise(photo: Photo, tiles: Sequence[TileReading]) -> tuple[Remark, ...]:
    """Remarks on the tiles of the subject as this photo shows them; indices are those of `tiles`."""
    subject = [index for index, tile in enumerate(tiles) if tile.zone != "other"]
    if not subject:
        return (Remark("dark"),) if float(photo.pixels[::8, ::8].mean()) < DARK / 2 else ()
    faces = {index: _face(photo, tiles[index].box) for index in subject}
    remarks = []
    if float(np.median([_sharpness(face) for face in faces.values()])) < SHARP:
        remarks.append(Remark("blurred", tuple(subject)))
    if float(np.median([np.quantile(face, 0.8) for face in faces.values()])) < DARK:
        remarks.append(Remark("dark", tuple(subject)))
    shining = _shining({index: face for index, face in faces.items() if tiles[index].code != BLANK})
    if shining:
        remarks.append(Remark("glare", shining, {"count": len(shining)}))
    sides = [min(box[2] - box[0], box[3] - box[1]) for box in (tiles[index].box for index in subject)]
    if float(np.median(sides)) < SMALL_SIDE:
        remarks.append(Remark("tiles_small", tuple(subject)))
    if cut := tuple(index for index in subject if _is_cut(photo, tiles, index, float(np.median(sides)))):
        remarks.append(Remark("tiles_cut", cut))
    return tuple(remarks)


def _face(photo: Photo, box: Sequence[float]) -> NDArray[np.uint8]:
    """The tile's box as 48×48 grey."""
    high, wide = photo.pixels.shape[:2]
    x0, y0, x1, y1 = (round(value * photo.scale) for value in box)
    x0, y0 = min(max(x0, 0), wide - 1), min(max(y0, 0), high - 1)
    part = photo.pixels[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
    grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY)
    return cv2.resize(grey, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _sharpness(face: NDArray[np.uint8]) -> float:
    """Variance of the Laplacian against the face's own contrast, so that a dim face is not called blurred."""
    contrast = max(float(face.std()), 4.0)
    return float(cv2.Laplacian(face, cv2.CV_32F).var()) / contrast**2 * 100


def _shining(faces: dict[int, NDArray[np.uint8]]) -> tuple[int, ...]:
    """Tiles with a burnt-out patch that the others do not have (bright light whitens all faces evenly)."""
    if not faces:
        return ()
    shares = {index: float((face >= 253).mean()) for index, face in faces.items()}
    usual = float(np.median(list(shares.values())))
    return tuple(index for index, share in shares.items() if share > GLARE_SHARE and share > 2.5 * usual + 0.05)


def _is_cut(photo: Photo, tiles: Sequence[TileReading], index: int, usual: float) -> bool:
    x0, y0, x1, y1 = tiles[index].box
    at_edge = x0 <= EDGE or y0 <= EDGE or x1 >= photo.width - EDGE or y1 >= photo.height - EDGE
    return at_edge and min(x1 - x0, y1 - y0) < 0.8 * usual
