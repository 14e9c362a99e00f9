/** Which of the listed moves a tap means. */

import { JOKER, letterAt, type PopMove, type PopView } from './position.ts';

/** What a tap on a cell leads to. */
export type Tap = { play: PopMove } | { show: PopMove } | { cancel: true } | { attempt: string };

/** What a ghost grew from: the move shown, and the cell that was tapped first. */
export interface Ghost {
  move: PopMove;
  anchor: string;
}

export function tap(view: PopView, ghost: Ghost | null, cell: string): Tap {
  if (ghost) {
    const toggled = toggle(view, ghost, cell);
    if (toggled) return { show: toggled };
    if (ghost.move.cells.includes(cell)) return { play: ghost.move };
    if (!letterAt(view.slides, cell)) return { cancel: true };
  }
  const move = proposed(view, cell);
  return move ? { show: move } : { attempt: cell };
}

/** The move a cell stands for (POP.T2): its group with every joker it can reach; for a joker, jokers alone if they can go. */
export function proposed(view: PopView, cell: string): PopMove | null {
  const found = view.moves.filter((move) => move.cells.includes(cell));
  if (letterAt(view.slides, cell) !== JOKER) return most(found);
  const alone = found.filter((move) => move.colour === null);
  return alone.length > 0 ? most(alone) : least(found);
}

/** The ghost with a joker taken in or left out; null if it can't be, or the cell is no joker, or the one the ghost grew from. */
export function toggle(view: PopView, { move, anchor }: Ghost, cell: string): PopMove | null {
  if (cell === anchor || letterAt(view.slides, cell) !== JOKER) return null;
  const same = view.moves.filter((other) => other.colour === move.colour);
  if (!move.cells.includes(cell)) {
    return least(same.filter((other) => other.cells.includes(cell) && move.cells.every((c) => other.cells.includes(c))));
  }
  // Leaving one out may leave others out that hung on it; keep as many as can be.
  const smaller = same.filter((other) => !other.cells.includes(cell) && other.cells.includes(anchor));
  const within = smaller.filter((other) => other.cells.every((c) => move.cells.includes(c)));
  return most(within);
}

function most(moves: PopMove[]): PopMove | null {
  return moves.sort((a, b) => b.jokers - a.jokers || b.cells.length - a.cells.length)[0] ?? null;
}

function least(moves: PopMove[]): PopMove | null {
  return moves.sort((a, b) => a.jokers - b.jokers || a.cells.length - b.cells.length)[0] ?? null;
}
