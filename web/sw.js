/**
 * Keeps the app, so that it opens without a network; what is live is always asked for. The shell is kept at once, boards and
 * languages when they are first fetched. The build fills in the first three lines.
 */
const SHELL = ['/'];
const LATER = [];
const VERSION = 'none';
const CACHE = `escale-${VERSION}`;

/** Asks the server whether a file is still the same: only what is under assets/ has its content in its name. */
const anew = (name) => new Request(name, { cache: 'no-cache' });

/** Keeps those of these addresses that may be kept and aren't yet. */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    const { pathname, origin } = new URL(address, location.origin);
    if (origin !== location.origin || !LATER.includes(pathname) || (await cache.match(pathname))) continue;
    await cache.add(pathname).catch(() => undefined);
  }
}

/** Takes over from the caches of former versions what is still the same, and removes them. */
async function succeed() {
  const cache = await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (name === CACHE) continue;
    const former = await caches.open(name);
    for (const file of LATER) {
      const kept = await former.match(file);
      if (kept) await cache.put(file, kept);
    }
    await caches.delete(name);
  }
  await clients.claim();
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match('/');
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && LATER.includes(new URL(request.url).pathname)) await cache.put(request, answer.clone());
  return answer;
}

addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL.map(anew)))));
addEventListener('activate', (event) => event.waitUntil(succeed()));
// What a page fetched before it had a worker.
addEventListener('message', (event) => event.waitUntil(keep(event.data.fetched ?? [])));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
