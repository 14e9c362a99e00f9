import { expect, test } from 'vitest';
import { applies, companyCounts, defaults, nearest, playerCounts, said, smallestTable } from './choices.ts';
import type { Card } from './wire.ts';

const card: Card = {
  id: 'chess',
  version: 1,
  names: { en: '', fr: '' },
  taglines: { en: '', fr: '' },
  players: [1, 2, 3, 4],
  minutes: 10,
  secrets: [],
  options: [
    {
      name: 'mode',
      values: ['all', 'pairs', 'solo'],
      default: 'all',
      players: { all: [2, 3, 4], pairs: [4], solo: [1] },
      needs: {},
      idle: false,
    },
    { name: 'depth', values: [1, 2], default: 1, players: {}, needs: { mode: 'solo' }, idle: false },
    { name: 'duel', values: ['plain', 'blind'], default: 'plain', players: { blind: [2] }, needs: {}, idle: true },
  ],
  bots: ['random'],
  bot: 'random',
  companion: false,
};

test('the options decide how many may play', () => {
  expect(playerCounts(card, defaults(card))).toEqual([2, 3, 4]);
  expect(playerCounts(card, { mode: 'pairs' })).toEqual([4]);
  expect(smallestTable(card)).toBe(2);
  expect(smallestTable(card, { mode: 'solo' })).toBe(1);
  expect(companyCounts(card)).toEqual([2, 3, 4]);
  expect(nearest([4], 2)).toBe(4);
  expect(nearest([2, 3, 4], 3)).toBe(3);
});

test('an option that means nothing beside the others is not said', () => {
  expect(applies(card.options[1] as Card['options'][0], { mode: 'all' }, 1)).toBe(false);
  expect(said(card, { mode: 'all', depth: 2 }, 2)).toEqual({});
  expect(said(card, { mode: 'solo', depth: 2 }, 1)).toEqual({ mode: 'solo', depth: 2 });
});

test('an option for so many players is offered to those only, and takes nobody away', () => {
  const duel = card.options[2] as Card['options'][0];
  expect(applies(duel, {}, 2)).toBe(true);
  expect(applies(duel, {}, 3)).toBe(false);
  expect(playerCounts(card, { mode: 'all', duel: 'blind' })).toEqual([2, 3, 4]);
  expect(said(card, { mode: 'all', duel: 'blind' }, 2)).toEqual({ duel: 'blind' });
  expect(said(card, { mode: 'all', duel: 'blind' }, 3)).toEqual({});
});
