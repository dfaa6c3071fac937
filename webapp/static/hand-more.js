// Another photo of the hand on show: what it shows is added to the hand as it has been corrected so far.

import { send, shrink } from "./shrink.js";
import { element, fill } from "./tile.js";

const codes = (text) => [...text.matchAll(/([0-9]+)([mpszf])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => `${digit}${suit}`));

// `drawn(photo, boxes)` shows the photo; gives what reads one chosen file.
export function morePhotos({ state, start, words, say, drawn }) {
  return async (file) => {
    if (!file) return;
    const small = await shrink(file).catch(() => file);
    const data = new FormData();
    data.append("photo", small);
    const progress = (share) => say(share < 1 ? fill(words.sending, { percent: Math.round(share * 100) }) : words.reading, "");
    try {
      const { status, body } = await send("/api/v1/recognitions", data, progress).promise;
      if (status === 200) add(state, start, body, URL.createObjectURL(small), drawn);
      else say(body?.detail ?? words.offline, "bad");
    } catch { say(words.offline, "bad"); }
  };
}

function add(state, start, { readings: [reading], hand }, url, drawn) {
  const { asked } = state.hand;
  const offset = start.boxes.length;
  start.doubts.push(...reading.doubts.map((doubt) => ({ ...doubt, asked, tiles: doubt.tiles.map((tile) => offset + tile) })));
  start.suggestions.push(...reading.suggestions.map((one) => ({ ...one, tile: offset + one.tile })));
  advise(reading.advice);
  const photo = { url, width: reading.width, height: reading.height, asked };
  start.photos.push(photo);
  start.boxes.push(...reading.tiles.map((tile) => ({ ...tile, photo: start.photos.length - 1 })));
  drawn(photo, reading.tiles);
  const free = new Set(reading.tiles.keys());
  const tie = (code) => {
    const found = [...free].find((at) => reading.tiles[at].code === code);
    free.delete(found);
    return state.tile(code, found === undefined ? null : offset + found);
  };
  state.change((mine) => {
    for (const meld of hand.melds) mine.melds.push({ concealed: Boolean(meld.concealed), from: null, tiles: codes(meld.tiles).map(tie) });
    for (const code of codes(hand.flowers)) if (!mine.flowers.some((one) => one.code === code)) mine.flowers.push(tie(code));
    const loose = codes(hand.concealed);
    if (mine.concealed.length && [3, 4].includes(loose.length)) mine.melds.push({ concealed: false, from: null, tiles: loose.map(tie) });
    else mine.concealed.push(...loose.map(tie));
    if (!hand.tile) return;
    if (asked) mine.concealed.push(tie(hand.tile));
    else mine.tile ??= tie(hand.tile);
  });
}

function advise(advice) {
  const section = document.getElementById("advice");
  const list = section.querySelector("ul");
  for (const { code, message } of advice) {
    if (!list.querySelector(`[data-advice="${code}"]`)) list.append(element("li", { text: message, data: { advice: code } }));
  }
  section.hidden = !list.childElementCount;
}
