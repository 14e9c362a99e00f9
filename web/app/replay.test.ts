/** Looking back at a game: by its table's id, from a link, from a file. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fork } from './i18n/en/fork.ts';
import { i18n } from './i18n/language.svelte.ts';
import Replay from './pages/Replay.svelte';
import { keepPromise } from './promises.ts';
import { fromFragment, toFragment } from './record.ts';
import { router } from './router.svelte.ts';
import type { GameRecord } from './wire.ts';

// printf 'abc:7' | sha256sum
const KEPT = 'b490d822e84fb6f8c0b3027be75007ecd25ff3e52cf3eb27e376a499516a063e';
const OTHER = KEPT.replace('b', 'c');

const record: GameRecord = {
  game: 'auction',
  version: 3,
  players: 2,
  options: {},
  seed: '7',
  salt: 'abc',
  moves: ['pass', 'bid 7'],
  names: ['Ada', null],
  commitment: KEPT,
};
const view = {
  game: 'auction',
  players: 2,
  seat: null,
  turn: 0,
  over: false,
  winners: [],
  task: null,
  closing: null,
  moves: [],
};
const frames = [
  { ply: 0, view: { ...view, purse: 12 }, line: null, last: null },
  { ply: 1, view: { ...view, purse: 11 }, line: { seat: 0, ply: 1, said: { key: 'passes', values: {} } }, last: null },
  { ply: 2, view: { ...view, purse: 10 }, line: { seat: 1, ply: 2, said: { key: 'bids', values: {} } }, last: null },
];
const seats = [
  { kind: 'human', name: 'Ada', bot: null },
  { kind: 'bot', name: null, bot: 'hard' },
];
const asked: { path: string; body: unknown }[] = [];
/** What the server says of a record, if it has anything against it. */
let against: object | null = null;

