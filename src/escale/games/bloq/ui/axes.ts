/** The numbers beside the board that tell coordinates: every other one, between the teeth of a diamond or along a square. */

import type { Point } from 'kit/plane.ts';
import { type BloqView, isSquare } from './position.ts';

export interface Label {
  text: string;
  /** Where its middle is on the board. */
  at: Point;
}

/** How far from a square its numbers are, in cells. */
const BESIDE = 0.33;
const EVERY = 2;

/** Each side of the board tells one coordinate, and the side across it the same one. */
export function axesOf(view: Pick<BloqView, 'rows'>): Label[] {
  return isSquare(view) ? aroundSquare(view) : aroundDiamond(view);
}

function aroundSquare({ rows }: Pick<BloqView, 'rows'>): Label[] {
  return rows.flatMap(([y]): Label[] => {
    if (y % EVERY) return [];
    const text = `${y}`;
    const [near, far] = [-BESIDE, rows.length + BESIDE];
    return [near, far].flatMap((side) => [
      { text, at: { x: y + 0.5, y: side } },
      { text, at: { x: side, y: y + 0.5 } },
    ]);
  });
}

/**
 * Rows are numbered beyond their right end in the upper half and their left end in the lower; columns below on the right and
 * above on the left, so that each side tells one coordinate.
 */
function aroundDiamond({ rows }: Pick<BloqView, 'rows'>): Label[] {
  return rows.flatMap(([y, from, to]): Label[] => {
    if (y % EVERY) return [];
    const text = `${y}`.replace('-', '−');
    const [row, column] = y < 0 ? [from - 0.5, to + 1.5] : [to + 1.5, from - 0.5];
    return [
      { text, at: { x: row, y: y + 0.5 } },
      { text, at: { x: y + 0.5, y: column } },
    ];
  });
}
