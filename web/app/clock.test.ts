import { describe, expect, test } from 'vitest';
import { Calls, figures, leftAt, type Reading, spoken, TIMES, termsText, untilChange } from './clock.ts';
import en from './i18n/en.ts';
import fr from './i18n/fr.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
// biome-ignore lint/suspicious/noThenProperty: the protocol calls it so
const clock = { each: 'move', seconds: 30, increment: 0, then: 'bot', left: [20, 30], running: true } as const;
const reading = (more: Partial<Reading['clock']> = {}, turn: number | null = 0): Reading => ({
  clock: { ...clock, left: [...clock.left], ...more },
  turn,
  at: 5000,
});
/** Intl puts spaces of its own between a number and its unit. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('what is left', () => {
  test('only the seat on turn loses time', () => {
    expect(leftAt(reading(), 0, 5000)).toBe(20);
    expect(leftAt(reading(), 0, 12_500)).toBe(12.5);
    expect(leftAt(reading(), 1, 12_500)).toBe(30);
  });
  test('a clock that stands stands', () => {
    expect(leftAt(reading({ running: false }), 0, 12_500)).toBe(20);
    expect(leftAt(reading({}, null), 0, 12_500)).toBe(20);
  });
  test('never less than nothing, and no more than was said', () => {
    expect(leftAt(reading(), 0, 99_000)).toBe(0);
    expect(leftAt(reading(), 0, 4000)).toBe(20);
  });
});

describe('figures', () => {
  test.each([
    [0, '0.0 s', '0,0 s'],
    [0.99, '0.9 s', '0,9 s'],
    [9.99, '9.9 s', '9,9 s'],
    [10, '0:10', '0:10'],
    [30, '0:30', '0:30'],
    [119.9, '1:59', '1:59'],
    [HOUR - 0.1, '59:59', '59:59'],
    [HOUR, '1 h 00', '1 h 00'],
    [DAY - 1, '23 h 59', '23 h 59'],
    [DAY, '1 d 0 h', '1 j 0 h'],
    [3 * DAY - 1, '2 d 23 h', '2 j 23 h'],
  ])('%d seconds', (seconds, english, french) => {
    expect(plain(figures(en, seconds))).toBe(english);
    expect(plain(figures(fr, seconds))).toBe(french);
  });

  test.each([
    [0, '0 seconds', '0 seconde'],
    [1.9, '1 second', '1 seconde'],
    [60, '1 minute', '1 minute'],
    [95, '1 minute 35 seconds', '1 minute 35 secondes'],
    [2 * HOUR + 59, '2 hours', '2 heures'],
    [2 * DAY + 5 * HOUR + 59, '2 days 5 hours', '2 jours 5 heures'],
  ])('%d seconds in words', (seconds, english, french) => {
    expect(plain(spoken(en, seconds))).toBe(english);
    expect(plain(spoken(fr, seconds))).toBe(french);
  });

  test.each([
    [0.555, 56],
    [9.95, 51],
    [10, 20],
    [10.4, 401],
    [59.5, 501],
    [HOUR, 20],
    [HOUR + 30, 30_001],
    [2 * DAY + 1, 1001],
  ])('with %d seconds left, the next look is when they change', (seconds, wait) => {
    expect(Math.abs((untilChange(seconds) ?? 0) - wait)).toBeLessThanOrEqual(1);
    expect(figures(en, seconds - wait / 1000)).not.toBe(seconds < DAY ? figures(en, seconds) : '');
  });
  test('a clock at nothing needs no more looks', () => {
    expect(untilChange(0)).toBeNull();
  });
});

describe('calls for who can’t see the figures', () => {
  const heard = (calls: Calls, turn: string, times: number[]) => times.map((left) => calls.due(turn, left));

  test('at 30 and 10 seconds, each once', () => {
    expect(heard(new Calls(), 'a', [40, 30.1, 30, 29, 10.2, 9.9, 9, 0])).toEqual([null, null, 30, null, null, 10, null, null]);
  });
  test('a word of the server that gives a little back says nothing twice', () => {
    expect(heard(new Calls(), 'a', [31, 29.9, 30.2, 29.8])).toEqual([null, 30, null, null]);
  });
  test('not for a turn that begins with less', () => {
    expect(heard(new Calls(), 'a', [30, 29.9, 15])).toEqual([null, null, null]);
    expect(heard(new Calls(), 'b', [6, 5])).toEqual([null, null]);
  });
  test('again on the next turn; the shorter one alone if both were missed', () => {
    const calls = new Calls();
    expect(heard(calls, 'a', [11, 9])).toEqual([null, 10]);
    expect(heard(calls, 'b', [45, 4])).toEqual([null, 10]);
  });
});

test('what was agreed on, in words', () => {
  const terms = Object.values(TIMES).flatMap((time) => (time ? [time] : []));
  expect(terms.map((time) => plain(termsText(en, time)))).toEqual([
    '30 s a move',
    '2 min a move',
    '10 min + 5 s a move',
    '1 day a move',
    '3 days a move',
  ]);
  expect(plain(termsText(fr, TIMES.days))).toBe('3 jours par coup');
  expect(plain(termsText(fr, { each: 'game', seconds: 300 }))).toBe('5 min par personne');
  expect(plain(termsText(en, { each: 'move', seconds: 90 }))).toBe('90 s a move');
  expect(plain(termsText(en, { each: 'move', seconds: 7200 }))).toBe('2 h a move');
});
