/** The review of a finished game on its page: waited for, drawn, told, and left for a table of one's own. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import Replay from './pages/Replay.svelte';
import { toFragment } from './record.ts';
import { Reviewing } from './reviewing.svelte.ts';
import { router } from './router.svelte.ts';
import { settings } from './settings.svelte.ts';
import type { GameRecord, Reviewed } from './wire.ts';

const record: GameRecord = {
  ...{ game: 'auction', version: 3, players: 2, options: {}, seed: '7', salt: 'abc' },
  ...{ moves: ['pass', 'bid 7'], names: ['Ada', null], commitment: '' },
};
const view = {
  ...{ game: 'auction', players: 2, seat: null, turn: 0, over: false, winners: [], task: null, closing: null, moves: [] },
};
const said = (key: string) => ({ key, values: {} });
const frames = [12, 11, 10].map((purse, ply) => ({
  ply,
  view: { ...view, purse, over: ply === 2 },
  line: ply ? { seat: ply - 1, ply, said: said(`log.${ply}`) } : null,
  last: null,
}));
const otherwise = { ply: 1, view: { ...view, purse: 99 }, line: { seat: 0, ply: 1, said: said('log.better') }, last: null };
const seats = [
  { kind: 'human', name: 'Ada', bot: null },
  { kind: 'bot', name: null, bot: 'hard' },
];
const turn = {
  ...{ ply: 0, seat: 0, played: 'pass', better: 'bid 3', lost: 0.3, expected: 0.62 },
  ...{ idea: said('idea.save'), place: said('place.purse'), said: said('log.better') },
};
const review = {
  curve: [
    [0.5, 0.5],
    [0.2, 0.8],
    [0, 1],
  ],
  turning: [turn],
  falls: [],
};
const asked: { path: string; body: { moves?: string[] } }[] = [];
/** What is answered about a review, one after the other, the last again and again. */
let answers: (object | number)[] = [];
/** What is different about the game. */
let played: object = {};
let better: object | number = { frames: [frames[0], otherwise] };

