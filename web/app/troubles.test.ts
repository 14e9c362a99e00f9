/** A bot that gave no move is named at the table: in its log, beside its name, aloud. */

import { expect, test } from 'vitest';
import en from './i18n/en.ts';
import fr from './i18n/fr.ts';
import { logOf, troubleOf } from './troubles.ts';
import type { Line, Seat, Table } from './wire.ts';
import { lineText } from './words.ts';

const seats: Seat[] = [
  { kind: 'human', name: 'Ada', bot: null },
  { kind: 'bot', name: null, bot: 'Shark' },
  { kind: 'bot', name: null, bot: 'Shark' },
];
const moves: Line[] = [1, 2, 3].map((ply) => ({ seat: ply - 1, ply, said: { key: `log.${ply}`, values: {} } }));
const stumbled = { seat: 1, ply: 2, bot: 'Shark', for_good: false };
const table = (more: Partial<Table>) => ({ seats, log: moves, ply: 3, ...more }) as Table;
const say = (key: string) => key;

test('it is told after the move that another made', () => {
  const log: Line[] = [...moves, { seat: 0, ply: 2, event: 'agreed' }];
  const lines = logOf({ log, stand_ins: [stumbled] });
  expect(lines.map((line) => line.event ?? line.ply)).toEqual([1, 2, 'stumbled', 3, 'agreed']);
  expect(logOf({ log: moves, stand_ins: [] })).toBe(moves);
});

test('by its name, in both languages', () => {
  const [line] = logOf({ log: moves, stand_ins: [stumbled] }).slice(2);
  expect(lineText(en, say, line as Line, seats)).toBe('Shark 1 had a problem: another bot played for it.');
  expect(lineText(fr, say, line as Line, seats)).toBe('Shark 1 a eu un problème\u00a0: un autre robot a joué pour lui.');
  const gone: Line = { seat: 2, ply: 3, bot: 'Shark', event: 'replaced' };
  expect(lineText(fr, say, gone, seats)).toBe('Shark 2 ne répond plus\u00a0: un autre robot joue désormais pour lui.');
  const since = seats.map((seat) => (seat.kind === 'bot' ? { ...seat, bot: 'hard' } : seat));
  expect(lineText(en, say, gone, since)).toContain('Shark doesn’t answer any more');
});

test('beside its name for a turn, and for good once another plays for it', () => {
  expect(troubleOf(table({ stand_ins: [stumbled] }), 1)).toBe('stumbled');
  expect(troubleOf(table({ stand_ins: [stumbled] }), 2)).toBeNull();
  expect(troubleOf(table({ stand_ins: [stumbled], ply: 5 }), 1)).toBeNull();
  const given = { ...stumbled, for_good: true };
  expect(troubleOf(table({ stand_ins: [stumbled, given], ply: 50 }), 1)).toBe('replaced');
});

test('until its seat changes hands, be it to one of the same name', () => {
  const stand_ins = [{ ...stumbled, for_good: true }];
  const since = (...lines: Line[]) => table({ stand_ins, log: [...moves, ...lines] });
  const before: Line[] = [{ seat: 1, ply: 0, bot: 'Shark', event: 'bot' }, ...moves];
  expect(troubleOf(table({ stand_ins, log: before }), 1)).toBe('replaced');
  expect(troubleOf(since({ seat: 2, ply: 3, bot: 'Shark', event: 'bot' }), 1)).toBe('replaced');
  expect(troubleOf(since({ seat: 1, ply: 3, event: 'agreed' }), 1)).toBe('replaced');
  expect(troubleOf(since({ seat: 1, ply: 3, bot: 'Shark', event: 'bot' }), 1)).toBeNull();
  const again: Line[] = [
    { seat: 1, ply: 3, name: 'Bob', event: 'sat' },
    { seat: 1, ply: 3, bot: 'Shark', event: 'bot' },
  ];
  expect(troubleOf(since(...again), 1)).toBeNull();
  const anew = since(...again, { seat: 1, ply: 4, said: { key: 'log.4', values: {} } });
  expect(troubleOf({ ...anew, stand_ins: [...stand_ins, { ...stumbled, ply: 4 }], ply: 4 }, 1)).toBe('stumbled');
});
