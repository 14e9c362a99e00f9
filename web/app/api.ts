/** The REST half of the wire. */

import type { Said } from 'kit/board.ts';
import type { Card, Frame, GameRecord, Invitation, NewTable, Past, Replay, Reviewed, Summary } from './wire.ts';

/** An answer that isn't what was asked for: the server's code, or `offline` when there was no answer at all. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    message = code,
    /** Of a record: the number, from 1, of the move that can't be played. */
    readonly ply?: number,
    /** The rule that forbids it, and what is wrong in the game's own texts, where a game says so. */
    readonly rule?: string,
    readonly said?: Said,
  ) {
    super(message);
  }
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, { method, credentials: 'same-origin', ...json });
  } catch {
    throw new Refused('offline', 0);
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw refusedBy(answer?.error, response.status);
  return answer as T;
}

function refusedBy(
  error: { code: string; text: string; ply?: number; rule?: string; said?: Said } | undefined,
  status: number,
): Refused {
  return new Refused(error?.code ?? 'failed', status, error?.text, error?.ply, error?.rule, error?.said);
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body?: unknown) => call<T>('POST', path, body);
const part = encodeURIComponent;

let cards: Promise<Card[]> | null = null;

/** The games' cards, asked for once. */
export function games(): Promise<Card[]> {
  cards ??= get<{ games: Card[] }>('/api/games').then((answer) => answer.games);
  cards.catch(() => {
    cards = null;
  });
  return cards;
}

export const card = async (game: string): Promise<Card | null> => (await games()).find((found) => found.id === game) ?? null;
export const demo = async (game: string) => (await get<{ frames: Frame[] }>(`/api/games/${part(game)}/demo`)).frames;
/** What a game's companion makes of what lies on a real table. */
export const companion = <T>(game: string, given: object) => post<T>(`/api/games/${part(game)}/companion`, given);
export const newTable = (table: NewTable) => post<{ id: string; seats: number[] }>('/api/tables', table);
export const myTables = async () => (await get<{ tables: Summary[] }>('/api/tables/mine')).tables;
export const listedTables = async () => (await get<{ tables: Summary[] }>('/api/tables/listed')).tables;
/** A table as lists show it, also one whose rules the server doesn't have. */
export const summary = (id: string) => get<Summary>(`/api/tables/${part(id)}`);
/** Ends a table, or asks the others to. */
export const endTable = (id: string) => post<Summary>(`/api/tables/${part(id)}/end`);
export const invitation = (key: string) => get<Invitation>(`/api/invitations/${part(key)}`);
export const join = (key: string, name: string, seat?: number) =>
  post<{ id: string; seat: number }>(`/api/invitations/${part(key)}`, seat === undefined ? { name } : { name, seat });
export const seatLink = async (id: string, seat: number) =>
  (await post<{ key: string }>(`/api/tables/${part(id)}/seats/${seat}/link`)).key;
export const claimSeat = (key: string) => post<{ id: string; seat: number }>(`/api/seat-links/${part(key)}`);
export const rematch = async (id: string) => (await post<{ id: string }>(`/api/tables/${part(id)}/rematch`)).id;
export const past = (id: string, ply: number, seat: number | null) =>
  get<Past>(`/api/tables/${part(id)}/past/${ply}${seat === null ? '' : `?seat=${seat}`}`);
/** Everything revealed, or as a seat saw it. */
export const replay = (id: string, seat: number | null = null) =>
  get<Replay>(`/api/tables/${part(id)}/replay${seat === null ? '' : `?seat=${seat}`}`);
export const replayOf = (record: GameRecord) => post<Replay>('/api/replays', record);
/** Begins a review, or says how far it is. */
export const review = (id: string) => get<Reviewed>(`/api/tables/${part(id)}/review`);
export const reviewOf = (record: GameRecord) => post<Reviewed>('/api/reviews', record);
