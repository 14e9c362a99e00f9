/** The terrain: what lies where, the part of the table that is shown, and what a card would cover. */

import type { Box } from 'kit/plane.ts';
import { cellsOf, facesOf } from './card.ts';
import { type Cell, key, type LppgView, type Lying, TABLE } from './position.ts';

type Terrain = Pick<LppgView, 'terrain'>;

/** By its first and last cells. */
export interface Field {
  left: number;
  right: number;
  low: number;
  high: number;
}

/** A card that can be laid reaches so far beyond the terrain at the most. */
const MARGIN = 2;
/** Room for numbers around the cells, and the least that is shown, in cells. */
export const RIM = 0.62;
const LEAST = 10;

/** What lies on top of each covered cell: a colour's letter, or w. */
export function groundOf({ terrain: { at, rows } }: Terrain): Map<string, string> {
  const ground = new Map<string, string>();
  rows.forEach((row, down) => {
    [...row].forEach((letter, right) => {
      if (letter !== '.') ground.set(key([at[0] + right, at[1] + rows.length - 1 - down]), letter);
    });
  });
  return ground;
}

/** The cells one can point at: the terrain's rectangle with a margin, as far as the table goes. */
export function fieldOf({ terrain: { at, rows } }: Terrain, margin = MARGIN): Field {
  const width = rows[0]?.length ?? 0;
  return {
    left: Math.max(0, at[0] - margin),
    right: Math.min(TABLE - 1, at[0] + width - 1 + margin),
    low: Math.max(0, at[1] - margin),
    high: Math.min(TABLE - 1, at[1] + rows.length - 1 + margin),
  };
}

/** A square part of the drawing with all of the field. */
export function boxOf({ left, right, low, high }: Field, least = LEAST): Box {
  const size = Math.max(right - left + 1, high - low + 1, least) + 2 * RIM;
  return { x: (left + right + 1 - size) / 2, y: -(low + high + 1 + size) / 2, width: size, height: size };
}

export function spansOf({ left, right, low, high }: Field): { row: number; from: number; to: number }[] {
  return Array.from({ length: high - low + 1 }, (_, i) => ({ row: i - high - 1, from: left, to: right }));
}

export function middleCell({ left, right, low, high }: Field): Cell {
  return [Math.floor((left + right) / 2), Math.floor((low + high) / 2)];
}

const AROUND: Cell[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/** The cells without a card that cards surround. */
export function holesOf({ terrain: { at, rows } }: Terrain): Set<string> {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const bare = rows.flatMap((row, down) =>
    [...row].flatMap((letter, right): Cell[] => (letter === '.' ? [[right, height - 1 - down]] : [])),
  );
  const holes = new Set(bare.map(key));
  const open = bare.filter(([x, y]) => x === 0 || y === 0 || x === width - 1 || y === height - 1);
  for (let cell = open.pop(); cell; cell = open.pop()) {
    const [x, y] = cell;
    if (holes.delete(key(cell)))
      open.push(...AROUND.map(([dx, dy]): Cell => [x + dx, y + dy]).filter((next) => holes.has(key(next))));
  }
  return new Set(bare.filter((cell) => holes.has(key(cell))).map(([x, y]) => key([x + at[0], y + at[1]])));
}

/** Cells of the terrain that no card explains, each with its letter. */
export function looseOf(view: Pick<LppgView, 'terrain' | 'cards'>): { cell: Cell; letter: string }[] {
  const under = new Set(view.cards.flatMap((card) => cellsOf(card).map(({ cell }) => key(cell))));
  return [...groundOf(view)]
    .filter(([name]) => !under.has(name))
    .map(([name, letter]) => ({ cell: name.split(',').map(Number) as Cell, letter }));
}

/** Of the cells under a card: those covered, and among them those whose colour is the same. */
export function meeting(ground: Map<string, string>, card: Lying): { covered: Cell[]; same: Cell[] } {
  const faces = facesOf(card).filter(({ cell }) => ground.has(key(cell)));
  return {
    covered: faces.map(({ cell }) => cell),
    same: faces.filter(({ cell, letter }) => ground.get(key(cell)) === letter).map(({ cell }) => cell),
  };
}

/** The cell to write on: nearest to the middle of them all. */
export function heart(cells: Cell[]): Cell {
  const mean = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + (cell[axis] as number), 0) / cells.length) as Cell;
  const far = ([x, y]: Cell) => Math.hypot(x - mean[0], y - mean[1]);
  return cells.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}
