"""Whole scenes: the same seed, the truth, the files."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import numpy as np
import pytest

from datasets.label.audit import box_findings
from datasets.label.yolo import load_yolo
from datasets.synth.generate import MIN_VISIBLE, Run, generate, labelled, labelled_photo
from datasets.synth.hands import Pool, random_hand
from datasets.synth.layout import KINDS, random_layout
from datasets.synth.placing import BACK, concealed_kong, place_hand
from datasets.synth.scene import make_block, make_scene
from datasets.synth.tileset import own_set
from tests.datasets.conftest import BODY


@pytest.fixture(scope="module")
def block():
    return make_block(3, 0, None)


def digest(folder):
    total = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "data.yaml"):
        total.update(path.name.encode())
        total.update(path.read_bytes())
    return total.hexdigest()


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("scenes")
    assert list(generate(Run(out, 9, seed=4, size=320), jobs=1)) == [8, 9]
    return out


def test_the_same_seed_gives_the_same_bytes_in_any_number_of_processes(written, tmp_path):
    list(generate(Run(tmp_path, 9, seed=4, size=320), jobs=2))
    assert digest(tmp_path) == digest(written)


def test_another_seed_gives_other_pictures(block):
    one, other = make_scene(3, 0, 320, block), make_scene(4, 0, 320, block)
    assert one.jpeg() != other.jpeg()


def test_the_files_are_a_sound_yolo_data_set(written):
    photos = load_yolo(written)
    assert len(photos) == 9
    assert sum(len(p.boxes) for p in photos) > 40
    assert not [f for p in photos for f in box_findings(p) if "outside" in f.text]


def test_the_sidecar_says_what_the_labels_say_and_more(written):
    photos = {p.name: p for p in load_yolo(written)}
    for line in (written / "scenes.jsonl").read_text().splitlines():
        record = json.loads(line)
        wanted = [
            t["code"]
            for t in record["tiles"]
            if t["visible"] >= MIN_VISIBLE and min(t["box"][2] - t["box"][0], t["box"][3] - t["box"][1]) >= 7
        ]
        assert [b.code for b in photos[record["photo"]].boxes] == wanted
        assert {t["zone"] for t in record["tiles"]} <= {"concealed", "meld", "flower", "winning", "other"}


def test_the_truth_has_the_keys_of_the_checked_photos(written, shared):
    lines = (shared / "photos" / "val" / "hands.jsonl").read_text().splitlines()
    keys = {frozenset(json.loads(line)) - {"ambiguous", "rotation"} for line in lines}
    row, sheet = max(keys, key=len), min(keys, key=len)
    for line in (written / "hands.jsonl").read_text().splitlines():
        truth = set(json.loads(line))
        assert truth >= row or truth >= sheet


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_scene_shows_tiles(block, kind):
    scene = make_scene(3, 1, 320, block, kind)
    assert scene.kind == kind
    assert labelled(scene)
    photo = labelled_photo(scene)
    assert (photo.height, photo.width) == scene.image.shape[:2]
    assert max(photo.width, photo.height) == 320


def test_hidden_and_tiny_tiles_get_no_label(block):
    for index in range(4):
        scene = make_scene(3, index, 320, block, "loose")
        kept = labelled(scene)
        assert all(t.visible >= 0.55 for t in kept)
        assert {t.index for t in kept} <= {t.index for t in scene.seen}


def test_backs_outside_the_hand_can_be_left_unlabelled(block):
    scenes = [make_scene(3, i, 320, block, "hand") for i in range(9)]
    everything = [t for s in scenes for t in labelled(s) if t.code == BACK]
    subject = [t for s in scenes for t in labelled(s, backs="subject") if t.code == BACK]
    assert {t.zone for t in everything} > {t.zone for t in subject}
    assert "other" not in {t.zone for t in subject}


def test_a_hand_never_holds_more_tiles_of_a_kind_than_a_set_has():
    for seed in range(200):
        hand = random_hand(np.random.default_rng(seed))
        counts = Counter([*hand.concealed, *(c for m in hand.melds for c in m.codes), *hand.flowers])
        counts.update([hand.winning] if hand.winning else [])
        assert all(n <= (1 if code[1] == "f" else 4) for code, n in counts.items())
        held = len(hand.concealed) + (hand.winning is not None) + 3 * len(hand.melds)
        assert held in (13, 14)


def test_the_tiles_laid_down_are_those_of_the_hand():
    for seed in range(60):
        rng = np.random.default_rng(seed)
        hand = random_hand(rng, Pool(rng))
        tiles = place_hand(rng, BODY, hand, standing=bool(seed % 2))
        by_zone = {z: Counter(t.code for t in tiles if t.zone == z) for z in ("concealed", "flower", "winning", "meld")}
        assert by_zone["concealed"] == Counter(hand.concealed)
        assert by_zone["flower"] == Counter(hand.flowers)
        assert by_zone["winning"] == Counter([hand.winning] if hand.winning else [])
        assert sum(by_zone["meld"].values()) == sum(len(m.codes) for m in hand.melds)


def test_a_concealed_kong_shows_at_least_two_backs_in_one_of_the_known_ways():
    shown = {concealed_kong(np.random.default_rng(s), ("9p",) * 4) for s in range(80)}
    assert shown == {
        (BACK,) * 4,
        (BACK, "9p", "9p", BACK),
        ("9p", BACK, BACK, "9p"),
        ("9p", BACK, BACK, BACK),
        (BACK, "9p", BACK, BACK),
    }


def test_four_backs_are_not_named_in_the_truth():
    for seed in range(150):
        rng = np.random.default_rng(seed)
        layout = random_layout(rng, BODY, "hand")
        for k in layout.truth["concealed_kongs"]:
            first = min(t.group for t in layout.tiles if t.zone == "meld")
            codes = {t.code for t in layout.tiles if t.zone == "meld" and t.group == first + k}
            assert (layout.truth["melds"][k] == "0000x") == (codes == {BACK})


def test_scenes_hold_standing_and_lying_hands_melds_flowers_and_winning_tiles():
    poses, zones = Counter(), Counter()
    for seed in range(60):
        layout = random_layout(np.random.default_rng(seed), BODY, "hand")
        poses.update(t.pose for t in layout.tiles[: layout.subject] if t.zone == "concealed")
        zones.update(t.zone for t in layout.tiles)
    assert poses["stand"] > 100
    assert poses["up"] > 100
    assert min(zones[z] for z in ("concealed", "meld", "flower", "winning", "other")) > 5


def test_no_set_has_both_white_backs_and_a_blank_white_dragon():
    sets = [own_set(np.random.default_rng(seed)) for seed in range(120)]
    white = [s for s in sets if s.back == s.face]
    assert len(white) > 3
    assert "blank" not in {s.style.white_kind for s in white}
    assert "blank" in {s.style.white_kind for s in sets}
