/** What stands before what: which blocks hide others, or a place on the board, and where their shadows fall. */

import type { Point } from 'kit/plane.ts';
import { type Camera, cornersOf } from './camera.ts';
import type { Block, Cell } from './position.ts';

/** The shadow of a block on the board: light comes from the left, a little from behind. */
export function shadowOf({ angle }: Camera, block: Block): Cell[] {
  const [right, nearer] = [0.2 * block.size[2], 0.07 * block.size[2]];
  const x = right * Math.cos(angle) - nearer * Math.sin(angle);
  const y = -right * Math.sin(angle) - nearer * Math.cos(angle);
  return hull(cornersOf(block).flatMap((corner): Cell[] => [corner, [corner[0] + x, corner[1] + y]]));
}

/** The corners of the smallest convex shape around points, against the clock. */
function hull(points: Cell[]): Cell[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (some: Cell[]) => {
    const kept: Cell[] = [];
    for (const point of some) {
      while (kept.length > 1 && !isLeft(kept.at(-2) as Cell, kept.at(-1) as Cell, point)) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

const isLeft = (a: Cell, b: Cell, c: Cell) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-9;

/** Which way the viewer is, along each axis of the board: 1, -1, or 0. */
export function towards({ angle }: Camera): Cell {
  const sign = (value: number) => (Math.abs(value) < 0.001 ? 0 : Math.sign(value));
  return [sign(-Math.sin(angle)), sign(-Math.cos(angle))];
}

/** How a block lies to another along an axis: 1 before it, -1 behind it, 0 neither. */
function before(a: Block, b: Block, axis: 0 | 1, way: number): number {
  if (way * (a.at[axis] - (b.at[axis] + b.size[axis])) >= 0 && way > 0) return 1;
  if (way > 0) return a.at[axis] + a.size[axis] <= b.at[axis] ? -1 : 0;
  return way < 0 ? -before(a, b, axis, -way) : 0;
}

/** Whether a block may hide a part of another, seen from that side. */
export function mayHide(a: Block, b: Block, [x, y]: Cell): boolean {
  const ways = [before(a, b, 0, x), before(a, b, 1, y)];
  return ways.includes(1) && !ways.includes(-1);
}

/** Blocks from the back to the front: none hides one that comes after it. */
export function backToFront<B extends Block>(blocks: B[], side: Cell): B[] {
  const left = new Set(blocks);
  const order: B[] = [];
  while (left.size > 0) {
    const found = [...left].find((block) => ![...left].some((other) => other !== block && mayHide(block, other, side)));
    // Blocks that overlap, as a ghost may, can be before each other: any will do.
    const next = found ?? (left.values().next().value as B);
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** Whether a point of the board is hidden behind a block, or under it: on its way to the viewer a ray must pass through it. */
export function isHidden(camera: Camera, blocks: Block[], { x, y }: Point): boolean {
  const way = [-Math.sin(camera.angle), -Math.cos(camera.angle)] as const;
  return blocks.some(({ at, size }) => {
    const [enterX, leaveX] = passing(x, way[0], at[0], at[0] + size[0]);
    const [enterY, leaveY] = passing(y, way[1], at[1], at[1] + size[1]);
    const enter = Math.max(0, enterX, enterY);
    // There the ray is above its top.
    const over = size[2] / Math.tan(camera.height);
    return enter <= Math.min(over, leaveX, leaveY);
  });
}

/** From when to when something that goes along an axis is between two places; never: it enters later than it leaves. */
function passing(from: number, speed: number, low: number, high: number): [enter: number, leave: number] {
  if (Math.abs(speed) < 1e-9) return low <= from && from <= high ? [0, Infinity] : [1, 0];
  const [a, b] = [(low - from) / speed, (high - from) / speed];
  return a < b ? [a, b] : [b, a];
}
