"""Both languages say everything, with the same blanks to fill in, and nothing is left over."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.patterns import TYPE_IDS
from scoring.schema import CIRCUMSTANCES, GIVES
from scoring.texts import LANGS, texts

SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(scoring.__file__).parent.glob("*.py"))


def sentences(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_sentences_with_the_same_blanks() -> None:
    zh, en = (dict(sentences(texts(lang))) for lang in LANGS)
    assert zh.keys() == en.keys()
    assert {key: blanks(zh[key]) for key in zh} == {key: blanks(en[key]) for key in en}


def test_chinese_is_chinese_and_english_is_english() -> None:
    hanzi = re.compile(r"[一-鿿]")
    english = dict(sentences(texts("en")))
    assert not [key for key, text in english.items() if hanzi.search(text) and not key.startswith("describe.")]
    for key, text in sentences(texts("zh")):
        words = string.Formatter().parse(text)
        literal = "".join(part for part, *_ in words)
        assert hanzi.search(literal) or not re.search(r"[a-z]{4}", literal), key


@pytest.mark.parametrize("table", ["problems", "why_not", "missed"])
def test_every_code_in_use_has_a_sentence_and_every_sentence_a_use(table: str) -> None:
    for key in texts("zh")[table]:
        assert f'"{key}"' in SOURCES, key
    if table == "problems":
        used = set(re.findall(r'(?:check\.add|Problem)\(\s*"([a-z_0-9]+)"', SOURCES))
        assert used <= set(texts("zh")[table])


def test_every_circumstance_and_gift_of_a_data_file_can_be_explained() -> None:
    for lang in LANGS:
        assert set(texts(lang)["describe"]["when"]) == set(CIRCUMSTANCES)
        assert set(texts(lang)["describe"]["gives"]) == set(GIVES) - {"nothing"}


def test_every_type_says_what_it_lacks() -> None:
    from scoring.missed import LACKS

    assert set(LACKS) == set(TYPE_IDS)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="language"):
        texts("fr")
