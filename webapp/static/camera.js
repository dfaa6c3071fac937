// The live view: guide, count of tiles, torch, and a still photo of full size.

import { send } from "./shrink.js";
import { fill, read, svg } from "./tile.js";

const words = read("strings");
const video = document.getElementById("video");
const finder = document.getElementById("viewfinder");
const overlay = document.getElementById("overlay");
const state = document.getElementById("live-state");
const form = document.getElementById("shot");
const torch = document.getElementById("torch");
const LOOK = { side: 960, pause: 450, quality: 0.7 };
let stream = null;
let looking = true;
let last = null;

function frame(side, quality) {
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob((blob) => done({ blob, context, canvas }), "image/jpeg", quality); });
}

// How much changed since the last look, 0 to 255: a phone in motion makes blurred photos.
function motion({ context, canvas }) {
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const now = [];
  for (let at = 0; at < data.length; at += 4 * 997) now.push(data[at + 1]);
  const change = last && last.length === now.length ? now.reduce((sum, one, at) => sum + Math.abs(one - last[at]), 0) / now.length : 0;
  last = now;
  return change;
}

function show({ count, width, height, tiles, advice }, moving) {
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  overlay.replaceChildren(...tiles.map(({ box: [x0, y0, x1, y1] }) => svg("rect", { class: "box", x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 3 })));
  const hints = [...(moving > 24 ? [words.still] : []), ...advice.map((one) => one.message)];
  state.textContent = [count ? fill(words.tiles, { count }) : words.none, ...hints].join(" · ");
}

async function look() {
  while (looking) {
    if (video.readyState >= 2 && !document.hidden) {
      const shot = await frame(LOOK.side, LOOK.quality);
      const moving = motion(shot);
      try {
        const response = await fetch("/api/v1/preview", { method: "POST", body: shot.blob, headers: { "Content-Type": "image/jpeg" } });
        if (response.ok && looking) show(await response.json(), moving);
      } catch { /* the next look tries again */ }
    }
    await new Promise((done) => { setTimeout(done, LOOK.pause); });
  }
}

async function start() {
  state.textContent = words.starting;
  finder.hidden = false;
  document.getElementById("no-camera").hidden = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } });
  } catch (error) {
    finder.hidden = true;
    const shown = document.getElementById("no-camera");
    shown.hidden = false;
    shown.querySelector("p").textContent = words[error.name] ?? words.other;
    return;
  }
  video.srcObject = stream;
  await video.play();
  const [track] = stream.getVideoTracks();
  torch.hidden = !track.getCapabilities?.().torch;
  torch.addEventListener("click", async () => {
    const on = torch.getAttribute("aria-pressed") !== "true";
    await track.applyConstraints({ advanced: [{ torch: on }] });
    torch.setAttribute("aria-pressed", String(on));
  });
  look();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  looking = false;
  const { blob } = await frame(3000, 0.92);
  const data = new FormData(form);
  data.append("photo", new File([blob], "camera.jpg", { type: "image/jpeg" }));
  try {
    const { status, body } = await send(form.action, data, (share) => { state.textContent = share < 1 ? fill(words.sending, { percent: Math.round(share * 100) }) : words.reading; }).promise;
    if (status === 201) { window.location.assign(body.next); return; }
    state.textContent = body?.detail ?? words.failed;
  } catch { state.textContent = words.failed; }
  looking = true;
  look();
});

window.addEventListener("pagehide", () => { looking = false; stream?.getTracks().forEach((track) => track.stop()); });

if (window.isSecureContext && navigator.mediaDevices?.getUserMedia) start();
