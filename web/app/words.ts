/** Seats, log lines and refusals in the reader's words. */

import type { Said, Say } from 'kit/board.ts';
import type { Messages } from './i18n/en.ts';
import type { Line, Seat, Table } from './wire.ts';

/** A bot's name as we call it; one we don't know keeps its own. */
export function botName(t: Messages, bot: string): string {
  return Object.hasOwn(t.bots, bot) ? t.bots[bot as keyof Messages['bots']] : bot;
}

/** Who sits there, as others speak of them: two bots of a kind are numbered. */
export function seatName(t: Messages, seats: Seat[], index: number): string {
  const seat = seats[index];
  if (seat?.kind !== 'bot') return seat?.name || t.player(index + 1);
  const alike = seats.flatMap((other, place) => (other.kind === 'bot' && other.bot === seat.bot ? [place] : []));
  const name = botName(t, seat.bot ?? '');
  return alike.length > 1 ? `${name} ${alike.indexOf(index) + 1}` : name;
}

export const seatNames = (t: Messages, seats: Seat[]) => seats.map((_, index) => seatName(t, seats, index));

/** Names for the reader of one seat: "You" for their own. */
export function namesFor(t: Messages, seats: Seat[], own: number | null): string[] {
  return seats.map((_, index) => (index === own ? t.You : seatName(t, seats, index)));
}

/** A line of the log as a sentence. */
export function lineText(t: Messages, say: Say, line: Line, seats: Seat[]): string {
  const { seat } = line;
  const who = seat !== null && seat in seats ? seatName(t, seats, seat) : (line.name ?? '');
  if (line.said) return say(line.said.key, { who, ...line.said.values });
  const person = line.name || who;
  switch (line.event) {
    case 'sat':
      return t.log.sat(person, String((seat ?? 0) + 1));
    case 'bot':
      return t.log.bot(
        seats[seat ?? -1]?.kind === 'human' ? who : t.player((seat ?? 0) + 1),
        botName(t, line.bot ?? seats[seat ?? -1]?.bot ?? ''),
      );
    case 'undid':
      return t.log.undid(who, line.n ?? 1);
    case 'asked':
      return t.log.asked(person, line.what ?? 'undo');
    case 'left':
    case 'agreed':
    case 'declined':
    case 'clock':
      return t.log[line.event](person);
    case 'ended':
      return person ? t.log.ended(person) : t.log.endedByHost;
    default:
      return '';
  }
}

/** Why the server said no; a game's own reason if it gave one. */
export function refusal(t: Messages, say: Say, code: string, reason?: string | null): string {
  const own = reason ? say(`refusal.${reason}`) : '';
  if (own && own !== `refusal.${reason}`) return own;
  return Object.hasOwn(t.refused, code) ? t.refused[code as keyof Messages['refused']] : t.refused.other;
}

/** Who must do what, in the game's words if it has them. */
export function taskText(t: Messages, say: Say, task: string | null, turn: number | null, mine: boolean, who: string): string {
  if (turn === null) return t.table.over;
  const name = `task.${task}.${mine ? 'you' : 'other'}`;
  const own = task ? say(name, { who }) : name;
  if (own !== name) return own;
  return mine ? t.table.yourTurn : t.shelf.turnOf(who);
}

/** The one fixed sentence over a table; `you`: whether its reader alone is meant by "your turn". */
export function sentenceOf(t: Messages, say: Say, table: Table, you: boolean): string {
  const { status, asking, seats, view } = table;
  if (status === 'ended') return t.table.ended;
  if (status === 'playing' && asking) return t.asking.waiting(asking.waiting.map((seat) => seatName(t, seats, seat)));
  if (view.turn !== null && seats[view.turn]?.kind === 'open') return t.table.waitSeat;
  return taskText(t, say, view.task, view.turn, you, view.turn === null ? '' : seatName(t, seats, view.turn));
}

/** A cell of the closing table. */
export function cell(say: Say, value: Said | number): string {
  return typeof value === 'number' ? String(value) : say(value.key, value.values);
}
