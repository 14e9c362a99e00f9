/** How the reader likes their tiles to lie: only a picture, kept in this browser as long as the page is open, and no move. */

import { kindAt } from './layout.ts';

const KEPT = 'escale.planete';

/** Whether it says where each of the sixteen cells is seen. */
function isOrder(cells: unknown): cells is number[] {
  return Array.isArray(cells) && [...Array(16).keys()].every((cell) => cells.includes(cell));
}

function load(): Record<string, number[]> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
    const entries = Object.entries(kept ?? {}).filter(([, cells]) => isOrder(cells));
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export class Arranging {
  #all = $state.raw<Record<string, number[]>>(load());
  /** Touches of the planet move its tiles. */
  on = $state(false);
  /** Where the tile is seen that is about to be moved; null: none. */
  from = $state<number | null>(null);

  /** Whose tiles they are: the page, and the seat. */
  constructor(readonly whose: () => string) {}

  /** Where each cell of the game is seen. */
  readonly #seen: number[] = $derived.by(() => this.#all[this.whose()] ?? [...Array(16).keys()]);

  /** Where a cell of the game is seen, and the other way round. */
  seen(at: number): number {
    return this.#seen[at] ?? at;
  }

  real(cell: number): number {
    return this.#seen.indexOf(cell);
  }

  /** Let two places that are seen change what lies on them; whether they can. */
  swap(a: number, b: number): boolean {
    if (a === b || kindAt(a) !== kindAt(b)) return false;
    this.#all = { ...this.#all, [this.whose()]: this.#seen.map((cell) => (cell === a ? b : cell === b ? a : cell)) };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(this.#all));
    } catch {
      // Not kept, then.
    }
    return true;
  }
}
