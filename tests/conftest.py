from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rule texts and labelled photos beside the checkout; tests that need it fail without it."""
    if not (SHARED / "photos" / "val").is_dir():
        pytest.fail(f"{SHARED} is missing: this test needs the shared rules and photos beside the checkout")
    return SHARED
