/** What the board is given: the terrain, who holds what, and the moves with what each would do. */

import type { Move, View } from 'kit/board.ts';
import type { Place } from 'kit/outline.ts';

export type Cell = [x: number, y: number];
export type Size = [w: number, h: number];
export const COLOURS = ['r', 'y', 'g', 'b'] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = 'ordinary' | 'permanent';
export const KINDS: Kind[] = ['ordinary', 'permanent'];

/** A card as it lies: its lower left cell, and its white cells, counted line by line from the top. */
export interface Lying {
  at: Cell;
  size: Size;
  colour: Colour;
  whites: number[];
}

/** A card in somebody's hand; its pattern, the white cells of the card upright, only where the reader may know it. */
export interface Held {
  colour: Colour;
  pattern: string | null;
}

export interface Region {
  /** Its lowest cell, the leftmost of them: so it is named. */
  at: Cell;
  cells: Cell[];
  closed: boolean;
}

export interface Territory {
  seat: number;
  /** Both: its owner has yet to say which of the two markers stays. */
  kind: Kind | 'both';
  at: Cell;
  cells: Cell[];
  cancelled: boolean;
}

export interface Pile {
  count: number;
  /** Of the card on top. */
  colour: Colour | null;
}

export interface Change {
  seat: number;
  cells: Cell[];
}

export interface PlaceMove extends Move {
  do: 'place';
  /** Which card of the hand. */
  card: number;
  at: Cell;
  size: Size;
  whites: number[];
  closes?: Cell[][];
  grows?: Change[];
  joins?: (Change & { asks: boolean })[];
  /** As they were before. */
  opens?: Change[];
  /** The largest closed regions: one of them has to be marked. */
  marks?: { size: number; regions: Cell[][] } | null;
  ends?: boolean;
}

export interface MarkMove extends Move {
  do: 'mark';
  kind: Kind;
  at: Cell;
  cells: Cell[];
}

export interface KeepMove extends Move {
  do: 'keep';
  kind: Kind;
}

export interface DrawMove extends Move {
  do: 'draw';
  pile: number;
  colour: Colour;
}

export interface PassMove extends Move {
  do: 'pass';
}

export type LppgMove = PlaceMove | MarkMove | KeepMove | DrawMove | PassMove;
export type Deed = LppgMove['do'];

export interface LppgView extends View {
  /** Top row first; '.' where no card lies. `at` is the lower left corner. */
  terrain: { at: Cell; rows: string[] };
  /** Oldest first; cells of positions made by hand may have no card. */
  cards: Lying[];
  /** Without a marker. */
  regions: Region[];
  territories: Territory[];
  /** By seat: ordinary and permanent ones left. */
  markers: [number, number][];
  hands: Held[][];
  piles: Pile[];
  discard: string[];
  /** Who would win if it were counted now. */
  now: { seat: number; size: number } | null;
  mover: number;
  step: 'place' | 'keep' | 'mark' | 'draw' | 'over';
  first: number;
  passes: number;
  /** Turns left in the last round. */
  last: number | null;
  round?: number;
  points?: number[];
  moves: LppgMove[];
}

export type Effect =
  | ({ kind: 'lay'; seat: number } & Lying)
  | { kind: 'grow' | 'join' | 'open'; seat: number; cells: Cell[] }
  | { kind: 'close'; cells: Cell[] }
  | { kind: 'keep'; seat: number; marker: Kind; cells: Cell[] }
  | { kind: 'mark'; seat: number; marker: Kind; at: Cell; cells: Cell[] }
  | { kind: 'discard'; seat: number; cards: string[] }
  | { kind: 'draw'; seat: number; pile: number; colour: Colour; pattern: string | null }
  | { kind: 'shuffle'; piles: number[] }
  | { kind: 'last' | 'deal' }
  | { kind: 'round'; side: number | null; size: number };

/** The table has so many cells each way. */
export const TABLE = 48;
/** So many turns passed in a row end the round. */
const PASSES = 12;

export const key = ([x, y]: Cell): string => `${x},${y}`;

/** A cell on the plane that is drawn, whose rows go down. */
export const placeOf = ([x, y]: Cell): Place => ({ column: x, row: -y - 1 });
export const cellOf = ({ column, row }: Place): Cell => [column, -row - 1];

/** What the reader is asked for; all moves of a list are of one kind. */
export function deedOf(view: Pick<LppgView, 'moves'>): Deed | null {
  return view.moves[0]?.do ?? null;
}

export function isPlacement(move: LppgMove | null | undefined): move is PlaceMove {
  return move?.do === 'place';
}

/** What passing is called: cards are changed by it unless the turns are the last ones, or it ends the round. */
export function passing({ passes, last }: Pick<LppgView, 'passes' | 'last'>): 'pass' | 'pass_last' | 'pass_out' {
  if (passes === PASSES - 1) return 'pass_out';
  return last === null ? 'pass' : 'pass_last';
}

/** Whether two seats play together. */
export function areTeam(view: Pick<LppgView, 'players'>, a: number, b: number): boolean {
  return view.players === 4 && a % 2 === b % 2;
}

/** The card that the last move laid; null: none. */
export function laid(effects: Effect[]): Lying | null {
  return effects.find((effect) => effect.kind === 'lay') ?? null;
}

/** Whether a territory would win if it were counted now. */
export function isWinning({ now }: Pick<LppgView, 'now'>, { seat, cells, cancelled }: Territory): boolean {
  return now !== null && !cancelled && seat === now.seat && cells.length === now.size;
}
