/** The card in the reader's hand: where it lies when they point somewhere, and which of the listed moves that is. */

import type { Point } from 'kit/plane.ts';
import { type Turns, textOf, type Way, wayOf } from './card.ts';
import { type Cell, type Colour, isPlacement, type LppgView, type Lying, type PlaceMove, type Size } from './position.ts';

type Moves = Pick<LppgView, 'moves'>;

/** What is held, turned as it is. */
export type Shape = Way & { colour: Colour };

/** Right in the middle of a cell a card of even width might lie either way; by this part of a cell it is decided. */
const BIAS = 0.1;

/** A card with its middle at a point, as near as cells allow. */
export function under({ x, y }: Point, shape: Shape): Lying {
  const along = (at: number, side: number) => Math.floor(at - side / 2 + 0.5 + BIAS);
  return { ...shape, at: [along(x, shape.size[0]), along(y, shape.size[1])] };
}

export function middleOf({ at: [x, y], size: [w, h] }: { at: Cell; size: Size }): Point {
  return { x: x + w / 2, y: y + h / 2 };
}

/** The cell in whose middle one must point to lay a card just there. */
export function handle({ at: [x, y], size: [w, h] }: { at: Cell; size: Size }): Cell {
  return [x + Math.floor((w - 1) / 2), y + Math.floor((h - 1) / 2)];
}

export type Listed = Map<string, PlaceMove>;

/** The placements by their text. */
export function listed({ moves }: Moves): Listed {
  return new Map(moves.filter(isPlacement).map((move) => [move.text, move]));
}

/** Where a card can go, turned as it is. */
export function fits({ moves }: Moves, { size, colour, whites }: Shape): PlaceMove[] {
  const ending = `:${size.join('x')}:${colour}${whites.join('')}`;
  return moves.filter(isPlacement).filter(({ text }) => text.endsWith(ending));
}

/** A cell and the eight that touch it. */
export function about([x, y]: Cell): Cell[] {
  return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy): Cell => [x + dx, y + dy]));
}

/** The nearest place to a point where the card can go, at most one cell beside where it would lie. */
export function drawnTo(moves: Listed, spot: Point, shape: Shape): Lying {
  const exact = under(spot, shape);
  if (moves.has(textOf(exact))) return exact;
  const near = about(exact.at).map((at): Lying => ({ ...exact, at }));
  const far = (card: Lying) => Math.hypot(middleOf(card).x - spot.x, middleOf(card).y - spot.y);
  const [best] = near.filter((card) => moves.has(textOf(card))).sort((a, b) => far(a) - far(b));
  return best ?? exact;
}

/** Whether a card of the hand can go anywhere. */
export function goes({ moves }: Moves, card: number): boolean {
  return moves.some((move) => isPlacement(move) && move.card === card);
}

/** What to hold first: the first card that can go anywhere, turned as it then can; where none can, the first as it is. */
export function usable(view: Pick<LppgView, 'moves' | 'hands'>, seat: number): { card: number; turns: Turns } {
  for (const [card, { colour, pattern }] of (view.hands[seat] ?? []).entries()) {
    for (const turns of [0, 1, 2, 3] as Turns[]) {
      if (pattern && fits(view, { ...wayOf(pattern, turns), colour }).length > 0) return { card, turns };
    }
  }
  return { card: 0, turns: 0 };
}

/** How much a move changes: it ends the round, gives a region, or touches a territory. */
export function weight(move: PlaceMove): number {
  if (move.ends) return 3;
  if (move.marks || move.closes?.length) return 2;
  return move.grows?.length || move.joins?.length || move.opens?.length ? 1 : 0;
}

/** The size of what a move gives or closes; 0: nothing. */
export function worth(move: PlaceMove): number {
  return move.marks?.size ?? Math.max(0, ...(move.closes ?? []).map((cells) => cells.length));
}

/** The placements one may jump to: nearest to the middle first; `helped`: before that, those that do most, and with smaller regions. */
export function ranked({ moves }: Moves, middle: Point, helped: boolean): PlaceMove[] {
  const far = (move: PlaceMove) => Math.hypot(middleOf(move).x - middle.x, middleOf(move).y - middle.y);
  const told = moves.filter(isPlacement).map((move) => ({
    move,
    weight: helped ? weight(move) : 0,
    worth: helped ? worth(move) : 0,
    far: far(move),
  }));
  return told.sort((a, b) => b.weight - a.weight || a.worth - b.worth || a.far - b.far).map(({ move }) => move);
}

/** The next of them after the one with this text, or before it; from anywhere else, the first. */
export function jump<M extends { text: string }>(moves: M[], text: string | null, step: 1 | -1): M | null {
  const at = moves.findIndex((move) => move.text === text);
  return moves.at(at < 0 ? 0 : (at + step) % moves.length) ?? null;
}
