import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './countdown.svelte.ts';
import type { Clock } from './wire.ts';

// biome-ignore lint/suspicious/noThenProperty: the protocol calls it so
const clock: Clock = { each: 'move', seconds: 30, increment: 0, then: 'bot', left: [12, 30], running: true };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('counts down by itself, looking no oftener than the figures change', () => {
  let looks = 0;
  const reading = { clock, turn: 0, at: performance.now() };
  const countdown = new Countdown(
    () => reading,
    () => {
      looks += 1;
      return performance.now();
    },
  );
  const stop = countdown.follow();
  flushSync();
  expect(countdown.left(0)).toBe(12);
  vi.advanceTimersByTime(1500);
  expect(countdown.left(0)).toBeCloseTo(11, 1);
  expect(countdown.left(1)).toBe(30);
  expect(countdown.runs(0)).toBe(true);
  expect(countdown.runs(1)).toBe(false);
  expect(looks).toBeLessThanOrEqual(3);
  vi.advanceTimersByTime(20_000);
  expect(countdown.left(0)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  stop();
});

test('stops when told to, and never starts where nothing runs', () => {
  const running = new Countdown(() => ({ clock, turn: 0, at: performance.now() }));
  running.follow()();
  expect(vi.getTimerCount()).toBe(0);
  const standing = new Countdown(() => ({ clock: { ...clock, running: false }, turn: 0, at: performance.now() }));
  standing.follow();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5000);
  expect(standing.left(0)).toBe(12);
  expect(new Countdown(() => null).left(0)).toBeNull();
});
