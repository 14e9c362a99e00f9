/** What the board is given, and where things are on it. */

import type { Move, View } from 'kit/board.ts';
import type { Place } from 'kit/outline.ts';

export const SIDE = 10;
export const LETTERS = ['Y', 'G', 'O', 'P', 'B', '*'] as const;
export const JOKER = '*';
const SLIDES = 'abcdefghij';

/** Five colours, and the joker. */
export type Letter = (typeof LETTERS)[number];
export type Counts = Record<Letter, number>;

export interface PopMove extends Move {
  cells: string[];
  /** Null: jokers only. */
  colour: Letter | null;
  jokers: number;
}

export interface PopView extends View {
  /** Ten, from left to right, each from the bottom up. */
  slides: string[];
  left: Counts;
  taken: Counts[];
  /** By seat, the letters of its colours; null: not for us to know. */
  secrets: (string | null)[];
  moves: PopMove[];
}

export type Effect = { kind: 'remove'; cells: string[] } | { kind: 'fall'; tokens: [string, string][] };

export interface Token {
  cell: string;
  letter: Letter;
}

export function place(cell: string): Place {
  return { column: SLIDES.indexOf(cell.charAt(0)), row: SIDE - Number(cell.slice(1)) };
}

/** A cell by its number in the grid, row by row from the top left. */
export function cellAt(index: number): string {
  return `${SLIDES.charAt(index % SIDE)}${SIDE - Math.floor(index / SIDE)}`;
}

export function letterAt(slides: string[], cell: string): Letter | null {
  return (slides[SLIDES.indexOf(cell.charAt(0))]?.charAt(Number(cell.slice(1)) - 1) || null) as Letter | null;
}

export function tokensOf(slides: string[]): Token[] {
  return slides.flatMap((slide, column) =>
    [...slide].map((letter, row) => ({ cell: `${SLIDES.charAt(column)}${row + 1}`, letter: letter as Letter })),
  );
}

export function slideName(column: number): string {
  return SLIDES.charAt(column);
}
