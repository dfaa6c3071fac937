// The line beside the button: what the hand is worth right now, or what is still missing.

import { fill } from "./tile.js";

export class LiveSettlement {
  constructor(form, words) {
    Object.assign(this, { form, words, line: document.getElementById("live"), timer: 0, turn: 0 });
  }

  soon(state) {
    window.clearTimeout(this.timer);
    const size = state.size();
    if (size < 14) return this.say(fill(this.words.missing, { count: 14 - size }), "");
    if (size > 14) return this.say(fill(this.words.extra, { count: size - 14 }), "bad");
    if (!state.hands.every((hand) => hand.tile)) return this.say(this.words.needsTile, "bad");
    this.timer = window.setTimeout(() => this.ask(), 250);
    return undefined;
  }

  say(text, mood) {
    this.turn += 1;
    this.line.textContent = text;
    this.line.dataset.mood = mood;
  }

  async ask() {
    const pairs = [...new FormData(this.form)].filter(([, value]) => typeof value === "string");
    this.turn += 1;
    const { turn } = this;
    try {
      const response = await fetch(`/settle?${new URLSearchParams(pairs)}`, { headers: { Accept: "application/json" } });
      const answer = await response.json();
      if (turn !== this.turn) return;
      this.show(answer);
    } catch {
      if (turn === this.turn) this.say(this.words.offline, "bad");
    }
  }

  show(answer) {
    if (answer.problems?.length) return this.say(answer.problems[0].message, "bad");
    return this.say(answer.summary, answer.legal ? "good" : "bad");
  }
}
