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

/** What is told of a seat's bot now: once replaced, until the seat changes hands; after one trouble, until its next turn. */
export function troubleOf(table: Table, seat: number): 'stumbled' | 'replaced' | null {
  const { stand_ins, seats, ply } = table;
  const last = stand_ins.findLast((one) => one.seat === seat);
  if (!last || seats[seat]?.kind !== 'bot' || hasChangedHands(table, last)) return null;
  if (last.for_good) return 'replaced';
  return ply - last.ply < seats.length ? 'stumbled' : null;
}

/** Whether somebody has sat down there since, be it a bot of the same name. */
function hasChangedHands({ log }: Table, { seat, ply }: StandIn): boolean {
  const since = log.slice(log.findIndex((line) => line.said && line.ply === ply));
  return since.some((line) => line.seat === seat && (line.event === 'bot' || line.event === 'sat' || line.event === 'left'));
}
