/** Hints at a table: asked for, told step by step, laid on the board, gone with their position. */

import { cleanup, fireEvent, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import { ada, bob, bot, FakeSocket, hear, open as openTable, stubPages, stubRoom, view } from './auction.testing.ts';
import { i18n } from './i18n/language.svelte.ts';

const said = (key: string) => ({ key, values: {} });
const hint = {
  ...{ t: 'hint', seq: 1, seat: 0, move: 'bid 7', number: 7, expected: 0.62, usual: 0.55 },
  ...{ idea: said('idea.save'), place: said('place.purse'), said: said('hint.bid'), asides: [said('aside.secret')] },
};

stubPages();

const open = (more: object = {}) => openTable({ seats: [ada, bot], can_hint: true, ...more });
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const panel = () => screen.queryByRole('region', { name: 'A hint' });
const text = () => panel()?.querySelector('.what')?.textContent?.replace(/\s+/g, ' ').trim();
const asked = () => FakeSocket.last.sent.filter((one) => one.t === 'hint');
async function answer(message: object) {
  FakeSocket.last.hear({ id: asked().at(-1)?.id, ...message });
  await tick();
  await tick();
}
/** The reader has passed, and may choose again. */
const hearPass = (base: number, more: object = {}) =>
  hear({ base, seq: base + 1, ply: base, last: { seat: 0, move: 'pass', effects: [] }, view, ...more });

test('three steps: the idea, the place, the move, which lies on the board to be confirmed', async () => {
  await open();
  await press('Hint');
  expect(asked()).toMatchObject([{ t: 'hint', seq: 1 }]);
  expect(text()).toBe('Looking for a good idea…');
  expect(document.activeElement).toBe(panel());
  await answer(hint);
  expect(text()).toBe(
    'idea.save It helps a little. Chances of winning: about 62%, and 55% with a usual move. Good to know aside.secret',
  );
  await press('Where?');
  expect(text()).toContain('idea.save place.purse It helps');
  expect(text()).not.toContain('hint.bid');
  expect(button('bid 7').getAttribute('aria-pressed')).toBe('false');
  await press('Show me');
  expect(text()).toContain('place.purse hint.bid It helps');
  expect(button('bid 7').getAttribute('aria-pressed')).toBe('true');
  expect(FakeSocket.last.sent.some((one) => one.t === 'play')).toBe(false);
  expect(screen.queryByRole('button', { name: 'Show it again' })).toBeNull();
  await press('Cancel');
  await press('Show it again');
  await press('Confirm');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ t: 'play', seq: 1, move: 'bid 7' });
  expect(panel()).toBeNull();
});

test('on a phone it is told where one presses, else beside the board', async () => {
  await open();
  await press('Hint');
  await answer(hint);
  expect(panel()?.closest('aside')).not.toBeNull();
  cleanup();
  stubRoom(false);
  await open({ can_undo: 'free' });
  await press('Hint');
  await answer(hint);
  expect(panel()?.closest('.bar.busy')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('on a phone each step is told alone, so that the board stays in sight; the rest on request', async () => {
  stubRoom(false);
  const scrolled = vi.fn();
  vi.stubGlobal('scrollBy', scrolled);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [top, bottom] = this.matches('.stage') ? [300, 600] : [500, 700];
    return { top, bottom } as DOMRect;
  });
  await open();
  await press('Hint');
  await answer(hint);
  expect(panel()?.querySelector('details')?.open).toBe(false);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  expect(scrolled).not.toHaveBeenCalled();
  await press('Where?');
  expect(text()).toBe('place.purse');
  await vi.waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(expect.objectContaining({ top: 108 })));
  await press('Show me');
  expect(text()).toBe('hint.bid');
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
  await press('More');
  expect(text()).toMatch(/^idea.save place.purse hint.bid It helps [^.]*\. [^.]*\.$/);
  expect(button('Less').getAttribute('aria-expanded')).toBe('true');
  await press('Less');
  expect(text()).toBe('hint.bid');
  vi.restoreAllMocks();
});

test('what else there is to know is open while it is news, and folded when the kind of it has been told', async () => {
  const folded = () => panel()?.querySelector('details');
  await open();
  await press('Hint');
  await answer(hint);
  expect(folded()?.open).toBe(true);
  await press('Close');
  await press('Hint');
  await vi.waitFor(() => expect(folded()?.open).toBe(true));
  await hearPass(1);
  await vi.waitFor(() => button('Hint'));
  await press('Hint');
  await answer({ ...hint, seq: 2 });
  expect(folded()?.open).toBe(false);
  expect(folded()?.querySelector('summary')?.textContent).toBe('Good to know');
  await hearPass(2);
  await vi.waitFor(() => button('Hint'));
  await press('Hint');
  await answer({ ...hint, seq: 3, asides: [said('aside.guessed')] });
  expect(folded()?.open).toBe(true);
});

