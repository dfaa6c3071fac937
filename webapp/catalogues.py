"""Keep the translations in step with the texts: ``python -m webapp.catalogues``.

Collects every text of code and templates, writes ``translations/<language>/LC_MESSAGES/messages.po`` again with what
is translated already, compiles the ``.mo`` files that the wheel carries, and names what still lacks 中文.
English needs none: the texts of the code are English.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
LANGUAGES = ("zh", "en")
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
KEYWORDS = {
    "_": None,
    "_l": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "lazy_ngettext": (1, 2),
}

Message = str | tuple[str, str]


def texts() -> list[Message]:
    """Every text that the code and the templates mark for translation, sorted."""
    found: set[Message] = set()
    for _file, _line, message, _comments, _context in extract_from_dir(HERE, METHODS, keywords=KEYWORDS):
        found.add(message if isinstance(message, str) else (message[0], message[1]))
    return sorted(found, key=str)


def folder(language: str) -> Path:
    return HERE / "translations" / language / "LC_MESSAGES"


def load(language: str) -> Catalog:
    with (folder(language) / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def merged(language: str) -> Catalog:
    """The catalogue of today's texts with the translations there are."""
    old, new = (
        load(language),
        Catalog(
            locale=language,
            project="hupai",
            version="1",
            fuzzy=False,
            msgid_bugs_address="",
            last_translator="hupai",
            language_team="hupai",
        ),
    )
    new.header_comment = "# Texts of hupai. Written by python -m webapp.catalogues; edit the msgstr lines only."
    new.creation_date = new.revision_date = old.creation_date
    for message in texts():
        known = old.get(message[0] if isinstance(message, tuple) else message)
        string = message if language == "en" else known.string if known else ""
        if isinstance(message, tuple) and isinstance(string, str):
            string = (string,)
        new.add(message, string)
    return new


def missing(catalogue: Catalog) -> Iterator[Message]:
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and not all(strings):
            yield message.id


def placeholders(text: str) -> list[str]:
    """The names that are filled in later: ``%(count)s`` by the server, ``{count}`` by a script."""
    return sorted(re.findall(r"%\(\w+\)s|\{\w+\}", text))


def compiled(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> int:
    lacking = 0
    for language in LANGUAGES:
        catalogue = merged(language)
        with (folder(language) / "messages.po").open("wb") as file:
            write_po(file, catalogue, width=110, sort_output=True)
        (folder(language) / "messages.mo").write_bytes(compiled(catalogue))
        for message in missing(catalogue):
            sys.stdout.write(f"{language}: {message!r}\n")
            lacking += 1
    return 1 if lacking else 0


if __name__ == "__main__":
    raise SystemExit(main())
