/** Walking through a game: which position a key leads to. Null is the live one. */

export type Place = number | null;

/** The place a key leads to from a place, in a game of `ply` moves so far; undefined for a key that doesn't step. */
export function stepped(key: string, place: Place, ply: number): Place | undefined {
  const from = place ?? ply;
  if (key === 'ArrowLeft') return at(Math.max(0, from - 1), ply);
  if (key === 'ArrowRight') return at(from + 1, ply);
  if (key === 'Home') return at(0, ply);
  if (key === 'End' || key === 'Escape') return null;
  return undefined;
}

/** The end of a game is where it is live. */
export function at(place: number, ply: number): Place {
  return place >= ply ? null : Math.max(0, place);
}