test('who plays alone is told what may be got, each time', async () => {
  const alone = { players: 1, seats: [ada], here: [true] };
  await open(alone);
  await press('Hint');
  await answer(hint);
  expect(text()).toBe('idea.save aside.secret');
  await hearPass(1);
  await vi.waitFor(() => button('Hint'));
  await press('Hint');
  await answer({ ...hint, seq: 2 });
  expect(text()).toBe('idea.save aside.secret');
  expect(panel()?.querySelector('details')).toBeNull();
});

test('played by a key from the hint, the focus stays where one plays', async () => {
  await open();
  await press('Hint');
  await answer(hint);
  await press('Where?');
  await press('Show me');
  expect(document.activeElement).toBe(panel());
  await fireEvent.keyDown(panel() as HTMLElement, { key: 'Enter' });
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ t: 'play', move: 'bid 7' });
  expect(panel()).toBeNull();
  expect(document.activeElement?.closest('.play')).not.toBeNull();
});

test('what is told can be heard: the words are a status, and axe finds nothing', async () => {
  await open();
  await press('Hint');
  expect(panel()?.querySelector('[role=status]')?.textContent).toContain('Looking');
  await answer(hint);
  expect(panel()?.querySelector('[role=status]')?.textContent).toContain('idea.save');
  const { violations } = await axe.run(panel() as HTMLElement, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((one) => one.id)).toEqual([]);
});

test('it can be given up, and what was being looked for is found when it is wanted after all', async () => {
  await open();
  await press('Hint');
  await press('Cancel');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(button('Hint'));
  await answer(hint);
  expect(panel()).toBeNull();
  await press('Hint');
  expect(asked()).toHaveLength(1);
  await vi.waitFor(() => expect(text()).toContain('idea.save'));
  await fireEvent.keyDown(panel() as Element, { key: 'Escape' });
  await tick();
  expect(panel()).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(button('Hint')));
});

test('it goes with its position, told or still being looked for', async () => {
  await open();
  await press('Hint');
  await answer(hint);
  expect(panel()).not.toBeNull();
  await hearPass(1, { view: { ...view, moves: [{ move: 1, text: 'bid 1' }] } });
  expect(panel()).toBeNull();
  await vi.waitFor(() => button('Hint'));
  await press('Hint');
  expect(asked().at(-1)).toMatchObject({ seq: 2 });
  await hearPass(2);
  expect(panel()).toBeNull();
  await answer({ ...hint, seq: 2 });
  expect(panel()).toBeNull();
});

test('looking at an earlier position hides it', async () => {
  await open({ ply: 1, log: [{ seat: 0, ply: 1, said: said('passes') }] });
  await press('Hint');
  await answer(hint);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ply: 0, view, last: null })));
  await fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  await vi.waitFor(() => expect(panel()).toBeNull());
  await fireEvent.keyDown(document.body, { key: 'End' });
  expect(text()).toContain('idea.save');
});

test.each([
  ['hints_alone', /would not be fair/],
  ['stale', /had already changed/],
])('why there is none is said: %s', async (code, words) => {
  await open();
  await press('Hint');
  await answer({ t: 'refused', code });
  expect(text()).toMatch(words);
  await press('Close');
  expect(panel()).toBeNull();
});

test('one at a time a table: it is asked for again, a while', async () => {
  await open();
  vi.useFakeTimers();
  await press('Hint');
  await answer({ t: 'refused', code: 'busy' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toHaveLength(2);
  expect(text()).toContain('Looking');
  for (let n = 2; n <= 12; n += 1) {
    await answer({ t: 'refused', code: 'busy' });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(asked()).toHaveLength(12);
  expect(text()).toBe(i18n.t.hints.busy);
});

test('without a line it isn’t promised', async () => {
  await open();
  FakeSocket.last.onclose?.({ code: 1006 });
  await tick();
  await press('Hint');
  expect(text()).toBe(i18n.t.refused.offline);
  expect(asked()).toEqual([]);
});

test('who would be given none isn’t offered one, and nobody when it isn’t their turn', async () => {
  await open({ can_hint: false });
  expect(button('bid 7')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull();
  await hear({ base: 1, seq: 2, can_hint: true });
  expect(button('Hint')).toBeTruthy();
  await hear({ base: 2, seq: 3, can_hint: false });
  expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull();
  cleanup();
  await open({ view: { ...view, turn: 1 } });
  expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull();
});

test('on a screen that others see, it is there only while it is held', async () => {
  await open({ one_screen: true, seats: [ada, bob], yours: [0, 1] });
  await press('Hint');
  await answer(hint);
  await vi.waitFor(() => expect(text()).toBe(i18n.t.hints.covered));
  expect(document.body.textContent).not.toContain('idea.save');
  const peek = within(panel() as HTMLElement).getByRole('button', { name: /hold to look/ });
  await fireEvent.pointerDown(peek, { button: 0 });
  expect(peek.textContent).toContain('idea.save');
  await fireEvent.pointerUp(peek);
  expect(peek.textContent).not.toContain('idea.save');
  await hear({ base: 1, seq: 2, seat: null, can_hint: false, view: { ...view, seat: null, moves: [] } });
  expect(panel()).toBeNull();
});
