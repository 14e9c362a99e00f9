/** The types of docs/protocol.md: what the server and the browser say to each other. */

import type { Last, Said, View } from 'kit/board.ts';

export type Value = string | number;
export type Language = 'en' | 'fr';
/** How long the bots of a table let one wait for a move. */
export type BotPace = 'slow' | 'normal' | 'quick';

export interface OptionCard {
  name: string;
  values: Value[];
  default: Value;
  /** The numbers of players a value is for, by the value's text; a value not named is for any. */
  players: Record<string, number[]>;
  /** Other options' values without which this one means nothing. */
  needs: Record<string, Value>;
  /** A value that isn't for so many players means nothing there: it doesn't decide how many may play. */
  idle: boolean;
}

export interface Card {
  id: string;
  version: number;
  names: Record<Language, string>;
  taglines: Record<Language, string>;
  players: number[];
  minutes: number;
  /** The numbers of players with whom seats see different things. */
  secrets: number[];
  options: OptionCard[];
  /** The levels, the weakest first, then the host's own. */
  bots: string[];
  /** The one a newcomer meets. */
  bot: string;
  /** Whether it counts what was played at a real table. */
  companion: boolean;
}

export interface Seat {
  kind: 'human' | 'open' | 'bot';
  name: string | null;
  bot: string | null;
}

export interface NewSeat {
  kind: 'me' | 'open' | 'bot';
  name?: string;
  bot?: string;
}

export interface NewTable {
  game: string;
  players?: number;
  options: Record<string, Value>;
  seats: NewSeat[];
  one_screen: boolean;
  listed: boolean;
  start: GameRecord | null;
  clock: ClockTerms | null;
  pace: BotPace;
}

/** What a table has agreed on about time. */
export interface ClockTerms {
  each: 'move' | 'game';
  seconds: number;
  /** Added after each move; for a whole game only. */
  increment?: number;
  /** What happens to who runs out: a bot takes the seat, or the table ends. */
  then?: 'bot' | 'end';
}

export interface Clock extends Required<ClockTerms> {
  /** Seconds by seat, at the moment of saying. */
  left: number[];
  /** Whether the seat on turn is losing time. */
  running: boolean;
}

export interface GameRecord {
  game: string;
  version: number;
  players: number;
  options: Record<string, Value>;
  seed: string;
  salt: string;
  moves: string[];
  names: (string | null)[];
  /** The promise made at the start; '' where nobody wrote it down. */
  commitment: string;
  /** Where what is hidden was dealt anew, in order: a trial goes on from what everybody may have seen. */
  redeals?: Redeal[];
}

export interface Redeal {
  ply: number;
  seed: string;
  /** The seat that kept what it knew; null: none. */
  seat: number | null;
}

export interface Summary {
  id: string;
  game: string;
  version: number;
  /** Whether the server has the rules of that version. */
  playable: boolean;
  players: number;
  seats: Seat[];
  turn: number | null;
  status: Status;
  yours: number[];
  /** The reader made it. */
  host: boolean;
  updated: number;
  one_screen: boolean;
  trial: boolean;
}

export interface Invitation {
  id: string;
  game: string;
  players: number;
  options: Record<string, Value>;
  seats: Seat[];
  yours: number[];
}

export interface Line {
  /** Null: somebody without a seat. */
  seat: number | null;
  ply: number;
  said?: Said | null;
  event?:
    | 'sat'
    | 'left'
    | 'bot'
    | 'undid'
    | 'asked'
    | 'agreed'
    | 'declined'
    | 'ended'
    | 'clock'
    | 'stumbled'
    | 'replaced'
    | null;
  name?: string | null;
  /** The bot that sat down, or had a problem. */
  bot?: string | null;
  /** What was asked; `library`: the table was ended by those who run the server. */
  what?: 'undo' | 'end' | 'library' | null;
  n?: number | null;
}

export interface Frame {
  ply: number;
  view: View;
  line: Line | null;
  last: Last | null;
}

export interface Replay {
  record: GameRecord;
  commitment: string;
  seats: Seat[];
  frames: Frame[];
  trial: boolean;
  undone: boolean;
  /** Seats know different things in it. */
  secrets: boolean;
}

