/** A whole game in a URL fragment: its record as compact JSON in base64url. */

import type { Messages } from './i18n/en.ts';
import type { GameRecord } from './wire.ts';

/** Letters of a name that the server reads. */
export const LONGEST_NAME = 200;

export function toFragment(record: GameRecord): string {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The record in a fragment (with or without its #); null if there is none in it. */
export function fromFragment(fragment: string): GameRecord | null {
  try {
    const binary = atob(fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return asRecord(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

/** What somebody else's file or link holds, if it has the shape of a record; the server judges the rest. */
export function asRecord(found: unknown): GameRecord | null {
  if (typeof found !== 'object' || found === null) return null;
  const { game, version, players, options, seed, salt, moves, names, commitment = '', redeals = [] } = found as GameRecord;
  const texts = [game, seed, salt].every((field) => typeof field === 'string');
  const numbers = [version, players].every((field) => Number.isInteger(field));
  const lists =
    Array.isArray(names) && Array.isArray(redeals) && Array.isArray(moves) && moves.every((move) => typeof move === 'string');
  const promise = typeof commitment === 'string' && /^([0-9a-f]{64})?$/.test(commitment);
  if (!texts || !numbers || !lists || !promise || typeof options !== 'object' || options === null) return null;
  return { game, version, players, options, seed, salt, moves, names, commitment, redeals };
}

/** Why a record is no game that can be shown; null where nothing better is known than that it is none. */
export function wrongRecord(t: Messages, code: string, record: GameRecord, ply?: number): string | null {
  switch (code) {
    case 'no_such_game':
      return t.replay.wrong.no_such_game;
    case 'other_version':
      return t.refused.other_version;
    case 'long_name':
      return t.replay.wrong.long_name(LONGEST_NAME);
    case 'wrong_move':
      return t.replay.wrong.wrong_move(ply ?? 0, record.moves[(ply ?? 0) - 1] ?? '');
    default:
      return null;
  }
}

export function hasLongName(record: GameRecord): boolean {
  return record.names.some((name) => typeof name === 'string' && [...name].length > LONGEST_NAME);
}

/** The same game, as far as its first `ply` moves; another one from there on, which the promise isn't for. */
export function cutAt(record: GameRecord, ply: number): GameRecord {
  const redeals = (record.redeals ?? []).filter((redeal) => redeal.ply <= ply);
  return { ...record, moves: record.moves.slice(0, ply), redeals, commitment: '' };
}

/** The seed of the last deal, which the promise is for. */
export function dealSeed({ seed, redeals = [] }: GameRecord): string {
  return redeals.at(-1)?.seed ?? seed;
}
