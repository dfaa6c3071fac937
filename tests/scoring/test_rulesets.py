"""The data files: strict, complete, described from themselves; overrides strictly checked."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import scoring.ruleset
from scoring import ScoringError, describe_ruleset, load_ruleset, ruleset_ids
from scoring.ruleset import read_data

FOLDER = Path(scoring.ruleset.__file__).with_name("rulesets")
ELEVEN = (
    "qiaoma", "qinghunpeng", "baida", "laoshanghai", "laiyouxi", "deshi-qiaoma", "deshi-qinghunpeng", "deshi-baida",
    "jinbi", "dashen", "mil2024",
)  # fmt: skip


def refused(ruleset: str, overrides: Any) -> list[tuple[str, str]]:
    with pytest.raises(ScoringError) as caught:
        load_ruleset(ruleset, overrides)
    for lang in ("zh", "en"):
        assert all(problem.message(lang) for problem in caught.value.problems)
    return [(problem.code, problem.path) for problem in caught.value.problems]


def test_there_are_the_eleven_presets_of_the_rule_text() -> None:
    assert ruleset_ids() == ELEVEN
    assert {path.stem for path in FOLDER.glob("*.toml")} == {*ELEVEN, "bao"}


@pytest.mark.parametrize("id", ELEVEN)
def test_a_preset_is_complete_and_every_entry_names_its_source(id: str) -> None:
    data = read_data(id, FOLDER)
    entries = [data, *data["types"].values(), *data["bonuses"].values(), data["bao"], data["hua"], data["table"]]
    assert all(entry["source"] for entry in entries)
    assert all(row["hanzi"] and row["english"] for row in (*data["types"].values(), *data["bonuses"].values()))


@pytest.mark.parametrize(
    ("id", "base", "cap", "most_fan", "loss_cap", "robbing"),
    [
        ("qiaoma", 1, 20, 0, 0, 3),
        ("qinghunpeng", 2, 10, 0, 0, 3),
        ("baida", 1, 40, 3, 0, 0),
        ("laoshanghai", 2, 10, 0, 0, 3),
        ("laiyouxi", 2, 10, 0, 5, 3),
        ("deshi-qiaoma", 1, 20, 0, 0, 3),
        ("deshi-qinghunpeng", 2, 10, 0, 0, 3),
        ("deshi-baida", 1, 40, 0, 0, 0),
        ("jinbi", 1, 10, 0, 0, 3),
        ("dashen", 2, 10, 0, 0, 3),
        ("mil2024", 1, 0, 3, 0, 3),
    ],
)
def test_the_numbers_are_those_of_the_table(
    id: str, base: int, cap: int, most_fan: int, loss_cap: int, robbing: int
) -> None:
    rules = load_ruleset(id)
    assert (rules.base, rules.cap, rules.most_fan, rules.loss_cap, rules.robbing_kong_pays) == (
        base, cap, most_fan, loss_cap, robbing,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("type", "lezi"),
    [
        ("qingyise", [1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0]),
        ("qingpeng", [2, 2, 0, 2, 2, 2, 2, 0, 2, 2, 0]),
        ("fengyise", [2, 2, 0, 2, 2, 2, 2, 0, 2, 2, 0]),
        ("fengpeng", [4, 4, 0, 4, 4, 4, 4, 0, 4, 4, 0]),
        ("hunpeng", [0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0]),
        ("bahuaqi", [2, 2, 0, 2, 2, 2, 2, 0, 2, 4, 0]),
        ("tianhu", [2, 2, 0, 2, 0, 2, 0, 0, 0, 10, 0]),
        ("dihu", [2, 2, 0, 2, 0, 2, 0, 0, 0, 8, 0]),
    ],
)
def test_the_limit_values_are_those_of_the_table(type: str, lezi: list[int]) -> None:
    assert [load_ruleset(id).types[type].lezi for id in ELEVEN] == lezi


def test_unknown_overrides_wrong_types_and_fixed_keys_are_all_named_at_once() -> None:
    found = refused("qiaoma", {"cup": 1, "cap": True, "base": 1.5, "id": "x", "types": {"quad": {}}, "hua": 3})
    assert found == [
        ("unknown_override", "overrides.cup"),
        ("bad_value", "overrides.cap"),
        ("bad_value", "overrides.base"),
        ("fixed_override", "overrides.id"),
        ("unknown_override", "overrides.types.quad"),
        ("wrong_type", "overrides.hua"),
    ]


@pytest.mark.parametrize(
    ("ruleset", "overrides", "expected"),
    [
        ("qiaoma", {"chuchong": True, "baochong": True}, [("two_schemes", "overrides.chuchong")]),
        ("baida", {"chuchong": True}, [("scheme_without_discard", "overrides.chuchong")]),
        ("mil2024", {"loss_cap": 5}, [("lezi_without_cap", "overrides.loss_cap")]),
        ("mil2024", {"types": {"qingyise": {"lezi": 1}}}, [("lezi_without_cap", "overrides.types.qingyise.lezi")]),
        ("laiyouxi", {"types": {"hunpeng": {"lezi": 0}}},
         [("combined_without_lezi", "overrides.types.hunpeng.lezi")]),
        ("qiaoma", {"types": {"sibaida": {"wins": "always"}}},
         [("sibaida_without_jokers", "overrides.types.sibaida.wins")]),
        ("baida", {"types": {"pinghu": {"wins": "never"}, "sibaida": {"wins": "off"}}},
         [("nothing_wins", "overrides.types")]),
        ("baida", {"qing_diao": True}, [("option_without_type", "overrides.qing_diao")]),
        ("qiaoma", {"menqing": True}, [("unknown_override", "overrides.menqing")]),
        ("qiaoma", {"bonuses": {"menqing": {"gives": "luck"}}}, [("bad_value", "overrides.bonuses.menqing.gives")]),
        ("qiaoma", {"bonuses": {"mine": {"gives": "fan"}}}, [("unknown_override", "overrides.bonuses.mine")]),
        ("qiaoma", {"hua": {"wind": [1, 2]}}, [("bad_value", "overrides.hua.wind")]),
        ("qiaoma", {"stake": float("nan")}, [("bad_value", "overrides.stake")]),
        ("qiaoma", {"base": 10**30}, [("bad_value", "overrides.base")]),
        ("qiaoma", [], [("wrong_type", "overrides")]),
        ("riichi", None, [("unknown_ruleset", "ruleset")]),
    ],
)  # fmt: skip
def test_an_override_that_cannot_be_is_named(ruleset: str, overrides: Any, expected: list[tuple[str, str]]) -> None:
    assert refused(ruleset, overrides) == expected


def test_an_override_changes_one_value_and_nothing_else() -> None:
    plain, changed = load_ruleset("qiaoma"), load_ruleset("qiaoma", {"least_hua": {"discard": 3}})
    assert (changed.least_hua.discard, changed.least_hua.self_draw) == (3, 0)
    assert plain.least_hua.discard == 1
    assert plain.digest != changed.digest
    assert load_ruleset("qiaoma", {"least_hua": {"discard": 1}}).digest == plain.digest


def test_every_preset_takes_the_common_options() -> None:
    for id in ELEVEN:
        assert load_ruleset(id, {"qidui": True}).types["qidui"].wins == "always"
        assert load_ruleset(id).types["qidui"].wins == "off"
        if id not in ("baida", "deshi-baida"):
            load_ruleset(id, {"qing_diao": True, "hunpeng_diao": True, "chuchong": True})
            load_ruleset(id, {"baochong": True})


def write(folder: Path, id: str, change: tuple[str, str]) -> None:
    text = (FOLDER / f"{id}.toml").read_text(encoding="utf-8")
    assert change[0] in text
    (folder / f"{id}.toml").write_text(text.replace(*change), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (("base = 1", "bass = 1"), "missing_key", "qiaoma.base"),
        (("base = 1", "base = 1\ncolour = 3"), "unknown_key", "qiaoma.colour"),
        (("base = 1", 'base = "one"'), "bad_value", "qiaoma.base"),
        (('gives = "fan", amount = 1, source', 'gives = "luck", amount = 1, source'),
         "bad_value", "qiaoma.bonuses.menqing.gives"),
        (("qidui = false", ""), "missing_key", "qiaoma.qidui"),
        (("qing_diao = false", ""), "missing_key", "qiaoma.qing_diao"),
        (('id = "qiaoma"', 'id = "other"'), "bad_value", "qiaoma.id"),
        (('id = "qiaoma"', 'id = "qiaoma"\nextends = "deshi-qiaoma"'), "extends_twice", "qiaoma.extends"),
    ],
)  # fmt: skip
def test_a_misspelt_data_file_is_refused(tmp_path: Path, change: tuple[str, str], code: str, path: str) -> None:
    shutil.copy(FOLDER / "deshi-qiaoma.toml", tmp_path)
    write(tmp_path, "qiaoma", change)
    with pytest.raises(ScoringError) as caught:
        read_data("qiaoma", tmp_path)
    assert (code, path) in [(problem.code, problem.path) for problem in caught.value.problems]


def test_a_new_rule_set_of_known_parts_needs_no_python(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "qiaoma.toml", tmp_path)
    (tmp_path / "club.toml").write_text(
        'id = "club"\nextends = "qiaoma"\nhanzi = "俱乐部"\nenglish = "Club"\n'
        'source = { zh = "家规", en = "house sheet" }\ncap = 30\n'
        "haidi_rich = true\n[bonuses]\n"
        'rich = { hanzi = "海底清", english = "last tile in one suit", when = ["last_tile"], gives = "multiplier",'
        ' amount = 3, types = ["qingyise"], option = "haidi_rich", source = "house sheet" }\n',
        encoding="utf-8",
    )
    data = read_data("club", tmp_path)
    rules = scoring.ruleset._build(data, {})
    assert rules.cap == 30
    assert "rich" in [bonus.id for bonus in rules.bonuses]
    assert "海底清" in str(describe_ruleset(rules))


@pytest.mark.parametrize("id", ELEVEN)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_rule_set_is_explained_from_its_own_data(id: str, lang: str) -> None:
    described = describe_ruleset(load_ruleset(id), lang)
    sections = {section["id"]: section["rows"] for section in described["sections"]}
    assert list(sections) == [
        "tiles", "winning", "types", "hua", "value", "bonuses", "payments", "table", "options",
    ]  # fmt: skip
    assert all(row["label"] and row["text"] for rows in sections.values() for row in rows)
    rules = load_ruleset(id)
    assert len(sections["types"]) == sum(row.wins != "off" for row in rules.types.values())
    assert len(sections["bonuses"]) == len(rules.bonuses)


@pytest.mark.parametrize("id", ELEVEN)
def test_the_source_is_named_in_the_readers_language(id: str) -> None:
    named = describe_ruleset(load_ruleset(id), "zh")["source"]
    assert not re.search(r"[A-Za-z]{2}", named)
    assert re.search(r"[A-Za-z]{2}", describe_ruleset(load_ruleset(id), "en")["source"])


def test_the_explanation_follows_an_override() -> None:
    text = str(describe_ruleset(load_ruleset("qiaoma", {"cap": 77, "chuchong": True}), "en"))
    assert "77 points" in text
    assert "discarder pays two shares" in text
