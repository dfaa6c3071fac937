// What every page does: switch colours without a reload, and keep a copy of the shell for when the network is gone.

const order = { auto: "dark", dark: "light", light: "auto" };
const button = document.querySelector("[data-theme-switch]");

button?.addEventListener("click", (event) => {
  event.preventDefault();
  const theme = order[document.documentElement.dataset.theme] ?? "dark";
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  button.setAttribute("aria-label", button.dataset[`label${theme[0].toUpperCase()}${theme.slice(1)}`]);
});

document.body.classList.add("js");

// A page that was kept may be shown over a working network too, when it is the server that is gone: so it is asked.
const AGAIN = 15000;
const kept = document.getElementById("offline");

async function connection() {
  try {
    if (!navigator.onLine) throw new TypeError("no network");
    await fetch("/static/icon.svg", { method: "HEAD", cache: "no-store" });
    kept.hidden = true;
  } catch {
    kept.hidden = false;
    setTimeout(connection, AGAIN);
  }
}

for (const change of ["online", "offline"]) window.addEventListener(change, connection);
if (!navigator.onLine || navigator.serviceWorker?.controller) connection();

if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
