/** What cells and cards in hand are called by who walks among them with keys or hears them. */

import type { Say } from 'kit/board.ts';
import { type Cell, key, nameOf, type PoucetView, type PutMove, type Top } from './position.ts';
import { also, heldName, kindOf, list, lyingName, whose } from './words.ts';

/** What lies on a cell, in parts. */
function lies(card: Top, view: PoucetView, names: string[], say: Say): string[] {
  const walked = card.colour || card.kind === 'pebbles' || card.kind === 'boots';
  const paths = card.paths.map((seat) => whose('board.in_path', seat, view, names, say));
  const below = [...card.below].reverse().map((one) => say(`card.${kindOf(one)}`));
  return [
    lyingName(card, view, names, say),
    ...(paths.length === 0 && walked ? [say('board.in_no_path')] : paths),
    ...(below.length > 0 ? [say('board.below', { n: below.length, cards: list(below, say) })] : []),
  ];
}

/** How cells are called: by what lies there, who comes to an end there, and what `on` says the card in hand would be. */
export function labels(
  view: PoucetView,
  names: string[],
  say: Say,
  on: ((cell: Cell) => PutMove | undefined) | null,
): (cell: Cell) => string {
  const cards = new Map(view.cells.map((card) => [key(card.at), card]));
  const ends = new Map<string, Set<string>>();
  for (const { at, seat, state } of view.ends) {
    const said = whose(`board.end_${state}`, seat, view, names, say);
    ends.set(key(at), (ends.get(key(at)) ?? new Set()).add(said));
  }
  const edge = ([x, y]: Cell) => x === 0 || y === 0 || x === view.side - 1 || y === view.side - 1;
  const ground = (cell: Cell) => {
    const card = cards.get(key(cell));
    if (card) return lies(card, view, names, say);
    if (key(cell) === key(view.flower)) return [say('board.flower')];
    return [say(edge(cell) ? 'board.border' : 'board.empty')];
  };
  return (cell) => {
    const does = on ? [doing(on(cell), view, say)] : [];
    const parts = [...ground(cell), ...(ends.get(key(cell)) ?? []), ...does];
    return say('board.cell', { place: nameOf(cell), label: also(parts, say) });
  };
}

function doing(move: PutMove | undefined, view: PoucetView, say: Say): string {
  if (!move) return say('board.cannot');
  if (move.do !== 'lay') return say('board.fits_start');
  return say(move.wins !== null && move.wins === view.turn ? 'board.wins' : `board.fits_${move.role}`);
}

/** A card of the reader's hand, as it is turned; only its back: `hidden`. */
export function cardLabel(card: string, number: number, lie: string, hidden: boolean, say: Say): string {
  return hidden ? say('board.card_back', { number }) : say('board.card', { number, card: heldName(card, lie, say) });
}
