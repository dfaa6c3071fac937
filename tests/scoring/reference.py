"""A second scorer, written from the text of RULES.md alone: slow and plain, to check the engine against.

Nothing here is shared with `scoring`. `reference_score` takes a well-formed request of RULES.md §7 (it looks
for no errors) and answers what the two scorers must agree on. `tests.scoring.compare` compares them.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement

from tests.scoring.preset_tables import PRESETS

NUMBERS = [f"{n}{s}" for s in "mps" for n in range(1, 10)]
HONOURS = [f"{n}z" for n in range(1, 8)]
KINDS = NUMBERS + HONOURS
DRAGONS = {"5z", "6z", "7z"}
HUN_PENG = {"hunyise", "pengpenghu"}
EIGHT = {f"{n}f" for n in range(1, 9)}
RARITY = (
    "bahuaqi", "sibaida", "fengpeng", "qingpeng", "fengyise", "hunpeng", "qingyise", "pengpenghu", "hunyise",
    "qidui", "pinghu",
)  # fmt: skip

# Tiles and readings


def tiles_of(text):
    return [digit + suit for digits, suit in re.findall(r"(\d+)([mpszf])", text) for digit in digits]


def chow_at(low):
    number, suit = int(low[0]), low[1]
    return [f"{number + step}{suit}" for step in range(3)]


CHOWS = [chow_at(f"{n}{s}") for s in "mps" for n in range(1, 8)]


def group_options(first, counts, wilds, pair_free):
    """Every group that holds the lowest plain tile `first`: (faces, plain tiles, what jokers stand for)."""
    for plain in range(1, min(3, counts[first]) + 1):
        if 3 - plain <= wilds:
            yield [first] * 3, [first] * plain, [first] * (3 - plain)
    if pair_free:
        for plain in range(1, min(2, counts[first]) + 1):
            if 2 - plain <= wilds:
                yield [first] * 2, [first] * plain, [first] * (2 - plain)
    for chow in CHOWS:
        if first not in chow:
            continue
        others = [t for t in chow if t != first]
        for taken in ([], others[:1], others[1:], others):
            jokers = [t for t in others if t not in taken]
            if all(counts[t] > 0 for t in taken) and len(jokers) <= wilds:
                yield chow, [first, *taken], jokers


def readings(tiles, wilds, sets, pairs, joker):
    """All ways to read plain `tiles` and `wilds` jokers as so many sets and pairs, each once."""
    found = set()

    def go(counts, wilds, sets, pairs, groups, substituted):
        if not any(counts.values()):
            if wilds == 3 * sets + 2 * pairs:
                for filled in all_joker_groups(sets, pairs):
                    faces = [f for group in filled for f in group]
                    other = sum(f != joker for f in faces)
                    key = tuple(sorted(map(tuple, groups + filled)))
                    found.add((key, substituted + other))
            return
        first = next(t for t in KINDS if counts[t] > 0)
        for faces, used, jokers in group_options(first, counts, wilds, pairs > 0):
            is_pair = len(faces) == 2
            if not is_pair and sets == 0:
                continue
            rest = counts - Counter(used)
            other = sum(f != joker for f in jokers)
            go(
                rest,
                wilds - len(jokers),
                sets - (not is_pair),
                pairs - is_pair,
                [*groups, faces],
                substituted + other,
            )

    go(Counter(tiles), wilds, sets, pairs, [], 0)
    return found


def all_joker_groups(sets, pairs):
    """What groups of jokers only can stand for: one set at most, and no dragons where there are jokers."""
    kinds = [t for t in KINDS if t not in DRAGONS]
    for chosen in combinations_with_replacement([[t] * 3 for t in kinds] + CHOWS, sets):
        for pair in combinations_with_replacement([[t] * 2 for t in kinds], pairs):
            yield [*chosen, *pair]


# Facts of one winner


class Winner:
    def __init__(self, rules, request, raw):
        win, table = request["win"], request.get("table", {})
        self.seat, self.by = raw["seat"], win["by"]
        self.concealed, self.tile = tiles_of(raw["concealed"]), raw["tile"]
        self.flowers = tiles_of(raw.get("flowers", ""))
        self.melds = [(m["kind"], tiles_of(m["tiles"]), bool(m.get("concealed"))) for m in raw.get("melds", [])]
        self.declared = raw.get("declared", True)
        self.huangfan, self.kaibao = table.get("huangfan", 0), table.get("kaibao", False)
        self.joker = table.get("joker")
        self_draw = self.by == "self_draw"
        exposed = any(kind != "kong" or not concealed for kind, _, concealed in self.melds)
        first_round, dealer = win.get("first_round", False), self.seat == table.get("dealer", 0)
        replacement = win.get("replacement")

        self.facts = set()
        if not exposed:
            self.facts.add("menqing")
        if self_draw and (replacement == "kong" or (replacement == "flower" and rules["gangkai_on_flower"])):
            self.facts.add("gangkai")
        if self_draw and win.get("last_tile", False):
            self.facts.add("haidi")
        concealed_kongs = sum(concealed for _, _, concealed in self.melds)
        if len(self.melds) == 4 and (rules["dadiaoche_with_concealed_kong"] or not concealed_kongs):
            self.facts.add("dadiaoche")
        if self.by == "robbing_kong":
            self.facts.add("robbing")
        if self.joker and self.is_paobaida():
            self.facts.add("paobaida")

        self.early = set()
        if first_round and dealer and self_draw and not exposed:
            self.early.add("tianhu")
        if first_round and not dealer and (rules["dihu_any_win"] or (self_draw and not exposed)):
            self.early.add("dihu")
        self.early &= set(rules["lezi"])

    def is_paobaida(self):
        if self.joker not in self.concealed:
            return False
        plain = [t for t in self.concealed if t != self.joker]
        wilds = self.concealed.count(self.joker) - 1
        return bool(readings(plain, wilds, 4 - len(self.melds), 0, self.joker))

    def meld_hua(self):
        total = len(self.flowers)
        for kind, tiles, concealed in self.melds:
            if kind == "kong":
                extra = 2 if concealed else 1
                total += pung_hua(tiles[0]) + extra
            elif kind == "pung":
                total += pung_hua(tiles[0])
        return total


def pung_hua(tile):
    """Hua of a pung: winds 1, dragons 2, numbers 0; an exposed kong is one more, a concealed one two."""
    if tile in DRAGONS:
        return 2
    return 1 if tile in HONOURS else 0


def possible_forms(rules, w):
    """Every reading as (types, hua before 无花果, facts of this reading)."""
    if w.tile in EIGHT:
        if rules["bahuaqi"] and set(w.flowers) >= EIGHT and w.by == "self_draw":
            yield {"bahuaqi"}, w.meld_hua(), w.facts
        return
    if rules["sibaida"] and w.by == "self_draw" and w.tile == w.joker and w.concealed.count(w.joker) == 3:
        yield {"sibaida"}, w.meld_hua(), set()
    everything = [*w.concealed, w.tile]
    wild = [t == w.joker for t in w.concealed] + [w.tile == w.joker and w.by == "self_draw"]
    plain = [t for t, is_wild in zip(everything, wild, strict=True) if not is_wild]
    wilds = sum(wild)
    meld_tiles = [t for _, tiles, _ in w.melds for t in tiles]

    for groups, substituted in readings(plain, wilds, 4 - len(w.melds), 1, w.joker):
        hua = w.meld_hua() + substituted
        hua += sum(pung_hua(g[0]) for g in groups if len(g) == 3 and g[0] == g[2])
        faces = [t for g in groups for t in g] + meld_tiles
        pungs = all(g[0] == g[-1] for g in groups) and all(kind != "chow" for kind, _, _ in w.melds)
        yield four_sets_types(rules, faces, pungs) | w.early, hua, joker_facts(w, substituted)

    all_honours = all(t in HONOURS for t in everything + meld_tiles)
    if rules["loose_honours"] and all_honours and wilds == 0:
        same = Counter(everything)
        hua = w.meld_hua() + sum(pung_hua(t) for t, n in same.items() if n >= 3)
        yield {"fengyise"} | w.early, hua, joker_facts(w, 0)
    if rules["qidui"] and not w.melds:
        yield from seven_pairs(rules, w, plain, wilds)


def seven_pairs(rules, w, plain, wilds):
    odd = [t for t, n in Counter(plain).items() if n % 2]
    spare = wilds - len(odd)
    if spare < 0 or spare % 2:
        return
    types = {"qidui"}
    hua = w.meld_hua()
    if rules["shapes"]:
        colour = four_sets_types(rules, plain, False)
        types |= colour & {"hunyise", "qingyise"}
        if all(t in HONOURS for t in plain) and rules["loose_honours"]:
            types.add("fengyise")
            hua += sum(pung_hua(t) for t, n in Counter(plain).items() if n >= 3)
    for as_others in range(0, spare + 1, 2):
        substituted = sum(t != w.joker for t in odd) + as_others
        yield types | w.early, hua + substituted, joker_facts(w, substituted)


def joker_facts(w, substituted):
    return w.facts | ({"wubaida"} if w.joker and substituted == 0 else set())


def four_sets_types(rules, faces, pungs):
    if not rules["shapes"]:
        return {"pinghu"}
    suits = {t[1] for t in faces} - {"z"}
    honours = any(t in HONOURS for t in faces)
    if not suits:
        return {"fengpeng"}
    types = set()
    if len(suits) == 1:
        types.add("hunyise" if honours else "qingyise")
    if pungs:
        types.add("pengpenghu")
    for both, colour in (("qingpeng", "qingyise"), ("hunpeng", "hunyise")):
        if types == {colour, "pengpenghu"} and both in rules["lezi"]:
            types = {both}
    return types or {"pinghu"}


# Value of one reading: RULES.md §3


def value(rules, w, types, hua, facts):
    """One share of this reading: (share, fan, lezi, multiplier)."""
    fan = sum(rules["fan"].get(name, 0) for name in types | facts)
    if "qidui" in types and rules["has_fan"]:
        fan += 1
    if rules["most_fan"] is not None:
        fan = min(fan, rules["most_fan"])
    if rules["huangfan"] == "fan":
        fan += w.huangfan
    if rules["kaibao"] == "fan" and w.kaibao:
        fan += 1
    cap = rules["cap"]
    inner = (rules["base"] + hua) * 2**fan
    if cap is not None:
        inner = min(cap, inner)

    lezi = max((rules["lezi"].get(t, 0) for t in types), default=0)
    if "qingyise" in types and "menqing" in facts and "qingyise" in rules["lezi"]:
        lezi = max(lezi, rules["qingyise_menqing"])
    if rules["at_least_one_lezi"] and facts & {"gangkai", "dadiaoche"}:
        lezi = max(lezi, 1)
    if rules["menqing"] == "lezi" and "menqing" in facts and not types & {"tianhu", "dihu", "bahuaqi"}:
        lezi += 1

    raised = max(inner, lezi * (cap or 0))
    multiplier = 1
    if rules["menqing"] == "double" and "menqing" in facts and raised <= cap:
        raised, multiplier = raised * 2, 2
    times = 1
    if rules["qing_diao"] and "dadiaoche" in facts and "qingyise" in types:
        times *= 2
    if rules["hunpeng_diao"] and "dadiaoche" in facts and (types & {"hunpeng"} or types >= HUN_PENG):
        times *= 2
    n = w.huangfan
    if n and rules["huangfan"] == "double":
        times *= 2
    if n and rules["huangfan"] == "jinbi":
        times *= 2 if n == 1 else 2 ** (n + 1)
    if w.kaibao and rules["kaibao"] == "double":
        times *= 2
    return raised * times, fan, lezi, multiplier * times


def reasons_against(rules, w, types, hua, facts):
    reasons = set()
    if types == {"bahuaqi"}:
        return reasons
    shape = types - {"tianhu", "dihu"}
    if shape == {"pinghu"} and not rules["pinghu"]:
        reasons.add("type_not_allowed")
    if rules["self_draw_only"] and (w.by == "discard" or (w.by == "robbing_kong" and not rules["robbing"])):
        reasons.add("self_draw_only")
    if rules["must_declare"] and not w.declared and not w.early:
        reasons.add("not_declared")
    fan_lifts = any(rules["fan"].get(name, 0) for name in (types | facts) - {"gangkai", "robbing"})
    bound = {
        None: False,
        "any": True,
        "pinghu": shape == {"pinghu"} and not w.early,
        "plain": not fan_lifts and "qidui" not in types,
    }[rules["least_for"]]
    if bound and hua < rules["least"][w.by]:
        reasons.add("too_few_hua")
    return reasons


def judge(rules, w):
    """The reading that counts: legal before illegal, then by RULES.md §2's order."""
    best = None
    for types, hua, facts in possible_forms(rules, w):
        if hua == 0:
            hua = rules["no_hua"]
        share, fan, lezi, multiplier = value(rules, w, types, hua, facts)
        reasons = reasons_against(rules, w, types, hua, facts)
        rarest = min(RARITY.index(t) for t in types - {"tianhu", "dihu"})
        key = (not reasons, share, hua, -rarest, len(types))
        if best is None or key > best[0]:
            best = (
                key,
                {
                    "legal": not reasons,
                    "why_not": sorted(reasons),
                    "types": sorted(types),
                    "hua": hua,
                    "fan": fan,
                    "lezi": lezi,
                    "multiplier": multiplier,
                    "share": share if not reasons else 0,
                    "facts": sorted(facts),
                },
            )
    if best is None:
        return {
            "legal": False,
            "why_not": ["not_a_win"],
            "types": [],
            "hua": 0,
            "fan": 0,
            "lezi": 0,
            "multiplier": 1,
            "share": 0,
            "facts": [],
        }
    return best[1]


