/** A drawing larger than the window it is seen through: how it is enlarged and moved. Pixels of the window throughout. */

import type { Point } from './plane.ts';

/** How many times enlarged, and where its top left corner lies. */
export interface Sight extends Point {
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** From a first corner to a last, in the drawing as it is when seen whole. */
export interface Span {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const WHOLE: Sight = { scale: 1, x: 0, y: 0 };

/** The nearest that shows nothing beyond the drawing, enlarged `most` times at the most. */
export function held({ scale, x, y }: Sight, { width, height }: Size, most: number): Sight {
  const kept = Math.min(most, Math.max(1, scale));
  const within = (at: number, side: number) => Math.min(0, Math.max(side * (1 - kept), at)) || 0;
  return { scale: kept, x: within(x, width), y: within(y, height) };
}

export function moved(sight: Sight, right: number, down: number, size: Size, most: number): Sight {
  return held({ ...sight, x: sight.x + right, y: sight.y + down }, size, most);
}

/** Enlarged by a factor; what lies at a point stays there. */
export function zoomed(sight: Sight, factor: number, at: Point, size: Size, most: number): Sight {
  const scale = Math.min(most, Math.max(1, sight.scale * factor));
  const grown = scale / sight.scale;
  return held({ scale, x: at.x - (at.x - sight.x) * grown, y: at.y - (at.y - sight.y) * grown }, size, most);
}

/** Two fingers that went from two points to two others: what was under them stays under them. */
export function pinched(sight: Sight, before: [Point, Point], now: [Point, Point], size: Size, most: number): Sight {
  const [from, to] = [middle(before), middle(now)];
  const nearer = zoomed(sight, apart(now) / (apart(before) || 1), from, size, most);
  return moved(nearer, to.x - from.x, to.y - from.y, size, most);
}

/** Moved as little as it takes until a part of the drawing is in sight, with some room around it. */
export function showing(sight: Sight, part: Span, size: Size, room = 0): Sight {
  const { scale } = sight;
  const along = (at: number, first: number, last: number, side: number) => {
    const [start, end] = [first * scale - room, last * scale + room];
    return at + start < 0 ? -start : at + end > side ? side - end : at;
  };
  const x = along(sight.x, part.left, part.right, size.width);
  const y = along(sight.y, part.top, part.bottom, size.height);
  return held({ scale, x, y }, size, scale);
}

const middle = ([a, b]: [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = ([a, b]: [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);

/** What one event of a wheel asks for, in pixels, however the browser counts. */
export function wheeled({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  return deltaY * ([1, 16, 400][deltaMode] ?? 1);
}

/** Steps out of many small pushes: a notch of a wheel is one, and so is a good push on a trackpad. */
export class Steps {
  #pushed = 0;
  #at = Number.NEGATIVE_INFINITY;

  constructor(
    readonly notch = 60,
    readonly rest = 140,
  ) {}

  /** One more push, in pixels, at a time in milliseconds; a step on, back, or none yet. */
  push(pixels: number, time: number): 1 | -1 | 0 {
    if (time - this.#at < this.rest) return 0;
    this.#pushed = Math.sign(pixels) === Math.sign(this.#pushed) ? this.#pushed + pixels : pixels;
    if (Math.abs(this.#pushed) < this.notch) return 0;
    this.#pushed = 0;
    this.#at = time;
    return pixels > 0 ? 1 : -1;
  }
}
