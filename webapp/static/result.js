// The result: send it on as a link or a picture.

import { read } from "./tile.js";

const words = read("strings");
const said = document.getElementById("said");
const query = document.body.querySelector("[data-query]")?.dataset.query ?? "";
const link = `${window.location.origin}/settle?${query}`;

async function share(data) {
  if (navigator.share && (!data.files || navigator.canShare?.({ files: data.files }))) {
    try { await navigator.share(data); return true; } catch (error) { return error.name === "AbortError"; }
  }
  return false;
}

async function picture() {
  const response = await fetch(`/settle.svg?${query}`);
  const address = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  return new File([blob], "hupai.png", { type: "image/png" });
}

document.querySelector("[data-share-link]")?.addEventListener("click", async (event) => {
  event.preventDefault();
  if (await share({ title: document.title, url: link })) return;
  try {
    await navigator.clipboard.writeText(link);
    said.textContent = words.copied;
  } catch {
    const shown = document.getElementById("link-text");
    shown.hidden = false;
    shown.value = link;
    shown.select();
    said.textContent = document.execCommand("copy") ? words.copied : words.copyByHand;
  }
});

document.querySelector("[data-share-picture]")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const file = await picture();
  if (await share({ files: [file], title: document.title })) return;
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file);
  anchor.download = file.name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
  said.textContent = words.saved;
});
