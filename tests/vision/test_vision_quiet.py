"""Nothing is reported to anybody: the runtime's own telemetry is off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_loading_the_runtime_leaves_no_device_id_and_no_event_log(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    code = "import vision.session"
    subprocess.run([sys.executable, "-c", code], env={**environment, "HOME": str(tmp_path)}, timeout=60, check=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
