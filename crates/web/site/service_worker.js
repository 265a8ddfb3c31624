// Keeps the files of the page, so that it opens without a network. A new version is fetched in the background and shown when
// all tabs with the one before are closed.
const VERSION = '{{version}}';
// Pages under other paths of the same origin have caches of their own.
const OWN = ` ${registration.scope}`;
const CACHE = VERSION + OWN;
const FILES = ['{{files}}'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: 'reload' })))));
});

addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('shuangqi-') && name.endsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept || fetch(event.request)));
});
