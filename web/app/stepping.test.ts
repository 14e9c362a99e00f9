import { expect, test } from 'vitest';
import { stepped } from './stepping.ts';

test.each([
  ['ArrowLeft', null, 5, 4],
  ['ArrowLeft', 1, 5, 0],
  ['ArrowLeft', 0, 5, 0],
  ['ArrowRight', 3, 5, 4],
  ['ArrowRight', 4, 5, null],
  ['ArrowRight', null, 5, null],
  ['Home', null, 5, 0],
  ['Home', null, 0, null],
  ['End', 2, 5, null],
  ['Escape', 2, 5, null],
  ['x', 2, 5, undefined],
] as const)('%s from %s of %d', (key, from, ply, to) => {
  expect(stepped(key, from, ply)).toBe(to);
});
