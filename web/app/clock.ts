/** A table's time: what may be agreed on, what each seat has left between two words of the server, and how that is shown. */

import type { Messages } from './i18n/en.ts';
import type { Clock, ClockTerms } from './wire.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', 1],
] as const;

const SIGNS = { hour: 'h', minute: 'min', second: 's' } as const;

/** Below this, in seconds, tenths are shown and the one on turn is warned. */
export const SHORT = 10;
/** No screen shows more than this, in milliseconds. */
const SHORTEST = 20;
/** What is left, in seconds, when a player who can't see the figures is told. */
export const CALLS = [30, SHORT] as const;

/** The times one may choose for a table, by name. */
export const TIMES = {
  none: null,
  quick: { each: 'move', seconds: 30 },
  calm: { each: 'move', seconds: 2 * MINUTE },
  game: { each: 'game', seconds: 10 * MINUTE, increment: 5 },
  day: { each: 'move', seconds: DAY },
  days: { each: 'move', seconds: 3 * DAY },
} as const satisfies Record<string, ClockTerms | null>;
export type TimeName = keyof typeof TIMES;

/** What the server said, and when on our own watch it said so. */
export interface Reading {
  clock: Clock;
  /** The seat that must decide. */
  turn: number | null;
  /** In milliseconds of a watch that is never set back. */
  at: number;
}

/** Whether a seat is losing time. */
export const running = ({ clock, turn }: Reading, seat: number): boolean => clock.running && seat === turn;

/** Seconds that a seat has left now; never less than none. */
export function leftAt(reading: Reading, seat: number, now: number): number {
  const said = reading.clock.left[seat] ?? 0;
  return running(reading, seat) ? Math.max(0, said - Math.max(0, now - reading.at) / 1000) : said;
}

/** The time left in figures. Cut, not rounded: nobody is promised more than they have. */
export function figures(t: Messages, seconds: number): string {
  if (seconds < SHORT) return t.clock.tenths(Math.floor(seconds * 10) / 10);
  const whole = Math.floor(seconds);
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`;
  if (whole < DAY) return t.clock.hours(Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE));
  return t.clock.days(Math.floor(whole / DAY), Math.floor((whole % DAY) / HOUR));
}

/** A length of time in whole words, by its two largest units. */
export function spoken(t: Messages, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first < 0) return t.clock.amount(0, 'second');
  const parts = UNITS.slice(first, first + 2).map(([unit, size], place) => {
    const rest = place === 0 ? whole : whole % (UNITS[first]?.[1] ?? 1);
    return [Math.floor(rest / size), unit] as const;
  });
  return parts.flatMap(([n, unit]) => (n ? [t.clock.amount(n, unit)] : [])).join(' ');
}

/** A length of time as short as it can be read: its largest unit that measures it whole. */
function brief(t: Messages, seconds: number): string {
  const [unit, size] = UNITS.find(([, step]) => seconds >= step && seconds % step === 0) ?? (['second', 1] as const);
  return unit === 'day' ? t.clock.amount(seconds / size, unit) : `${seconds / size}\u00a0${SIGNS[unit]}`;
}

/** What was agreed on. */
export function termsText(t: Messages, { each, seconds, increment = 0 }: ClockTerms): string {
  if (each === 'move') return t.clock.perMove(brief(t, seconds));
  return increment ? t.clock.growing(brief(t, seconds), brief(t, increment)) : t.clock.perGame(brief(t, seconds));
}

/** Milliseconds until the figures of a clock that runs change; null: never again. */
export function untilChange(seconds: number): number | null {
  if (seconds <= 0) return null;
  const step = seconds < SHORT ? 0.1 : seconds < HOUR ? 1 : MINUTE;
  return Math.max(SHORTEST, Math.ceil((seconds % step) * 1000) + 1);
}

/** Tells a player's remaining time at a few moments of each of their turns, each once. */
export class Calls {
  #turn = '';
  #before = 0;

  /** The call due now, if any, in the turn named; none for what was passed before it was looked at. */
  due(turn: string, left: number): number | null {
    if (turn !== this.#turn) this.#before = left;
    this.#turn = turn;
    const passed = CALLS.filter((call) => left <= call && this.#before > call);
    this.#before = Math.min(this.#before, left);
    return passed.at(-1) ?? null;
  }
}
