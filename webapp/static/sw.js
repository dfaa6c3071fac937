// Keeps the shell: pages and files seen before open without a network; nothing of a photo or a table is kept.

const SHELL = "hupai-shell-1";
const PAGES = ["/", "/hand", "/offline"];
const FILES = ["app.css", "tiles.svg", "icons.svg", "icon.svg", "shell.js", "home.js", "shrink.js", "tile.js", "hand.js", "hand-state.js",
  "hand-view.js", "hand-more.js", "hand-rules.js", "hand-live.js", "hand-waits.js", "photo-boxes.js", "tile-sheet.js", "vendor/sortable/Sortable.min.js"].map((name) => `/static/${name}`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...PAGES, ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function fresh(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    const { pathname, search } = new URL(request.url);
    if (response.ok && (pathname.startsWith("/static/") || (PAGES.includes(pathname) && !search))) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: request.mode !== "navigate", ignoreVary: true });
    if (kept) return kept;
    if (request.mode === "navigate") return cache.match("/offline", { ignoreVary: true });
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const ours = origin === self.location.origin && request.method === "GET";
  if (ours && (request.mode === "navigate" || pathname.startsWith("/static/"))) event.respondWith(fresh(request));
});
