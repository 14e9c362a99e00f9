import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Said, Say } from 'kit/board.ts';
import { expect, test } from 'vitest';
import en, { type Messages } from './i18n/en.ts';
import fr from './i18n/fr.ts';
import type { Line, Seat, Table } from './wire.ts';
import { endingOf, lineText, refusal, saidOf, seatName, seatNames, sentenceOf } from './words.ts';

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
  expect(lineText(en, String, { seat: null, ply: 1, event: 'ended', what: 'library' }, seats)).toBe(en.log.endedByLibrary);
});

const person = (name: string | null): Seat => ({ kind: 'human', name, bot: null });
const bot = (name: string): Seat => ({ kind: 'bot', name: null, bot: name });

test('those of one name are numbered, people like bots', () => {
  expect(seatNames(fr, [person('Zoé'), person('Ada'), person('Zoé')])).toEqual(['Zoé 1', 'Ada', 'Zoé 2']);
  expect(seatNames(fr, [bot('random'), person('Hasard'), bot('random')])).toEqual(['Hasard 1', 'Hasard 2', 'Hasard 3']);
  expect(seatNames(en, [person('Player 2'), person(null)])).toEqual(['Player 2 1', 'Player 2 2']);
  expect(seatName(en, [person(null)], 3)).toBe('Player 4');
});

test('a bot’s name is no adverb', () => {
  expect(fr.shelf.turnOf(seatName(fr, [bot('random')], 0))).toBe('À Hasard de jouer');
});

test('who has left is named, with their number', () => {
  const line = (event: 'bot' | 'clock' | 'left', name = 'Zoé'): Line => ({ seat: 1, ply: 1, event, name, bot: 'greedy' });
  const now = [person('Ada'), bot('greedy'), person('Zoé')];
  expect(lineText(fr, String, line('bot', 'Bob'), now)).toBe('Un robot (Gourmand) joue pour Bob.');
  expect(lineText(fr, String, line('clock', 'Bob'), now)).toBe('Temps écoulé pour Bob.');
  expect(lineText(fr, String, line('left'), now)).toBe('Zoé 1 quitte sa place.');
});

const people: Seat[] = ['Ada', 'Bob', 'Eve'].map((name) => ({ kind: 'human', name, bot: null }));

test('a question is said to each as it concerns them: to answer, to wait, to look on', () => {
  const said = (t: Messages, what: 'undo' | 'end', yours: number[], n = 1) => {
    const asking = { what, seat: 0, waiting: [1], move: null, n };
    return sentenceOf(
      t,
      String,
      { status: 'playing', begun: true, asking, seats: people, yours, view: { turn: 1 } } as unknown as Table,
      false,
    );
  };
  expect(said(fr, 'undo', [1])).toBe('Ada demande à reprendre son coup\u00a0: acceptez-vous\u00a0?');
  expect(said(fr, 'undo', [1], 2)).toBe('Ada demande à reprendre 2 coups\u00a0: acceptez-vous\u00a0?');
  expect(said(fr, 'end', [1])).toBe('Ada demande à arrêter la table\u00a0: acceptez-vous\u00a0?');
  expect(said(fr, 'undo', [0])).toBe('Vous avez demandé à reprendre\u00a0: on attend Bob.');
  expect(said(en, 'end', [0])).toBe('You have asked to end the table: waiting for Bob.');
  for (const yours of [[2], []]) expect(said(en, 'undo', yours)).toBe('Waiting for Bob.');
});

test('the end is told with who won, to each in their words', () => {
  const told = (status: string, winners: number[], more: object = {}) =>
    endingOf(en, { status, view: { winners }, seats: people, yours: [0], one_screen: false, ...more } as unknown as Table);
  expect(told('over', [0])).toBe('The game is over. You win!');
  expect(told('over', [0], { one_screen: true })).toBe(`The game is over. ${en.end.youLose('Ada')}`);
  expect(told('over', [1])).toBe(`The game is over. ${en.end.youLose('Bob')}`);
  expect(told('over', [0, 2])).toBe(`The game is over. ${en.end.shared(['Ada', 'Eve'])}`);
  expect(told('over', [])).toBe(`The game is over. ${en.end.nobody}`);
  expect(told('ended', [])).toBe('The table was ended before the game was over.');
});

test('whoever a move tells of has the name they go by, however deep in the sentence', () => {
  const say: Say = (_, values) => JSON.stringify(values);
  const player = (seat: number) => ({ seat, whom: { key: 'player', values: { seat } } });
  const line = { seat: 0, ply: 1, said: { key: 'names', values: player(2) } };
  expect(JSON.parse(lineText(en, say, line, seats))).toEqual({ who: 'Ada', seat: 2, whom: 'Hard' });
  const filled = (said: Said) => JSON.parse(saidOf(say, said, 'Eve', ['Ada']));
  const inner = { key: 'leads', values: { seat: 1, whom: 'Ada' } };
  expect(filled({ key: 'takes', values: { next: { key: 'leads', values: player(1) } } })).toEqual({ who: 'Eve', next: inner });
  expect(filled({ key: 'wins', values: { seat: 1 } })).toEqual({ who: 'Eve', seat: 1 });
  expect(filled({ key: 'names', values: player(3) })).toEqual({ who: 'Eve', ...player(3) });
});
