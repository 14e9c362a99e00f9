import { expect, test } from 'vitest';
import { flattened } from '../texts-plugin.ts';
import { found, paragraphs } from './rulebook.ts';

const texts = flattened({
  game: { name: 'X' },
  cards: { one: '{n} card', other: '{n} cards' },
  rule: { 'X.T1': { title: 'Écarter', text: 'Take a card.' }, 'X.E1': { title: 'The end', text: 'Nobody has any left.' } },
});

test('a file of texts becomes dotted names; plural forms stay together', () => {
  expect(texts.cards).toEqual({ one: '{n} card', other: '{n} cards' });
  expect(texts['rule.X.T1.title']).toBe('Écarter');
});

test('paragraphs in order, found by words without accents', () => {
  const all = paragraphs(texts);
  expect(all.map((one) => one.id)).toEqual(['X.T1', 'X.E1']);
  expect(found(all, 'ecarter CARD').map((one) => one.id)).toEqual(['X.T1']);
  expect(found(all, 'x.e1').map((one) => one.id)).toEqual(['X.E1']);
  expect(found(all, 'zebra')).toEqual([]);
  expect(found(all, '')).toEqual(all);
});
