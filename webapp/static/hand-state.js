// The hand as the editor holds it: plain data, changed by small functions, with an undo stack.

export const SUITS = { m: 9, p: 9, s: 9, z: 7, f: 8 };
export const CODES = Object.entries(SUITS).flatMap(([suit, most]) => Array.from({ length: most }, (_, n) => `${n + 1}${suit}`));

const rank = (code) => (code === "0x" ? 99 : "mpszf".indexOf(code[1]) * 10 + Number(code[0]));

export const textOf = (tiles) => tiles.reduce((text, { code }) => (text.endsWith(code[1]) ? text.slice(0, -1) + code : text + code), "");

export class HandState {
  constructor(start, changed) {
    this.next = 1;
    this.changed = changed;
    this.past = [];
    this.active = 0;
    this.hands = start.hands.map((hand) => ({
      asked: false, seat: String(hand.seat), declared: String(hand.declared),
      concealed: hand.concealed.map((one) => this.tile(one.code, one.link)),
      tile: hand.tile ? this.tile(hand.tile.code, hand.tile.link) : null,
      melds: hand.melds.map((meld) => ({ concealed: meld.concealed, from: meld.from, tiles: meld.tiles.map((one) => this.tile(one.code, one.link)) })),
      flowers: hand.flowers.map((one) => this.tile(one.code, one.link)),
    }));
  }

  tile(code, link = null) { return { id: this.next++, code, link }; }
  get hand() { return this.hands[this.active]; }
  // A hand that is `asked` about is a discarder's: thirteen tiles, were they ready?
  get winners() { return this.hands.filter((hand) => !hand.asked); }

  // Every change goes through here, so that every change can be undone.
  change(work) {
    const before = JSON.stringify([this.hands, this.active]);
    work(this.hand);
    for (const hand of this.hands) hand.melds = hand.melds.filter((meld) => meld.tiles.length);
    if (JSON.stringify([this.hands, this.active]) !== before) this.past.push(before);
    this.changed();
  }

  undo() {
    if (!this.past.length) return;
    [this.hands, this.active] = JSON.parse(this.past.pop());
    this.changed();
  }

  all(hand = this.hand) {
    return [...hand.concealed, ...(hand.tile ? [hand.tile] : []), ...hand.melds.flatMap((meld) => meld.tiles), ...hand.flowers];
  }

  find(id) {
    const { hand } = this;
    if (hand.tile?.id === id) return { tile: hand.tile, zone: "tile" };
    for (const zone of ["concealed", "flowers"]) {
      const tile = hand[zone].find((one) => one.id === id);
      if (tile) return { tile, zone };
    }
    for (const [place, meld] of hand.melds.entries()) {
      const tile = meld.tiles.find((one) => one.id === id);
      if (tile) return { tile, zone: "meld", meld: place };
    }
    return null;
  }

  byLink(link) { return this.all().find((one) => one.link === link); }

  take(hand, id) {
    const found = this.find(id);
    if (!found) return null;
    if (found.zone === "tile") hand.tile = null;
    else if (found.zone === "meld") { const meld = hand.melds[found.meld]; meld.tiles = meld.tiles.filter((one) => one.id !== id); }
    else hand[found.zone] = hand[found.zone].filter((one) => one.id !== id);
    return found.tile;
  }

  place(hand, tile, zone, meld = null) {
    if (zone === "tile") { if (hand.tile) hand.concealed.push(hand.tile); hand.tile = tile; }
    else if (zone === "meld") { if (hand.melds[meld]) hand.melds[meld].tiles.push(tile); else hand.melds.push({ concealed: false, from: null, tiles: [tile] }); }
    else hand[zone].push(tile);
  }

  replace(id, code) { this.change(() => { const found = this.find(id); if (found) found.tile.code = code; }); }
  remove(id) { this.change((hand) => this.take(hand, id)); }
  move(id, zone, meld = null) {
    this.change((hand) => { const tile = this.take(hand, id); if (tile) this.place(hand, tile, zone, meld); });
  }

  shift(id, step) {
    this.change((hand) => {
      const found = this.find(id);
      const row = found.zone === "meld" ? hand.melds[found.meld].tiles : hand[found.zone];
      if (!Array.isArray(row)) return;
      const at = row.indexOf(found.tile);
      const to = at + step;
      if (to >= 0 && to < row.length) [row[at], row[to]] = [row[to], row[at]];
    });
  }

  add(code, zone, link = null, dragonsAreFlowers = false) {
    this.change((hand) => {
      const flower = code[1] === "f" || (dragonsAreFlowers && ["5z", "6z", "7z"].includes(code));
      let target = zone !== "meld" && flower ? "flowers" : zone;
      if (target === "concealed" && this.size(hand) === 13 && !hand.tile && !hand.asked) target = "tile";
      this.place(hand, this.tile(code, link), target);
    });
  }

  addMeld(kind, code) {
    const n = Number(code[0]);
    const suit = code[1];
    const chow = n <= 7 ? [n, n + 1, n + 2] : [7, 8, 9];
    const faces = kind === "chow" ? ("mps".includes(suit) ? chow.map((one) => `${one}${suit}`) : null)
      : Array.from({ length: kind === "pung" ? 3 : 4 }, () => code);
    if (!faces) return;
    this.change((hand) => hand.melds.push({ concealed: kind === "hidden", from: null, tiles: faces.map((one) => this.tile(one)) }));
  }

  sort() {
    this.change((hand) => {
      for (const row of [hand.concealed, hand.flowers, ...hand.melds.map((meld) => meld.tiles)]) row.sort((a, b) => rank(a.code) - rank(b.code));
    });
  }

  clear() { this.change((hand) => Object.assign(hand, { concealed: [], tile: null, melds: [], flowers: [] })); }

  addHand(seat, asked = false) {
    const won = asked ? null : this.hands[0].tile;
    this.change(() => {
      this.hands.push({ asked, seat: String(seat), declared: "1", concealed: [], tile: won ? this.tile(won.code) : null, melds: [], flowers: [] });
      this.active = this.hands.length - 1;
    });
  }

  dropHand(place) { this.change(() => { this.hands.splice(place, 1); this.active = 0; }); }

  // A meld counts as three, however many tiles it has.
  size(hand = this.hand) { return hand.concealed.length + (hand.tile ? 1 : 0) + 3 * hand.melds.length; }

  tooMany(hand = this.hand) {
    const seen = new Map();
    for (const { code } of this.all(hand)) seen.set(code, (seen.get(code) ?? 0) + 1);
    return [...seen].filter(([code, count]) => code !== "0x" && count > (code[1] === "f" ? 1 : 4)).map(([code]) => code);
  }
}
