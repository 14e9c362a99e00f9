import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en, { type Messages } from './i18n/en.ts';
import fr from './i18n/fr.ts';
import type { Line, Seat } from './wire.ts';
import { lineText, refusal } from './words.ts';

const seats: Seat[] = [
  { kind: 'human', name: 'Ada', bot: null },
  { kind: 'bot', name: null, bot: 'hard' },
];
const protocol = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8');

/** The names in code style after a heading word, up to the end of its paragraph. */
function named(after: string): string[] {
  const [, rest = ''] = protocol.split(after);
  return [...(rest.split('\n\n')[0] ?? '').matchAll(/`([a-z_]+)`/g)].flatMap(([, name]) => (name ? [name] : []));
}

test.each([
  ['en', en],
  ['fr', fr],
])('every refusal of the protocol has its words in %s', (_, t) => {
  const codes = named('Codes of refusals:').filter((name) => name !== 'rule' && name !== 'reason');
  expect(codes).toContain('unavailable');
  expect(codes.length).toBeGreaterThan(12);
  for (const code of codes) expect(refusal(t, String, code), code).not.toBe(t.refused.other);
});

test('every event of a table has a line', () => {
  const events = protocol.match(/"event": ("\w+"(?:\|"\w+")*)/)?.[1]?.match(/\w+/g) ?? [];
  expect(events).toContain('clock');
  for (const event of events)
    expect(lineText(fr, String, { seat: 0, ply: 1, event, n: 1 } as Line, seats)).toMatch(/Ada|Joueur 1/);
});

test('time that has run out, and a bot that nobody remembers the name of', () => {
  expect(lineText(en, String, { seat: 0, ply: 1, event: 'clock' }, seats)).toBe('Ada has run out of time.');
  expect(lineText(en, String, { seat: 1, ply: 1, event: 'bot' }, seats)).toBe('A bot (Hard) plays for Player 2.');
  expect(lineText(en, String, { seat: 0, ply: 1, event: 'bot' }, seats)).toBe('A bot plays for Ada.');
});

test('the bot that sat down is named, even when another sits there now', () => {
  const line: Line = { seat: 1, ply: 1, event: 'bot', name: null, bot: 'easy' };
  expect(lineText(en, String, line, seats)).toBe('A bot (Easy) plays for Player 2.');
  expect(lineText(fr, String, line, seats)).toBe('Un robot (Facile) joue pour Joueur 2.');
});

test('what is asked is said', () => {
  const asked = (t: Messages, what: 'undo' | 'end') => lineText(t, String, { seat: 0, ply: 1, event: 'asked', what }, seats);
  expect(asked(en, 'undo')).toBe('Ada asks to take back.');
  expect(asked(en, 'end')).toBe('Ada asks to end the table.');
  expect(asked(fr, 'undo')).toBe('Ada demande à reprendre.');
  expect(asked(fr, 'end')).toBe('Ada demande à arrêter la table.');
});

test('a host without a seat ends the table under no seat’s name', () => {
  expect(lineText(en, String, { seat: null, ply: 1, event: 'ended' }, seats)).toBe('The host ends the table.');
  expect(lineText(en, String, { seat: 0, ply: 1, event: 'ended' }, seats)).toBe('Ada ends the table.');
});
