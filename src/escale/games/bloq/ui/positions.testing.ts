/** Views made by hand, for the tests of the board. */

import { type Block, type BloqMove, type BloqView, blockOf, type Cell } from './position.ts';

/** The rows of a diamond, by its reach from the centre, and of a square. */
export function diamond(reach: number): BloqView['rows'] {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => [i - reach, Math.abs(i - reach) - reach, reach - Math.abs(i - reach)]);
}

export function square(side: number): BloqView['rows'] {
  return Array.from({ length: side }, (_, y) => [y, 0, side - 1]);
}

/** Moves from their texts, each with the cells it isolates, groups apart: '0,3:4x2x3 1,5 2,5 / 7,0'. */
export function listed(texts: string[]): BloqMove[] {
  return texts.map((line, move) => {
    const [text = '', ...rest] = line.split(' ');
    const groups = rest.join(' ').split(' / ').filter(Boolean);
    return { move, text, isolates: groups.map((group) => group.split(' ').map((cell) => cell.split(',').map(Number) as Cell)) };
  });
}

export function blocks(texts: string[]): Block[] {
  return texts.map((text) => blockOf(text) as Block);
}

/** On a diamond of 181 cells unless told otherwise. */
export function at(placed: string[], moves: BloqMove[], more: Partial<BloqView> = {}): BloqView {
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
    rows: diamond(9),
    blocks: blocks(placed),
    groups: [],
    stock: 40 - placed.length,
    points: [0, 0],
    moves,
    ...more,
  };
}
