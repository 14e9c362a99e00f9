/** What the board is given: the cards that lie, whose paths they make, the hands, and the moves with what each would do. */

import type { Move, View } from 'kit/board.ts';
import type { Place } from 'kit/outline.ts';

export type Cell = [x: number, y: number];
export const SIDES = ['n', 'e', 's', 'w'] as const;
export type Side = (typeof SIDES)[number];
export const COLOURS = ['r', 'g', 'y'] as const;
export type Colour = (typeof COLOURS)[number];
export const ROLES = ['path', 'crossing', 'passage', 'obstacle'] as const;
/** What a card is to the paths once it lies. */
export type Role = (typeof ROLES)[number];

/** A card as it lies. */
export interface Lying {
  kind: 'path' | 'start' | 'wolf' | 'ogre' | 'forest' | 'river' | 'pebbles' | 'boots';
  colour?: Colour;
  /** The sides it opens to: of paths and starts. */
  open?: string;
  /** Where pebbles lead. */
  way?: Side;
  /** Who laid the pebbles; whose latest start it is. */
  seat?: number | null;
}

/** The topmost card of a cell. */
export interface Top extends Lying {
  at: Cell;
  /** From the bottom up. */
  below: Lying[];
  /** The seats whose path holds it. */
  paths: number[];
}

export interface End {
  seat: number;
  at: Cell;
  /** The side one walks towards when entering the cell. */
  way: Side;
  state: 'open' | 'obstructed' | 'dead';
}

export interface Seat {
  colour: Colour | null;
  start: Cell | null;
  out: boolean;
  cards: number;
  /** Turns in a row that began without an open end. */
  waits: number;
  blocked: boolean;
  /** Cards still missing to the flower; null: no way now. */
  distance: number | null;
}

export interface LayMove extends Move {
  do: 'lay';
  card: string;
  at: Cell;
  open?: string;
  way?: Side;
  role: Role;
  helps: number[];
  hinders: number[];
  wins: number | null;
}

export interface TakeMove extends Move {
  do: 'take';
  colour: Colour;
}

export interface StartMove extends Move {
  do: 'start';
  at: Cell;
  open: string;
}

export interface RestartMove extends Move {
  do: 'restart';
  colour: Colour;
  at: Cell;
  open: string;
}

export interface DiscardMove extends Move {
  do: 'discard';
  card: string;
}

export interface GiveUpMove extends Move {
  do: 'give_up';
}

export type PoucetMove = LayMove | TakeMove | StartMove | RestartMove | DiscardMove | GiveUpMove;
/** What is put on a cell. */
export type PutMove = LayMove | StartMove | RestartMove;

export interface PoucetView extends View {
  side: number;
  flower: Cell;
  cells: Top[];
  ends: End[];
  seats: Seat[];
  /** In the order of the deck; null: hidden. */
  hands: (string[] | null)[];
  stock: number;
  discard: string[];
  /** Start cards that nobody has taken. */
  starts: Record<Colour, number>;
  mover: number;
  step: 'choose' | 'start' | 'play' | 'over';
  first: number;
  winner: number | null;
  moves: PoucetMove[];
}

export type Effect =
  | { kind: 'take'; seat: number; colour: Colour }
  | { kind: 'start' | 'restart'; seat: number; colour: Colour; at: Cell }
  | { kind: 'lay'; seat: number; card: string; at: Cell; open?: string; way?: Side; role: Role }
  | { kind: 'discard'; seat: number; card: string }
  | { kind: 'draw'; seat: number; card: string | null }
  | { kind: 'cut' | 'join'; seat: number; cells: Cell[] }
  | { kind: 'blocked' | 'give_up' | 'win'; seat: number }
  | { kind: 'over' };

export const key = ([x, y]: Cell): string => `${x},${y}`;
export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** As players call it: column a to the left, row 1 at the bottom. */
export const nameOf = ([x, y]: Cell): string => `${String.fromCharCode(97 + x)}${y + 1}`;

/** A cell on the plane that is drawn, whose rows go down. */
export const placeOf = ([x, y]: Cell): Place => ({ column: x, row: -y - 1 });
export const cellOf = ({ column, row }: Place): Cell => [column, -row - 1];

const STEPS: Record<Side, Cell> = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
/** The step to a side, y upwards. */
export const stepTo = (side: Side): Cell => STEPS[side];
export const beside = ([x, y]: Cell, side: Side): Cell => [x + STEPS[side][0], y + STEPS[side][1]];
export const opposite = (side: Side): Side => SIDES[(SIDES.indexOf(side) + 2) % 4] as Side;

/** Sides turned by so many quarters clockwise, in their usual order. */
export function turned(sides: string, quarters: number): string {
  const on = [...sides].map((side) => SIDES[(SIDES.indexOf(side as Side) + quarters + 4) % 4]);
  return SIDES.filter((side) => on.includes(side)).join('');
}

const FACES: Record<string, string> = { i: 'ew', l: 'ne', t: 'new' };

/** How a card lies that nobody has turned: its openings, or the way of pebbles; empty: it can't be turned. */
export function untouched(card: string): string {
  return card === 'pebbles' ? 'e' : card.length === 2 ? (FACES[card[1] ?? ''] ?? '') : '';
}

/** A card of a hand as it would lie. */
export function lyingOf(card: string, lie: string, seat: number | null = null): Lying {
  if (card.length === 2) return { kind: 'path', colour: card[0] as Colour, open: lie };
  return card === 'pebbles' ? { kind: 'pebbles', way: lie as Side, seat } : { kind: card as Lying['kind'] };
}

/** How a move's card lies. */
export const lieOf = (move: PutMove): string => (move.do === 'lay' ? (move.open ?? move.way ?? '') : '');

/** A play as players write it. */
export function written(at: Cell, card: string, lie: string): string {
  const what = card.length === 2 ? `${card[0]}${lie}` : card === 'pebbles' ? `pebbles-${lie}` : card;
  return `${nameOf(at)}:${what}`;
}

/** The cell that a move's text names; null: none. */
export function cellIn(text: string): Cell | null {
  const [, column, row] = /(?:^|\s)([a-z])(\d+)\b/.exec(text) ?? [];
  return column && row ? [column.charCodeAt(0) - 97, Number(row) - 1] : null;
}

/** The sides by which a card can be gone through. */
export function openingsOf({ kind, open, way }: Lying): string {
  if (kind === 'pebbles') return way === 'n' || way === 's' ? 'ns' : 'ew';
  return kind === 'boots' ? 'nesw' : (open ?? '');
}

export function isPut(move: PoucetMove | null | undefined): move is PutMove {
  return move?.do === 'lay' || move?.do === 'start' || move?.do === 'restart';
}

/** What the reader is asked for; blocked or not, who can lay a card may. */
export function deedOf({ moves }: Pick<PoucetView, 'moves'>): PoucetMove['do'] | null {
  return moves[0]?.do ?? null;
}
