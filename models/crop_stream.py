"""What the crop reader is trained on: labelled photos, face crops on made tiles, and faces the project draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from models.recipe import CropRecipe, Faces, Source
from models.train_crops import CropStream


def crop_stream(recipe: CropRecipe, sources: Sequence[Source], faces: Sequence[Faces], root: Path) -> CropStream:
    """Return the endless stream of crops for a recipe; folders are below `root`.

    `recipe.real` is the share of crops from labelled photos, within it each source has its own share. The others are
    made, `recipe.dressed` of their tile sets from face crops.
    """
    import cv2

    from datasets.crops import Mixed, PhotoCrops, SyntheticCrops, stream
    from datasets.faces.folder import CropFolder

    cv2.setNumThreads(0)  # its threads do not survive the fork of torch's loader, which then waits for ever
    chosen = [source for source in sources if source.crops]
    total = sum(source.share for source in chosen)
    parts = [
        (
            PhotoCrops(root / source.folder, size=recipe.side, scale=recipe.crop_scale, prefixes=source.prefixes),
            recipe.real * source.share / total,
        )
        for source in chosen
    ]
    folder = CropFolder.parse(*(one.below(root) for one in faces))
    made = SyntheticCrops(size=recipe.side, scale=recipe.crop_scale, folder=folder, folder_share=recipe.dressed)
    mixed = Mixed([*parts, (made, 1 - recipe.real)])

    def draw(rng: np.random.Generator) -> Iterator[tuple[np.ndarray, int]]:
        return stream(mixed, rng)

    return draw
