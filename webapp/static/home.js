// The upload: a photo is on its way as soon as it is chosen, smaller, with its progress.

import { NoPicture, send, shrink } from "./shrink.js";
import { fill, read } from "./tile.js";

const form = document.getElementById("upload");
const words = read("strings");
const progress = document.getElementById("progress");
const bar = progress.querySelector("progress");
const text = progress.querySelector("[data-text]");
const failure = document.getElementById("upload-error");
const live = document.getElementById("live");
let running = null;

if (live && window.isSecureContext && navigator.mediaDevices?.getUserMedia) live.hidden = false;

function show(message, share) {
  failure.hidden = true;
  progress.hidden = false;
  text.textContent = message;
  if (share === null) bar.removeAttribute("value"); else bar.value = share;
}

function fail(message) {
  progress.hidden = true;
  failure.hidden = false;
  failure.textContent = message;
  failure.scrollIntoView({ block: "nearest" });
}

async function upload(files) {
  const most = Number(form.dataset.most);
  if (files.length > most) return fail(fill(words.tooMany, { most }));
  show(words.preparing, null);
  const data = new FormData();
  data.set("csrf_token", form.elements.csrf_token.value);
  try {
    for (const file of files) data.append("photo", await shrink(file));
    running = send(form.action, data, (share) => show(share < 1 ? fill(words.sending, { percent: Math.round(share * 100) }) : words.reading, share < 1 ? share * 100 : null));
    const { status, body } = await running.promise;
    if (status === 201) { window.location.assign(body.next); return undefined; }
    return fail(body ? body.detail : words.failed);
  } catch (error) {
    return error.message === "abort" ? (progress.hidden = true) : fail(error instanceof NoPicture ? words.notImage : words.failed);
  } finally {
    running = null;
    form.reset();
  }
}

for (const input of form.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", () => { if (input.files.length) upload([...input.files]); });
}
progress.querySelector("[data-cancel]").addEventListener("click", () => running?.cancel());
window.addEventListener("pageshow", (event) => { if (event.persisted) progress.hidden = true; });

document.addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
  if (files.length) upload(files);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  if (files.length) upload(files);
});
