// The sheet that slides up for one tile (change, move, remove) or for adding tiles, with the keyboard of 42 tiles.

import { element, icon, picture, svg } from "./tile.js";
import { CODES } from "./hand-state.js";

const GROUPS = ["m", "p", "s", "z", "f"];

export class TileSheet {
  constructor(words, photos, boxes) {
    Object.assign(this, { words, photos, boxes, group: "m", query: "" });
    this.dialog = element("dialog", { class: "sheet-up", "aria-label": words.tile });
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    document.body.append(this.dialog);
  }

  // `options`: title, tile (code or null), link, alternatives, actions [[label, icon, work]], kinds, preview, pick(code), stay
  open(options) {
    this.options = options;
    this.query = "";
    if (options.tile && options.tile !== "0x") this.group = options.tile[1];
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() { this.dialog.close(); }

  draw() {
    const { words, options } = this;
    const close = element("button", { type: "button", class: "button quiet icon-only", "aria-label": words.close, on: { click: () => this.close() } }, icon("close"));
    const head = element("header", { class: "sheet-head" }, options.tile ? picture(options.tile) : null, element("h2", { text: options.title }), close);
    const parts = [head];
    if (options.preview) parts.push(options.preview());
    const crop = this.crop(options.link);
    const likely = options.alternatives?.some((code) => code !== options.tile) ? this.likely(options.alternatives) : null;
    if (crop || likely) parts.push(element("div", { class: "evidence" }, crop, likely));
    if (options.actions?.length) parts.push(this.actions(options.actions));
    if (options.kinds) parts.push(options.kinds());
    parts.push(this.keyboard());
    this.dialog.replaceChildren(...parts);
  }

  crop(link) {
    const box = link === null || link === undefined ? null : this.boxes[link];
    if (!box) return null;
    const photo = this.photos[box.photo];
    const [x0, y0, x1, y1] = box.box;
    const side = 1.5 * Math.max(x1 - x0, y1 - y0);
    const view = [(x0 + x1 - side) / 2, (y0 + y1 - side) / 2, side, side].map((one) => one.toFixed(1)).join(" ");
    const drawn = svg("svg", { class: "crop", viewBox: view, role: "img", "aria-label": this.words.seen });
    drawn.append(svg("image", { href: photo.url, width: photo.width, height: photo.height, preserveAspectRatio: "none" }));
    drawn.append(svg("rect", { class: "box hit", x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 4 }));
    return drawn;
  }

  likely(alternatives) {
    const row = element("div", { class: "likely", role: "group", "aria-label": this.words.likely }, element("p", { class: "quiet", text: this.words.likely }));
    const keys = element("div", { class: "keys" });
    for (const code of alternatives) keys.append(this.key(code));
    row.append(keys);
    return row;
  }

  actions(list) {
    const row = element("div", { class: "sheet-actions" });
    for (const [label, symbol, work] of list) row.append(element("button", { type: "button", class: "button small", on: { click: work } }, icon(symbol), label));
    return row;
  }

  key(code) {
    const name = this.words.names[code];
    return element("button", { type: "button", class: "key", data: { code }, "aria-label": name, title: name, on: { click: () => this.picked(code) } }, picture(code));
  }

  picked(code) {
    this.options.pick(code);
    if (this.options.stay) this.draw(); else this.close();
  }

  keyboard() {
    const { words } = this;
    const tabs = element("div", { class: "segments groups", role: "group", "aria-label": words.keyboard });
    for (const suit of GROUPS) {
      const chosen = suit === this.group && !this.query;
      tabs.append(element("button", { type: "button", class: "segment", "aria-pressed": String(chosen), text: words.groups[suit],
        on: { click: () => { this.group = suit; this.query = ""; this.draw(); this.dialog.querySelector(`.segment[aria-pressed="true"]`)?.focus(); } } }));
    }
    const keys = element("div", { class: "keys board" });
    const show = () => {
      const sought = this.query.trim().toLowerCase();
      const matches = CODES.filter((code) => (sought ? code.includes(sought) || words.names[code].toLowerCase().includes(sought) || words.hanzi[code].includes(sought) : code[1] === this.group));
      keys.replaceChildren(...(matches.length ? matches.map((code) => this.key(code)) : [element("p", { class: "quiet", text: words.noMatch })]));
    };
    const search = element("input", { type: "search", class: "search", placeholder: words.search, "aria-label": words.search, autocomplete: "off", autocapitalize: "off", value: this.query,
      on: { input: (event) => { this.query = event.target.value; show(); } } });
    show();
    return element("div", { class: "keyboard" }, element("div", { class: "keyboard-head" }, tabs, search), keys);
  }
}
