/** Makes tables: each gives the new one's id. */

import * as api from './api.ts';
import { bots, defaults, said, seatsWith, smallestTable } from './choices.ts';
import { settings } from './settings.svelte.ts';
import type { Card, NewTable } from './wire.ts';

export async function begin(table: Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>): Promise<string> {
  const plain = { players: table.seats.length, options: {}, one_screen: false, listed: false, start: null, clock: null };
  return (await api.newTable({ ...plain, ...table })).id;
}

/** The big button: at once, against the bot a newcomer meets. */
export function playNow(card: Card): Promise<string> {
  const players = smallestTable(card);
  return begin({ game: card.id, seats: seatsWith(settings.nickname, bots(players - 1, card.bot)) });
}

/** Bots only: a table to watch. */
export function watchBots(card: Card): Promise<string> {
  const chosen = defaults(card);
  return begin({
    game: card.id,
    options: said(card, chosen),
    seats: bots(smallestTable(card, chosen), card.bots.at(-1) ?? card.bot),
    listed: true,
  });
}
