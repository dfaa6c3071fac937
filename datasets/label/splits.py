"""Splits by physical tile set and scene, never by picture, so that validation says something about new sets.

Photos that share a tile set or a scene belong together, as do those linked through others.  Each such
cluster goes whole into one split; the same photos, shares and seed always give the same split.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a photo comes from: the tile set in it and the scene (table, camera, sitting) it was taken in.

    An empty ``tileset`` means that nobody noted it; such photos are held together by their scene alone.
    """

    tileset: str
    scene: str


def clusters(origins: Mapping[str, Origin]) -> tuple[tuple[str, ...], ...]:
    """Return the photos in clusters that share no tile set and no scene, each sorted, largest first."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        parent.setdefault(key, key)
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    for origin in origins.values():
        if origin.tileset:
            parent[root(f"set:{origin.tileset}")] = root(f"scene:{origin.scene}")
    groups: dict[str, list[str]] = {}
    for name, origin in origins.items():
        groups.setdefault(root(f"scene:{origin.scene}"), []).append(name)
    ordered = sorted((tuple(sorted(g)) for g in groups.values()), key=lambda g: (-len(g), g[0]))
    return tuple(ordered)


def split(origins: Mapping[str, Origin], shares: Mapping[str, float], seed: int = 0) -> dict[str, str]:
    """Return the split of each photo.

    The largest clusters are dealt first, each to the split that is furthest below its share; ties are
    settled by a hash of the cluster and the seed, so that adding photos elsewhere does not move it.
    """
    total = sum(shares.values())
    if not shares or total <= 0 or min(shares.values()) < 0:
        raise ValueError(f"shares {dict(shares)}: expected positive numbers")
    wanted = {name: share / total * len(origins) for name, share in shares.items()}
    given = dict.fromkeys(shares, 0)
    out: dict[str, str] = {}
    for group in clusters(origins):
        digest = hashlib.sha256(f"{seed}:{group[0]}".encode()).digest()
        order = sorted(shares, key=lambda s: (given[s] - wanted[s], digest[sorted(shares).index(s) % 32]))
        given[order[0]] += len(group)
        out |= dict.fromkeys(group, order[0])
    return out


def leaks(origins: Mapping[str, Origin], splits: Mapping[str, str]) -> list[str]:
    """Return a sentence for each tile set or scene that is in more than one split."""
    seen: dict[tuple[str, str], dict[str, int]] = {}
    for name, origin in origins.items():
        for kind, value in (("tile set", origin.tileset), ("scene", origin.scene)):
            if not value:
                continue
            counts = seen.setdefault((kind, value), {})
            counts[splits[name]] = counts.get(splits[name], 0) + 1
    return [
        f"{kind} {value!r} is in " + ", ".join(f"{s} ({n})" for s, n in sorted(counts.items()))
        for (kind, value), counts in sorted(seen.items())
        if len(counts) > 1
    ]
