/** Keeps the shell, so that the app opens without a network; what is live is always asked for. SHELL and VERSION are filled in by the build. */
const SHELL = ['/'];
const CACHE = 'shell-VERSION';

addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL))));
addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key)))),
  ),
);
addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/')));
  else event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
