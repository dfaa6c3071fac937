"""Audit, review sheet, drafts, fetching, the command line and the regression set."""

from __future__ import annotations

import functools
import hashlib
import http.server
import threading
import zipfile
from collections import Counter
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets.cli import main
from datasets.fetch import FetchError, PublicSet, catalogue, download, unpack
from datasets.label.audit import audit, box_findings, read_manifest
from datasets.label.draft import draft_folder
from datasets.label.labels import Box, Photo
from datasets.label.remap import table_names
from datasets.label.review import write_review
from datasets.label.splits import Origin
from datasets.label.yolo import load_yolo, save_yolo
from datasets.regression import CAUSES, scenes


def picture(seed, width=320, height=240):
    rng = np.random.default_rng(seed)
    return cv2.resize(rng.integers(0, 255, (7, 9, 3)).astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC)


def row(count=6, top=50.0):
    return [Box(f"{k + 1}m", 10 + 40.0 * k, top, 40 + 40.0 * k, top + 42) for k in range(count)]


def test_a_sound_row_has_no_findings():
    assert box_findings(Photo("a.jpg", 320, 240, tuple(row()))) == []


@pytest.mark.parametrize(
    ("planted", "kind", "text"),
    [
        (Box("9p", 300, 100, 340, 142), "box", "reaches outside"),
        (Box("9p", 100, 150, 103, 190), "box", "only 3.0 x 40.0"),
        (Box("9p", 20, 150, 220, 190), "box", "no tile's shape"),
        (Box("9p", 5, 100, 205, 235), "box", "pixels across"),
        (Box("9p", 12, 51, 41, 93), "double", "lies on #0 1m"),
    ],
)
def test_the_audit_finds_a_planted_box(planted, kind, text):
    found = box_findings(Photo("a.jpg", 320, 240, (*row(), planted)))
    assert any(f.kind == kind and text in f.text and f.where == "a.jpg#6" for f in found)


def test_the_audit_finds_copies_leaks_and_missing_classes(tmp_path):
    roots = {"train": tmp_path / "train", "val": tmp_path / "val"}
    names = {"train": {"a": 1, "b": 2, "b2": 2}, "val": {"c": 3, "a-again": 1}}
    photos = {}
    for split, files in names.items():
        group = [Photo(f"{n}.jpg", 320, 240, tuple(row())) for n in files]
        save_yolo(group, roots[split])
        for name, seed in files.items():
            quality = 60 if name in {"a-again", "b2"} else 95
            shot = picture(seed) if name != "a-again" else cv2.convertScaleAbs(picture(seed), alpha=0.96, beta=4)
            cv2.imwrite(str(roots[split] / "images" / f"{name}.jpg"), shot, [cv2.IMWRITE_JPEG_QUALITY, quality])
        photos[split] = group
    origins = {n: Origin("set-1" if n in {"a", "c"} else "set-2", f"scene-{n}") for g in names.values() for n in g}
    report = audit(photos, roots, origins)
    found = {(f.kind, f.where): f.text for f in report.findings}
    assert "val/a-again.jpg" in found["leak", "train/a.jpg"]
    assert "train/b2.jpg" in found["duplicate", "train/b.jpg"]
    assert any(f.kind == "leak" and "tile set 'set-1'" in f.text for f in report.findings)
    assert ("duplicate", "train/a.jpg") not in found
    assert report.counts["train"] == Counter({f"{k}m": 3 for k in range(1, 7)})
    assert any(f.kind == "class" and f.text == "no box of 0x" for f in report.findings)


def test_other_tiles_on_the_same_bare_table_are_no_copies(tmp_path):
    photos = []
    for k, left in enumerate((60, 200)):
        shot = np.full((240, 320, 3), 170, np.uint8)
        shot[80:150, left : left + 50] = 245
        photos.append(Photo(f"{k}.png", 320, 240, ()))
        save_yolo(photos, tmp_path)
        cv2.imwrite(str(tmp_path / "images" / f"{k}.png"), shot)
    assert not [f for f in audit({"x": photos}, {"x": tmp_path}).findings if f.kind == "duplicate"]


