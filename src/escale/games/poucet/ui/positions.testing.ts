/** Views made by hand, for the tests of the board. */

import {
  beside,
  type Cell,
  type Colour,
  cellIn,
  type End,
  key,
  type LayMove,
  type Lying,
  openingsOf,
  opposite,
  type PoucetMove,
  type PoucetView,
  type Role,
  type Seat,
  SIDES,
  type Side,
  type Top,
} from './position.ts';

const KINDS: Record<string, Lying['kind']> = { W: 'wolf', O: 'ogre', F: 'forest', V: 'river', B: 'boots' };

export function cellNamed(name: string): Cell {
  const found = cellIn(name);
  if (!found) throw new Error(`no cell: ${name}`);
  return found;
}

/** A start card on a cell: it opens to all sides that stay on the board. */
function startOf(colour: Colour, at: Cell, side: number, seat: number | null): Lying {
  const inside = ([x, y]: Cell) => x >= 0 && y >= 0 && x < side && y < side;
  return { kind: 'start', colour, open: SIDES.filter((one) => inside(beside(at, one))).join(''), seat };
}

/** A card by its letters: rew, R0 (a start, and whose), W O F V B, 0e (pebbles, whose and which way). */
function lying(text: string, at: Cell, side: number): Lying {
  const [first = '', second = ''] = text;
  const kind = KINDS[first];
  if (kind) return { kind };
  if ('RGY'.includes(first)) return startOf(first.toLowerCase() as Colour, at, side, second === '' ? null : Number(second));
  if (/\d/.test(first)) return { kind: 'pebbles', way: second as Side, seat: Number(first) };
  return { kind: 'path', colour: first as Colour, open: text.slice(1) };
}

/** One cell from its text: c5:F/rew/gns, from the bottom to the top. */
function topOf(text: string, side: number): Top {
  const [name = '', pile = ''] = text.split(':');
  const at = cellNamed(name);
  const all = pile.split('/').map((card) => lying(card, at, side));
  return { ...(all.at(-1) as Lying), at, below: all.slice(0, -1), paths: [] };
}

/** Whether one who comes that way may walk on a card. */
function enters(card: Top, way: Side, seat: number, colour: Colour | null): boolean {
  if (card.kind === 'boots') return true;
  if (card.kind === 'pebbles') return card.seat === seat && card.way === way;
  return card.colour === colour && openingsOf(card).includes(opposite(way));
}

/** Fill in whose path holds which card; the ends of it. */
function walk(cells: Map<string, Top>, seat: number, { start, colour }: Seat, flower: Cell, side: number): End[] {
  const ends: End[] = [];
  const todo = start ? [start] : [];
  for (let from = todo.pop(); from; from = todo.pop()) {
    const card = cells.get(key(from));
    if (!card || card.paths.includes(seat)) continue;
    card.paths.push(seat);
    for (const way of SIDES.filter((one) => openingsOf(card).includes(one))) {
      if (card.kind === 'pebbles' && way !== card.way) continue;
      const at = beside(from, way);
      const next = cells.get(key(at));
      if (at.some((n) => n < 0 || n >= side) || key(at) === key(flower)) continue;
      if (next && enters(next, way, seat, colour)) todo.push(at);
      else ends.push({ seat, at, way, state: stateOf(next, colour) });
    }
  }
  return ends;
}

function stateOf(card: Top | undefined, colour: Colour | null): End['state'] {
  if (!card || card.kind === 'pebbles' || (card.kind === 'path' && card.colour !== colour)) return 'open';
  return ['forest', 'river', 'wolf'].includes(card.kind) ? 'obstructed' : 'dead';
}

/** A play by its text: b5:rew; what it is, and what more is known of it. */
export function laid(text: string, role: Role, more: Partial<LayMove> = {}): LayMove {
  const [name = '', what = ''] = text.split(':');
  const [card = '', way] = what.split('-');
  const path = /^[rgy][nesw]+$/.test(what);
  const shape = what.length === 4 ? 't' : ['ns', 'ew'].includes(what.slice(1)) ? 'i' : 'l';
  return {
    move: 0,
    text,
    do: 'lay',
    card: path ? `${what[0]}${shape}` : card,
    at: cellNamed(name),
    ...(path ? { open: what.slice(1) } : {}),
    ...(way ? { way: way as Side } : {}),
    role,
    helps: role === 'obstacle' ? [] : [0],
    hinders: role === 'obstacle' ? [1] : [],
    wins: null,
    ...more,
  };
}

/** Cards that lie, what can be done, and what else is known. */
export function at(cards: string, moves: PoucetMove[], more: Partial<PoucetView> = {}): PoucetView {
  const { side = 9, players = 2 } = more;
  const flower: Cell = [(side - 1) / 2, (side - 1) / 2];
  const cells = new Map(
    cards
      .split(' ')
      .filter(Boolean)
      .map((text) => topOf(text, side))
      .map((card) => [key(card.at), card]),
  );
  const seats = Array.from({ length: players }, (_, seat): Seat => {
    const start = [...cells.values()].find((card) => card.kind === 'start' && card.seat === seat);
    return {
      colour: start?.colour ?? null,
      start: start?.at ?? null,
      out: false,
      cards: 6,
      waits: 0,
      blocked: false,
      distance: start ? 5 : null,
    };
  });
  const ends = seats.flatMap((one, seat) => walk(cells, seat, one, flower, side));
  return {
    game: 'any',
    version: 1,
    options: {},
    seat: 0,
    turn: 0,
    over: false,
    winners: [],
    task: 'play',
    closing: null,
    flower,
    cells: [...cells.values()].sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0]),
    ends,
    seats,
    hands: [['ri', 'rl', 'gt', 'wolf', 'pebbles', 'boots'], ...Array.from({ length: players - 1 }, () => null)],
    stock: 60,
    discard: [],
    starts: { r: 1, g: 1, y: 2 },
    mover: 0,
    step: 'play',
    first: 0,
    winner: null,
    ...more,
    players,
    side,
    moves: moves.map((move, i) => ({ ...move, move: i })),
  };
}
