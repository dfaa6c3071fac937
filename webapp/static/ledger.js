// Keeps the table's page live: listens for new versions, and asks now and then where listening is not possible.

const ASK_EVERY = 5000;
const said = document.getElementById("ledger-said");
let live = document.getElementById("ledger-live");
let source = null;
let asking = null;
let silent = 0;

const shown = () => Number(live.dataset.version);

/** Is somebody in the middle of filling in a form? Then nothing is swapped under their fingers. */
function busy() {
  const field = document.activeElement;
  if (field && live.contains(field) && field.matches("input, select, textarea")) return true;
  return [...live.querySelectorAll("input:not([type=hidden]), textarea")].some((one) =>
    one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
}

async function refresh() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("ledger-live");
  if (!fresh || Number(fresh.dataset.version) < shown()) return;
  for (const open of live.querySelectorAll("details[open]")) {
    const same = [...fresh.querySelectorAll("details")].find((one) => one.firstElementChild?.textContent === open.firstElementChild?.textContent);
    if (same) same.open = true;
  }
  live.replaceWith(fresh);
  live = fresh;
  said.textContent = fresh.dataset.updated;
}

function offer() {
  if (live.querySelector(".ledger-newer")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button primary ledger-newer";
  button.textContent = live.dataset.newer;
  button.addEventListener("click", refresh);
  live.prepend(button);
  said.textContent = live.dataset.newer;
}

function heard(version) {
  if (version <= shown()) return;
  if (busy()) offer();
  else refresh();
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(live.dataset.ask);
    if (answer.ok) heard((await answer.json()).version);
  } catch {
    // offline: the next question finds out
  }
}

function askInstead() {
  source?.close();
  source = null;
  asking ??= setInterval(ask, ASK_EVERY);
}

function listen() {
  if (!window.EventSource || source || document.hidden) return;
  source = new EventSource(`${live.dataset.events}?since=${shown()}`);
  source.addEventListener("version", (event) => {
    silent = 0;
    heard(JSON.parse(event.data).version);
  });
  source.addEventListener("open", () => {
    silent = 0;
    clearInterval(asking);
    asking = null;
  });
  source.addEventListener("error", () => {
    silent += 1;
    // a refused stream (all in use) is closed for good; a lost one is tried again by the browser
    if (source.readyState === EventSource.CLOSED || silent > 3) askInstead();
  });
}

// a page that nobody looks at gives its stream to somebody else
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else {
    ask();
    listen();
  }
});
window.addEventListener("pagehide", () => source?.close());
listen();
