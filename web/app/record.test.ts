import { expect, test } from 'vitest';
import { asRecord, cutAt, fromFragment, toFragment } from './record.ts';

const record = {
  game: 'chess',
  version: 2,
  players: 2,
  options: { mode: 'fast', cards: 8 },
  seed: '18446744073709551615',
  salt: '00ff',
  moves: ['d4', 'e5+f6', 'with space'],
  names: ['Zoé ✨', null],
};

test('a game goes into a fragment and comes back', () => {
  const fragment = toFragment(record);
  expect(fragment).toMatch(/^[\w-]+$/);
  expect(fromFragment(`#${fragment}`)).toEqual(record);
});

test.each(['', '#', 'not base64 !', 'e30', 'bnVsbA', toFragment({ ...record, moves: [1] as unknown as string[] })])(
  'no game in %j',
  (fragment) => {
    expect(fromFragment(fragment)).toBeNull();
  },
);

test('only what a record has is taken from a file', () => {
  expect(asRecord({ ...record, evil: 1 })).toEqual(record);
  expect(asRecord({ ...record, options: null })).toBeNull();
});

test('cut at a position', () => {
  expect(cutAt(record, 1).moves).toEqual(['d4']);
  expect(cutAt(record, 0).moves).toEqual([]);
});