beforeEach(async () => {
  await i18n.use('en');
  asked.length = 0;
  answers = [{ done: 3, of: 3, review }];
  better = { frames: [frames[0], otherwise] };
  played = {};
  settings.bot = '';
  history.replaceState(null, '', '/');
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    const sent = body && JSON.parse(body);
    asked.push({ path, body: sent });
    const found = answerTo(path, sent);
    if (typeof found === 'number') return new Response(JSON.stringify({ error: { code: 'unavailable' } }), { status: found });
    return new Response(JSON.stringify(found));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerTo(path: string, body: { moves?: string[] } | undefined): object | number {
  if (path === '/api/games') return { games: [{ id: 'auction', bot: 'easy', bots: ['easy', 'hard'] }] };
  if (path === '/api/tables') return { id: 'newtable', seats: [0] };
  if (path.includes('review')) return (answers.length > 1 ? answers.shift() : answers[0]) as object;
  if (body?.moves?.includes('bid 3')) return better;
  return { record, commitment: '', seats, frames, trial: false, undone: false, secrets: true, ...played };
}

async function look(id: string | null = 'abcdefgh', fragment = '') {
  render(Replay, { route: { page: 'replay', id, fragment } });
  await screen.findByText(i18n.t.table.fallback);
}
const button = (name: string) => screen.getByRole('button', { name });
async function begin() {
  await fireEvent.click(button('Review this game'));
  // Its code comes now, which takes a while on a busy machine.
  return screen.findByRole('region', { name: 'How the game went' }, { timeout: 4000 });
}
const reviews = () => asked.filter(({ path }) => path.includes('review'));
const shown = () => document.querySelector('output')?.textContent;

test('nothing is asked for before somebody wants it; then by the table’s id, with its progress', async () => {
  answers = [
    { done: 0, of: 3, review: null },
    { done: 2, of: 3, review: null },
    { done: 3, of: 3, review },
  ];
  await look();
  expect(reviews()).toEqual([]);
  const panel = await begin();
  expect(document.activeElement?.textContent).toBe('How the game went');
  const progress = await within(panel).findByRole('progressbar');
  await vi.waitFor(() => expect(panel.textContent).toContain('Step 2 of 3'), 3000);
  expect((progress as HTMLProgressElement).value).toBe(2);
  await within(panel).findByRole('slider', {}, { timeout: 3000 });
  expect(reviews().map(({ path }) => path)).toEqual(Array(3).fill('/api/tables/abcdefgh/review'));
});

test('what was shown of its progress is never taken back, though each process of the server counts for itself', async () => {
  const told: string[] = [];
  const counts = [1, 5, 2, 0, 6].map((done) => ({ done, of: done && 8, review: null }));
  const reviewing = new Reviewing(async () => counts[told.length] as Reviewed);
  while (told.length < counts.length) {
    await reviewing.start();
    reviewing.stop();
    told.push(`${reviewing.done}/${reviewing.of}`);
  }
  expect(told).toEqual(['1/8', '5/8', '5/8', '5/8', '6/8']);
});

test('a game from a link is sent along', async () => {
  await look(null, toFragment(record));
  await begin();
  await screen.findByRole('slider');
  expect(reviews()).toMatchObject([{ path: '/api/reviews', body: { moves: record.moves } }]);
});

test('a turning point says who played what, what was better, what to tell them, and what it cost', async () => {
  await look();
  const panel = await begin();
  const item = (await within(panel).findByText('Move 1: Ada')).closest('li');
  expect([...(item?.querySelectorAll('dd') ?? [])].map((one) => one.textContent)).toEqual([
    'log.1',
    'log.better',
    '“idea.save”',
  ]);
  expect([...(item?.querySelectorAll('dt') ?? [])].at(-1)?.textContent).toBe('Advice to Ada:');
  expect(item?.textContent).toContain(
    'It changed everything. Chances of winning: about 62% with the better move, 32% with this one.',
  );
  const { violations } = await axe.run(panel, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((one) => one.id)).toEqual([]);
});

test('the picture and the replay are at the same move', async () => {
  await look();
  await begin();
  const slider = await screen.findByRole('slider', { name: i18n.t.review.chances });
  await fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(shown()).toBe('1 / 2');
  expect(slider.getAttribute('aria-valuetext')).toBe('Move 1 of 2: Ada 20%, Hard 80%');
  await fireEvent.click(button('Look'));
  expect(shown()).toBe('0 / 2');
});

test('the better move is shown until one steps on, or goes back', async () => {
  await look();
  await begin();
  await fireEvent.keyDown(document.body, { key: 'End' });
  await fireEvent.click(await screen.findByRole('button', { name: 'Show the better move' }));
  await screen.findByText('What would have been better: log.better', { selector: '.better p' });
  expect(asked.at(-1)).toMatchObject({ path: '/api/replays', body: { moves: ['bid 3'], commitment: '' } });
  const region = screen.getByRole('region', { name: i18n.t.table.description });
  expect(within(region).getByText('purse: 99')).toBeTruthy();
  expect(document.querySelector('p[aria-live]')?.textContent).toBe('What would have been better: log.better');
  await fireEvent.click(button('Back to the game'));
  expect(within(region).getByText('purse: 12')).toBeTruthy();
  await fireEvent.click(button('Show the better move'));
  await within(region).findByText('purse: 99');
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(within(region).getByText('purse: 11')).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  await vi.waitFor(() => expect(within(region).queryByText('purse: 99')).toBeNull());
});

test('one that can’t be shown is no secret', async () => {
  better = 503;
  await look();
  await begin();
  await fireEvent.click(await screen.findByRole('button', { name: 'Show the better move' }));
  expect((await screen.findByRole('alert')).textContent).toBe(i18n.t.refused.unavailable);
});

test('from there one plays on oneself, on the seat that went wrong', async () => {
  const go = vi.spyOn(router, 'go').mockImplementation(() => undefined);
  settings.bot = 'hard';
  await look();
  await begin();
  await fireEvent.click(await screen.findByRole('button', { name: 'Play on for Ada' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/t/newtable'));
  expect(asked.at(-1)?.body).toMatchObject({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'hard' }], start: { moves: [] } });
  go.mockRestore();
});

test('turning points are numbered as they were played, and the costliest is said to be', async () => {
  const later = { ...turn, ply: 1, seat: 1, lost: 0.4 };
  answers = [{ done: 3, of: 3, review: { ...review, turning: [later, turn] } }];
  await look();
  const panel = await begin();
  const first = (await within(panel).findByText('Move 1: Ada')).closest('li');
  const second = within(panel).getByText('Move 2: Hard').closest('li');
  expect([first, second].map((item) => item?.querySelector('.number')?.textContent)).toEqual(['1', '2']);
  expect([first, second].map((item) => item?.textContent?.includes('No other move cost as much.'))).toEqual([false, true]);
  expect(within(second as HTMLElement).getByRole('button', { name: 'Play on for Hard' })).toBeTruthy();
  const places = [...panel.querySelectorAll('.picture circle')].map((one) => Number(one.getAttribute('cx')));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(within(panel).getByText(/The curve knows all secrets/)).toBeTruthy();
});

test('a game without a turning point is said to have been decided little by little', async () => {
  answers = [{ done: 3, of: 3, review: { ...review, turning: [] } }];
  await look();
  await begin();
  expect(await screen.findByText(i18n.t.review.none.slow)).toBeTruthy();
});

test('a fall that is no turning point says why, and is marked as something else', async () => {
  const fall = { ply: 1, seat: 1, fell: 1, drop: 0.5, why: 'hidden' };
  answers = [{ done: 3, of: 3, review: { ...review, falls: [fall] } }];
  await look();
  const panel = await begin();
  const item = (await within(panel).findByText('Move 2: the curve falls for Hard')).closest('li') as HTMLElement;
  expect(item.textContent).toContain('Hard couldn’t know.');
  expect([...panel.querySelectorAll('.picture .number')].map((one) => one.textContent)).toEqual(['1', '?']);
  expect(panel.querySelectorAll('.picture circle.hollow')).toHaveLength(1);
  await fireEvent.click(within(item).getByRole('button', { name: 'Look' }));
  expect(shown()).toBe('1 / 2');
  const { violations } = await axe.run(panel, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});

test.each([
  ['hidden', 0, 'Ada couldn’t know.'],
  ['forced', 0, 'Ada had no choice'],
  ['forced', 1, 'Ada had no choice'],
  ['cost', 0, 'Ada could have done better here too'],
  ['unforeseen', 0, 'The curve had expected more.'],
  ['unforeseen', 1, 'Ada played a move that the curve had not expected. Hard did nothing wrong there.'],
])('where %s is why, that is what is told', async (why, fell, told) => {
  answers = [{ done: 3, of: 3, review: { ...review, turning: [], falls: [{ ply: 0, seat: 0, fell, drop: 0.3, why }] } }];
  await look();
  const panel = await begin();
  expect(await within(panel).findByText(i18n.t.review.none.falls)).toBeTruthy();
  expect(panel.querySelector('ul:has(.sign) p')?.textContent).toContain(told);
});

test('alone, costs are told in what the picture counts, and a lost way as what it is', async () => {
  const seats = [{ kind: 'human', name: 'Ada', bot: null }];
  const fall = { ply: 1, seat: 0, fell: 0, drop: 1, why: 'unforeseen' };
  const curve = [[1], [1], [-0.1]];
  const alone = { ...turn, lost: 0.9, expected: 1 };
  answers = [{ done: 3, of: 3, review: { curve, turning: [alone], falls: [fall] } }];
  played = { record: { ...record, players: 1 }, seats };
  await look();
  const panel = await begin();
  await within(panel).findByText(/With the better move: won; with this one: 2 out of 10\./);
  expect(panel.textContent).not.toContain('Chances of winning');
  expect(panel.textContent).not.toContain('secrets');
  expect(within(panel).getByText(/Up to here everything could still be won/)).toBeTruthy();
  expect(within(panel).getByRole('button', { name: 'Play from here' })).toBeTruthy();
});

test('who comes for the review finds it begun', async () => {
  await look('abcdefgh', 'review');
  await screen.findByRole('slider', { name: i18n.t.review.chances }, { timeout: 4000 });
  expect(screen.queryByRole('button', { name: 'Review this game' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('How the game went');
});

test('a server that rests a moment is asked again; one that stays away is told of, and can be asked once more', async () => {
  answers = [503, 503, { done: 3, of: 3, review }];
  await look();
  await begin();
  await screen.findByRole('slider', {}, { timeout: 4000 });
  cleanup();
  answers = [503];
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  await look();
  await begin();
  expect((await screen.findByRole('alert', {}, { timeout: 9000 })).textContent).toBe(i18n.t.refused.unavailable);
  answers = [{ done: 3, of: 3, review }];
  await fireEvent.click(button('Try again'));
  await screen.findByRole('slider');
});

test('another game has another review, to be asked for', async () => {
  const route = (game: GameRecord) => ({ page: 'replay' as const, id: null, fragment: toFragment(game) });
  const { rerender } = render(Replay, { route: route(record) });
  await screen.findByText(i18n.t.table.fallback);
  await begin();
  await screen.findByRole('slider', { name: i18n.t.review.chances });
  await rerender({ route: route({ ...record, seed: '8' }) });
  expect(screen.queryByRole('slider', { name: i18n.t.review.chances })).toBeNull();
  await fireEvent.click(button('Review this game'));
  await screen.findByRole('slider', { name: i18n.t.review.chances });
  expect(reviews()).toHaveLength(2);
});

test('who has gone elsewhere asks no more', async () => {
  answers = [{ done: 1, of: 3, review: null }];
  await look();
  await begin();
  await vi.waitFor(() => expect(reviews()).toHaveLength(1));
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(reviews()).toHaveLength(1);
});
