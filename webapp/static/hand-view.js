// Draws the editor: photo boxes, doubts, counts, zones. All of it is drawn anew after each change.

import { CODES } from "./hand-state.js";
import { PhotoBoxes } from "./photo-boxes.js";
import { TileSheet } from "./tile-sheet.js";
import { element, fill, icon, picture, rich } from "./tile.js";

const { Sortable } = window;

export class HandView {
  constructor(state, start, words, form) {
    Object.assign(this, { state, start, words, form, settled: new Set(), kind: "pung" });
    this.root = document.getElementById("editor");
    this.sheet = new TileSheet(words, start.photos, start.boxes);
    this.boxes = new PhotoBoxes(start.boxes, words, { chosen: (link) => this.boxChosen(link), hovered: (link) => this.mark(link) });
    this.codesRead = start.boxes.map((box) => box.code);
  }

  get dragons() { return this.form.elements.ruleset.selectedOptions[0]?.dataset.dragons === "1"; }

  seatLabels() {
    return [...this.form.querySelectorAll("[name=seat]")].map((input) => input.parentElement.textContent.trim());
  }

  draw() {
    const focused = document.activeElement?.closest("#editor [data-id]")?.dataset.id;
    this.root.replaceChildren(this.tabs(), this.head(), ...this.zones());
    this.doubts();
    this.boxes.show(this.start.photos, this.state.hand.asked);
    this.boxes.used(new Set(this.state.all().map((tile) => tile.link)));
    if (focused) this.root.querySelector(`[data-id="${focused}"]`)?.focus();
    this.sortable();
  }

  tabs() {
    const { state, words } = this;
    const row = element("div", { class: "hand-tabs" });
    if (state.hands.length > 1) {
      state.hands.forEach((hand, place) => row.append(element("button", { type: "button", class: "chip", "aria-pressed": String(place === state.active),
        text: hand.asked ? words.discarder : fill(words.winner, { number: state.winners.indexOf(hand) + 1 }), on: { click: () => { state.active = place; state.changed(); } } })));
    }
    const by = this.form.elements.by.value;
    if (state.winners.length < 3 && by === "discard") {
      row.append(element("button", { type: "button", class: "chip", on: { click: () => state.addHand(this.freeSeat()) } }, icon("plus"), words.addWinner));
    }
    if (by !== "self_draw" && !state.hands.some((hand) => hand.asked)) {
      row.append(element("button", { type: "button", class: "chip", on: { click: () => state.addHand("", true) } }, icon("plus"), words.askReady));
    }
    if (state.hand.asked) {
      row.append(this.photoButton(), element("button", { type: "button", class: "chip", text: words.dropDiscarder, on: { click: () => state.dropHand(state.active) } }),
        element("p", { class: "quiet", text: words.askedHelp }));
    } else if (state.active > 0) {
      const seat = element("select", { "aria-label": words.seat, on: { change: (event) => state.change((hand) => { hand.seat = event.target.value; }) } });
      this.seatLabels().forEach((label, number) => seat.append(element("option", { value: number, text: label, selected: String(number) === state.hand.seat })));
      row.append(seat, element("button", { type: "button", class: "chip", text: words.dropWinner, on: { click: () => state.dropHand(state.active) } }));
    }
    row.hidden = !row.childElementCount;
    return row;
  }

  photoButton() {
    const input = element("input", { type: "file", accept: "image/*", capture: "environment", on: { change: () => { this.readPhoto(input.files[0]); } } });
    return element("span", { class: "add-photo" }, element("label", { class: "button small" }, icon("camera"), this.words.photographHand, input));
  }

  freeSeat() {
    const taken = new Set([this.form.elements.seat.value, this.form.elements.from.value, ...this.state.winners.slice(1).map((hand) => hand.seat)]);
    return ["0", "1", "2", "3"].find((seat) => !taken.has(seat)) ?? "0";
  }

