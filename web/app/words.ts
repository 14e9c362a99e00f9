/** Seats, log lines and refusals in the reader's words. */

import type { Said, Say } from 'kit/board.ts';
import { isAsked, type Refused } from './asking.ts';
import type { Messages } from './i18n/en.ts';
import type { Asking, Line, Seat, Table } from './wire.ts';

/** A bot's name as we call it; a host's own has but one. */
export function botName(t: Messages, bot: string): string {
  return Object.hasOwn(t.bots, bot) ? t.bots[bot as keyof Messages['bots']] : bot;
}

/** What to expect of a bot that can be chosen. */
export function botHint(t: Messages, bot: string): string {
  return Object.hasOwn(t.botHints, bot) ? t.botHints[bot as keyof Messages['botHints']] : t.botHints.own;
}

/** Who sits there, as others speak of them: those of one name, people or bots, are numbered. */
export function seatName(t: Messages, seats: Seat[], index: number): string {
  const names = seats.map((seat, place) =>
    seat.kind === 'bot' ? botName(t, seat.bot ?? '') : seat.name || t.player(place + 1),
  );
  const name = names[index] ?? t.player(index + 1);
  const alike = names.flatMap((other, place) => (other === name ? [place] : []));
  return alike.length > 1 ? `${name} ${alike.indexOf(index) + 1}` : name;
}

/** Who sat there when something happened: somebody of this name, or whoever sits there now. */
function formerName(t: Messages, seats: Seat[], index: number, name: string | null | undefined): string {
  const then: Seat[] = seats.map((seat, place) => (name && place === index ? { kind: 'human', name, bot: null } : seat));
  return seatName(t, then, index);
}

export const seatNames = (t: Messages, seats: Seat[]) => seats.map((_, index) => seatName(t, seats, index));

/** Names for the reader of one seat: "You" for their own. */
export function namesFor(t: Messages, seats: Seat[], own: number | null): string[] {
  return seats.map((_, index) => (index === own ? t.You : seatName(t, seats, index)));
}

/** A line of the log as a sentence. */
export function lineText(t: Messages, say: Say, line: Line, seats: Seat[]): string {
  const { seat } = line;
  const seated = seat !== null && seat in seats;
  const who = seated ? seatName(t, seats, seat) : (line.name ?? '');
  if (line.said) return saidOf(say, line.said, who, seatNames(t, seats));
  const person = seated ? formerName(t, seats, seat, line.name) : who;
  switch (line.event) {
    case 'sat':
      return t.log.sat(person, String((seat ?? 0) + 1));
    case 'bot':
      return t.log.bot(
        line.name || seats[seat ?? -1]?.kind === 'human' ? person : t.player((seat ?? 0) + 1),
        botName(t, line.bot ?? seats[seat ?? -1]?.bot ?? ''),
      );
    case 'undid':
      return t.log.undid(who, line.n ?? 1);
    case 'asked':
      return t.log.asked(person, line.what === 'end' ? 'end' : 'undo');
    case 'left':
    case 'agreed':
    case 'declined':
    case 'clock':
      return t.log[line.event](person);
    case 'stumbled':
    case 'replaced':
      return t.log[line.event](seats[seat ?? -1]?.bot === line.bot ? who : botName(t, line.bot ?? ''));
    case 'ended':
      if (line.what === 'library') return t.log.endedByLibrary;
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

/** What somebody asks the others, as its reader must take it: to answer it, or to wait. */
function questionOf(t: Messages, table: Table, { what, seat, waiting, n }: Asking): string {
  const asker = seatName(t, table.seats, seat);
  const names = waiting.map((other) => seatName(t, table.seats, other));
  if (isAsked(table)) return what === 'undo' ? t.asking.mayUndo(asker, n) : t.asking.mayEnd(asker);
  if (table.yours.includes(seat)) return what === 'undo' ? t.asking.askedUndo(names) : t.asking.askedEnd(names);
  return t.asking.waiting(names);
}

/** Somebody's no, and what follows from it. */
export function refusedText(t: Messages, seats: Seat[], { what, seat }: Refused): string {
  const who = seatName(t, seats, seat);
  return what === 'undo' ? t.asking.noUndo(who) : t.asking.noEnd(who);
}

/** The one fixed sentence over a table; `you`: whether its reader alone is meant by "your turn". */
export function sentenceOf(t: Messages, say: Say, table: Table, you: boolean): string {
  const { status, asking, begun, seats, view } = table;
  if (status === 'ended') return t.table.ended;
  if (status === 'playing' && asking) return questionOf(t, table, asking);
  if (status === 'playing' && !begun) return t.table.waitAll;
  if (view.turn !== null && seats[view.turn]?.kind === 'open') return t.table.waitSeat;
  return taskText(t, say, view.task, view.turn, you, view.turn === null ? '' : seatName(t, seats, view.turn));
}

/** Who won, as its reader sees it. */
export function outcomeOf(t: Messages, { status, view, seats, one_screen, yours }: Table): string {
  if (status === 'ended') return t.end.stopped;
  const [first, ...others] = view.winners;
  if (first === undefined) return t.end.nobody;
  if (others.length > 0) return t.end.shared(view.winners.map((seat) => seatName(t, seats, seat)));
  return !one_screen && yours.includes(first) ? t.end.youWin : t.end.youLose(seatName(t, seats, first));
}

/** That it is over, and how, in one breath. */
export function endingOf(t: Messages, table: Table): string {
  return table.status === 'ended' ? `${t.table.ended}.` : `${t.table.over}. ${outcomeOf(t, table)}`;
}

/** A text of a game's about a seat's move, where it is told who; others in it have their names. */
export function saidOf(say: Say, said: Said, who: string, names: string[]): string {
  return say(said.key, { who, ...withNames(said, names).values });
}

/** A text in which `whom`, the player whose number is `seat`, is what they are called here. */
export function withNames({ key, values }: Said, names: string[]): Said {
  const inner = Object.entries(values).map(([place, value]) => [
    place,
    typeof value === 'object' ? withNames(value, names) : value,
  ]);
  const whom = 'whom' in values && typeof values.seat === 'number' ? names[values.seat - 1] : undefined;
  return { key, values: { ...Object.fromEntries(inner), ...(whom === undefined ? {} : { whom }) } };
}

/** A cell of the closing table. */
export function cell(say: Say, value: Said | number): string {
  return typeof value === 'number' ? String(value) : say(value.key, value.values);
}