# Payments: RULES.md §5


def claim_counts(request):
    claims = Counter()
    for raw in request["winners"]:
        for meld in raw.get("melds", []):
            if not meld.get("concealed") and meld.get("from") is not None:
                claims[raw["seat"], meld["from"]] += 1
    for taker, giver, melds in request.get("claims", []):
        claims[taker, giver] = melds
    return claims


def shares_owed(rules, request, seat, partners, weight):
    """What each seat owes the winner `seat`, in shares; `partners` are bound to it and did not win too."""
    by, giver = request["win"]["by"], request["win"].get("from")
    ready = request.get("ready", [])
    others = [s for s in range(4) if s != seat]
    big, extra = rules["bao"] == "big", rules["bao"] == "extra"
    owed = Counter()
    if by == "self_draw":
        for s in others:
            if s in partners:
                owed[s] = 5 * weight[s] if big else 1 + 2 * weight[s]
            else:
                owed[s] = 0 if big and partners else 1
    elif by == "robbing_kong":
        owed[giver] = 3
        if extra or rules["robbing_partner"]:
            for s in partners:
                owed[s] += 3 * weight[s]
    elif giver in partners:
        owed[giver] = {"small": 1, "big": 2 * weight[giver], "extra": 1 + weight[giver]}[rules["bao"]]
        for s in partners:
            if s != giver:
                owed[s if extra or giver in ready else giver] += weight[s]
    elif partners:
        owed[giver] = 1
        for s in partners:
            owed[s if extra or giver in ready else giver] += weight[s]
    elif rules["scheme"] == "chuchong":
        for s in others:
            owed[s] = 2 if s == giver else 1
    elif rules["scheme"] == "baochong":
        owed[giver] = 3
    else:
        owed[giver] = 1
    return owed


