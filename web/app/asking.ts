/** What players ask each other: to take a move back, or to end the table. */

import type { Asking, Table } from './wire.ts';

/** Somebody's no to what was asked. */
export interface Refused {
  what: Asking['what'];
  asker: number;
  /** Who said no. */
  seat: number;
}

/** Whether the table waits for the reader's yes or no. */
export function isAsked({ status, asking, yours }: Pick<Table, 'status' | 'asking' | 'yours'>): boolean {
  return status === 'playing' && (asking?.waiting.some((seat) => yours.includes(seat)) ?? false);
}

/** The no that came between two states of a table; null: none, or the asker withdrew. */
export function refusedBetween(before: Table | null, now: Table): Refused | null {
  if (!before?.asking || now.asking) return null;
  const { what, seat: asker } = before.asking;
  const no = now.log.slice(before.log.length).find((line) => line.event === 'declined');
  if (!no || no.seat === null || no.seat === asker) return null;
  return { what, asker, seat: no.seat };
}