  head() {
    const { state, words } = this;
    const size = state.size();
    const most = state.hand.asked ? 13 : 14;
    const kongs = state.hand.melds.filter((meld) => meld.tiles.length === 4).length;
    const parts = [fill(words.count, { count: size, most })];
    if (kongs) parts.push(fill(words.kongs, { count: kongs }));
    if (state.hand.flowers.length) parts.push(fill(words.flowersCount, { count: state.hand.flowers.length }));
    const crowd = state.tooMany();
    if (crowd.length) parts.push(fill(words.tooMany, { tiles: crowd.map((code) => words.names[code]).join(words.comma) }));
    const mood = crowd.length || size > most ? "bad" : size === most ? "good" : "";
    const tool = (label, symbol, work, disabled = false) => element("button", { type: "button", class: "button small quiet", disabled, "aria-label": label, on: { click: work } }, icon(symbol), element("span", { text: label }));
    return element("div", { class: "stage-head" },
      element("p", { class: "count", "aria-live": "polite", data: { mood }, text: parts.join(" · ") }),
      element("div", { class: "tools" }, tool(words.undo, "undo", () => state.undo(), !state.past.length), tool(words.sort, "sort", () => state.sort()), tool(words.clear, "trash", () => state.clear(), !state.all().length)));
  }

  zones() {
    const { state, words } = this;
    const { hand } = state;
    const melds = hand.melds.map((meld, place) => this.meld(meld, place));
    const newMeld = element("div", { class: "zone-tiles drop new-meld", data: { zone: "meld", meld: hand.melds.length } }, this.plus("meld", words.addMeld));
    return [element("div", { class: "felt zones" },
      this.zone("flowers", words.flowers, hand.flowers, words.addFlower),
      element("section", { class: "zone zone-melds", "aria-label": words.melds }, element("h3", { text: words.melds }), element("div", { class: "meld-list" }, ...melds, hand.melds.length < 4 && state.size() < 14 ? newMeld : null)),
      element("div", { class: "hand-row" },
        this.zone("concealed", words.concealed, hand.concealed, words.addTile),
        hand.asked ? null : this.zone("tile", words.winning, hand.tile ? [hand.tile] : [], words.setWinning)))];
  }

  zone(zone, label, tiles, add) {
    const full = (zone === "tile" && tiles.length) || (zone === "concealed" && this.state.size() >= (this.state.hand.asked ? 13 : 14)) || (zone === "flowers" && tiles.length >= 8 && !this.dragons);
    return element("section", { class: `zone zone-${zone}`, "aria-label": label }, element("h3", { text: label }),
      element("div", { class: "zone-tiles drop", data: { zone } }, ...tiles.map((tile) => this.button(tile, label)), full ? null : this.plus(zone, add)));
  }

  meld(meld, place) {
    const { state, words } = this;
    const four = meld.tiles.length === 4;
    const giver = element("select", { "aria-label": words.from, on: { change: (event) => state.change((hand) => {
      const { value } = event.target;
      Object.assign(hand.melds[place], { concealed: value === "concealed", from: value === "" || value === "concealed" ? null : Number(value) });
    }) } });
    giver.append(element("option", { value: "", text: words.fromUnknown, selected: meld.from === null && !meld.concealed }));
    const winner = state.active ? state.hand.seat : this.form.elements.seat.value;
    this.seatLabels().forEach((label, seat) => { if (String(seat) !== winner) giver.append(element("option", { value: seat, text: fill(words.fromSeat, { name: label }), selected: meld.from === seat && !meld.concealed })); });
    if (four) giver.append(element("option", { value: "concealed", text: words.hiddenKong, selected: meld.concealed }));
    return element("div", { class: "meld" }, element("div", { class: "zone-tiles drop", data: { zone: "meld", meld: place } }, ...meld.tiles.map((tile) => this.button(tile, words.melds))), giver);
  }

  button(tile, where) {
    const { words } = this;
    const box = tile.link === null ? null : this.start.boxes[tile.link];
    const unsure = box && !this.settled.has(tile.link) && this.doubtful().has(tile.link);
    const name = words.names[tile.code] ?? tile.code;
    return element("button", { type: "button", class: `tile-button${unsure ? " unsure" : ""}`, data: { id: tile.id, link: tile.link ?? "" }, "aria-label": `${name}, ${where}${unsure ? `, ${words.unsure}` : ""}`,
      on: { click: () => this.openTile(tile.id), pointerenter: () => this.mark(tile.link), pointerleave: () => this.mark(null), focus: () => this.mark(tile.link), blur: () => this.mark(null) } }, picture(tile.code));
  }

