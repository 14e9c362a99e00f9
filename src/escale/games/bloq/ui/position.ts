/** What the board is given, and where things are on it. */

import type { Move, View } from 'kit/board.ts';
import type { Place } from 'kit/outline.ts';

export type Cell = [x: number, y: number];
/** Width to the right, depth upwards, height. */
export type Dimensions = [w: number, d: number, h: number];

export interface Block {
  /** Its lower left cell. */
  at: Cell;
  size: Dimensions;
}

export interface Group {
  /** Null: nobody's. */
  seat: number | null;
  cells: Cell[];
}

export interface BloqMove extends Move {
  /** The cells of each group that it would isolate. */
  isolates: Cell[][];
}

export interface BloqView extends View {
  /** From the lowest y up. */
  rows: [y: number, from: number, to: number][];
  blocks: Block[];
  groups: Group[];
  stock: number;
  points: number[];
  moves: BloqMove[];
}

export type Effect = { kind: 'place'; at: Cell; size: Dimensions } | { kind: 'isolate'; seat: number | null; cells: Cell[] };

export const POSES = ['upright', 'edge', 'flat'] as const;
export type Pose = (typeof POSES)[number];

/** How a block is held: how it stands, and whether it is wider than deep. */
export interface Shape {
  pose: Pose;
  wide: boolean;
}

const SIZES: Record<Pose, Dimensions> = { upright: [2, 3, 4], edge: [2, 4, 3], flat: [3, 4, 2] };

export function sizeOf({ pose, wide }: Shape): Dimensions {
  const [w, d, h] = SIZES[pose];
  return wide ? [d, w, h] : [w, d, h];
}

export function shapeOf([w, d, h]: Dimensions): Shape {
  return { pose: POSES.find((pose) => SIZES[pose][2] === h) ?? 'upright', wide: w > d };
}

/** A block in the game's notation, and back; null for what is none. */
export function textOf({ at, size }: Block): string {
  return `${at.join()}:${size.join('x')}`;
}

export function blockOf(text: string): Block | null {
  const [, x, y, w, d, h] = (/^(-?\d+),(-?\d+):(\d+)x(\d+)x(\d+)$/.exec(text) ?? []).map(Number);
  if (x === undefined || y === undefined || w === undefined || d === undefined || h === undefined) return null;
  return { at: [x, y], size: [w, d, h] };
}

export function cellsOf({ at: [x, y], size: [w, d] }: Block): Cell[] {
  return Array.from({ length: w * d }, (_, i) => [x + (i % w), y + Math.floor(i / w)]);
}

export const key = ([x, y]: Cell): string => `${x},${y}`;

/** A cell on the plane that is drawn, whose rows go down. */
export const placeOf = ([x, y]: Cell): Place => ({ column: x, row: -y - 1 });
export const cellOf = ({ column, row }: Place): Cell => [column, -row - 1];

/** Whether all rows are alike; else it is a diamond. */
export function isSquare({ rows }: Pick<BloqView, 'rows'>): boolean {
  return rows.every(([, from, to]) => from === rows[0]?.[1] && to === rows[0]?.[2]);
}

export function inside({ rows }: Pick<BloqView, 'rows'>, [x, y]: Cell): boolean {
  return rows.some(([row, from, to]) => row === y && from <= x && x <= to);
}

/** The cells a move would isolate: its points. */
export function gainOf(move: BloqMove | null): number {
  return move?.isolates.reduce((sum, group) => sum + group.length, 0) ?? 0;
}

/** The block that the last move placed; null: none. */
export function placed(effects: Effect[]): Block | null {
  return effects.find((effect) => effect.kind === 'place') ?? null;
}
