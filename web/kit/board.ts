/** What a board is to the app: a component that draws a view and picks among the moves the view carries. It knows no rules. */

import type { Component } from 'svelte';

/** A text by its name and values; a value may be a text itself. */
export interface Said {
  key: string;
  values: Record<string, string | number | Said>;
}

/** A game's texts in the reader's language: `say('log.takes', { n: 3 })`. The name of a text that isn't there is shown as it is. */
export type Say = (name: string, values?: Said['values']) => string;

/** One legal move, as the game's view.py describes it; the game's own fields come beside `text`. */
export interface Move {
  move: number;
  text: string;
}

/** What a seat may see. Each game adds its own fields. */
export interface View {
  game: string;
  version: number;
  players: number;
  options: Record<string, string | number>;
  seat: number | null;
  turn: number | null;
  over: boolean;
  winners: number[];
  /** What each seat has counted so far, where a game has such a thing and it may be known. */
  points?: (number | null)[];
  task: string | null;
  moves: Move[];
  closing: Closing | null;
}

/** How a game ended: what counted, seat by seat. */
export interface Closing {
  reason: Said;
  rule: string;
  items: string[];
  rows: (Said | number)[][];
  ranks: number[];
}

/** The move that led to a view; its effects are the game's own. */
export interface Last<E = Record<string, unknown>> {
  seat: number;
  move: string;
  effects: E[];
}

export interface BoardProps<V extends View = View, M extends Move = Move> {
  view: V;
  /** The move that led here: to be animated when the view has just changed by it, and marked as long as it stays the last. */
  last: Last | null;
  /** True when `view` is the one right after `last` was played, a moment ago, so that the move should be seen happening. */
  fresh: boolean;
  say: Say;
  /** Names of the seats, in the reader's language ("You" for the reader's own). */
  names: string[];
  /** Whether the reader may pick a move now. */
  active: boolean;
  /** The move shown as a ghost with its consequences; the app shows its Confirm button beside it. */
  chosen: M | null;
  /** What the reader tried and the rules forbid, in the game's notation, as long as the note with the rule is in sight: mark it, by a shape. */
  tried: string | null;
  /** Whether legal targets are marked. */
  marks: boolean;
  /** How long a move's animation takes, in milliseconds; 0: none. */
  pace: number;
  /** A picture of itself on a card: small, still, not to be touched and hidden from screen readers. */
  mini: boolean;
  /** On a shared screen: secrets lie face down and are seen only while held. */
  discreet: boolean;
  /** Show this move as a ghost (null: none). Picking the chosen one again plays it. */
  onpick: (move: M | null) => void;
  /** The reader tried something no legal move fits, in the game's notation: the app asks which rule forbids it. */
  onattempt: (text: string) => void;
}

/** What `ui/board.ts` in a game's folder exports as its default. */
export interface BoardModule<V extends View = View, M extends Move = Move> {
  Board: Component<BoardProps<V, M>>;
  /** The oldest version of the game whose views it draws; older ones get the plain board. None: it draws all. */
  since?: number;
  /** The position in a few sentences, for who can't see it; without secrets when `discreet`. */
  describe: (view: V, say: Say, names: string[], discreet?: boolean) => string[];
  /** What a move will do, in a few words, beside the Confirm button. */
  preview: (view: V, move: M, say: Say) => string;
  /** Which of the kit's sounds goes with a move; none: silence. */
  sound?: (last: Last) => 'pop' | 'click' | 'slide' | 'card' | null;
}
