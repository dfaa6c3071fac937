// What thirteen tiles wait for, what to let go of fourteen, and whether a discarder was ready: asked of the server.

import { textOf } from "./hand-state.js";
import { element, fill } from "./tile.js";

export class Waits {
  constructor(form, words) {
    Object.assign(this, { form, words, turn: 0, section: document.getElementById("waits") });
    this.answer = this.section.querySelector("[data-answer]");
    this.seen = this.section.querySelector("#seen");
  }

  hide() {
    this.turn += 1;
    this.section.hidden = true;
  }

  pairs(hand) {
    const { elements } = this.form;
    const table = ["ruleset", "overrides", "joker", "dealer", "huangfan"].map((name) => [name, elements[name].value]);
    const melds = hand.melds.flatMap((meld) => {
      const faces = meld.tiles.filter((one) => one.code !== "0x");
      const code = (one) => (one.code === "0x" ? faces[0]?.code ?? one.code : one.code);
      return [["meld", textOf(meld.tiles.map((one) => ({ code: code(one) })))], ["meld_from", meld.concealed && meld.tiles.length === 4 ? "concealed" : ""]];
    });
    return [...table, ...melds, ["part", "1"], ["concealed", textOf(hand.concealed)], ["tile", hand.tile?.code ?? ""], ["flowers", textOf(hand.flowers)],
      ["declared", hand.asked ? "1" : elements.declared.value], ["seen", this.seen.value]];
  }

  // Gives the answer in one line, null where a later question has overtaken this one or the tiles have won.
  async ask(hand) {
    this.turn += 1;
    const { turn } = this;
    const response = await fetch(`/learn/waits?${new URLSearchParams(this.pairs(hand))}`);
    const text = await response.text();
    if (turn !== this.turn) return null;
    const shown = new DOMParser().parseFromString(text, "text/html").body;
    const { summary, ready, complete } = shown.querySelector(".waits")?.dataset ?? {};
    this.section.hidden = Boolean(complete);
    if (complete) return null;
    this.answer.replaceChildren(...shown.children);
    if (hand.asked && ready !== undefined) this.answer.prepend(this.verdict(ready === "1"));
    return summary ?? null;
  }

  // A discarder's tiles answer whether they were ready; the settlement takes it from the box in the form.
  verdict(ready) {
    const payer = [...this.form.querySelectorAll("[name=from]")].find((input) => input.checked);
    const box = payer && this.form.querySelector(`[name=ready][value="${payer.value}"]`);
    if (this.told && this.told !== box) this.told.checked = false;
    if (box) box.checked = ready;
    this.told = box;
    const name = payer?.parentElement.textContent.trim() ?? this.words.discarder;
    const text = fill(ready ? this.words.wasReady : this.words.wasNotReady, { name });
    return element("p", { class: `notice ${ready ? "good" : "warn"}`, role: "status", text: box ? text : `${text} ${this.words.chooseDiscarder}` });
  }
}
