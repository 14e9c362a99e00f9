/** A whole game in a URL fragment: its record as compact JSON in base64url. */

import type { GameRecord } from './wire.ts';

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
  const { game, version, players, options, seed, salt, moves, names, commitment = '' } = found as GameRecord;
  const texts = [game, seed, salt].every((field) => typeof field === 'string');
  const numbers = [version, players].every((field) => Number.isInteger(field));
  const lists = Array.isArray(names) && Array.isArray(moves) && moves.every((move) => typeof move === 'string');
  const promise = typeof commitment === 'string' && /^([0-9a-f]{64})?$/.test(commitment);
  if (!texts || !numbers || !lists || !promise || typeof options !== 'object' || options === null) return null;
  return { game, version, players, options, seed, salt, moves, names, commitment };
}

/** The same game, as far as its first `ply` moves; another one from there on, which the promise isn't for. */
export function cutAt(record: GameRecord, ply: number): GameRecord {
  return { ...record, moves: record.moves.slice(0, ply), commitment: '' };
}