  plus(zone, label) {
    return element("button", { type: "button", class: "plus", "aria-label": label, title: label, on: { click: () => this.openAdd(zone) } }, icon("plus"));
  }

  mark(link) {
    this.boxes.hit(link);
    for (const one of this.root.querySelectorAll(".tile-button")) one.classList.toggle("hit", link !== null && one.dataset.link === String(link));
  }

  alternatives(link) {
    const box = this.start.boxes[link];
    return box ? [box.code, ...box.alternatives.map(([code]) => code)].filter((code, at, all) => CODES.includes(code) && all.indexOf(code) === at).slice(0, 4) : [];
  }

  openTile(id) {
    const { state, words, sheet } = this;
    const found = state.find(id);
    if (!found) return;
    const go = (work) => () => { work(); sheet.close(); };
    const actions = [];
    if (found.zone !== "tile" && !state.hand.asked) actions.push([words.toWinning, "star", go(() => state.move(id, "tile"))]);
    if (found.zone !== "concealed") actions.push([words.toConcealed, "tiles", go(() => state.move(id, "concealed"))]);
    if (found.zone !== "flowers") actions.push([words.toFlowers, "flower", go(() => state.move(id, "flowers"))]);
    state.hand.melds.forEach((meld, place) => { if (found.meld !== place && meld.tiles.length < 4) actions.push([fill(words.toMeld, { number: place + 1 }), "table", go(() => state.move(id, "meld", place))]); });
    if (state.hand.melds.length < 4) actions.push([words.toNewMeld, "plus", go(() => state.move(id, "meld", state.hand.melds.length))]);
    if (found.zone !== "tile") actions.push([words.left, "left", () => state.shift(id, -1)], [words.right, "right", () => state.shift(id, 1)]);
    actions.push([words.remove, "trash", go(() => state.remove(id))]);
    sheet.open({ title: words.names[found.tile.code] ?? "?", tile: found.tile.code, link: found.tile.link, actions,
      alternatives: found.tile.link === null ? [] : this.alternatives(found.tile.link),
      pick: (code) => { this.settled.add(found.tile.link); state.replace(id, code); } });
  }

  openAdd(zone, link = null, code = null) {
    const { state, words, sheet } = this;
    const titles = { concealed: words.addTile, tile: words.setWinning, flowers: words.addFlower, meld: words.addMeld };
    if (zone === "flowers") sheet.group = "f";
    sheet.open({ title: titles[zone], tile: code, link, stay: zone !== "tile" && link === null,
      alternatives: link === null ? [] : this.alternatives(link),
      kinds: zone === "meld" ? () => this.kinds() : null,
      preview: link === null ? () => this.preview() : null,
      pick: (picked) => (zone === "meld" ? state.addMeld(this.kind, picked) : state.add(picked, zone, link, this.dragons)) });
  }

  preview() {
    const { hand } = this.state;
    const groups = [hand.flowers, ...hand.melds.map((meld) => meld.tiles), hand.concealed, hand.tile ? [hand.tile] : []];
    return element("div", { class: "preview felt", "aria-label": fill(this.words.count, { count: this.state.size(), most: hand.asked ? 13 : 14 }), role: "img" },
      ...groups.filter((tiles) => tiles.length).map((tiles) => element("span", { class: "tiles small" }, ...tiles.map((tile) => picture(tile.code)))),
      element("button", { type: "button", class: "button small quiet", "aria-label": this.words.undo, on: { click: () => { this.state.undo(); this.sheet.draw(); } } }, icon("undo")));
  }

  kinds() {
    const row = element("div", { class: "segments" });
    for (const kind of ["chow", "pung", "kong", "hidden"]) {
      row.append(element("button", { type: "button", class: "segment", "aria-pressed": String(kind === this.kind), text: this.words.kinds[kind], on: { click: () => { this.kind = kind; this.sheet.draw(); } } }));
    }
    return row;
  }

  boxChosen(link) {
    const tile = this.state.byLink(link);
    if (tile) this.openTile(tile.id);
    else this.openAdd("concealed", link, this.start.boxes[link].code);
  }

  doubtful() { return new Set(this.start.doubts.flatMap((doubt) => doubt.tiles)); }

