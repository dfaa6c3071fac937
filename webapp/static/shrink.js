// Make a photo smaller before it is sent: tiles stay readable, the upload becomes a tenth.

const LONG_SIDE = 3000;
const QUALITY = 0.9;
const SMALL_ENOUGH = 1_500_000;

export class NoPicture extends Error {}

// Gives the photo itself where shrinking would not help, or where this browser cannot open it (the server may).
export async function shrink(file) {
  if (file.type && !file.type.startsWith("image/")) throw new NoPicture(file.name);
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.size <= SMALL_ENOUGH) { bitmap.close(); return file; }
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
  return blob && blob.size < file.size ? new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" }) : file;
}

// Send a form's data with a report of progress; resolves with {status, body}.
export function send(address, data, onProgress) {
  const request = new XMLHttpRequest();
  const promise = new Promise((resolve, reject) => {
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) onProgress(event.loaded / event.total); });
    request.addEventListener("load", () => {
      let body = null;
      try { body = JSON.parse(request.responseText); } catch { /* an error page instead of JSON */ }
      resolve({ status: request.status, body });
    });
    for (const failure of ["error", "abort", "timeout"]) request.addEventListener(failure, () => reject(new Error(failure)));
    request.send(data);
  });
  return { promise, cancel: () => request.abort() };
}
