"""The command line with streams, names and disks as they really are: open pipes, odd bytes, no room, no right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.webapp.test_cli import QINGPENG

HUPAI = (sys.executable, "-m", "webapp.cli")
LINE = json.dumps(QINGPENG).encode() + b"\n"


def run(*arguments: str | bytes, data: bytes = b"", **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*HUPAI, *arguments], input=data, capture_output=True, timeout=120, check=False, **options)


def answers(data: bytes, *arguments: str, **options: object) -> list[dict[str, object]]:
    result = run("score", *arguments, data=data, **options)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.decode("utf-8").splitlines()]


def test_each_answer_comes_while_the_pipe_stays_open() -> None:
    with subprocess.Popen([*HUPAI, "score"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(LINE)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["payments"] == [60, -20, -20, -20]
        process.stdin.close()


def test_a_mark_at_the_start_windows_line_ends_and_blank_lines_change_nothing() -> None:
    data = b"\xef\xbb\xbf\r\n" + LINE.rstrip() + b"\r\n\r\n  \n" + LINE.rstrip()
    assert [answer["payments"] for answer in answers(data)] == [[60, -20, -20, -20]] * 2


@pytest.mark.parametrize("line", [b"NaN", b'{"ruleset": Infinity}', b"\xff\xfe", b"[" * 100_000, b'{"a": 1'])
def test_what_is_no_json_is_refused_like_every_other_error(line: bytes) -> None:
    chinese, english = (answers(line, "--lang", lang)[0]["error"] for lang in ("zh", "en"))
    assert chinese["code"] == english["code"] == "not_json"
    assert chinese["message"].startswith("这不是 JSON")
    assert english["problems"] == [{"code": "not_json", "message": english["message"], "path": ""}]


def test_json_is_utf_8_in_a_terminal_that_is_not() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    assert (
        "一"
        in answers('{"ruleset": "一"}'.encode(), "--lang", "zh", env=environment)[0]["error"]["problems"][-1]["message"]
    )


@pytest.mark.parametrize("command", ["score", "rules"])
def test_a_full_disk_is_said_in_one_line(command: str) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*HUPAI, command], input=LINE, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert result.returncode == 1
    assert result.stderr.decode() == "Error: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_end_the_command_without_a_stack(closed: str) -> None:
    result = subprocess.run(
        f"'{sys.executable}' -m webapp.cli score {closed}",
        shell=True,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in result.stderr


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "[bold]牌[/nope] \udcff.png"
    path.parent.mkdir()
    with path.open("wb") as file:
        Image.new("RGB", (400, 300), (40, 120, 60)).save(file, "PNG")
    return path


def test_a_name_of_odd_characters_is_shown_and_given_back(photo: Path) -> None:
    table = run("read", str(photo))
    assert table.returncode == 0, table.stderr
    assert "[bold]牌[/nope]" in table.stdout.decode("utf-8")
    assert json.loads(run("read", "--json", str(photo)).stdout)["photo"] == str(photo)


def test_two_photos_of_one_name_get_a_picture_each(tmp_path: Path) -> None:
    names = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        names.append(str(tmp_path / folder / "hand.png"))
        Image.new("RGB", (400, 300)).save(names[-1])
    assert run("read", *names, "--out", str(tmp_path / "out")).returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["hand-2.png", "hand.png"]


def test_a_picture_goes_into_a_folder_that_exists_and_nowhere_else_without_a_suffix(
    photo: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    assert run("read", str(photo), "--out", str(folder)).returncode == 0
    assert len(list(folder.iterdir())) == 1
    for place in (tmp_path / "marked.tiles", Path("/dev/null/marked.png")):
        result = run("read", str(photo), "--out", str(place))
        assert result.returncode in (1, 2)
        assert b"Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("READ_WAIT", "nan"),
        ("DATA_DIR", "/dev/null"),
        ("DATABASE_URL", "mysql://nowhere/x"),
        ("DATABASE_URL", "bogus"),
    ],
)
def test_a_wrong_setting_stops_the_server_with_one_line(tmp_path: Path, name: str, value: str) -> None:
    environment = {**os.environ, "HUPAI_DATA_DIR": str(tmp_path), "HUPAI_PORT": "0", f"HUPAI_{name}": value}
    result = subprocess.run(
        [sys.executable, "-m", "webapp"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )
    assert result.returncode == 1
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1
    assert "cannot listen" not in result.stderr
    assert not Path("bogus").exists()
