// The line beside the button: what the hand is worth right now, what it waits for, or what is still missing.

import { fill } from "./tile.js";

export class LiveSettlement {
  constructor(form, words, waits) {
    Object.assign(this, { form, words, waits, line: document.getElementById("live"), timer: 0, turn: 0 });
  }

  soon(state) {
    window.clearTimeout(this.timer);
    const size = state.size();
    const { asked } = state.hand;
    const most = asked ? 13 : 14;
    if (size < 13 || size > most) this.waits.hide();
    if (size < 13) return this.say(fill(this.words.missing, { count: most - size }), "");
    if (size > most) return this.say(fill(this.words.extra, { count: size - most }), "bad");
    if (size === 13) this.say(asked ? "" : fill(this.words.missing, { count: 1 }), "");
    else if (!state.winners.every((hand) => hand.tile)) this.say(this.words.needsTile, "bad");
    else return this.later(() => this.settle(state));
    return this.later(() => this.wait(state));
  }

  later(work) { this.timer = window.setTimeout(() => work().catch(() => this.say(this.words.offline, "bad")), 250); }

  say(text, mood) {
    this.turn += 1;
    this.line.textContent = text;
    this.line.dataset.mood = mood;
  }

  async wait(state) {
    const summary = await this.waits.ask(state.hand);
    if (summary) this.say(summary, "");
  }

  async settle(state) {
    const pairs = [...new FormData(this.form)].filter(([, value]) => typeof value === "string");
    this.turn += 1;
    const { turn } = this;
    const response = await fetch(`/settle?${new URLSearchParams(pairs)}`, { headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (turn !== this.turn) return;
    this.show(answer);
    if (answer.legal === false) await this.waits.ask(state.hand);
    else this.waits.hide();
  }

  show(answer) {
    if (answer.problems?.length) return this.say(answer.problems[0].message, "bad");
    return this.say(answer.summary, answer.legal ? "good" : "bad");
  }
}
