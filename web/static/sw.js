// The service worker keeps the files of one build, so that the page works offline.
const cache = "earl-{{VERSION}}";
const files = {{FILES}};

self.addEventListener("install", event => {
  self.skipWaiting();
  event.waitUntil((async () => {
    // The browser's cache can have files of the last build. At the first visit, it has the files that the page loaded.
    const update = (await caches.keys()).some(name => name.startsWith("earl-"));
    const requests = files.map(name => new Request(name, { cache: update ? "reload" : "default" }));
    await (await caches.open(cache)).addAll(requests);
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("earl-") && name !== cache) await caches.delete(name);
    }
    await clients.claim();
  })());
});

self.addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(cache).then(async c =>
    await c.match(event.request, { ignoreSearch: true }) ?? fetch(event.request).catch(() => new Response(
      "This page is not kept for use without a network. The gallery of the live page has the same advisories.\n",
      { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } }))));
});
