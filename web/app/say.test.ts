import { expect, test } from 'vitest';
import { sayer } from './say.ts';

const entries = {
  plain: 'Hello',
  log: '{who} takes {what} at {place}.',
  cards: { one: '{n} card', other: '{n} cards' },
  both: '{first} and {second}',
  braces: '{{{n}}}',
};
const say = sayer(entries, 'en');

test('fills values, nested texts too', () => {
  const what = {
    key: 'both',
    values: { first: { key: 'cards', values: { n: 1 } }, second: { key: 'cards', values: { n: 3 } } },
  };
  expect(say('log', { who: 'Ada', what, place: 'd4' })).toBe('Ada takes 1 card and 3 cards at d4.');
});

test('a value that is missing stays visible, and so does a text', () => {
  expect(say('log', { who: 'Ada', what: 'it' })).toBe('Ada takes it at {place}.');
  expect(say('nowhere')).toBe('nowhere');
  expect(say('toString')).toBe('toString');
});

test('doubled braces are braces', () => {
  expect(say('braces', { n: 2 })).toBe('{2}');
});

test.each([
  ['en', 0, 'other'],
  ['en', 1, 'one'],
  ['en', -1, 'other'],
  ['en', 2, 'other'],
  ['fr', 0, 'one'],
  ['fr', 1, 'one'],
  ['fr', -1, 'one'],
  ['fr', 1.5, 'one'],
  ['fr', 2, 'other'],
] as const)('in %s, %d is %s', (language, n, form) => {
  expect(sayer({ form: { one: 'one', other: 'other' } }, language)('form', { n })).toBe(form);
});
