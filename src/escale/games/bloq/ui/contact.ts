/** What a block that is only tried would touch: pure geometry, for drawing. What is legal the view says. */

import { type Block, type BloqView, type Cell, cellsOf, inside } from './position.ts';

export interface Contact {
  /** The line on the board where the two meet. */
  from: Cell;
  to: Cell;
  /** As high as the lower of the two. */
  height: number;
  /** Both have the same height. */
  equal: boolean;
}

/** The sides that a block would share with those placed; corners don't count. */
export function contacts(blocks: Block[], tried: Block): Contact[] {
  return blocks.flatMap((block) => {
    const line = sharedSide(block, tried);
    if (!line) return [];
    const [a, b] = [block.size[2], tried.size[2]];
    return [{ from: line[0], to: line[1], height: Math.min(a, b), equal: a === b }];
  });
}

function sharedSide(a: Block, b: Block): [Cell, Cell] | null {
  for (const axis of [0, 1] as const) {
    const other = axis === 0 ? 1 : 0;
    const [low, high] = [
      Math.max(a.at[other], b.at[other]),
      Math.min(a.at[other] + a.size[other], b.at[other] + b.size[other]),
    ];
    if (low >= high) continue;
    const at = [a.at[axis], b.at[axis]].find(
      (start) => start === a.at[axis] + a.size[axis] || start === b.at[axis] + b.size[axis],
    );
    if (at !== undefined)
      return axis === 0
        ? [
            [at, low],
            [at, high],
          ]
        : [
            [low, at],
            [high, at],
          ];
  }
  return null;
}

/** The cells a block can't lie on, and how high what lies there is: nothing beyond the board. */
export function blocked(view: Pick<BloqView, 'rows' | 'blocks'>, tried: Block): { cell: Cell; height: number }[] {
  return cellsOf(tried).flatMap((cell) => {
    const under = view.blocks.find((block) => covers(block, cell));
    if (under) return [{ cell, height: under.size[2] }];
    return inside(view, cell) ? [] : [{ cell, height: 0 }];
  });
}

export function covers({ at, size }: Block, [x, y]: Cell): boolean {
  return at[0] <= x && x < at[0] + size[0] && at[1] <= y && y < at[1] + size[1];
}
