/** For tests: a table of bidding on ships, a game that has neither a board nor texts of its own, and the socket it is heard by. */

import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Table from './pages/Table.svelte';
import type { Seat, TableMessage } from './wire.ts';

export class FakeSocket {
  static last: FakeSocket;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    return;
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export const ada: Seat = { kind: 'human', name: 'Ada', bot: null };
export const bob: Seat = { kind: 'human', name: 'Bob', bot: null };
export const bot: Seat = { kind: 'bot', name: null, bot: 'easy' };

/** Nothing of a grid, no points. */
export const view = {
  game: 'auction',
  version: 3,
  players: 2,
  options: {},
  seat: 0,
  turn: 0,
  over: false,
  winners: [],
  task: 'bid',
  closing: null,
  moves: [
    { move: 0, text: 'pass', raises: 0 },
    { move: 7, text: 'bid 7', raises: 2 },
  ],
  ship: { name: 'Aurora', holds: [3, 1] },
  purse: 12,
  fleet: [['brig'], []],
  storm: null,
};
export const table: TableMessage = {
  t: 'table',
  seq: 1,
  id: 'abcdefgh',
  game: 'auction',
  version: 3,
  players: 2,
  options: {},
  one_screen: false,
  secrets: true,
  listed: false,
  trial: false,
  undone: false,
  status: 'playing',
  commitment: 'c0',
  seed: null,
  salt: null,
  seats: [ada, bob],
  here: [true, true],
  watchers: 0,
  yours: [0],
  kept: [],
  seat: 0,
  host: true,
  invitation: null,
  ply: 0,
  begun: true,
  view,
  last: null,
  log: [],
  asking: null,
  clock: null,
  pace: 'normal',
  stand_ins: [],
  can_undo: null,
  can_hint: false,
  next: null,
};
const card = { id: 'auction', names: { en: 'Auction', fr: 'Enchères' }, secrets: [2, 3, 4], bots: [], bot: '' };

/** Whether there is room beside the board. */
export function stubRoom(matches: boolean): void {
  const quiet = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ matches, ...quiet }));
}

/** Each test of the file gets a page without a table, in English, with room beside the board. */
export function stubPages(): void {
  beforeEach(async () => {
    await i18n.use('en');
    vi.stubGlobal('WebSocket', FakeSocket);
    stubRoom(true);
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ games: [card] })));
    document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** The page of the table, which is as given. */
export async function open(more: object = {}): Promise<void> {
  render(Table, { route: { page: 'table', id: 'abcdefgh' } });
  FakeSocket.last.hear({ ...table, ...more });
  await screen.findByText(i18n.t.table.fallback);
  await vi.waitFor(() => expect(document.title).toContain(' · '));
}

/** The table has changed. */
export async function hear(more: object): Promise<void> {
  FakeSocket.last.hear({ t: 'update', ...more });
  await tick();
}
