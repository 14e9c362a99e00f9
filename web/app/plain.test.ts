/** A whole table of a game that has neither a board nor texts of its own. */

import { cleanup, fireEvent, screen, within } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { bob, FakeSocket, open, stubPages, view } from './auction.testing.ts';
import { told } from './fields.ts';
import { i18n } from './i18n/language.svelte.ts';
import plain from './plain.ts';

stubPages();

const move = (name: string) => screen.getByRole('button', { name });

test('its fields are shown and described, its moves are picked, previewed and confirmed', async () => {
  await open();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((one) => one.textContent).join(' '))).toEqual([
    'ship name Aurora, holds (3 1)',
    'purse 12',
    'fleet brig | –',
    'storm –',
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(i18n.t.table.yourTurn);
  const described = screen.getByRole('region', { name: i18n.t.table.description });
  expect(within(described).getByText('purse: 12')).toBeTruthy();

  await fireEvent.click(move('bid 7'));
  expect(move('bid 7').getAttribute('aria-pressed')).toBe('true');
  expect(move('pass').getAttribute('aria-pressed')).toBe('false');
  expect(screen.getAllByRole('status').map((one) => one.textContent?.trim())).toContain('bid 7');
  expect(FakeSocket.last.sent).toEqual([]);
  await fireEvent.click(move('Confirm'));
  expect(FakeSocket.last.sent).toMatchObject([{ t: 'play', seq: 1, move: 'bid 7' }]);
});

test('picking the same move again plays it, and nothing can be picked out of turn', async () => {
  await open();
  await fireEvent.click(move('pass'));
  await fireEvent.click(move('pass'));
  expect(FakeSocket.last.sent).toMatchObject([{ t: 'play', move: 'pass' }]);
  cleanup();
  await open({ view: { ...view, turn: 1, moves: [] } });
  expect(screen.queryByRole('button', { name: 'pass' })).toBeNull();
});

test('without points nobody has any, and points nobody may know are not made up', async () => {
  await open();
  expect(document.body.textContent).not.toContain('point');
  cleanup();
  await open({ view: { ...view, points: [4, null] } });
  expect(document.body.textContent).toContain('4 points');
  expect(document.body.textContent).not.toContain('0 points');
});

test('on a shared screen nothing lies open until it is held', async () => {
  await open({ one_screen: true, yours: [0, 1] });
  await screen.findByText(i18n.t.table.hold);
  expect(document.body.textContent).not.toContain('Aurora');
  expect(document.querySelector('details:has(fieldset)')?.hasAttribute('open')).toBe(false);
  const peek = screen.getByRole('button', { name: `${i18n.t.table.field} ${i18n.t.table.hold}` });
  await fireEvent.pointerDown(peek, { button: 0 });
  expect(document.body.textContent).toContain('Aurora');
  await fireEvent.pointerUp(peek);
  expect(plain.describe(view, String, [], true)).toEqual([]);
});

test('a move the rules forbid stays in sight, crossed out, as long as its rule is told', async () => {
  await open();
  await fireEvent.click(move('bid 7'));
  await fireEvent.click(move('Confirm'));
  FakeSocket.last.hear({ t: 'refused', id: FakeSocket.last.sent.at(-1)?.id, code: 'illegal', rule: 'X.T1', reason: 'no' });
  const struck = await vi.waitFor(() => {
    const found = document.querySelector('s');
    expect(found?.textContent).toBe('bid 7');
    return found;
  });
  expect(struck?.parentElement?.textContent).toContain(i18n.t.table.tried);
  await fireEvent.click(move('pass'));
  expect(document.querySelector('s')).toBeNull();
});

test.each([
  ['who plays', { yours: [0] }, true],
  ['who left a seat', { yours: [], kept: [0] }, true],
  ['who laid the table and has no seat', { yours: [], host: true }, true],
  ['who only watches', { yours: [], host: false, invitation: null }, false],
])('the menu of %s', async (_, more, inside) => {
  await open({ seat: null, host: false, invitation: 'KEY', ...more });
  await fireEvent.click(move(i18n.t.table.menu));
  const menu = within(screen.getByRole('dialog', { name: i18n.t.table.menu }));
  expect(menu.queryByText(i18n.t.menu.seats) !== null).toBe(inside);
  expect(menu.queryByText(i18n.t.menu.end) !== null).toBe(inside);
  expect(menu.queryAllByText(i18n.t.menu.invite).length > 0).toBe(inside);
});

test('any value becomes a line', () => {
  expect(told([])).toBe('–');
  expect(told({})).toBe('–');
  expect(told([1, null, 'x'])).toBe('1 – x');
  expect(told([[1, 2], [3]])).toBe('1 2 | 3');
  expect(told(false)).toBe('false');
});

test('a clock counts in the seat strip, is called once, and a lost seat is taken back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // biome-ignore lint/suspicious/noThenProperty: the protocol calls it so
  const clock = { each: 'move', seconds: 12, increment: 0, then: 'bot', left: [12, 12], running: true };
  await open({ clock });
  const times = () => screen.getAllByRole('timer').map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
  expect(times()[1]).toBe('12 seconds left, the clock stands 0:12');
  await vi.advanceTimersByTimeAsync(2500);
  expect(times()[0]).toMatch(/^9 seconds left only 9\.\d s$/);
  const live = document.querySelector('p[aria-live]');
  expect(live?.textContent).toBe('10 seconds left');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(times()[0]).toContain('0.0 s');

  const bot = { kind: 'bot', name: null, bot: 'hard' };
  const lost = { seats: [bot, bob], yours: [], kept: [0], seat: null, clock: { ...clock, left: [0, 12], running: false } };
  FakeSocket.last.hear({ t: 'update', base: 1, seq: 2, ...lost });
  await vi.advanceTimersByTimeAsync(50);
  // The bot's first move winds the clock up again; what happened is still known.
  FakeSocket.last.hear({ t: 'update', base: 2, seq: 3, clock: { ...lost.clock, left: [12, 12] } });
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.getByText(/Your time was over: a bot plays for you/)).toBeTruthy();
  expect(screen.getAllByRole('timer')).toHaveLength(2);
  await fireEvent.click(move('Take my seat back'));
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ t: 'seat', seat: 0, kind: 'me', name: 'Ada' });
  vi.useRealTimers();
});
