/** A game's expected results as lines to draw: who shares one, how high the picture reaches, where a position lies in it. */

import { isWhole } from './gains.ts';
import type { Messages } from './i18n/en.ts';
import type { Review } from './wire.ts';

/** From how much more than their share on the winners were ahead at the start; of a payoff. */
const AHEAD = 0.15;
/** From how much on what somebody lost between the start and the end was lost little by little; of a payoff. */
const SLID = 0.2;

export interface CurveLine {
  /** Those who could always expect the same: a team, or one alone. */
  seats: number[];
  /** By position. */
  values: number[];
}

/** One line a side, in the order of the seats. */
export function linesOf(curve: number[][]): CurveLine[] {
  const lines: CurveLine[] = [];
  for (const seat of (curve[0] ?? []).keys()) {
    const values = curve.map((expected) => expected[seat] ?? 0);
    const same = lines.find((line) => line.values.every((value, ply) => value === values[ply]));
    if (same) same.seats.push(seat);
    else lines.push({ seats: [seat], values });
  }
  return lines;
}

/** From where to where the picture reaches: all chances there can be; alone, up to all there is to win; or whatever else there is. */
export function reachOf(curve: number[][], chances: boolean): [low: number, high: number] {
  if (chances) return [0, 1];
  const values = curve.flat();
  if (curve[0]?.length === 1) return [Math.min(0, ...values), Math.max(1, ...values)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low > 1e-9 ? [low, high] : [low - 0.5, high + 0.5];
}

/** An expected result of who plays alone, as the picture counts it. */
export function figureAlone(t: Messages, [low, high]: [low: number, high: number], value: number): string {
  if (isWhole(value)) return t.review.won;
  return t.review.outOfTen(Math.min(10, Math.max(0, Math.round((10 * (value - low)) / (high - low)))));
}

/** What a move cost who plays alone, in what the picture counts; empty: no difference that it shows. */
export function costAlone(t: Messages, reach: [low: number, high: number], lost: number, expected: number): string {
  const [best, played] = [figureAlone(t, reach, expected), figureAlone(t, reach, expected - lost)];
  return best === played ? '' : t.review.lostAlone(best, played);
}

/** What there is to say of a game in which no move cost much: praise only where nothing went wrong either. */
export function noneText(t: Messages, { curve, falls }: Pick<Review, 'curve' | 'falls'>, names: string[]): string {
  const [first = [], last = []] = [curve[0], curve.at(-1)];
  if (names.length === 1) return isWhole(last[0] ?? 0) ? t.review.none.well : t.review.none.alone;
  if (falls.length) return t.review.none.falls;
  const best = Math.max(...last);
  const winners = [...last.keys()].filter((seat) => last[seat] === best);
  const ahead = winners.every((seat) => (first[seat] ?? 0) >= (winners.length + AHEAD * names.length) / names.length);
  if (ahead && winners.length < names.length) return t.review.none.ahead(winners.map((seat) => names[seat] ?? ''));
  const slid = [...last.keys()].some((seat) => (first[seat] ?? 0) - (last[seat] ?? 0) >= SLID);
  return slid ? t.review.none.slow : t.review.none.well;
}

/** Places moved apart, as little as it takes, until none is nearer to another than `gap`; none beyond `last`. */
export function apart(places: number[], gap: number, last: number): number[] {
  const order = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = -Infinity;
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, least);
    least = (moved[index] ?? 0) + gap;
  }
  let most = last;
  for (const index of order.reverse()) {
    moved[index] = Math.min(moved[index] ?? 0, most);
    most = (moved[index] ?? 0) - gap;
  }
  return moved;
}

/** Where things lie in a picture of a size, inside its margins. */
export class Area {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly margin: { left: number; right: number; top: number; bottom: number },
    readonly plies: number,
    readonly reach: [low: number, high: number],
  ) {}

  x(ply: number): number {
    return this.margin.left + (ply / Math.max(1, this.plies)) * this.#inner;
  }

  y(value: number): number {
    const [low, high] = this.reach;
    const room = this.height - this.margin.top - this.margin.bottom;
    return this.margin.top + (1 - (value - low) / (high - low)) * room;
  }

  /** The position nearest to a place. */
  ply(x: number): number {
    const ply = Math.round(((x - this.margin.left) / this.#inner) * this.plies);
    return Math.min(this.plies, Math.max(0, ply));
  }

  path(values: number[]): string {
    return values.map((value, ply) => `${ply ? 'L' : 'M'}${this.x(ply).toFixed(1)} ${this.y(value).toFixed(1)}`).join('');
  }

  get #inner(): number {
    return Math.max(1, this.width - this.margin.left - this.margin.right);
  }
}
