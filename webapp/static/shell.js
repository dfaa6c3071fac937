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

const connection = () => { document.getElementById("offline").hidden = navigator.onLine; };
for (const change of ["online", "offline"]) window.addEventListener(change, connection);
connection();

if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
