"""How long a 12-megapixel photo takes from bytes to reading, beside `mahjong-detector` 0.0.6 in the same process.

    pip install mahjong-detector==0.0.6
    python tests/perf/bench_photo.py PHOTO... [--rounds N]

Photos are enlarged to 12 megapixels if they are smaller. Both read the same JPEG bytes, in turn; the best of the rounds
counts for each, so that other work on the machine does not decide the ratio.
"""

from __future__ import annotations

import argparse
import io
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from mahjong_detector import detect_tiles
from PIL import Image

from vision import HandReader

PIXELS = 12_000_000


def as_twelve_megapixels(path: Path) -> bytes:
    picture = Image.open(path).convert("RGB")
    scale = (PIXELS / (picture.width * picture.height)) ** 0.5
    if scale > 1:
        picture = picture.resize(
            (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.BICUBIC
        )
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=92)
    return out.getvalue()


def peer_reads(data: bytes) -> object:
    return detect_tiles(io.BytesIO(data))


def best(call: Callable[[], object], other: Callable[[], object], rounds: int) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for timed, into in zip((call, other), times, strict=True):
            start = time.perf_counter()
            timed()
            into.append(time.perf_counter() - start)
    return min(times[0]), min(times[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    reader = HandReader.load(Path(__file__).resolve().parents[2] / "models" / "weights")
    ratios = []
    for path in options.photos:
        data = as_twelve_megapixels(path)
        ours, peer = best(partial(reader.read, data), partial(peer_reads, data), options.rounds)
        ratios.append(ours / peer)
        print(f"{path.name:16} ours {ours * 1000:5.0f} ms   peer {peer * 1000:5.0f} ms   ratio {ours / peer:.2f}")
    print(
        f"mean ratio {sum(ratios) / len(ratios):.2f} over {len(ratios)} photos; "
        f"peak memory of both together {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )


if __name__ == "__main__":
    main()