  // Proposals first, then one line a doubt; a tap on a tile takes that reading, the tick keeps what is there.
  doubts() {
    const section = document.getElementById("doubts");
    const { asked } = this.state.hand;
    const sized = this.state.size() === (asked ? 13 : 14);
    this.done ??= new Set();
    const proposals = this.start.suggestions.filter((one) => !this.done.has(one) && this.state.byLink(one.tile)?.code === one.from);
    const open = this.start.doubts.filter((doubt) => !this.done.has(doubt) && Boolean(doubt.asked) === asked && (doubt.code !== "wrong_count" || !sized));
    const count = proposals.length + open.length;
    section.hidden = !count;
    section.querySelector("h2").textContent = fill(count === 1 ? this.words.oneDoubt : this.words.doubts, { count });
    section.querySelector("ul").replaceChildren(...proposals.map((one) => this.proposal(one)), ...open.map((doubt) => this.doubt(doubt)));
  }

  // A correction that the reader proposes: one tap takes it, the tick keeps what is there.
  proposal(one) {
    const { words, state } = this;
    const settle = () => { this.done.add(one); this.settled.add(one.tile); };
    const take = element("button", { type: "button", class: "button small", on: { click: () => { settle(); state.replace(state.byLink(one.tile).id, one.to); } } },
      picture(one.from), icon("arrow"), picture(one.to), fill(words.changeTo, { tile: words.names[one.to] }));
    const keep = element("button", { type: "button", class: "button small", on: { click: () => { settle(); this.draw(); } } }, icon("check"), words.fine);
    return element("li", { class: "proposal", on: { pointerenter: () => this.mark(one.tile), pointerleave: () => this.mark(null) } },
      element("p", {}, ...rich(one.message)), element("div", { class: "keys" }, take, keep));
  }

  doubt(doubt) {
    const { words, state } = this;
    const settle = () => { this.done.add(doubt); doubt.tiles.forEach((link) => this.settled.add(link)); };
    const row = element("li", {}, element("p", {}, ...rich(doubt.message)));
    const keys = element("div", { class: "keys" });
    if (doubt.tiles.length === 1) {
      for (const code of this.alternatives(doubt.tiles[0])) {
        keys.append(element("button", { type: "button", class: "key", "aria-label": words.names[code], title: words.names[code], on: { click: () => {
          const tile = state.byLink(doubt.tiles[0]);
          settle();
          if (tile) state.replace(tile.id, code); else state.add(code, "concealed", doubt.tiles[0], this.dragons);
        } } }, picture(code)));
      }
    } else {
      for (const link of doubt.tiles) {
        const tile = state.byLink(link);
        if (tile) keys.append(element("button", { type: "button", class: "key", "aria-label": words.names[tile.code], on: { click: () => this.openTile(tile.id), pointerenter: () => this.mark(link), focus: () => this.mark(link) } }, picture(tile.code)));
      }
    }
    keys.append(element("button", { type: "button", class: "button small", on: { click: () => { settle(); this.draw(); } } }, icon("check"), words.fine));
    row.append(keys);
    row.addEventListener("pointerenter", () => this.mark(doubt.tiles[0] ?? null));
    return row;
  }

  sortable() {
    for (const old of this.sorters ?? []) old.destroy();
    this.sorters = [...this.root.querySelectorAll(".drop")].map((zone) => new Sortable(zone, {
      group: "tiles", draggable: ".tile-button", filter: ".plus", preventOnFilter: false, animation: 120, delay: 160, delayOnTouchOnly: true, forceFallback: false,
      onEnd: (event) => { if (event.from !== event.to || event.oldIndex !== event.newIndex) this.dropped(event); },
    }));
  }

  dropped({ item, to, newDraggableIndex }) {
    const id = Number(item.dataset.id);
    const { zone, meld } = to.dataset;
    this.state.change((hand) => {
      const tile = this.state.take(hand, id);
      this.state.place(hand, tile, zone, meld === undefined ? null : Number(meld));
      const row = zone === "meld" ? hand.melds[Math.min(Number(meld), hand.melds.length - 1)].tiles : hand[zone];
      if (Array.isArray(row)) { row.pop(); row.splice(newDraggableIndex, 0, tile); }
    });
    this.draw();
  }
}
