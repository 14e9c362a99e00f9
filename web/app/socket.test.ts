import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Line, Socket, type Wire } from './socket.ts';
import type { Table, UpdateMessage } from './wire.ts';

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  sent: Record<string, unknown>[] = [];
  closed = false;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  constructor(readonly address: string) {
    FakeWire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(code = 1006) {
    this.onclose?.({ code });
  }
}

const table = (seq: number) => ({ t: 'table', seq }) as unknown as { t: 'table' } & Table;
let tables: number[];
let updates: UpdateMessage[];
let lines: Line[];
let socket: Socket;
const wire = () => FakeWire.all.at(-1) as FakeWire;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWire.all = [];
  tables = [];
  updates = [];
  lines = [];
  let ids = 0;
  const ears = {
    table: (message: { seq: number }) => tables.push(message.seq),
    update: (message: UpdateMessage) => updates.push(message),
    presence: () => undefined,
    line: (line: Line) => lines.push(line),
  };
  socket = new Socket(
    () => 'ws://here',
    ears,
    (address) => new FakeWire(address),
    () => `c${++ids}`,
  );
  socket.open();
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

test('the whole table, then updates that follow each other', () => {
  wire().hear(table(4));
  wire().hear({ t: 'update', base: 4, seq: 5 });
  wire().hear({ t: 'update', base: 5, seq: 6 });
  expect(tables).toEqual([4]);
  expect(updates.map((update) => update.seq)).toEqual([5, 6]);
  expect(wire().sent).toEqual([]);
});

test('a gap asks for the whole table once, and shows nothing of what came in between', () => {
  wire().hear(table(4));
  wire().hear({ t: 'update', base: 6, seq: 7 });
  wire().hear({ t: 'update', base: 7, seq: 8 });
  expect(updates).toEqual([]);
  expect(wire().sent).toEqual([{ t: 'sync' }]);
  wire().hear(table(8));
  wire().hear({ t: 'update', base: 8, seq: 9 });
  expect(tables).toEqual([4, 8]);
  expect(updates.map((update) => update.seq)).toEqual([9]);
});

test('an unanswered command is sent again with the same id after a reconnect, an answered one is not', async () => {
  wire().hear(table(1));
  const first = socket.ask({ t: 'play', seq: 1, move: 'd4' });
  wire().hear({ t: 'done', id: 'c1', seq: 2 });
  expect(await first).toEqual({ t: 'done', id: 'c1', seq: 2 });

  const second = socket.ask({ t: 'play', seq: 2, move: 'e5' });
  wire().cut();
  expect(lines.at(-1)).toBe('waiting');
  vi.advanceTimersByTime(1000);
  expect(FakeWire.all).toHaveLength(2);
  expect(wire().sent).toEqual([]);
  wire().hear(table(2));
  expect(wire().sent).toEqual([{ t: 'play', seq: 2, move: 'e5', id: 'c2' }]);
  wire().hear({ t: 'refused', id: 'c2', code: 'stale' });
  expect(await second).toMatchObject({ t: 'refused', code: 'stale' });
  expect(lines.at(-1)).toBe('open');
});

test('a command given while the line is cut goes out with the next one', () => {
  wire().hear(table(1));
  wire().cut();
  void socket.ask({ t: 'end' });
  vi.advanceTimersByTime(1000);
  wire().hear(table(1));
  expect(wire().sent).toEqual([{ t: 'end', id: 'c1' }]);
});

test('waits longer and longer, and tries at once when hurried', () => {
  const dialled: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    wire().cut();
    const before = Date.now();
    while (FakeWire.all.length === i + 1) vi.advanceTimersByTime(50);
    dialled.push(Date.now() - before);
  }
  expect(dialled[0]).toBeLessThan(600);
  expect(dialled[5]).toBeGreaterThan(2900);
  expect(Math.max(...dialled)).toBeLessThanOrEqual(5_050);
  wire().cut();
  socket.hurry();
  expect(FakeWire.all).toHaveLength(8);
});

test.each([
  [4404, 'gone'],
  [4410, 'removed'],
  [4422, 'shelved'],
  [4423, 'blocked'],
])('a table that is not there, or whose rules are not (%d), is not tried again', (code, line) => {
  wire().cut(code);
  expect(lines.at(-1)).toBe(line);
  vi.advanceTimersByTime(60_000);
  socket.hurry();
  expect(FakeWire.all).toHaveLength(1);
});

test('nothing more after closing', () => {
  wire().hear(table(1));
  const before = wire();
  socket.close();
  before.hear({ t: 'update', base: 1, seq: 2 });
  before.cut();
  vi.advanceTimersByTime(60_000);
  expect(before.closed).toBe(true);
  expect(updates).toEqual([]);
  expect(FakeWire.all).toHaveLength(1);
});
