"""The command line as a person or a script uses it: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

QINGPENG = {
    "ruleset": "qinghunpeng",
    "win": {"by": "self_draw"},
    "winners": [{"seat": 0, "concealed": "111222m555m888m9m", "tile": "9m"}],
}


def hupai(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "webapp.cli", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_bad_line_does_not_stop_the_others() -> None:
    good = json.dumps(QINGPENG)
    result = hupai("score", text=f"{good}\nnot json\n[]\n{good}\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(answer)[:1] for answer in answers] == [["winners"], ["error"], ["error"], ["winners"]]
    assert result.returncode == 0


def test_qingpeng_self_drawn_is_two_lezi_from_each() -> None:
    answer = json.loads(hupai("score", text=json.dumps(QINGPENG)).stdout)
    assert answer["payments"] == [60, -20, -20, -20]


def test_rules_lists_all_eleven_rule_sets() -> None:
    listed = json.loads(hupai("rules", "--json", "--lang", "en").stdout)
    assert [rules["id"] for rules in listed] == [
        "qiaoma",
        "qinghunpeng",
        "baida",
        "laoshanghai",
        "laiyouxi",
        "deshi-qiaoma",
        "deshi-qinghunpeng",
        "deshi-baida",
        "jinbi",
        "dashen",
        "mil2024",
    ]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_one_rule_set_is_explained_in_both_languages(lang: str) -> None:
    assert "清混碰" in hupai("rules", "qinghunpeng", "--lang", "zh").stdout
    assert hupai("rules", "qinghunpeng", "--lang", lang).returncode == 0


def test_an_unknown_rule_set_is_refused_and_the_known_ones_are_named() -> None:
    result = hupai("rules", "hongkong", "--lang", "en")
    assert result.returncode == 1
    assert "hongkong" in result.stderr
    assert "qiaoma" in result.stderr


@pytest.mark.parametrize("arguments", [("score", "--help"), ("rules", "--json"), ("--help",)])
def test_nothing_heavy_is_imported_for_scoring(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom webapp.cli import main\n"
        f"sys.argv = ['hupai', *{list(arguments)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'flask', 'sqlalchemy', 'PIL', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr


def test_waits_names_the_two_tiles_of_two_pairs() -> None:
    request = {"ruleset": "qiaoma", "concealed": "234m567p22s345s99m", "flowers": "1f"}
    answer = json.loads(hupai("waits", "--json", json.dumps(request)).stdout)
    assert sorted(wait["tile"] for wait in answer["waits"]) == ["2s", "9m"]


def test_keep_names_the_discard_that_leaves_most_first() -> None:
    """123455s 44z: without 5s seven tiles are waited for, without another four."""
    request = {"ruleset": "qiaoma", "concealed": "123m789p12s3455s44z", "flowers": "1f"}
    result = hupai("keep", json.dumps(request), "--lang", "en")
    rows = [line.split() for line in result.stdout.splitlines() if " 3s 6s " in line]
    assert rows[0][1] == "5s"


@pytest.mark.parametrize("question", ["waits", "distance", "ready"])
def test_a_question_prints_a_table_a_person_can_read(question: str) -> None:
    request = {"ruleset": "qinghunpeng", "concealed": "111222m555m888m9m"}
    result = hupai(question, json.dumps(request), "--lang", "en")
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_a_question_with_five_of_a_kind_says_so_and_fails() -> None:
    request = {"ruleset": "qinghunpeng", "concealed": "1111122223333m"}
    result = hupai("waits", json.dumps(request), "--lang", "en")
    assert result.returncode == 1
    assert "1m" in result.stderr


def test_each_bad_photo_answers_in_its_place_and_the_status_is_one(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_bytes(b"no picture at all")
    Image.new("RGB", (400, 300), (40, 120, 60)).save(tmp_path / "plain.png")
    names = [str(tmp_path / name) for name in ("empty.jpg", "plain.png", "text.jpg", "missing.jpg")]
    result = hupai("read", "--json", *names)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["photo"] for answer in answers] == names
    assert ["error" in answer for answer in answers] == [True, False, True, True]
    assert all(answer["error"]["code"] and answer["error"]["message"] for answer in answers if "error" in answer)
    assert result.returncode == 1


def test_the_annotated_picture_is_written(tmp_path: Path) -> None:
    Image.new("RGB", (400, 300), (40, 120, 60)).save(tmp_path / "plain.png")
    result = hupai("read", str(tmp_path / "plain.png"), "--out", str(tmp_path / "marked.png"))
    assert result.returncode == 0, result.stderr
    assert Image.open(tmp_path / "marked.png").size == (400, 300)


def test_scoring_starts_within_half_a_second_of_an_empty_interpreter() -> None:
    def best(*command: str) -> float:
        times = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run(command, input="", capture_output=True, text=True, timeout=60, check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    bare = best(sys.executable, "-c", "pass")
    assert best(sys.executable, "-m", "webapp.cli", "score") - bare < 0.5 + 4 * bare


@pytest.mark.parametrize("manifest", [None, "no = TOML =", "[other]\nfile = 'x'"], ids=["none", "broken", "other"])
def test_a_folder_without_weights_ends_the_server_with_one_line(tmp_path: Path, manifest: str | None) -> None:
    weights = tmp_path / "weights"
    weights.mkdir()
    if manifest is not None:
        (weights / "manifest.toml").write_text(manifest)
    result = subprocess.run(
        [sys.executable, "-m", "webapp.cli", "serve", "--port", "0", "--data", str(tmp_path / "data")],
        env={**os.environ, "HUPAI_WEIGHTS_DIR": str(weights)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert str(weights / "manifest.toml") in result.stderr
    assert "HUPAI_WEIGHTS_DIR" in result.stderr
