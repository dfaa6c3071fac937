// The hand page: check what was read, correct it, and see what it is worth while doing so.

import { HandState, textOf } from "./hand-state.js";
import { HandView } from "./hand-view.js";
import { LiveSettlement } from "./hand-live.js";
import { morePhotos } from "./hand-more.js";
import { houseRules } from "./hand-rules.js";
import { Waits } from "./hand-waits.js";
import { read } from "./tile.js";

const start = read("editor-state");
const words = read("editor-words");
const form = document.getElementById("hand-form");

const field = (name) => form.elements.namedItem(name);

// The plain fields stay the truth that is sent: the editor writes them, the server reads them.
function writeFields(state) {
  for (let place = 0; place < 3; place += 1) {
    const prefix = place ? `w${place}_` : "";
    const hand = state.winners[place] ?? { concealed: [], tile: null, melds: [], flowers: [] };
    field(`${prefix}concealed`).value = textOf(hand.concealed);
    field(`${prefix}tile`).value = hand.tile?.code ?? "";
    field(`${prefix}flowers`).value = textOf(hand.flowers);
    const melds = form.querySelectorAll(`[name="${prefix}meld"]`);
    const givers = form.querySelectorAll(`[name="${prefix}meld_from"]`);
    melds.forEach((input, row) => {
      const meld = hand.melds[row];
      input.value = meld ? textOf(meld.tiles.map((one) => ({ code: one.code === "0x" ? (meld.tiles.find((face) => face.code !== "0x")?.code ?? "0x") : one.code }))) : "";
      givers[row].value = meld ? (meld.concealed && meld.tiles.length === 4 ? "concealed" : meld.from ?? "") : "";
    });
    if (place && state.winners[place]) field(`${prefix}seat`).value = state.winners[place].seat;
  }
  writeBoxes(state);
}

// What is now said to lie in each box of the photo; the server ties the corrected tiles to the photo by it.
function writeBoxes(state) {
  if (!field("boxes")) return;
  const linked = new Map(state.hands.flatMap((hand) => state.all(hand)).map((tile) => [tile.link, tile.code]));
  field("boxes").value = start.boxes.map((_, link) => linked.get(link) ?? "--").join("");
}

if (start && form) {
  const waits = new Waits(form, words);
  const live = new LiveSettlement(form, words, waits);
  let view = null;
  const state = new HandState(start, () => {
    writeFields(state);
    view.draw();
    live.soon(state);
  });
  view = new HandView(state, start, words, form);
  document.getElementById("plain").hidden = true;
  document.getElementById("editor").hidden = false;
  writeBoxes(state);
  houseRules(form, words);
  view.readPhoto = morePhotos({ state, start, words, say: (text, mood) => live.say(text, mood), drawn: (photo, boxes) => view.boxes.add(photo, boxes) });
  const more = document.getElementById("more");
  more?.addEventListener("change", () => { view.readPhoto(more.files[0]); more.value = ""; });
  waits.seen.addEventListener("change", () => live.soon(state));
  view.draw();
  live.soon(state);
  form.addEventListener("change", () => { view.draw(); live.soon(state); });
  form.addEventListener("submit", () => {
    // Empty fields would only lengthen the address; a meld and its giver go together.
    for (const input of form.querySelectorAll("input, select, textarea")) {
      const row = input.closest(".meld-row")?.querySelector("input") ?? input;
      if (!input.value.trim() && !row.value.trim()) input.disabled = true;
    }
    window.setTimeout(() => form.querySelectorAll(":disabled").forEach((input) => { input.disabled = false; }), 0);
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) view.draw(); });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) { event.preventDefault(); state.undo(); }
  });
}
