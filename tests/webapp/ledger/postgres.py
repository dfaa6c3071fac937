"""A private PostgreSQL cluster for the tests: own folder, Unix socket only, gone at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")


def find_binaries() -> Path | None:
    """The folder of initdb and pg_ctl: Debian's newest, else the one on the path."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def _server_user() -> str | None:
    """PostgreSQL refuses to run as root: Debian's own user, else nobody."""
    if os.geteuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def cluster(binaries: Path) -> Iterator[str]:
    """Start a cluster and give the address of its database."""
    user = _server_user()
    folder = Path(tempfile.mkdtemp(prefix="hupai-pg-", dir="/tmp"))
    if user is not None:
        shutil.chown(folder, user)
    data = folder / "data"

    def run(*command: str) -> None:
        done = subprocess.run(
            [str(binaries / command[0]), *command[1:]], user=user, cwd="/", capture_output=True, timeout=120
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]}: {done.stderr.decode(errors='replace')}")

    # the tests end writers, never the server: it need not wait for the disk
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    try:
        run("initdb", "-D", str(data), "-U", "hupai", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://hupai@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
