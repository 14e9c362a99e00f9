/** Views made by hand, for the tests of the board. */

import { cellsOf, facesOf, lyingOf } from './card.ts';
import {
  type Cell,
  key,
  type LppgMove,
  type LppgView,
  type Lying,
  type PlaceMove,
  type Region,
  type Territory,
} from './position.ts';

export function lying(text: string): Lying {
  const found = lyingOf(text);
  if (!found) throw new Error(`no card: ${text}`);
  return found;
}

/** The rows of cards laid one over the other. */
export function terrainOf(cards: Lying[]): LppgView['terrain'] {
  const ground = new Map(cards.flatMap(facesOf).map(({ cell, letter }) => [key(cell), letter]));
  const all = cards.flatMap((card) => cellsOf(card).map(({ cell }) => cell));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const row = (y: number) => Array.from({ length: right - left + 1 }, (_, i) => ground.get(key([left + i, y])) ?? '.').join('');
  return { at: [left, low], rows: Array.from({ length: high - low + 1 }, (_, i) => row(high - i)) };
}

/** The groups of white cells, by their lowest cells. */
export function regionsOf({ at, rows }: LppgView['terrain']): Region[] {
  const letter = ([x, y]: Cell) => rows[rows.length - 1 - (y - at[1])]?.[x - at[0]] ?? '.';
  const seen = new Set<string>();
  const grown = (from: Cell): Cell[] => {
    if (letter(from) !== 'w' || seen.has(key(from))) return [];
    seen.add(key(from));
    return [from, ...around(from).flatMap(grown)];
  };
  const cells = rows.flatMap((row, i) => [...row].map((_, x): Cell => [at[0] + x, at[1] + rows.length - 1 - i])).reverse();
  return cells
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .map(grown)
    .filter((group) => group.length > 0)
    .map((group) => ({
      at: group[0] as Cell,
      cells: group,
      closed: group.flatMap(around).every((cell) => letter(cell) !== '.'),
    }));
}

const around = ([x, y]: Cell): Cell[] => [
  [x + 1, y],
  [x - 1, y],
  [x, y + 1],
  [x, y - 1],
];

export const cellsFrom = (text: string): Cell[] => text.split(' ').map((cell) => cell.split(',').map(Number) as Cell);

/** A placement from its text, of the first card of the hand unless told otherwise. */
export function placed(text: string, more: Partial<PlaceMove> = {}): PlaceMove {
  const { at, size, whites } = lying(text);
  return { move: 0, text, do: 'place', card: 0, at, size, whites, ...more };
}

/** Territories from texts: seat, kind, name of the region, and 'cancelled'. */
function territoriesOf(texts: string[], regions: Region[]): Territory[] {
  return texts.map((text) => {
    const [seat = '', kind = '', at = '', cancelled] = text.split(' ');
    const region = regions.find((one) => key(one.at) === at);
    if (!region) throw new Error(`no region at ${at}: ${regions.map((one) => key(one.at)).join(' ')}`);
    return {
      seat: Number(seat),
      kind: kind as Territory['kind'],
      at: region.at,
      cells: region.cells,
      cancelled: Boolean(cancelled),
    };
  });
}

/** Cards laid one after the other, whose territories there are, and what can be done. */
export function at(cards: string[], owned: string[], moves: LppgMove[], more: Partial<LppgView> = {}): LppgView {
  const laid = cards.map(lying);
  const terrain = terrainOf(laid);
  const regions = regionsOf(terrain);
  const territories = territoriesOf(owned, regions);
  return {
    game: 'any',
    version: 1,
    players: 2,
    options: {},
    seat: 0,
    turn: 0,
    over: false,
    winners: [],
    task: 'place',
    closing: null,
    terrain,
    cards: laid,
    regions: regions.filter((region) => !territories.some((one) => key(one.at) === key(region.at))),
    territories,
    markers: [
      [2, 1],
      [2, 1],
    ],
    hands: [
      [
        { colour: 'r', pattern: '25' },
        { colour: 'g', pattern: '1' },
      ],
      [
        { colour: 'b', pattern: null },
        { colour: 'y', pattern: null },
      ],
    ],
    piles: [
      { count: 35, colour: 'b' },
      { count: 35, colour: 'y' },
    ],
    discard: [],
    now: null,
    mover: 0,
    step: 'place',
    first: 0,
    passes: 0,
    last: null,
    moves: moves.map((move, i) => ({ ...move, move: i })),
    ...more,
  };
}
