/** Views made by hand, for the tests of the board. */

import { LETTERS, type Letter, type PopMove, type PopView } from './position.ts';

export function counts(letters: string) {
  return Object.fromEntries(LETTERS.map((letter) => [letter, letters.split(letter).length - 1])) as Record<Letter, number>;
}

function listed(moves: [text: string, cells: string, colour: Letter | null, jokers: number][]): PopMove[] {
  return moves.map(([text, cells, colour, jokers], move) => ({ move, text, cells: cells.split(' '), colour, jokers }));
}

export function at(slides: string[], moves: PopMove[], more: Partial<PopView> = {}): PopView {
  return {
    game: 'any',
    version: 1,
    players: 2,
    options: {},
    seat: 0,
    turn: 0,
    over: false,
    winners: [],
    points: [0, 0],
    task: 'remove',
    closing: null,
    slides: [...slides, ...Array(10 - slides.length).fill('')],
    left: counts(slides.join('')),
    taken: [counts(''), counts('')],
    secrets: ['Y', null],
    moves,
    ...more,
  };
}

/** Two yellow, two jokers, a blue one, and three that nothing can be done with. */
export const ROW = at(
  ['YG', 'Y', '*', '*', 'B', 'GP'],
  listed([
    ['a1', 'a1 b1', 'Y', 0],
    ['a1+c1', 'a1 b1 c1', 'Y', 1],
    ['a1+c1+d1', 'a1 b1 c1 d1', 'Y', 2],
    ['e1+d1', 'd1 e1', 'B', 1],
    ['e1+c1+d1', 'c1 d1 e1', 'B', 2],
    ['c1+d1', 'c1 d1', null, 2],
  ]),
);

/** Three yellow tokens with a joker between each: leaving a joker out cuts the group. */
export const CHAIN = at(
  ['YG', '*P', 'YG', '*P', 'Y', 'B'],
  listed([
    ['a1+b1', 'a1 b1 c1', 'Y', 1],
    ['c1+d1', 'c1 d1 e1', 'Y', 1],
    ['a1+b1+d1', 'a1 b1 c1 d1 e1', 'Y', 2],
    ['b2+b1', 'b1 b2', 'P', 1],
    ['d2+d1', 'd1 d2', 'P', 1],
  ]),
);
