import type { Move } from 'kit/board.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from './auction.testing.ts';
import { Live } from './live.svelte.ts';
import { nextHands, Passing } from './passing.svelte.ts';
import { promised } from './promises.ts';
import type { Table } from './wire.ts';

const moves: Move[] = [
  { move: 1, text: 'a1' },
  { move: 2, text: 'b2' },
];
const view = (turn: number | null, seat: number | null = 0) => ({ turn, seat, moves, over: false, winners: [], closing: null });
const table = (more: object = {}) => ({
  t: 'table',
  seq: 1,
  ply: 0,
  seat: 0,
  yours: [0],
  status: 'playing',
  begun: true,
  one_screen: false,
  secrets: true,
  seats: [{ kind: 'human' }, { kind: 'human' }],
  asking: null,
  log: [],
  last: null,
  view: view(0),
  ...more,
});
const played = (base: number, ply: number, more: object = {}) => ({
  t: 'update',
  base,
  seq: base + 1,
  ply,
  last: { seat: 0, move: 'a1', effects: [] },
  view: view(1),
  log: { from: ply - 1, lines: [{ seat: 0, ply, said: { key: 'x', values: {} } }] },
  ...more,
});

let live: Live;
let moved: number[];
let stop: () => void;
const socket = () => FakeSocket.last;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  moved = [];
  live = new Live(
    'abcdefgh',
    () => 450,
    (now) => moved.push(now.ply),
  );
  stop = live.open();
  socket().hear(table());
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first pick shows, the second on the same move plays, and is sent once', async () => {
  live.pick(moves[0] as Move);
  expect(live.chosen?.text).toBe('a1');
  live.pick(moves[1] as Move);
  expect(live.chosen?.text).toBe('b2');
  expect(socket().sent).toEqual([]);
  live.pick({ ...(moves[1] as Move) });
  expect(socket().sent).toMatchObject([{ t: 'play', seq: 1, move: 'b2' }]);
  expect(live.sending).toBe(true);
  live.pick(moves[0] as Move);
  expect(socket().sent).toHaveLength(1);
  socket().hear({ t: 'done', id: socket().sent[0]?.id, seq: 2 });
  await vi.waitFor(() => expect(live.sending).toBe(false));
});

test('a refusal is noted with its rule, and leaves the table as it was', async () => {
  live.pick(moves[0] as Move);
  void live.confirm();
  socket().hear({ t: 'refused', id: socket().sent[0]?.id, code: 'illegal', rule: 'X.T1', reason: 'no' });
  await vi.waitFor(() => expect(live.note).toEqual({ code: 'illegal', rule: 'X.T1', reason: 'no', tried: 'a1' }));
  expect(live.table?.seq).toBe(1);
  expect(live.chosen).toBeNull();
});

test('what was tried stays marked as long as its rule is told, and no longer', async () => {
  const tried = async (text: string, answer: object) => {
    const done = live.attempt(text);
    socket().hear({ id: socket().sent.at(-1)?.id, ...answer });
    await done;
    return live.note?.tried ?? null;
  };
  const rule = { t: 'reason', rule: 'X.T1', reason: 'no' };
  expect(await tried('c3', rule)).toBe('c3');
  expect(await tried('d4', rule)).toBe('d4');
  expect(await tried('a1', { t: 'reason', rule: null, reason: null })).toBeNull();
  expect(await tried('c3', { t: 'refused', code: 'stale' })).toBeNull();
  expect(live.note?.code).toBe('stale');
  expect(await tried('c3', rule)).toBe('c3');
  live.pick(moves[0] as Move);
  expect(live.note).toBeNull();
  expect(await tried('c3', rule)).toBe('c3');
  socket().hear(played(1, 1));
  expect(live.note).toBeNull();
});

test('an answer that comes after the table has changed marks nothing', async () => {
  const done = live.attempt('c3');
  socket().hear(played(1, 1));
  socket().hear({ t: 'reason', id: socket().sent.at(-1)?.id, rule: 'X.T1', reason: 'no' });
  await done;
  expect(live.note).toBeNull();
});

