/** Makes tables: each gives the new one's id. */

import * as api from './api.ts';
import { bots, seatsWith, smallestTable } from './choices.ts';
import { strongest, usualBot } from './opponents.ts';
import { cutAt } from './record.ts';
import { settings } from './settings.svelte.ts';
import type { Card, NewSeat, NewTable, Replay } from './wire.ts';

export async function begin(table: Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>): Promise<string> {
  const plain = { players: table.seats.length, options: {}, one_screen: false, listed: false, start: null, clock: null };
  return (await api.newTable({ pace: settings.botPace, ...plain, ...table })).id;
}

/** The big button: at once, against the bot chosen last, or the one a newcomer meets. */
export function playNow(card: Card): Promise<string> {
  const players = smallestTable(card);
  return begin({ game: card.id, seats: seatsWith(settings.nickname, bots(players - 1, usualBot(card))) });
}

/** Bots only: a table to watch. */
export function watchBots(card: Card): Promise<string> {
  return begin({ game: card.id, seats: bots(smallestTable(card), strongest(card)), listed: true });
}

/** A trial: goes on from a position of a finished game, the reader on a seat of their choice. */
export async function playOn(
  { record }: Replay,
  ply: number,
  seat: number,
  others: 'bots' | 'friends' = 'bots',
): Promise<string> {
  const card = await api.card(record.game);
  const open = Array.from({ length: record.players }, (): NewSeat => ({ kind: 'open' }));
  const seats = others === 'friends' ? open : bots(record.players, card ? usualBot(card) : '');
  seats[seat] = settings.nickname ? { kind: 'me', name: settings.nickname } : { kind: 'me' };
  return begin({ game: record.game, players: record.players, options: record.options, seats, start: cutAt(record, ply) });
}
