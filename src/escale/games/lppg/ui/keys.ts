/** What single keys do, by what the reader is asked for. */

import type { Deed, Kind } from './position.ts';

export interface Acts {
  turn: (quarters: 1 | -1) => void;
  card: (card: number) => void;
  marker: (kind: Kind) => void;
  pile: (pile: number) => void;
  /** To the next or the previous of what can be picked. */
  leap: (step: 1 | -1) => void;
  zoom: (way: 1 | -1) => void;
  whole: () => void;
}

/** By the key's name; small letters stand for capitals too, unless these are there themselves. */
export function keysOf(deed: Deed | null, acts: Acts): Record<string, () => void> {
  const leaps = { n: () => acts.leap(1), p: () => acts.leap(-1) };
  const markers = { o: () => acts.marker('ordinary'), p: () => acts.marker('permanent') };
  const asked: Record<Deed, Record<string, () => void>> = {
    place: { ...leaps, r: () => acts.turn(1), R: () => acts.turn(-1), 1: () => acts.card(0), 2: () => acts.card(1) },
    mark: { ...leaps, ...markers },
    keep: { ...leaps, ...markers },
    draw: { ...leaps, 1: () => acts.pile(1), 2: () => acts.pile(2) },
    pass: leaps,
  };
  const lens = { '+': () => acts.zoom(1), '=': () => acts.zoom(1), '-': () => acts.zoom(-1), 0: acts.whole };
  return { ...lens, ...(deed && asked[deed]) };
}
