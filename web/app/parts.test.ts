/** Parts of pages by themselves. */

import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Choice from './parts/Choice.svelte';
import EndPanel from './parts/EndPanel.svelte';
import HereOnly from './parts/HereOnly.svelte';
import type { Seat, Table } from './wire.ts';

beforeEach(() => i18n.use('fr'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function ended(ranks: number[], winners: number[]) {
  const seats = ranks.map((_, n): Seat => ({ kind: 'human', name: `P${n}`, bot: null }));
  const closing = { reason: { key: 'why', values: {} }, rule: 'R1', items: ['left'], rows: ranks.map((rank) => [rank]), ranks };
  const table = { id: 'x', status: 'over', seats, yours: [0], log: [], view: { closing, winners }, commitment: '' };
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