/** A move that cost much, and what would have been better. */
export interface Turn {
  /** The move was played from this position. */
  ply: number;
  seat: number;
  played: string;
  better: string;
  /** What it cost the seat. */
  lost: number;
  /** What the seat could expect after the better move. */
  expected: number;
  idea: Said;
  place: Said;
  /** The better move as the log would tell it. */
  said: Said;
}

/** A cliff in the curve that is no turning point. */
export interface Fall {
  /** The move was played from this position. */
  ply: number;
  /** Who played it. */
  seat: number;
  /** Whose expectation fell most, and by how much. */
  fell: number;
  drop: number;
  /** They couldn't know; they had no choice; the curve hadn't seen it coming; a mistake, but a smaller one. */
  why: 'hidden' | 'forced' | 'unforeseen' | 'cost';
}

export interface Review {
  /** What each seat could expect in each position; the last is the result. */
  curve: number[][];
  /** At most three, the costliest first. */
  turning: Turn[];
  /** The steepest first; none where a turning point is. */
  falls: Fall[];
}

/** How far a review is; it is there once it is done. */
export interface Reviewed {
  done: number;
  of: number;
  review: Review | null;
}

export interface Past {
  ply: number;
  view: View;
  last: Last | null;
}

export type Status = 'playing' | 'over' | 'ended';

export interface Asking {
  what: 'undo' | 'end';
  seat: number;
  waiting: number[];
  move: string | null;
  n: number;
}

/** A bot gave no move, and another played for it. */
export interface StandIn {
  seat: number;
  /** The move led to this position. */
  ply: number;
  /** The one that had the problem. */
  bot: string;
  /** From then on too. */
  for_good: boolean;
}

export interface Table {
  seq: number;
  id: string;
  game: string;
  version: number;
  players: number;
  options: Record<string, Value>;
  one_screen: boolean;
  /** Seats know different things here. */
  secrets: boolean;
  listed: boolean;
  trial: boolean;
  undone: boolean;
  status: Status;
  commitment: string;
  seed: string | null;
  salt: string | null;
  seats: Seat[];
  here: boolean[];
  watchers: number;
  yours: number[];
  seat: number | null;
  /** Seats the reader left and may take back. */
  kept: number[];
  host: boolean;
  invitation: string | null;
  ply: number;
  /** Every seat has had somebody to play it; before, nobody moves and nothing hidden is shown. */
  begun: boolean;
  view: View;
  last: Last | null;
  log: Line[];
  asking: Asking | null;
  clock: Clock | null;
  pace: BotPace;
  stand_ins: StandIn[];
  can_undo: 'free' | 'ask' | null;
  /** The reader would be given a hint now. */
  can_hint: boolean;
  next: string | null;
}

export interface LogChange {
  from: number;
  lines: Line[];
}

/** What a seat would do well to play, from what it may know. */
export interface Hint {
  seq: number;
  seat: number;
  move: string;
  number: number;
  /** What the seat can expect after it, and after a usual move. */
  expected: number;
  usual: number;
  idea: Said;
  place: Said;
  /** The move itself, said to the reader. */
  said: Said;
  asides: Said[];
}

export type TableMessage = { t: 'table' } & Table;
export type UpdateMessage = { t: 'update'; base: number; log?: LogChange } & Partial<Omit<Table, 'log'>>;
export type Answer =
  | { t: 'done'; id: string; seq: number }
  | { t: 'refused'; id: string; code: string; rule?: string | null; reason?: string | null }
  | { t: 'reason'; id: string; rule: string | null; reason: string | null }
  | ({ t: 'hint'; id: string } & Hint);
export type Incoming = TableMessage | UpdateMessage | Answer | { t: 'presence'; here: boolean[]; watchers: number };

/** What changes something or wants an answer; the socket adds the command's id. */
export type Command =
  | { t: 'play'; seq: number; move: string }
  | { t: 'why'; move: string }
  | { t: 'hint'; seq: number }
  | { t: 'undo'; seq: number }
  | { t: 'answer'; yes: boolean }
  | { t: 'seat'; seat: number; kind: 'open' | 'bot' | 'me'; name?: string; bot?: string }
  | { t: 'end' };
