"""What can be configured, read from ``HUPAI_*`` variables once."""

from __future__ import annotations

import math
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

MEGABYTE = 1_000_000
HOME = Path("~/.local/share/hupai")


class SettingsError(ValueError):
    """A variable of the environment does not hold what it should."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one application. Sizes are bytes, times seconds."""

    host: str = field(default="127.0.0.1", metadata={"help": "address to listen on; 0.0.0.0 for the whole network"})
    port: int = field(default=8000, metadata={"help": "port to listen on"})
    data_dir: Path = field(default=HOME, metadata={"help": "folder of the ledger and of the secret"})
    database_url: str = field(
        default="", metadata={"help": "SQLAlchemy address of the ledger; empty: SQLite in the data folder"}
    )
    secret: str = field(
        default="", metadata={"help": "key that signs cookies; empty: made once and kept in the data folder"}
    )
    weights_dir: Path | None = field(
        default=None, metadata={"help": "folder of the model; empty: the one that is shipped"}
    )
    max_upload: int = field(default=40 * MEGABYTE, metadata={"help": "largest upload that is read"})
    max_photos: int = field(default=4, metadata={"help": "most photos in one upload"})
    max_readers: int = field(default=2, metadata={"help": "photos read at the same time"})
    threads: int = field(default=0, metadata={"help": "CPU threads that read one photo; empty: up to four"})
    streams: int = field(default=8, metadata={"help": "phones that follow tables live at the same time"})
    read_wait: float = field(default=20.0, metadata={"help": "how long an upload waits for its turn"})
    photo_lifetime: float = field(
        default=1800.0, metadata={"help": "how long an uploaded photo is remembered, in memory only"}
    )
    photo_memory: int = field(default=160 * MEGABYTE, metadata={"help": "most memory for uploaded photos"})
    secure_cookies: bool = field(default=False, metadata={"help": "send cookies over https only"})
    testing: bool = field(default=False, metadata={"help": "used by the tests"})

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read ``HUPAI_<NAME>`` for every field; SettingsError names the variable that is wrong."""
        environment = os.environ if environment is None else environment
        given: dict[str, object] = {}
        for item in fields(cls):
            name = f"HUPAI_{item.name.upper()}"
            if text := environment.get(name, "").strip():
                given[item.name] = _value(name, text, item.default)
        if "database_url" not in given and environment.get("DATABASE_URL"):
            given["database_url"] = environment["DATABASE_URL"]
        return cls(**given)  # type: ignore[arg-type]

    @property
    def folder(self) -> Path:
        return self.data_dir.expanduser()

    def signing_key(self) -> str:
        """The secret, or one made at the first start and kept (mode 600) in the data folder."""
        if self.secret:
            return self.secret
        kept = self.folder / "secret.key"
        if not kept.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex(32))
        return kept.read_text().strip()


def _value(name: str, text: str, default: object) -> object:
    if isinstance(default, bool):
        if text.lower() not in ("1", "0", "true", "false", "yes", "no"):
            raise SettingsError(f"{name} is {text!r}, not yes or no")
        return text.lower() in ("1", "true", "yes")
    if isinstance(default, int | float):
        try:
            number = type(default)(text)
        except ValueError:
            raise SettingsError(f"{name} is {text!r}, not a number") from None
        if not 0 < number < math.inf:
            raise SettingsError(f"{name} is {text!r}; it must be a number of more than 0")
        if name == "HUPAI_PORT" and number > 65535:
            raise SettingsError(f"{name} is {text!r}; ports end at 65535")
        return number
    return text if isinstance(default, str) else Path(text)