beforeEach(async () => {
  await i18n.use('en');
  asked.length = 0;
  against = null;
  history.replaceState(null, '', '/');
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    asked.push({ path, body: body && JSON.parse(body) });
    if (path === '/api/games') return new Response(JSON.stringify({ games: [{ id: 'auction', bot: 'easy', bots: ['easy'] }] }));
    if (path === '/api/tables') return new Response(JSON.stringify({ id: 'newtable', seats: [0] }));
    if (against && path === '/api/replays') return new Response(JSON.stringify({ error: against }), { status: 422 });
    // Whatever promise came with a record, the server answers with the one its seed gives.
    return new Response(
      JSON.stringify({ record, commitment: KEPT, seats, frames, trial: false, undone: false, secrets: true }),
    );
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function look(id: string | null, fragment = '') {
  render(Replay, { route: { page: 'replay', id, fragment } });
  await screen.findByText(i18n.t.table.fallback);
}
const heard = () => document.querySelector('p[aria-live]')?.textContent;
const button = (name: string) => screen.getByRole('button', { name });
async function verified() {
  await fireEvent.click(button('Verify'));
  return vi.waitFor(() => {
    const said = document.querySelector('.fair [role=status]')?.textContent;
    expect(said).toBeTruthy();
    return said;
  });
}
async function choose(content: string) {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { configurable: true, value: [{ text: async () => content }] });
  await fireEvent.change(input);
}

test('each step is told, and the board is described', async () => {
  await look('abcdefgh');
  expect(heard()).toBe('Move 0 of 2');
  await fireEvent.click(screen.getAllByRole('button', { name: i18n.t.table.next })[0] as Element);
  expect(heard()).toBe('Move 1 of 2. passes');
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(heard()).toBe('Move 2 of 2. bids');
  const region = screen.getByRole('region', { name: i18n.t.table.description });
  expect(within(region).getByText('purse: 10')).toBeTruthy();
  await fireEvent.click(button(i18n.t.table.describe));
  const sheet = screen.getByRole('dialog', { name: i18n.t.table.description });
  expect([...sheet.querySelectorAll('p')].map((one) => one.textContent)).toContain('purse: 10');
});

test('a table’s game may be seen by seat, and is shared by its address', async () => {
  await look('abcdefgh');
  expect(screen.getByLabelText(i18n.t.replay.eyes)).toBeTruthy();
  expect((screen.getByLabelText(i18n.t.end.shareLink) as HTMLInputElement).value).toBe('http://localhost/r/abcdefgh');
});

test('a file opened there leaves that address: what is shared is the game of the file', async () => {
  await look('abcdefgh');
  await choose(JSON.stringify({ ...record, moves: ['pass'] }));
  await vi.waitFor(() => expect(router.route).toMatchObject({ page: 'replay', id: null }));
  expect(location.pathname).toBe('/r');
  expect(fromFragment(location.hash)?.moves).toEqual(['pass']);
});

test('a file without a game leaves the one that is shown', async () => {
  await look('abcdefgh');
  await choose('{"not": "a game"}');
  expect((await screen.findByRole('alert')).textContent).toBe(i18n.t.replay.bad);
  expect(screen.getByText(i18n.t.table.fallback)).toBeTruthy();
});

test('a game from a link is nobody’s table: no seats to look from, no address here', async () => {
  await look(null, toFragment(record));
  expect(screen.queryByLabelText(i18n.t.replay.eyes)).toBeNull();
  expect(screen.queryByLabelText(i18n.t.end.shareLink)).toBeNull();
  const link = (screen.getByLabelText(i18n.t.end.shareWhole) as HTMLInputElement).value;
  expect(fromFragment(link.split('#')[1] ?? '')).toEqual({ ...record, redeals: [] });
});

test('the promise in the link is the one that is verified, and handed on', async () => {
  await look(null, toFragment(record));
  expect(await verified()).toBe(i18n.t.end.fits);
  cleanup();
  await look(null, toFragment({ ...record, commitment: OTHER }));
  expect(await verified()).toBe(i18n.t.end.broken);
  const link = (screen.getByLabelText(i18n.t.end.shareWhole) as HTMLInputElement).value;
  expect(fromFragment(link.split('#')[1] ?? '')?.commitment).toBe(OTHER);
});

test('without a promise there is nothing to verify', async () => {
  await look(null, toFragment({ ...record, commitment: '' }));
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  expect(screen.getByText(i18n.t.end.noPromise)).toBeTruthy();
});

test('what this browser heard during the game counts, whatever the server says now', async () => {
  keepPromise('abcdefgh', KEPT);
  await look('abcdefgh');
  expect(await verified()).toBe(i18n.t.end.kept);
  cleanup();
  keepPromise('ijklmnop', OTHER);
  await look('ijklmnop');
  expect(await verified()).toBe(i18n.t.end.broken);
  expect(screen.getByText(i18n.t.end.promiseSeen).nextElementSibling?.textContent).toBe(OTHER);
});

test.each([
  ['Bots', { kind: 'bot', bot: 'easy' }],
  ['Friends, by link', { kind: 'open' }],
])('played on with: %s', async (others, seat) => {
  await look('abcdefgh');
  await fireEvent.click(screen.getAllByRole('button', { name: i18n.t.table.next })[0] as Element);
  await fireEvent.click(screen.getByRole('radio', { name: others }));
  await fireEvent.click(button(fork.go));
  await vi.waitFor(() => expect(asked.at(-1)?.path).toBe('/api/tables'));
  expect(asked.at(-1)?.body).toMatchObject({ seats: [{ kind: 'me' }, seat], start: { moves: ['pass'], commitment: '' } });
});

test.each([
  [{ code: 'no_such_game' }, 'It is a game that this library doesn’t have.'],
  [{ code: 'other_version' }, 'This game is of a version that this library doesn’t have.'],
  [{ code: 'wrong_move', ply: 2 }, 'The rules don’t allow move 2: bid 7'],
  [{ code: 'unfit' }, 'There is no game in this.'],
])('what is wrong with a record is said: %o', async (error, text) => {
  against = error;
  render(Replay, { route: { page: 'replay', id: null, fragment: toFragment(record) } });
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('so is a name that is too long; and then that the next file holds no game at all', async () => {
  const names = [null, 'é'.repeat(201)];
  render(Replay, { route: { page: 'replay', id: null, fragment: toFragment({ ...record, names }) } });
  expect((await screen.findByRole('alert')).textContent).toBe('A name in it is too long: at most 200 letters.');
  expect(asked).toEqual([]);
  await choose('nothing');
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(i18n.t.replay.bad));
});