def payments(rules, request, judged):
    legal = [raw["seat"] for raw, verdict in zip(request["winners"], judged, strict=True) if verdict["legal"]]
    share = {raw["seat"]: verdict["share"] for raw, verdict in zip(request["winners"], judged, strict=True)}
    claims = claim_counts(request)
    debts = {payer: Counter() for payer in range(4)}
    for seat in legal:
        partners, weight = set(), {}
        for other in range(4):
            took, gave = claims[seat, other], claims[other, seat]
            bound = took + gave >= 3 if rules["bound"] == "summed" else max(took, gave) >= 3
            if rules["bao"] and other != seat and bound and other not in legal:
                partners.add(other)
                weight[other] = 2 if rules["mutual"] == "double" and min(took, gave) >= 3 else 1
        for payer, times in shares_owed(rules, request, seat, partners, weight).items():
            debts[payer][seat] += times * share[seat]
    balance = [0] * 4
    for payer, owed in debts.items():
        total = sum(owed.values())
        if rules["loss_cap"] is not None and total > rules["loss_cap"] * rules["cap"]:
            allowed = rules["loss_cap"] * rules["cap"]
            cut = {seat: amount * allowed // total for seat, amount in owed.items()}
            after = next(s % 4 for s in range(payer + 1, payer + 5) if owed[s % 4])
            cut[after] += allowed - sum(cut.values())
            owed = cut
        for seat, amount in owed.items():
            balance[seat] += amount
            balance[payer] -= amount
    return balance


# The whole request


def changed(rules, overrides):
    """The tables with the overrides that the comparison uses; their keys are those of the data files."""
    rules = dict(rules)
    for key, setting in overrides.items():
        if key in ("chuchong", "baochong"):
            rules["scheme"] = key if setting else rules["scheme"]
        elif key == "least_hua":
            least = rules["least"]
            if least["robbing_kong"] == least["self_draw"] and "self_draw" in setting:
                setting = {"robbing_kong": setting["self_draw"]} | setting
            rules["least"] = least | setting
            rules["least_for"] = rules["least_for"] or "any"
        else:
            rules[OVERRIDES[key]] = setting
    return rules


OVERRIDES = {
    "qidui": "qidui",
    "qing_diao": "qing_diao",
    "hunpeng_diao": "hunpeng_diao",
    "loss_cap": "loss_cap",
    "base": "base",
    "must_declare": "must_declare",
    "no_hua_counts": "no_hua",
}


def reference_score(request):
    """Winners (legal, why_not, types, hua, fan, lezi, multiplier, share, facts) and payments of a request."""
    rules = changed(PRESETS[request["ruleset"]], request.get("overrides", {}))
    judged = [judge(rules, Winner(rules, request, raw)) for raw in request["winners"]]
    return {"winners": judged, "payments": payments(rules, request, judged)}
