/** Choosing a bot: its name, what to expect, and that the choice is remembered. */

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playNow, watchBots } from './begin.ts';
import en from './i18n/en.ts';
import fr from './i18n/fr.ts';
import { i18n } from './i18n/language.svelte.ts';
import type { Live } from './live.svelte.ts';
import { chosenSeat, strongest, usualBot } from './opponents.ts';
import GameCard from './parts/GameCard.svelte';
import OptionsSetup from './parts/OptionsSetup.svelte';
import SeatChanger from './parts/SeatChanger.svelte';
import { settings } from './settings.svelte.ts';
import type { Card, Table } from './wire.ts';
import { botHint, botName } from './words.ts';

const OWN = 'Shark';
const LEVELS = ['child', 'easy', 'medium', 'hard', 'expert'];
const card: Card = {
  id: 'auction',
  version: 1,
  names: { en: 'Auction', fr: 'Enchères' },
  taglines: { en: '', fr: '' },
  players: [2, 3],
  minutes: 5,
  secrets: [],
  options: [],
  bots: [...LEVELS, OWN],
  bot: 'easy',
  companion: false,
};
const made: { pace: string; seats: object[] }[] = [];

beforeEach(async () => {
  await i18n.use('en');
  made.length = 0;
  settings.bot = '';
  settings.botPace = 'normal';
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    made.push(JSON.parse(body));
    return new Response(JSON.stringify({ id: 'newtable', seats: [0] }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const seat = (n: number) => screen.getByLabelText(`Seat ${n}`) as HTMLSelectElement;
const choose = (select: HTMLSelectElement, value: string) => fireEvent.change(select, { target: { value } });
async function begin() {
  await fireEvent.click(screen.getByRole('button', { name: 'Begin' }));
  await vi.waitFor(() => expect(made).toHaveLength(1));
}

test.each([
  ['en', en],
  ['fr', fr],
])('every level has a name and says what to expect, in %s', (_, t) => {
  for (const level of LEVELS) {
    expect(botName(t, level)).not.toBe(level);
    expect(botHint(t, level).length).toBeGreaterThan(15);
  }
  expect(new Set(LEVELS.map((level) => botHint(t, level))).size).toBe(5);
  expect(botName(t, OWN)).toBe('Shark');
  expect(botHint(t, OWN)).toBe(t.botHints.own);
});

test('a choice says who is meant', () => {
  expect(chosenSeat(`bot:${OWN}`)).toEqual({ kind: 'bot', bot: OWN });
  expect(chosenSeat('me')).toEqual({ kind: 'me', bot: '' });
});

test('what was chosen last is met next time, where the game has it', async () => {
  expect(usualBot(card)).toBe('easy');
  settings.bot = 'hard';
  expect(localStorage.getItem('escale.bot')).toBe('hard');
  expect(usualBot(card)).toBe('hard');
  expect(usualBot({ ...card, bots: ['easy'] })).toBe('easy');
  await playNow(card);
  expect(made[0]).toMatchObject({ pace: 'normal', seats: [{ kind: 'me' }, { kind: 'bot', bot: 'hard' }] });
});

test('those to watch are of the highest level, whatever bots the host has', async () => {
  expect(strongest({ ...card, bots: ['random', OWN] })).toBe(OWN);
  await watchBots(card);
  expect(made[0]?.seats).toEqual([1, 2].map(() => ({ kind: 'bot', bot: 'expert' })));
});

test('a level is chosen for a seat with what to expect of it, and the pace of the bots beside', async () => {
  render(OptionsSetup, { card, onclose: () => undefined });
  expect(seat(2).value).toBe('bot:easy');
  const expected = () => document.getElementById(seat(2).getAttribute('aria-describedby') ?? '')?.textContent;
  expect(expected()).toBe(en.botHints.easy);
  await choose(seat(2), `bot:${OWN}`);
  expect(expected()).toBe(en.botHints.own);
  expect(seat(2).selectedOptions[0]?.textContent).toBe('Bot: Shark');
  await fireEvent.click(screen.getByRole('radio', { name: 'Quickly' }));
  await begin();
  expect(made[0]).toMatchObject({ pace: 'quick', seats: [{ kind: 'me' }, { kind: 'bot', bot: OWN }] });
  expect([settings.bot, settings.botPace]).toEqual(['', 'quick']);
  expect(localStorage.getItem('escale.botPace')).toBe('quick');
});

test('one touch chooses the level of all bots, before the rarer options', async () => {
  render(OptionsSetup, { card, onclose: () => undefined });
  const levels = screen.getByRole('group', { name: en.setup.botLevel });
  expect(levels.compareDocumentPosition(seat(1)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await choose(seat(2), 'bot:expert');
  await fireEvent.click(within(levels).getByRole('radio', { name: 'Beginner' }));
  expect(seat(2).value).toBe('bot:child');
  await begin();
  expect(made[0]).toMatchObject({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'child' }] });
  expect(settings.bot).toBe('child');
});

test('what one seat is given is neither everybody’s nor remembered', async () => {
  settings.bot = 'easy';
  render(OptionsSetup, { card, onclose: () => undefined });
  const levels = screen.getByRole('group', { name: en.setup.botLevel });
  const level = (name: string) => within(levels).getByRole('radio', { name }) as HTMLInputElement;
  await fireEvent.click(screen.getByRole('radio', { name: '3' }));
  await choose(seat(2), 'bot:expert');
  expect([level('Easy').checked, level('Expert').checked]).toEqual([true, false]);
  expect([seat(2).value, seat(3).value]).toEqual(['bot:expert', 'bot:easy']);
  expect(settings.bot).toBe('easy');
  await fireEvent.click(level('Expert'));
  expect([seat(2).value, seat(3).value]).toEqual(['bot:expert', 'bot:expert']);
  expect(settings.bot).toBe('expert');
});

test('what to expect of a level is said of the choice, and not aloud by every card of the shelf', () => {
  render(GameCard, { card });
  const levels = screen.getByRole('group', { name: en.shelf.against });
  const said = document.getElementById(levels.getAttribute('aria-describedby') ?? '');
  expect(said?.textContent).toBe(en.botHints.easy);
  expect(said?.closest('[aria-live], [role=status]')).toBeNull();
});

test('the level stands beside the big button, and is remembered', async () => {
  render(GameCard, { card });
  const levels = screen.getByRole('group', { name: en.shelf.against });
  expect((within(levels).getByRole('radio', { name: 'Easy' }) as HTMLInputElement).checked).toBe(true);
  await fireEvent.click(within(levels).getByRole('radio', { name: 'Hard' }));
  expect(screen.getByText(en.botHints.hard)).toBeTruthy();
  expect(localStorage.getItem('escale.bot')).toBe('hard');
});

test('a game for one alone asks for no opponent', () => {
  render(GameCard, { card: { ...card, players: [1] } });
  expect(screen.queryByRole('group', { name: en.shelf.against })).toBeNull();
});

test('where no bot plays nobody is asked how fast they do', async () => {
  render(OptionsSetup, { card, onclose: () => undefined });
  expect(screen.getByText(en.setup.botPace)).toBeTruthy();
  await choose(seat(2), 'open');
  expect(screen.queryByText(en.setup.botPace)).toBeNull();
});

test('a seat that changes hands tells what to expect of each bot, and remembers the one it went to', async () => {
  const sent: object[] = [];
  const live = { seat: (command: object) => sent.push(command) } as unknown as Live;
  const seats = [
    { kind: 'human', name: 'Ada', bot: null },
    { kind: 'bot', name: null, bot: 'easy' },
  ];
  const table = { seats, kept: [], yours: [0], one_screen: false, pace: 'slow' } as unknown as Table;
  render(SeatChanger, { live, table, card });
  const select = screen.getByLabelText(/Who plays for Easy/) as HTMLSelectElement;
  const texts = [...select.options].map((option) => option.textContent);
  expect(texts).toContain(`Give it to a bot: Hard – ${en.botHints.hard}`);
  expect(texts.join()).not.toContain(en.botHints.easy);
  await choose(select, `bot:${OWN}`);
  expect(sent).toEqual([{ seat: 1, kind: 'bot', bot: OWN }]);
  expect(settings.bot).toBe(OWN);
  expect(screen.getByText('How fast the bots play: slowly')).toBeTruthy();
});
