/** Parts of pages by themselves. */

import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Choice from './parts/Choice.svelte';
import EndPanel from './parts/EndPanel.svelte';
import HereOnly from './parts/HereOnly.svelte';
import type { Seat, Table } from './wire.ts';

beforeEach(async () => {
  await i18n.use('fr');
  const games = [
    { id: 'auction', companion: true },
    { id: 'chess', companion: false },
  ];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ games })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function ended(ranks: number[], winners: number[], game = 'chess') {
  const seats = ranks.map((_, n): Seat => ({ kind: 'human', name: `P${n}`, bot: null }));
  const closing = { reason: { key: 'why', values: {} }, rule: 'R1', items: ['left'], rows: ranks.map((rank) => [rank]), ranks };
  const table = { id: 'x', game, status: 'over', seats, yours: [0], log: [], view: { closing, winners }, commitment: '' };
  render(EndPanel, { table: table as unknown as Table, say: String, onrule: () => undefined });
  const heads = [...document.querySelectorAll('tbody th')];
  return heads.map((head) => head.textContent?.replace(/\s+/g, ' ').trim());
}

test('the result goes by rank, and says which are shared', () => {
  expect(ended([3, 1, 3, 1, 5], [1, 3])).toEqual([
    'P1 1er ex æquo',
    'P3 1er ex æquo',
    'P0 3e ex æquo · vous',
    'P2 3e ex æquo',
    'P4 5e',
  ]);
});

test('where nobody won nobody is first', () => {
  expect(ended([1], [])).toEqual(['P0 vous']);
});

test('who has played is led to where real tables are counted, if the game counts them', async () => {
  ended([1], [0], 'auction');
  const link = await screen.findByRole('link', { name: i18n.t.shelf.companion });
  expect(link.getAttribute('href')).toBe('/auction/companion');
  cleanup();
  ended([1], [0]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('link', { name: i18n.t.shelf.companion })).toBeNull();
});

test('a choice of one is said, not asked', async () => {
  const of = { label: 'Combien ?', value: 2, onchange: () => undefined };
  const { rerender } = render(Choice, { ...of, values: [2] });
  expect(screen.queryAllByRole('radio')).toEqual([]);
  expect(document.body.textContent?.replace(/\s+/g, ' ').trim()).toBe('Combien ? 2');
  await rerender({ ...of, values: [2, 3] });
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('a page of this computer says how others get in; any other says nothing', () => {
  render(HereOnly);
  expect(screen.getByText(i18n.t.menu.hereOnly)).toBeTruthy();
  expect(document.querySelector('code')?.textContent?.trim().replace(/\s+/g, ' ')).toBe('./run escale serve --host 0.0.0.0');
  cleanup();
  vi.stubGlobal('location', { hostname: 'games.example' });
  render(HereOnly);
  expect(document.body.textContent?.trim()).toBe('');
});
