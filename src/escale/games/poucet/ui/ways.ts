/** Which of the listed moves a card can make on a cell, and which of them one would think of first. */

import type { Point } from 'kit/plane.ts';
import {
  type Cell,
  type Colour,
  isPut,
  key,
  lieOf,
  type PoucetMove,
  type PoucetView,
  type PutMove,
  type Side,
  stepTo,
  turned,
} from './position.ts';

/** So near, in cells, a place counts as meant though one points beside it. */
const NEAR = 0.22;

/** By cells, each in the order in which a card is turned: of a card of the hand, of a start card, or of one to begin again. */
export function waysOf(moves: PoucetMove[], card: string | null, again: Colour | null): Map<string, PutMove[]> {
  const found = new Map<string, PutMove[]>();
  for (const move of moves) {
    if (!isPut(move)) continue;
    const meant = move.do === 'lay' ? move.card === card : move.do === 'start' || move.colour === again;
    if (meant) found.set(key(move.at), [...(found.get(key(move.at)) ?? []), move]);
  }
  for (const ways of found.values()) inTurn(ways);
  return found;
}

/** Clockwise, from the first on. */
function inTurn(ways: PutMove[]): void {
  const first = lieOf(ways[0] as PutMove);
  const quarters = (move: PutMove) => [0, 1, 2, 3].find((n) => turned(first, n) === lieOf(move)) ?? 0;
  ways.sort((a, b) => quarters(a) - quarters(b));
}

/** How much the seat to move would want a move: whole numbers by what it does, parts of one by where it leads. */
export function rank(move: PutMove, { turn, flower, side }: Pick<PoucetView, 'turn' | 'flower' | 'side'>): number {
  const [x, y] = [flower[0] - move.at[0], flower[1] - move.at[1]];
  const near = 1 - (Math.abs(x) + Math.abs(y)) / (2 * side);
  if (move.do !== 'lay') return near / 2;
  // Of two ways to lie on a cell, the one that looks more towards the flower.
  const facing = [...lieOf(move)].map((one) => stepTo(one as Side)).map(([dx, dy]) => Math.sign(x) * dx + Math.sign(y) * dy);
  const within = near / 2 + facing.reduce((sum, one) => sum + one, 0) / (16 * side);
  const own = turn ?? -1;
  if (move.wins !== null) return (move.wins === own ? 5 : -2) + within;
  const does = move.helps.includes(own) ? 3 : move.role === 'obstacle' ? 1 : move.helps.length > 0 ? -1 : 1;
  return does - (move.hinders.includes(own) ? 1 : 0) + within;
}

/** The one of them that ranks highest; of equals, the last. */
export function bestOf<M extends PutMove>(moves: M[], view: Pick<PoucetView, 'turn' | 'flower' | 'side'>): M {
  return moves.reduce((best, move) => (rank(move, view) >= rank(best, view) ? move : best));
}

/** The card to hold first: `helped`, the one with the best move; else the first that goes anywhere. */
export function usable(view: PoucetView, hand: string[], helped: boolean): number {
  const worth = hand.map((card) => {
    const own = view.moves.filter((move) => move.do === 'lay' && move.card === card) as PutMove[];
    if (own.length === 0) return Number.NEGATIVE_INFINITY;
    return helped ? Math.floor(rank(bestOf(own, view), view)) : 0;
  });
  return Math.max(0, worth.indexOf(Math.max(...worth)));
}

/** The cell under a point; or one beside it, if only that is wanted and it is very near. */
export function nearest({ x, y }: Point, wanted: (cell: Cell) => boolean): Cell {
  const here: Cell = [Math.floor(x), Math.floor(y)];
  if (wanted(here)) return here;
  const [right, up] = [x - here[0], y - here[1]];
  const beside: [number, Cell][] = [
    [right, [here[0] - 1, here[1]]],
    [1 - right, [here[0] + 1, here[1]]],
    [up, [here[0], here[1] - 1]],
    [1 - up, [here[0], here[1] + 1]],
  ];
  const [found] = beside.filter(([far, cell]) => far < NEAR && wanted(cell)).sort((a, b) => a[0] - b[0]);
  return found?.[1] ?? here;
}
