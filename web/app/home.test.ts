import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Home from './pages/Home.svelte';
import TableList from './parts/TableList.svelte';
import type { Card, Summary } from './wire.ts';

const card = {
  id: 'auction',
  version: 1,
  names: { en: 'Auction', fr: 'Enchères' },
  taglines: { en: '', fr: '' },
  players: [2],
  minutes: 5,
  secrets: [],
  options: [],
  bots: ['easy'],
  bot: 'easy',
  companion: false,
};
const seats = [{ kind: 'human', name: 'Ada', bot: null }];
const summary = (id: string, status: string) => ({
  ...{ id, status, seats, game: 'auction', players: 2, turn: null, yours: [0], updated: 0, one_screen: false, trial: false },
  ...{ version: 1, playable: true, host: true },
});
const many = (name: string, count: number, status: string) =>
  Array.from({ length: count }, (_, n) => summary(`${name}${n}`, status));
const mine = [...many('play', 9, 'playing'), ...many('over', 7, 'over'), ...many('end', 1, 'ended')];

beforeEach(async () => {
  await i18n.use('en');
  const answers: Record<string, object> = {
    '/api/games': { games: [card] },
    '/api/tables/mine': { tables: mine },
    '/api/tables/listed': { tables: [] },
  };
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(answers[path] ?? { frames: [] })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the first of my tables are shown, and all of them when asked for, finished ones too', async () => {
  render(Home);
  const playing = await screen.findByRole('region', { name: i18n.t.shelf.mine });
  const finished = screen.getByRole('region', { name: i18n.t.shelf.finished });
  const links = (where: HTMLElement) => where.querySelectorAll('li a').length;
  expect([links(playing), links(finished)]).toEqual([6, 6]);
  const all = within(playing).getByRole('button', { name: 'All my tables (9)' });
  expect(all.getAttribute('aria-expanded')).toBe('false');
  await fireEvent.click(all);
  expect(links(playing)).toBe(9);
  expect(all.getAttribute('aria-expanded')).toBe('true');
  await fireEvent.click(within(finished).getByRole('button', { name: 'All my finished games (8)' }));
  expect(links(finished)).toBe(8);
  await fireEvent.click(within(playing).getByRole('button', { name: i18n.t.shelf.fewer }));
  expect(links(playing)).toBe(6);
});

test('nobody is named whose turn it is at a seat nobody has', () => {
  const open = { kind: 'open', name: null, bot: null };
  const table = { ...summary('open', 'playing'), seats: [...seats, open], turn: 1 } as Summary;
  const { rerender } = render(TableList, { tables: [table], cards: [card as Card] });
  const said = () => document.querySelector('.state')?.textContent?.trim();
  expect(said()).toBe('1 open seat');
  return rerender({ tables: [{ ...table, turn: 0, yours: [] }] }).then(() => expect(said()).toBe('Ada to play, 1 open seat'));
});

test('a table whose rules are not here is in the list, and leads to where that is told', () => {
  const [waits, over] = ['playing', 'over'].map((status) => ({ ...summary(status, status), playable: false }) as Summary);
  render(TableList, { tables: [waits, over] as Summary[], cards: [card as Card] });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/t/playing', '/t/over']);
  expect(links.map((link) => link.querySelector('.state')?.textContent?.trim())).toEqual([
    i18n.t.shelf.waits,
    i18n.t.shelf.over,
  ]);
});
