import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Built, filled, parted } from './shell-plugin.ts';

const WORKER = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8');
const ORIGIN = 'http://localhost';

describe('the build', () => {
  const css = (...names: string[]) => ({ importedCss: new Set(names) });
  const files: Built[] = [
    { fileName: 'index.html' },
    {
      fileName: 'assets/index-1.js',
      isEntry: true,
      imports: ['assets/kit-1.js'],
      dynamicImports: ['assets/Home-1.js', 'assets/fr-1.js', 'assets/board-1.js', 'assets/texts-1.js'],
      viteMetadata: css('assets/index-1.css'),
    },
    { fileName: 'assets/kit-1.js' },
    { fileName: 'assets/Home-1.js', facadeModuleId: '/x/web/app/pages/Home.svelte', imports: ['assets/index-1.js'] },
    { fileName: 'assets/fr-1.js', facadeModuleId: '/x/web/app/i18n/fr.ts' },
    {
      fileName: 'assets/board-1.js',
      facadeModuleId: '/x/src/escale/games/any/ui/board.ts',
      imports: ['assets/Grid-1.js', 'assets/kit-1.js'],
      viteMetadata: css('assets/board-1.css'),
    },
    { fileName: 'assets/texts-1.js', facadeModuleId: '/x/src/escale/games/any/texts/fr.toml' },
    { fileName: 'assets/Grid-1.js' },
    { fileName: 'assets/index-1.css' },
    { fileName: 'assets/board-1.css' },
  ];

  test('the shell is the app without boards, texts and languages', () => {
    expect(parted(files)).toEqual({
      shell: ['assets/Home-1.js', 'assets/index-1.css', 'assets/index-1.js', 'assets/kit-1.js'],
      later: ['assets/Grid-1.js', 'assets/board-1.css', 'assets/board-1.js', 'assets/fr-1.js', 'assets/texts-1.js'],
    });
  });

  test('the cache is named by the names and the contents of the shell', () => {
    const named = (shell: [string, string][]) =>
      filled(WORKER, new Map(shell), []).match(/^const VERSION = "(\w{16})";$/m)?.[1];
    const first = named([['/', 'a']]);
    expect(first).toBeTruthy();
    expect(named([['/', 'a']])).toBe(first);
    const others = [
      named([['/', 'b']]),
      named([['/x', 'a']]),
      named([
        ['/', 'a'],
        ['/x', ''],
      ]),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });
});

/** As much of a browser's caches as the worker uses. */
class Store {
  files = new Map<string, string>();
  async match(request: Request | string) {
    const found = this.files.get(path(request));
    return found === undefined ? undefined : new Response(found);
  }
  async put(request: Request | string, response: Response) {
    this.files.set(path(request), await response.text());
  }
  async add(request: Request | string) {
    await this.put(request, await world.fetch(request));
  }
  async addAll(requests: Request[]) {
    for (const request of requests) await this.add(request);
  }
}
const path = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

const world = {
  stores: new Map<string, Store>(),
  cut: false,
  asked: [] as string[],
  claimed: 0,
  async fetch(request: Request | string): Promise<Response> {
    if (world.cut) throw new TypeError('no network');
    world.asked.push(path(request));
    return new Response(`net ${path(request)}`);
  },
};
const caches = {
  open: async (name: string) => world.stores.get(name) ?? (world.stores.set(name, new Store()).get(name) as Store),
  keys: async () => [...world.stores.keys()],
  delete: async (name: string) => world.stores.delete(name),
};

/** Runs the worker, and tells it what happens. */
function installed(shell: [string, string][], later: string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const code = filled(WORKER, new Map(shell), later);
  const clients = { claim: async () => void world.claimed++ };
  const Asked = class {
    url: string;
    constructor(name: string) {
      this.url = `${ORIGIN}${name}`;
    }
  };
  new Function('addEventListener', 'caches', 'fetch', 'location', 'clients', 'Request', code)(
    (name: string, heard: (event: object) => void) => listeners.set(name, heard),
    caches,
    world.fetch,
    { origin: ORIGIN },
    clients,
    Asked,
  );
  async function happen(name: string, event: object = {}) {
    let done: unknown;
    listeners.get(name)?.({
      ...event,
      waitUntil: (work: unknown) => (done = work),
      respondWith: (work: unknown) => (done = work),
    });
    return done as Promise<Response | undefined> | undefined;
  }
  const get = (name: string, mode = 'no-cors', method = 'GET') =>
    happen('fetch', { request: { url: name.startsWith('http') ? name : ORIGIN + name, mode, method } });
  return { happen, get };
}
const kept = () => Object.fromEntries([...world.stores].map(([name, store]) => [name, [...store.files.keys()]]));
const SHELL: [string, string][] = [
  ['/', 'page'],
  ['/assets/index-1.js', 'code'],
];
const LATER = ['/assets/board-1.js', '/assets/fr-1.js'];

describe('the worker', () => {
  beforeEach(() => {
    world.stores.clear();
    world.cut = false;
    world.asked = [];
    world.claimed = 0;
    vi.restoreAllMocks();
  });

  test('keeps the shell at once, and the rest when it is first fetched', async () => {
    const worker = installed(SHELL, LATER);
    await worker.happen('install');
    await worker.happen('activate');
    expect(world.claimed).toBe(1);
    expect(Object.values(kept())).toEqual([['/', '/assets/index-1.js']]);
    expect(await (await worker.get('/assets/board-1.js'))?.text()).toBe('net /assets/board-1.js');
    await worker.get('/assets/unknown.js');
    expect(Object.values(kept())).toEqual([['/', '/assets/index-1.js', '/assets/board-1.js']]);
    world.cut = true;
    expect(await (await worker.get('/assets/board-1.js'))?.text()).toBe('net /assets/board-1.js');
    expect(await (await worker.get('/t/abcdefgh', 'navigate'))?.text()).toBe('net /');
    await expect(worker.get('/assets/fr-1.js')).rejects.toThrow();
  });

  test('keeps what a page fetched before it had a worker, and nothing else', async () => {
    const worker = installed(SHELL, LATER);
    await worker.happen('install');
    await worker.happen('activate');
    const fetched = [`${ORIGIN}/assets/fr-1.js`, `${ORIGIN}/api/games`, 'http://elsewhere/assets/board-1.js'];
    await worker.happen('message', { data: { fetched } });
    expect(Object.values(kept())).toEqual([['/', '/assets/index-1.js', '/assets/fr-1.js']]);
  });

  test('a new version removes the former caches, and keeps of them what is still the same', async () => {
    const old = installed(SHELL, ['/assets/board-1.js', '/assets/fr-1.js']);
    await old.happen('install');
    await old.happen('activate');
    await old.get('/assets/board-1.js');
    await old.get('/assets/fr-1.js');
    const [before] = Object.keys(kept());
    const next = installed(
      [
        ['/', 'page'],
        ['/assets/index-2.js', 'code'],
      ],
      ['/assets/board-1.js', '/assets/fr-2.js'],
    );
    await next.happen('install');
    expect(Object.keys(kept())).toHaveLength(2);
    await next.happen('activate');
    expect(Object.keys(kept())).not.toContain(before);
    expect(Object.values(kept())).toEqual([['/', '/assets/index-2.js', '/assets/board-1.js']]);
  });

  test('leaves alone what is live, what is sent, and other servers', async () => {
    const worker = installed(SHELL, LATER);
    for (const request of [worker.get('/api/games'), worker.get('/', 'no-cors', 'POST'), worker.get('http://elsewhere/')])
      expect(await request).toBeUndefined();
    expect(world.asked).toEqual([]);
  });
});
