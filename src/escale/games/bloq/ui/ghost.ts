/** The block in the reader's hand: where it lies when they point somewhere, and which of the listed moves that is. */

import type { Point } from 'kit/plane.ts';
import { centreOf } from './camera.ts';
import {
  type Block,
  type BloqMove,
  type BloqView,
  blockOf,
  type Cell,
  type Dimensions,
  gainOf,
  POSES,
  type Shape,
  sizeOf,
  textOf,
} from './position.ts';

/** Right in the middle of a cell a block of even width might lie either way; by this part of a cell it is decided. */
const BIAS = 0.1;

/** A block with its middle at a point, as near as cells allow. */
export function under(spot: Point, size: Dimensions): Block {
  const along = (at: number, side: number) => Math.floor(at - side / 2 + 0.5 + BIAS);
  return { at: [along(spot.x, size[0]), along(spot.y, size[1])], size };
}

export function middleOf({ at: [x, y], size: [w, d] }: Block): Point {
  return { x: x + w / 2, y: y + d / 2 };
}

/** The cell in whose middle one must point to lay a block just there. */
export function handle({ at: [x, y], size: [w, d] }: Block): Cell {
  return [x + Math.floor((w - 1) / 2), y + Math.floor((d - 1) / 2)];
}

export type Listed = Map<string, BloqMove>;

/** The legal moves by their text. */
export function listed(view: Pick<BloqView, 'moves'>): Listed {
  return new Map(view.moves.map((move) => [move.text, move]));
}

export interface Fit {
  block: Block;
  move: BloqMove;
}

/** Where a shape can go. */
export function fits(view: Pick<BloqView, 'moves'>, shape: Shape): Fit[] {
  const ending = `:${sizeOf(shape).join('x')}`;
  return view.moves.flatMap((move) => {
    const block = move.text.endsWith(ending) ? blockOf(move.text) : null;
    return block ? [{ block, move }] : [];
  });
}

/** The nearest place to a point where the shape can go, at most one cell beside where it would lie. */
export function drawnTo(moves: Listed, spot: Point, size: Dimensions): Block {
  const exact = under(spot, size);
  if (moves.has(textOf(exact))) return exact;
  const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy): Block => ({ at: [exact.at[0] + dx, exact.at[1] + dy], size })));
  const far = (block: Block) => Math.hypot(middleOf(block).x - spot.x, middleOf(block).y - spot.y);
  const [best] = near.filter((block) => moves.has(textOf(block))).sort((a, b) => far(a) - far(b));
  return best ?? exact;
}

/** The shape to hold: the one wished if it can go anywhere, else the nearest to it that can. */
export function usable(view: Pick<BloqView, 'moves'>, wished: Shape): Shape {
  const others = POSES.filter((pose) => pose !== wished.pose);
  const shapes = [wished.pose, ...others].flatMap((pose) => [
    { pose, wide: wished.wide },
    { pose, wide: !wished.wide },
  ]);
  return shapes.find((shape) => fits(view, shape).length > 0) ?? wished;
}

/** The moves one may jump to: those nearest to the middle of the board first; `helped`: before that, by points. */
export function ranked(view: Pick<BloqView, 'moves' | 'rows'>, helped: boolean): BloqMove[] {
  const { x, y } = centreOf(view);
  const far = ({ text }: BloqMove) => {
    const middle = middleOf(blockOf(text) as Block);
    return Math.hypot(middle.x - x, middle.y - y);
  };
  const told = view.moves.map((move) => ({ move, gain: helped ? gainOf(move) : 0, far: far(move) }));
  return told.sort((a, b) => b.gain - a.gain || a.far - b.far).map(({ move }) => move);
}

/** The next of them after the one with this text, or before it; from anywhere else, the first. */
export function jump(moves: BloqMove[], text: string | null, step: 1 | -1): BloqMove | null {
  const at = moves.findIndex((move) => move.text === text);
  return moves.at(at < 0 ? 0 : (at + step) % moves.length) ?? null;
}
