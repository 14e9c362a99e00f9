/** What the board is given: planets and what they count, tiles on the table, stacks, and the moves with what each would do. */

import type { Move, View } from 'kit/board.ts';

export const STACKS = ['core', 'rising', 'falling', 'character'] as const;
export type Stack = (typeof STACKS)[number];
export const ELEMENTS = [...'bvsrlc*FESWGB'];

/** A tile of a planet. */
export interface Laid {
  /** 0-15, by rows. */
  at: number;
  stack: Stack;
  /** What it bears, as a letter each, or whom. */
  tile: string;
  /** Face down: nothing on it counts. */
  down: boolean;
}

export interface Planet {
  /** By cell. */
  tiles: Laid[];
  /** Visible elements. */
  counts: Record<string, number>;
  face_down: number;
  volcanoes: number;
  characters: { at: number; tile: string; points: number }[];
  /** What the characters give; what the volcanoes take, if the game ended now; the difference. */
  points: number;
  penalty: number;
  total: number;
}

/** A tile on the table; null: this reader may not see it. */
export interface Offered {
  tile: string | null;
  hidden: boolean;
}

export interface StackMove extends Move {
  do: 'stack';
  stack: Stack;
}

export interface HideMove extends Move {
  do: 'hide';
  tile: string;
}

export interface TakeMove extends Move {
  do: 'take';
  tile: string | null;
  hidden: boolean;
  stack: Stack;
  at: number;
  /** The cells that it turns face down, its own included. */
  turns: number[];
  /** How the characters' points change; null: nobody knows. */
  points: number | null;
  volcanoes: number | null;
}

export interface NameMove extends Move {
  do: 'name';
  /** Whom; not the seat that moves. */
  seat: number;
}

export type PlaneteMove = StackMove | HideMove | TakeMove | NameMove;

export interface PlaneteView extends View {
  planets: Planet[];
  offer: { stack: Stack; tiles: Offered[] } | null;
  stacks: { stack: Stack; left: number; chosen: number }[];
  /** How many tiles of each kind this reader has not seen. */
  unseen: Record<Stack, Record<string, number>>;
  out: { stack: Stack; tile: string | null; seen_by: number | null }[];
  round: number;
  first: number;
  mover: number;
  step: 'stack' | 'hide' | 'take' | 'name' | 'over';
  /** The seats without a tile this round. */
  waiting: number[];
  moves: PlaneteMove[];
}

export type Effect =
  | { kind: 'turn_up'; stack: Stack; tiles: string[] }
  | { kind: 'look'; seat: number; stack: Stack; tiles: (string | null)[] }
  | { kind: 'hide'; seat: number; tile: string | null }
  | { kind: 'take'; seat: number; tile: string; at: number; stack: Stack; hidden: boolean }
  | { kind: 'baobabs'; seat: number; at: number[] }
  | { kind: 'gone'; stack: Stack; tile: string | null }
  | { kind: 'name'; seat: number; to: number }
  | { kind: 'lead'; seat: number }
  | { kind: 'over' };

/** Big stars on a character's tile. */
const STARS: Record<string, number> = { astronomer: 0, white: 0, prince: 0, king: 2, brown: 2, gardener: 2 };
export const starsOf = (character: string): number => STARS[character] ?? 1;

/** What a character gives points for, drawn on the tile: how many for each, and of what. */
const WANTED: Record<string, string> = {
  vain: '4S',
  geographer: '1v',
  astronomer: '2s',
  king: '14r',
  lamplighter: '1l',
  hunter: '3FESW',
  drunkard: '3d',
  white: '2W',
  beige: '3G',
  brown: '5B',
  gardener: '7b',
  turk: '1*',
  prince: '3WGBc',
};
export function wantedBy(character: string): [each: string, elements: string[]] {
  const [, each = '', elements = ''] = /^(\d+)(.*)$/.exec(WANTED[character] ?? '') ?? [];
  return [each, [...elements]];
}

export const ROUNDS = 16;
/** How often a stack is chosen in a game. */
export const TIMES = 4;