test('what a table promised is kept as it was first heard, while nobody could know the seed', () => {
  socket().hear(table({ id: 'abcdefgh', commitment: 'c1', seed: null }));
  socket().hear(table({ id: 'abcdefgh', commitment: 'c2', seed: null }));
  expect(promised('abcdefgh')).toBe('c1');
  socket().hear(table({ id: 'ijklmnop', commitment: 'c3', seed: '7' }));
  expect(promised('ijklmnop')).toBeNull();
});

test('moves that come together are shown one after the other', () => {
  socket().hear(played(1, 1));
  socket().hear(played(2, 2));
  socket().hear(played(3, 3, { view: view(0) }));
  expect(moved).toEqual([1]);
  expect(live.fresh).toBe(true);
  expect(live.active).toBe(false);
  vi.advanceTimersByTime(700);
  expect(moved).toEqual([1, 2]);
  vi.advanceTimersByTime(700);
  expect(moved).toEqual([1, 2, 3]);
  expect(live.table?.log.map((line) => line.ply)).toEqual([1, 2, 3]);
  expect(live.active).toBe(true);
});

test('moves taken back shorten the log, and are no fresh move', () => {
  socket().hear(played(1, 1));
  socket().hear({
    t: 'update',
    base: 2,
    seq: 3,
    ply: 0,
    last: null,
    view: view(0),
    log: { from: 0, lines: [{ seat: 0, ply: 0, event: 'undid', n: 1 }] },
  });
  expect(live.table?.log).toHaveLength(1);
  expect(live.table?.log[0]?.event).toBe('undid');
  expect(live.fresh).toBe(false);
});

test('the whole table sent again shows at once', () => {
  socket().hear(played(1, 1));
  socket().hear(played(2, 2));
  socket().hear(table({ seq: 9, ply: 7 }));
  expect(live.table?.ply).toBe(7);
  expect(live.fresh).toBe(false);
});

test('a frame that leaves the clock out says that it is now what it was', () => {
  // biome-ignore lint/suspicious/noThenProperty: the protocol calls it so
  const clock = { each: 'move', seconds: 30, increment: 0, then: 'bot', left: [30, 30], running: true };
  socket().hear(table({ clock }));
  expect(live.reading).toMatchObject({ turn: 0, clock: { left: [30, 30] } });
  const before = live.reading?.at ?? 0;
  vi.advanceTimersByTime(12_000);
  socket().hear(played(1, 1));
  expect(live.reading).toMatchObject({ turn: 1, clock: { left: [30, 30] } });
  expect((live.reading?.at ?? 0) - before).toBeCloseTo(12_000, 0);
  socket().hear(played(2, 2, { clock: { ...clock, left: [21, 30] }, view: view(0) }));
  expect(live.reading).toMatchObject({ turn: 0, clock: { left: [21, 30] } });
  expect(live.table?.ply).toBe(1);
  socket().hear(table({ clock: null }));
  expect(live.reading).toBeNull();
});

test('what is confirmed without a line is kept, and sent once it is back', async () => {
  const first = socket();
  live.pick(moves[0] as Move);
  first.onclose?.({ code: 1006 });
  expect(live.cut).toBe(true);
  expect(live.chosen?.text).toBe('a1');
  void live.confirm();
  expect(live.sending).toBe(true);
  expect(first.sent).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(socket()).not.toBe(first);
  socket().hear(table());
  expect(live.cut).toBe(false);
  expect(socket().sent).toMatchObject([{ t: 'play', seq: 1, move: 'a1' }]);
  const [{ id } = { id: '' }] = socket().sent;
  const second = socket();
  second.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(10_000);
  socket().hear(table());
  expect(socket().sent).toMatchObject([{ id, move: 'a1' }]);
  socket().hear({ t: 'done', id, seq: 2 });
  await vi.waitFor(() => expect(live.sending).toBe(false));
});

test('why something is forbidden can’t be asked without a line, and that is said', async () => {
  socket().onclose?.({ code: 1006 });
  await live.attempt('c3');
  expect(live.note?.code).toBe('offline');
  vi.advanceTimersByTime(10_000);
  socket().hear(table());
  expect(socket().sent).toEqual([]);
});

