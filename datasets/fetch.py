"""Fetching public sets by name: licence first, size limited, digest checked, unpacked without leaving the
folder.
"""

from __future__ import annotations

import hashlib
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

CHUNK = 1 << 18
_REQUIRED = {"title", "page", "format", "classes", "licence", "credit", "use"}
_OPTIONAL = {"url", "sha256", "limit_mb", "note"}


class FetchError(ValueError):
    """Raised where a set can't be fetched as it should be; says what was seen and what was expected."""


@dataclass(frozen=True, slots=True)
class PublicSet:
    """One entry of the catalogue; see the head of ``catalogue.toml`` for the fields."""

    name: str
    title: str
    page: str
    format: str
    classes: str
    licence: str
    credit: str
    use: str
    url: str | None = None
    sha256: str | None = None
    limit_mb: float = 1000
    note: str = ""


def catalogue(path: Path | None = None) -> dict[str, PublicSet]:
    """Return the public sets by name; FetchError lists every entry with unknown or missing keys."""
    source = path or Path(__file__).parent / "catalogue.toml"
    out, problems = {}, []
    for name, entry in tomllib.loads(source.read_text()).items():
        missing, unknown = _REQUIRED - set(entry), set(entry) - _REQUIRED - _OPTIONAL
        if missing or unknown:
            problems.append(f"{name}: missing {sorted(missing)}, unknown {sorted(unknown)}")
        else:
            out[name] = PublicSet(name, **entry)
    if problems:
        raise FetchError(f"{source}: " + "; ".join(problems))
    return out


def _pieces(url: str, limit: int, on_bytes: Callable[[int, int | None], None]) -> Iterator[bytes]:
    if urlsplit(url).scheme not in {"https", "http", "file"}:
        raise FetchError(f"{url}: only https, http and file addresses are fetched")
    try:
        with urlopen(url, timeout=60) as answer:
            told = answer.headers.get("Content-Length")
            total = int(told) if told else None
            if total is not None and total > limit:
                raise FetchError(f"{url}: {total} bytes, the limit is {limit}")
            done = 0
            while piece := answer.read(CHUNK):
                done += len(piece)
                if done > limit:
                    raise FetchError(f"{url}: more than the limit of {limit} bytes")
                on_bytes(done, total)
                yield piece
            if total is not None and done != total:
                raise FetchError(f"{url}: broke off after {done} of {total} bytes")
    except (URLError, TimeoutError, ConnectionError) as error:
        raise FetchError(f"{url}: {error}") from error


def _noted_digest(out: Path, name: str) -> str | None:
    notes = out / "fetched.toml"
    noted = tomllib.loads(notes.read_text()).get(name, {}) if notes.exists() else {}
    digest = noted.get("sha256")
    return str(digest) if digest else None


def download(
    entry: PublicSet, out: Path, on_bytes: Callable[[int, int | None], None] = lambda done, total: None
) -> Path:
    """Return the file that was downloaded to ``out/NAME.zip``, its digest
    checked.

    Nothing is left behind when the download fails, grows beyond the limit or has another digest.
    ``on_bytes`` hears how many bytes came and how many there are.
    """
    if entry.url is None:
        raise FetchError(f"{entry.name} can't be fetched without an account: see {entry.page} ({entry.note})")
    out.mkdir(parents=True, exist_ok=True)
    wanted = entry.sha256 or _noted_digest(out, entry.name)
    target = out / f"{entry.name}.zip"
    partial = target.with_suffix(".part")
    digest = hashlib.sha256()
    try:
        with partial.open("wb") as file:
            for piece in _pieces(entry.url, int(entry.limit_mb * 1_000_000), on_bytes):
                digest.update(piece)
                file.write(piece)
        if wanted is not None and digest.hexdigest() != wanted:
            raise FetchError(f"{entry.url}: digest {digest.hexdigest()}, expected {wanted}")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    if entry.sha256 is None and wanted is None:
        with (out / "fetched.toml").open("a") as notes:
            notes.write(f'[{entry.name}]\nurl = "{entry.url}"\nsha256 = "{digest.hexdigest()}"\n')
    return target


def unpack(archive: Path, folder: Path, *, limit_mb: float = 4000) -> int:
    """Unpack a zip file below ``folder`` and return the number of files; refuses paths that lead out of
    it.
    """
    root = folder.resolve()
    with zipfile.ZipFile(archive) as pack:
        members = [m for m in pack.infolist() if not m.is_dir()]
        size = sum(m.file_size for m in members)
        if size > limit_mb * 1_000_000:
            raise FetchError(f"{archive}: {size} bytes unpacked, the limit is {limit_mb} MB")
        outside = [m.filename for m in members if not (root / m.filename).resolve().is_relative_to(root)]
        if outside:
            raise FetchError(f"{archive}: paths that lead out of the folder: {', '.join(outside[:5])}")
        pack.extractall(root, members)
    return len(members)