def test_the_manifest_of_the_photos_is_read_with_and_without_tile_sets(shared, tmp_path):
    origins = read_manifest(shared / "photos" / "manifest.csv")
    assert len(origins) == 943
    assert origins["hk-0001"] == Origin("", "rf_fb")
    (tmp_path / "m.csv").write_text("photo,scene\na.jpg,x\n")
    with pytest.raises(ValueError, match="no column name"):
        read_manifest(tmp_path / "m.csv")


def test_the_review_page_shows_every_class_and_photo_and_escapes_names(tmp_path):
    photos = [Photo("a&b.jpg", 320, 240, tuple(row()))]
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a&b.jpg"), picture(0))
    page = write_review(photos, tmp_path / "images", tmp_path / "out")
    text = page.read_text()
    assert all(f'id="{k}m"' in text for k in range(1, 7))
    assert "a&amp;b.jpg" in text
    assert "a&b.jpg" not in text
    assert len(list((tmp_path / "out" / "pictures").iterdir())) == 7


class Fake:
    """A reader that finds one sure and one unsure tile, and refuses what is no photo."""

    def read(self, data):
        if data == b"broken":
            raise ValueError("not a photo")
        tiles = [
            {"code": "3p", "confidence": 0.9, "box": [10, 20, 40, 60], "zone": "concealed"},
            {"code": "4p", "confidence": 0.2, "box": [50, 20, 80, 60], "zone": "concealed"},
        ]
        return SimpleNamespace(to_json=lambda: {"width": 320, "height": 240, "tiles": tiles})


