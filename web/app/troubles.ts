/** Bots that gave no move: what the table tells of them. */

import type { Line, StandIn, Table } from './wire.ts';

/** One of them as a line of the log. */
export function troubleLine({ seat, ply, bot, for_good }: StandIn): Line {
  return { seat, ply, bot, event: for_good ? 'replaced' : 'stumbled' };
}

/** The log of a table, with each bot's trouble after the move that another made for it. */
export function logOf({ log, stand_ins }: Pick<Table, 'log' | 'stand_ins'>): Line[] {
  if (stand_ins.length === 0) return log;
  return log.flatMap((line) => [line, ...(line.said ? stand_ins.filter(({ ply }) => ply === line.ply).map(troubleLine) : [])]);
}

/** What is told of a seat's bot now: once it is replaced, always; a trouble that has passed, until its next turn or so. */
export function troubleOf({ stand_ins, seats, ply }: Table, seat: number): 'stumbled' | 'replaced' | null {
  const last = stand_ins.findLast((one) => one.seat === seat && one.bot === seats[seat]?.bot);
  if (!last || seats[seat]?.kind !== 'bot') return null;
  if (last.for_good) return 'replaced';
  return ply - last.ply < seats.length ? 'stumbled' : null;
}
