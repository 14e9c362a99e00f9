/** What a move gains or costs, said so that a child understands it, with figures where they mean something. */

import type { Messages } from './i18n/en.ts';

export type Size = 'even' | 'little' | 'clear' | 'large';

/** From how much on a difference of expected results is called what. */
const LITTLE = 0.02;
const CLEAR = 0.08;
const LARGE = 0.25;

export function sizeOf(difference: number): Size {
  if (difference >= LARGE) return 'large';
  if (difference >= CLEAR) return 'clear';
  return difference >= LITTLE ? 'little' : 'even';
}

/** Whether expected results can be read as chances of winning: not those of who plays alone, nor below nothing. */
export function areChances(players: number, values: number[]): boolean {
  return players > 1 && values.every((value) => value >= 0 && value <= 1);
}

/** From where on nobody would bet against it. */
const SURE = 0.995;
/** The best there is for who plays alone, but for what adding up may lose. */
const WHOLE = 1 - 1e-9;

/** Whether who plays alone can expect all there is to win. */
export const isWhole = (value: number) => value >= WHOLE;

/** What a hint is expected to gain over a usual move, one of so many; empty: nothing that can be said. */
export function gainText(t: Messages, players: number, moves: number, expected: number, usual: number): string {
  if (moves === 1) return t.hints.only;
  // Alone, the game itself says what may be got, in what its players count.
  if (players === 1) return '';
  const size = sizeOf(expected - usual);
  if (!areChances(players, [expected, usual])) return t.hints.gains[size];
  if (expected >= SURE) return size === 'even' ? t.hints.sure : `${t.hints.gains[size]} ${t.hints.sure}`;
  const [best, other] = [t.review.percent(expected), t.review.percent(usual)];
  return `${t.hints.gains[size]} ${best === other || size === 'even' ? t.hints.chance(best) : t.hints.chances(best, other)}`;
}

/** What a move has cost whom more could be expected for. */
export function costText(t: Messages, players: number, lost: number, expected: number): string {
  const cost = t.review.cost[sizeOf(lost)];
  if (!areChances(players, [expected])) return cost;
  return `${cost} ${t.review.lost(t.review.percent(expected), t.review.percent(Math.max(0, expected - lost)))}`;
}