const asking = { what: 'undo', seat: 0, waiting: [1], move: 'a1', n: 1 };
const declined = (base: number, seat: number) => ({
  t: 'update',
  base,
  seq: base + 1,
  asking: null,
  log: { from: 0, lines: [{ seat, ply: 0, event: 'declined' }] },
});

test('a no is news until it has been read, or something is done', () => {
  socket().hear(table({ asking }));
  socket().hear(declined(1, 1));
  expect(live.refused).toEqual({ what: 'undo', asker: 0, seat: 1 });
  vi.advanceTimersByTime(60_000);
  expect(live.refused).toBeNull();
  for (const act of [() => live.pick(null), () => void live.undo(), () => socket().hear(played(2, 1))]) {
    socket().hear(table({ asking }));
    socket().hear(declined(1, 1));
    expect(live.refused).not.toBeNull();
    act();
    expect(live.refused).toBeNull();
  }
});

test('a no that came while the line was cut is heard too; one’s own withdrawal is none', () => {
  socket().hear(table({ asking }));
  socket().hear(table({ seq: 2, log: declined(1, 1).log.lines }));
  expect(live.refused?.seat).toBe(1);
  socket().hear(table({ asking }));
  socket().hear(declined(1, 0));
  expect(live.refused).toBeNull();
});

const onOneScreen = (turn: number, seat: number | null) =>
  table({ one_screen: true, yours: [0, 1], seat, view: view(turn, seat) }) as unknown as Table;

test('the device goes to the next of those who share it, and nowhere else', () => {
  expect(nextHands(onOneScreen(1, 0))).toBe(1);
  expect(nextHands(onOneScreen(1, 1))).toBeNull();
  expect(nextHands({ ...onOneScreen(1, 0), status: 'over' })).toBeNull();
  expect(nextHands({ ...onOneScreen(1, 0), yours: [0] })).toBeNull();
  expect(nextHands({ ...onOneScreen(1, 0), one_screen: false })).toBeNull();
});

test('with secrets the screen is covered before anybody else’s view is asked for', () => {
  const passing = new Passing(live);
  passing.follow(onOneScreen(1, 0), true, 450);
  expect(passing.covered).toBeNull();
  vi.advanceTimersByTime(2000);
  expect(passing.covered).toBe(1);
  expect(socket().sent).toEqual([{ t: 'sit', seat: null }]);
  passing.follow(onOneScreen(1, null), true, 450);
  expect(passing.covered).toBe(1);
  passing.take();
  vi.advanceTimersByTime(10);
  expect(socket().sent.at(-1)).toEqual({ t: 'sit', seat: 1 });
  passing.follow(onOneScreen(1, 1), true, 450);
  expect(passing.covered).toBeNull();
});

test('without secrets the view follows the turn by itself', () => {
  const passing = new Passing(live);
  passing.follow(onOneScreen(1, 0), false, 450);
  vi.advanceTimersByTime(10);
  expect(passing.covered).toBeNull();
  expect(socket().sent).toEqual([{ t: 'sit', seat: 1 }]);
});

test('who has taken a seat sees its view', () => {
  const passing = new Passing(live);
  passing.follow(table({ seat: null, yours: [1], view: view(0, null) }) as unknown as Table, true, 450);
  vi.advanceTimersByTime(10);
  expect(socket().sent).toEqual([{ t: 'sit', seat: 1 }]);
  passing.follow(table({ seat: null, yours: [], view: view(0, null) }) as unknown as Table, true, 450);
  vi.advanceTimersByTime(10);
  expect(socket().sent).toHaveLength(1);
});

test('what one player looked back at is gone when the screen is another’s, also if it comes late', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const seen = () => answer(Response.json({ ply: 0, view: view(0, 0), last: null }));
  socket().hear(table({ ply: 1 }));
  let visit = live.visit(0);
  seen();
  await visit;
  expect(live.past?.view.seat).toBe(0);
  socket().hear(table({ ply: 1, seat: null, view: view(1, null) }));
  expect(live.past).toBeNull();

  socket().hear(table({ ply: 1 }));
  visit = live.visit(0);
  socket().hear(table({ ply: 1, seat: 1, view: view(1, 1) }));
  seen();
  await visit;
  expect(live.past).toBeNull();
});
