import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Companion from './pages/Companion.svelte';
import Rules from './pages/Rules.svelte';
import GameCard from './parts/GameCard.svelte';
import type { Card } from './wire.ts';

/** A game that has a page for real tables. */
const [file = ''] = Object.keys(import.meta.glob('../../src/escale/games/*/ui/Companion.svelte'));
const game = file.split('/').at(-3) ?? '';
const card = (id: string, companion: boolean): Card => ({
  id,
  version: 1,
  names: { en: 'Auction', fr: 'Enchères' },
  taglines: { en: '', fr: '' },
  players: [2],
  minutes: 5,
  secrets: [],
  options: [],
  bots: ['easy'],
  bot: 'easy',
  companion,
});
/** The game's files are made ready when they are first asked for, which takes a while. */
const PATIENT = { timeout: 20_000 };
const asked: [string, RequestInit | undefined][] = [];

beforeEach(async () => {
  localStorage.clear();
  asked.length = 0;
  await i18n.use('en');
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push([path, init]);
    if (path === '/api/games') return new Response(JSON.stringify({ games: [card(game, true)] }));
    return new Response(JSON.stringify({ error: { code: 'unfit', text: 'no', rule: 'X.T1' } }), { status: 422 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a game that counts real tables has its page, and asks its own server', async () => {
  render(Companion, { route: { page: 'companion', game } });
  const title = await screen.findByRole('heading', { level: 1 }, PATIENT);
  expect(title.textContent).toBe(i18n.say(game)('companion.title'));
  expect(document.title).toContain(title.textContent ?? '?');
  const [path, init] = asked.find(([path]) => path.endsWith('/companion')) ?? [];
  expect(path).toBe(`/api/games/${game}/companion`);
  expect(init?.method).toBe('POST');
}, 30_000);

test('a game without one has no such page', async () => {
  render(Companion, { route: { page: 'companion', game: 'nosuchgame' } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(i18n.t.missing.title);
});

test('the shelf and the rules lead there, where there is one', async () => {
  const name = i18n.t.shelf.companion;
  render(GameCard, { card: card('auction', true) });
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/auction/companion');
  cleanup();
  render(GameCard, { card: card('auction', false) });
  expect(screen.queryByRole('link', { name })).toBeNull();
  cleanup();
  render(Rules, { route: { page: 'rules', game, rule: '' } });
  expect((await screen.findByRole('link', { name }, PATIENT)).getAttribute('href')).toBe(`/${game}/companion`);
});
