"""The 43 class names in detector order: faces as in ``datasets.faces``, then the back."""

from __future__ import annotations

from datasets.faces import FACE_CODES

CLASSES: tuple[str, ...] = (*FACE_CODES, "0x")
CLASS_INDEX: dict[str, int] = {code: i for i, code in enumerate(CLASSES)}
