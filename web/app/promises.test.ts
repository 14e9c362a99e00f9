import { afterEach, expect, test, vi } from 'vitest';
import { keepPromise, MOST, promised } from './promises.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('the first promise stays, whatever is said later', () => {
  expect(promised('abcdefgh')).toBeNull();
  keepPromise('abcdefgh', 'c1');
  keepPromise('abcdefgh', 'c2');
  keepPromise('other', '');
  expect(promised('abcdefgh')).toBe('c1');
  expect(promised('other')).toBeNull();
});

test('so many are kept, the newest', () => {
  for (let n = 0; n <= MOST; n++) keepPromise(`t${n}`, `c${n}`);
  expect(promised('t0')).toBeNull();
  expect(promised('t1')).toBe('c1');
  expect(promised(`t${MOST}`)).toBe(`c${MOST}`);
});

test.each(['nonsense', '7', '[[1]]', 'null'])('what is kept may be spoiled: %s', (spoiled) => {
  localStorage.setItem('escale.promises', spoiled);
  expect(promised('abcdefgh')).toBeNull();
  keepPromise('abcdefgh', 'c1');
  expect(promised('abcdefgh')).toBe('c1');
});