def test_drafts_are_written_for_new_photos_and_leave_checked_labels_alone(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for name in ("new.jpg", "old.jpg"):
        cv2.imwrite(str(tmp_path / "images" / name), picture(1))
    (tmp_path / "images" / "zbroken.jpg").write_bytes(b"broken")
    (tmp_path / "labels" / "old.txt").write_text("")
    said = list(draft_folder(Fake(), tmp_path / "images", tmp_path / "labels", least=0.4, overwrite=False))
    assert said == ["new.jpg: 1 boxes", "old.jpg: has labels, left alone", "zbroken.jpg: not a photo"]
    (tmp_path / "images" / "zbroken.jpg").unlink()
    new, old = load_yolo(tmp_path)
    assert [b.code for b in new.boxes] == ["3p"]
    assert (new.boxes[0].x0, new.boxes[0].y1) == pytest.approx((10, 60), abs=0.01)
    assert old.boxes == ()


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "served" / "set.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as pack:
        pack.writestr("faces/1m/a.jpg", b"x" * 5000)
    return path


def public(url, **changes):
    entry = {
        "title": "t",
        "page": "p",
        "format": "yolo",
        "classes": "mpsz",
        "licence": "MIT",
        "credit": "c",
        "use": "train",
    }
    return PublicSet("tried", **entry, url=url, **changes)


def test_a_set_is_fetched_from_a_file_address_with_its_digest_checked(archive, tmp_path):
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    heard = []
    got = download(public(archive.as_uri(), sha256=digest), tmp_path / "out", lambda *a: heard.append(a))
    assert got.read_bytes() == archive.read_bytes()
    assert heard[-1] == (archive.stat().st_size, archive.stat().st_size)
    assert unpack(got, tmp_path / "out" / "tried") == 1
    assert (tmp_path / "out" / "tried" / "faces" / "1m" / "a.jpg").stat().st_size == 5000


def test_a_wrong_digest_leaves_nothing_behind(archive, tmp_path):
    with pytest.raises(FetchError, match="expected 0000"):
        download(public(archive.as_uri(), sha256="0" * 64), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_the_first_digest_is_noted_and_must_hold_afterwards(archive, tmp_path):
    entry = public(archive.as_uri())
    download(entry, tmp_path / "out")
    archive.write_bytes(archive.read_bytes() + b"changed")
    with pytest.raises(FetchError, match="expected"):
        download(entry, tmp_path / "out")


def test_a_set_that_is_too_large_is_stopped(archive, tmp_path):
    with pytest.raises(FetchError, match="limit"):
        download(public(archive.as_uri(), limit_mb=0.001), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_set_is_fetched_over_http_and_a_missing_one_is_told(archive, tmp_path):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    serve = functools.partial(Handler, directory=str(archive.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        got = download(public(f"{base}/set.zip"), tmp_path / "out")
        assert got.read_bytes() == archive.read_bytes()
        with pytest.raises(FetchError, match="404"):
            download(public(f"{base}/none.zip"), tmp_path / "out")
        server.shutdown()


def test_an_archive_that_leads_out_of_its_folder_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as pack:
        pack.writestr("../out.txt", b"x")
    with pytest.raises(FetchError, match="lead out"):
        unpack(tmp_path / "bad.zip", tmp_path / "inside")
    assert not (tmp_path / "out.txt").exists()


def test_only_web_and_file_addresses_are_fetched(tmp_path):
    with pytest.raises(FetchError, match="only https, http and file"):
        download(public("ftp://example.org/x.zip"), tmp_path)


def test_the_catalogue_states_licence_credit_and_a_known_class_table(tmp_path):
    for entry in catalogue().values():
        assert entry.licence
        assert entry.credit
        assert entry.classes in table_names()
        assert entry.use in {"train", "look"}
    (tmp_path / "c.toml").write_text('[x]\ntitle = "t"\nlicense = "MIT"\n')
    with pytest.raises(FetchError, match=r"missing.*licence.*unknown \['license'\]"):
        catalogue(tmp_path / "c.toml")


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself_with_an_example(command):
    answer = run(command, "--help")
    assert answer.exit_code == 0
    assert "Example" in answer.output
    assert f"python -m datasets {command}" in answer.output


def test_scenes_are_audited_reviewed_and_converted_from_the_command_line(tmp_path):
    assert run("scenes", "--out", tmp_path / "s", "--count", 2, "--size", 320, "--jobs", 1).exit_code == 0
    answer = run("audit", f"train={tmp_path / 's'}")
    assert answer.exit_code == 0, answer.output
    assert "Boxes per class" in answer.output
    assert run("review", tmp_path / "s", "--out", tmp_path / "r").exit_code == 0
    assert (tmp_path / "r" / "index.html").exists()
    answer = run("convert", "--from", "yolo", "--to", "coco", tmp_path / "s", tmp_path / "s.json")
    assert answer.exit_code == 0
    assert answer.output.startswith("2 photos")


def test_faults_end_a_command_with_a_message_and_no_traceback(tmp_path, shared):
    (tmp_path / "images").mkdir()
    answer = run("audit", tmp_path)
    assert answer.exit_code == 1
    assert "holds no photos" in answer.output
    assert run("scenes", "--out", tmp_path, "--faces", tmp_path / "none").exit_code == 1
    assert "no public set 'nothing'" in run("fetch", "nothing").output
    assert "needs an account" in run("fetch").output
    assert run("remap", "--table", "letters", "EWW").exit_code == 1
    assert run("remap", "--table", "letters", "3F").output == "3F 8f\n"


def test_the_splits_command_keeps_scenes_whole(shared):
    answer = run("splits", shared / "photos" / "manifest.csv")
    assert answer.exit_code == 0
    lines = answer.output.splitlines()
    assert lines[0] == "name,split"
    assert len(lines) == 944


@pytest.mark.parametrize("cause", CAUSES)
def test_every_known_failure_has_scenes_whose_tiles_are_in_view(cause):
    made = list(scenes(cause))
    assert made
    for _, scene in made[:2]:
        truth = scene.truth
        assert truth["photo"] == f"{scene.name}.jpg"
        hidden = len(truth["stacked"])
        in_view = [t for t in scene.seen if t.visible > 0.5]
        laid = sum(len(codes.rstrip("mpszfx")) for codes in truth["melds"]) + len(truth["row_order"])
        laid += len(truth["flowers"].rstrip("f"))
        assert len(in_view) == laid - hidden
    assert made[0][1].jpeg() == next(scenes(cause))[1].jpeg()
