/** What the page of a table says and shows besides its board. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import { FakeSocket, hear, open, stubPages, table, view } from './auction.testing.ts';
import { i18n } from './i18n/language.svelte.ts';
import Table from './pages/Table.svelte';

stubPages();

const live = () => document.querySelector('[aria-live=polite]')?.textContent;
const sentence = () => screen.getByRole('heading', { level: 1 }).textContent?.trim();
const bar = () => document.querySelector('.bar')?.textContent;
const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');

test('without a line a move is confirmed all the same, and nobody is said to be there', async () => {
  await open();
  const cards = () => [...document.querySelectorAll('.seats-beside small')].map((one) => one.textContent);
  expect(cards()).toEqual([`you · ${i18n.t.table.here}`, i18n.t.table.here]);
  await fireEvent.click(screen.getByRole('button', { name: 'pass' }));
  FakeSocket.last.onclose?.({ code: 1006 });
  await tick();
  expect(cards()).toEqual(['you']);
  await fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(bar()).toContain(i18n.t.table.sending);
  await vi.waitFor(() => expect(FakeSocket.last.onclose).not.toBeNull(), 3000);
  FakeSocket.last.hear(table);
  expect(FakeSocket.last.sent).toMatchObject([{ t: 'play', move: 'pass' }]);
});

test('who is asked is told what to do, aloud and by the tab', async () => {
  await open();
  expect(document.title).toBe('● Your turn · Escale');
  const asking = { what: 'undo', seat: 1, waiting: [0], move: 'pass', n: 1 };
  await hear({ base: 1, seq: 2, asking, log: { from: 0, lines: [{ seat: 1, ply: 0, event: 'asked', what: 'undo' }] } });
  expect(sentence()).toBe('Bob asks to take back a move: do you agree?');
  expect(live()).toBe(sentence());
  expect(document.title).toBe('● A question for you · Escale');
  expect(icon()).toBe('/icon-turn.svg');
});

test('who asked sees that they wait, and sees and hears a no', async () => {
  await open({ can_undo: 'ask', view: { ...view, turn: 1 } });
  const asking = { what: 'undo', seat: 0, waiting: [1], move: 'pass', n: 1 };
  await hear({ base: 1, seq: 2, asking, log: { from: 0, lines: [{ seat: 0, ply: 0, event: 'asked', what: 'undo' }] } });
  expect(sentence()).toBe('You have asked to take back: waiting for Bob.');
  expect(document.title).toBe('Auction · Escale');
  expect(icon()).toBe('/icon.svg');
  await hear({ base: 2, seq: 3, asking: null, log: { from: 1, lines: [{ seat: 1, ply: 0, event: 'declined' }] } });
  expect(bar()).toContain('Bob declines: nothing is taken back.');
  expect(live()).toBe('Bob declines: nothing is taken back.');
  await fireEvent.click(screen.getByRole('button', { name: i18n.t.table.askUndo }));
  expect(bar()).not.toContain('declines');
});

test('the end is told aloud and in the tab, and the focus goes from the board to the result', async () => {
  await open();
  screen.getByRole('button', { name: 'pass' }).focus();
  await hear({
    base: 1,
    seq: 2,
    ply: 1,
    status: 'over',
    last: { seat: 0, move: 'pass', effects: [] },
    view: { ...view, turn: null, over: true, winners: [1], moves: [] },
    log: { from: 0, lines: [{ seat: 0, ply: 1, said: { key: 'passes', values: {} } }] },
  });
  expect(live()).toBe(`passes The game is over. ${i18n.t.end.youLose('Bob')}`);
  expect(document.title).toBe('Game over · Auction · Escale');
  await vi.waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe(i18n.t.end.youLose('Bob')), 4000);
  expect(document.activeElement?.tagName).toBe('H2');
});

test('who reads elsewhere when it ends is left there', async () => {
  await open({ log: [{ seat: 0, ply: 1, said: { key: 'passes', values: {} } }] });
  const line = within(screen.getByRole('list', { name: '' })).getByRole('button');
  line.focus();
  await hear({ base: 1, seq: 2, status: 'ended', asking: null });
  expect(live()).toBe('The table was ended before the game was over.');
  await new Promise((resolve) => setTimeout(resolve, 1700));
  expect(document.activeElement).toBe(line);
});

test.each(['en', 'fr'] as const)(
  'players are told that those who run the library ended or removed a table (%s)',
  async (language) => {
    await open();
    await i18n.use(language);
    await hear({
      ...{ base: 1, seq: 2, status: 'ended', asking: null },
      log: { from: 0, lines: [{ seat: null, ply: 0, event: 'ended', what: 'library' }] },
    });
    expect((await screen.findAllByText(i18n.t.log.endedByLibrary)).length).toBeGreaterThan(0);
    for (const [code, text] of [
      [4410, i18n.t.missing.removed],
      [4423, i18n.t.refused.blocked],
    ] as const) {
      cleanup();
      render(Table, { route: { page: 'table', id: 'abcdefgh' } });
      FakeSocket.last.onclose?.({ code });
      expect(await screen.findByText(text)).toBeTruthy();
    }
  },
);

test('until everybody has come it is nobody’s turn, and nothing can be played', async () => {
  const alone = [table.seats[0], { kind: 'open', name: null, bot: null }];
  await open({ begun: false, seats: alone, view: { ...view, seat: null, moves: [] } });
  expect(sentence()).toBe('The game begins once every seat is taken.');
  expect(document.title).toBe('Auction · Escale');
  await hear({ base: 1, seq: 2, begun: true, seats: table.seats, view });
  expect(document.title).toBe('● Your turn · Escale');
  expect(screen.getByRole('button', { name: 'pass' })).toBeTruthy();
});
