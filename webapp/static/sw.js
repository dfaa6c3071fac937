// Keeps the shell, and the page of the table seen last, to be opened without a network; no photo is kept.

const SHELL = "hupai-shell-1";
const LAST_TABLE = "hupai-table";
const TABLE = /^\/t\/[^/]+$/;
const PAGES = ["/", "/hand", "/offline"];
const FILES = ["app.css", "tiles.svg", "icons.svg", "icon.svg", "shell.js", "home.js", "shrink.js", "tile.js", "hand.js", "hand-state.js",
  "hand-view.js", "hand-more.js", "hand-rules.js", "hand-live.js", "hand-waits.js", "photo-boxes.js", "tile-sheet.js", "vendor/sortable/Sortable.min.js"].map((name) => `/static/${name}`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...PAGES, ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => ![SHELL, LAST_TABLE].includes(name)).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function fresh(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    const { pathname, search } = new URL(request.url);
    if (response.ok && (pathname.startsWith("/static/") || (PAGES.includes(pathname) && !search))) cache.put(request, response.clone());
    if (response.ok && request.mode === "navigate" && TABLE.test(pathname)) await keepTable(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: request.mode !== "navigate", ignoreVary: true });
    if (kept) return kept;
    if (request.mode === "navigate") return cache.match("/offline", { ignoreVary: true });
    throw error;
  }
}

async function keepTable(request, response) {
  await caches.delete(LAST_TABLE);
  const cache = await caches.open(LAST_TABLE);
  return cache.put(request, response);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method === "POST" && pathname.endsWith("/forget")) caches.delete(LAST_TABLE);
  const ours = origin === self.location.origin && request.method === "GET";
  if (ours && (request.mode === "navigate" || pathname.startsWith("/static/"))) event.respondWith(fresh(request));
});
