import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n/language.svelte.ts';
import WatchBots from './parts/WatchBots.svelte';
import { router } from './router.svelte.ts';
import type { Card } from './wire.ts';

const card: Card = {
  id: 'chess',
  version: 1,
  names: { en: 'Chess', fr: 'Échecs' },
  taglines: { en: '', fr: '' },
  players: [2],
  minutes: 10,
  secrets: [],
  options: [],
  bots: ['random'],
  bot: 'random',
  companion: false,
};
const button = () => screen.getByRole('button') as HTMLButtonElement;
const said = () => screen.getByRole('status').textContent?.trim();

let answer: (status: number, body: object) => void;
const fetched = vi.fn(
  () => new Promise((resolve) => (answer = (status, body) => resolve(new Response(JSON.stringify(body), { status })))),
);
const go = vi.spyOn(router, 'go').mockImplementation(() => undefined);

beforeEach(async () => {
  await i18n.use('en');
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers();
  fetched.mockClear();
  go.mockClear();
  render(WatchBots, { cards: [card] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
});

test('is pressed once, and says what is going on when it takes long', async () => {
  await fireEvent.click(button());
  await fireEvent.click(button());
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(button().disabled).toBe(true);
  await vi.advanceTimersByTimeAsync(900);
  expect(said()).toBe('');
  await vi.advanceTimersByTimeAsync(200);
  expect(said()).toContain('Preparing the game');
  answer(201, { id: 'abcdefgh', seats: [] });
  await vi.advanceTimersByTimeAsync(10);
  expect(go).toHaveBeenCalledWith('/t/abcdefgh');
  expect(said()).toBe('');
});

test('a refusal is said, and it may be pressed again', async () => {
  await fireEvent.click(button());
  answer(503, { error: { code: 'unavailable' } });
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.getByRole('alert').textContent).toBe(i18n.t.refused.unavailable);
  expect(said()).toBe('');
  expect(button().disabled).toBe(false);
  expect(go).not.toHaveBeenCalled();
});

test('who has gone elsewhere meanwhile stays there', async () => {
  await fireEvent.click(button());
  cleanup();
  answer(201, { id: 'abcdefgh', seats: [] });
  await vi.advanceTimersByTimeAsync(10);
  expect(go).not.toHaveBeenCalled();
});
