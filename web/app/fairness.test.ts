import { expect, test } from 'vitest';
import { verdict } from './fairness.ts';

// printf 'abc:7' | sha256sum
const PROMISE = 'b490d822e84fb6f8c0b3027be75007ecd25ff3e52cf3eb27e376a499516a063e';

test('a promise kept, and one broken', async () => {
  expect(await verdict([PROMISE], 'abc', '7')).toBe('kept');
  expect(await verdict([PROMISE.toUpperCase(), PROMISE], 'abc', '7')).toBe('kept');
  expect(await verdict([PROMISE], 'abc', '8')).toBe('broken');
});

test('one broken promise among several is enough, and none at all proves nothing', async () => {
  expect(await verdict([PROMISE, PROMISE.replace('b', 'c')], 'abc', '7')).toBe('broken');
  expect(await verdict([], 'abc', '7')).toBe('broken');
});
