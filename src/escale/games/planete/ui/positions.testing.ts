/** Views made by hand, for the tests of the board. */

import { kindAt } from './layout.ts';
import {
  type Laid,
  type Offered,
  type Planet,
  type PlaneteMove,
  type PlaneteView,
  STACKS,
  type Stack,
  starsOf,
  type TakeMove,
} from './position.ts';

/** A planet from its text: `5:bWWB 6:(bGG) 0:king=14`, what a character scores after it. */
export function planetOf(text: string): Planet {
  const words = text.split(' ').filter(Boolean);
  const points = new Map<number, number>();
  const tiles = words.map((word): Laid => {
    const [, at = '', down = '', tile = '', scored = '0'] = /^(\d+):(\(?)([^)=]+)\)?(?:=(\d+))?$/.exec(word) ?? [];
    if (!tile) throw new Error(`no tile: ${word}`);
    const cell = Number(at);
    if (kindAt(cell) === 'character') points.set(cell, Number(scored));
    return { at: cell, stack: kindAt(cell), tile, down: down !== '' };
  });
  const counts: Record<string, number> = {};
  for (const { tile, stack, down } of tiles) {
    const bears = down ? '' : stack === 'character' ? '*'.repeat(starsOf(tile)) : tile;
    for (const element of bears) counts[element] = (counts[element] ?? 0) + 1;
  }
  const sum = [...points.values()].reduce((all, one) => all + one, 0);
  return {
    tiles: tiles.sort((a, b) => a.at - b.at),
    counts,
    face_down: tiles.filter(({ down }) => down).length,
    volcanoes: counts.v ?? 0,
    characters: tiles
      .filter(({ stack }) => stack === 'character')
      .map(({ at, tile }) => ({ at, tile, points: points.get(at) ?? 0 })),
    points: sum,
    penalty: 0,
    total: sum,
  };
}

/** The planets of a table; who has the most volcanoes loses them. */
export function planetsOf(texts: string[]): Planet[] {
  const all = texts.map(planetOf);
  const most = Math.max(...all.map(({ volcanoes }) => volcanoes));
  return all.map((one) => {
    const penalty = one.volcanoes === most ? most : 0;
    return { ...one, penalty, total: one.points - penalty };
  });
}

/** Taking a tile to a place, with what more is known of it. */
export function taking(tile: string, at: number, more: Partial<TakeMove> = {}): TakeMove {
  const stack = kindAt(at);
  const volcanoes = stack === 'character' ? 0 : tile.split('v').length - 1;
  return {
    move: 0,
    text: `take ${tile} ${at}`,
    do: 'take',
    tile,
    hidden: false,
    stack,
    at,
    turns: [],
    points: 0,
    volcanoes,
    ...more,
  };
}

/** Taking the tile that lies face down; null: who takes it doesn't know it. */
export function takingHidden(tile: string | null, at: number, more: Partial<TakeMove> = {}): TakeMove {
  const unknown = tile === null ? { points: null, volcanoes: null } : {};
  return { ...taking(tile ?? '', at, more), text: `take hidden ${at}`, tile, hidden: true, ...unknown };
}

export const choosing = (stack: Stack): PlaneteMove => ({ move: 0, text: `stack ${stack}`, do: 'stack', stack });
export const hiding = (tile: string): PlaneteMove => ({ move: 0, text: `hide ${tile}`, do: 'hide', tile });
export const naming = (seat: number): PlaneteMove => ({ move: 0, text: `name ${seat}`, do: 'name', seat });

/** Tiles on the table: `rising vll* bsE -sE -?`; a dash before a hidden one, `?` if the reader doesn't know it. */
export function offerOf(text: string): PlaneteView['offer'] {
  const [stack = 'core', ...tiles] = text.split(' ');
  const read = (word: string): Offered => {
    const tile = word.replace(/^-/, '');
    return { tile: tile === '?' ? null : tile, hidden: word.startsWith('-') };
  };
  return { stack: stack as Stack, tiles: tiles.map(read) };
}

/** Planets, what can be done, and what else is known. */
export function at(planets: string[], moves: PlaneteMove[], more: Partial<PlaneteView> = {}): PlaneteView {
  const seats = [...planets.keys()];
  const laid = planetsOf(planets);
  const step = moves[0]?.do ?? 'stack';
  return {
    game: 'any',
    version: 1,
    options: {},
    players: planets.length,
    seat: 0,
    turn: 0,
    over: false,
    winners: [],
    task: step,
    closing: null,
    planets: laid,
    offer: null,
    stacks: STACKS.map((stack) => ({ stack, left: 8, chosen: 1 })),
    unseen: { core: { vlG: 2, E: 1 }, rising: { bsE: 1 }, falling: { 'v**': 0 }, character: { king: 1 } },
    out: [],
    round: 5,
    first: 0,
    mover: 0,
    step,
    waiting: step === 'stack' ? [] : seats,
    ...more,
    moves: moves.map((move, i) => ({ ...move, move: i })),
  };
}
