import { expect, test } from 'vitest';
import { asRecord, cutAt, dealSeed, fromFragment, toFragment } from './record.ts';

const record = {
  game: 'chess',
  version: 2,
  players: 2,
  options: { mode: 'fast', cards: 8 },
  seed: '18446744073709551615',
  salt: '00ff',
  moves: ['d4', 'e5+f6', 'with space'],
  names: ['Zoé ✨', null],
  commitment: 'b490d822e84fb6f8c0b3027be75007ecd25ff3e52cf3eb27e376a499516a063e',
  redeals: [
    { ply: 1, seed: '7', seat: 0 },
    { ply: 3, seed: '8', seat: null },
  ],
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

test('the promise in a file is taken as it is, or there is none', () => {
  const { commitment, ...without } = record;
  expect(asRecord(without)?.commitment).toBe('');
  expect(asRecord({ ...record, commitment: 'ff' })).toBeNull();
  expect(asRecord({ ...record, commitment: 7 })).toBeNull();
  expect(asRecord(record)?.commitment).toBe(commitment);
});

test('cut at a position', () => {
  expect(cutAt(record, 1).moves).toEqual(['d4']);
  expect(cutAt(record, 0)).toMatchObject({ moves: [], commitment: '', redeals: [] });
  expect(cutAt(record, 2).redeals).toEqual([{ ply: 1, seed: '7', seat: 0 }]);
});

test('the promise is for what was dealt last', () => {
  expect(dealSeed(record)).toBe('8');
  expect(dealSeed({ ...record, redeals: [] })).toBe(record.seed);
  const { redeals, ...without } = record;
  expect(dealSeed(without)).toBe(record.seed);
  expect(asRecord(without)?.redeals).toEqual([]);
  expect(asRecord({ ...record, redeals: {} })).toBeNull();
  expect(redeals).toHaveLength(2);
});
