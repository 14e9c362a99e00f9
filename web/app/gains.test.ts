import { expect, test } from 'vitest';
import { areChances, costText, gainText, sizeOf } from './gains.ts';
import en from './i18n/en.ts';
import fr from './i18n/fr.ts';

test('what is gained is said in words, and as chances of winning', () => {
  expect(gainText(en, 2, 9, 0.62, 0.55)).toBe('It helps a little. Chances of winning: about 62%, and 55% with a usual move.');
  expect(gainText(fr, 2, 9, 0.62, 0.52)).toBe(
    'Ça aide beaucoup. Chances de gagner\u00a0: environ 62\u00a0%, et 52\u00a0% avec un coup ordinaire.',
  );
  expect(gainText(en, 3, 9, 0.9, 0.4)).toContain('It changes everything!');
});

test('moves that are as good as each other are called so, with one figure', () => {
  expect(gainText(en, 2, 9, 0.501, 0.499)).toBe('Several moves are about as good here. Chances of winning: about 50%.');
});

test('who plays alone has no chances of winning: the game says what may be got; nor has a result below nothing', () => {
  expect(gainText(en, 1, 9, 0.4, 0.1)).toBe('');
  expect(gainText(en, 1, 9, -0.04, -0.06)).toBe('');
  expect(gainText(en, 1, 9, 1, -0.06)).toBe('');
  expect(gainText(en, 2, 9, -0.1, -0.3)).not.toMatch(/%|\d/);
  expect(areChances(2, [0, 1])).toBe(true);
  expect(areChances(2, [0, 1.01])).toBe(false);
});

test('the only move is called so, whatever it is worth', () => {
  expect(gainText(en, 2, 1, 0.3, 0.3)).toBe('This is the only move.');
  expect(gainText(fr, 1, 1, 1, 1)).toBe('C’est le seul coup possible.');
});

test('what wins almost for certain has no figure', () => {
  expect(gainText(en, 2, 9, 0.996, 0.994)).toBe('With it, winning is almost certain.');
  expect(gainText(fr, 2, 9, 1, 0.5)).toBe('Ça change tout\u00a0! Ainsi, la victoire est presque sûre.');
  expect(gainText(en, 2, 9, 0.98, 0.98)).toContain('98%');
});

test('what was lost is what was left of the chances', () => {
  expect(costText(en, 2, 0.18, 0.62)).toBe(
    'It cost a lot. Chances of winning: about 62% with the better move, 44% with this one.',
  );
  expect(costText(en, 2, 0.7, 0.62)).toContain('0% with this one');
  expect(costText(en, 1, 0.18, -0.02)).toBe('It cost a lot.');
});

test('nothing lost is nothing', () => {
  expect([-1, 0, 0.02, 0.08, 0.25].map(sizeOf)).toEqual(['even', 'even', 'little', 'clear', 'large']);
});
