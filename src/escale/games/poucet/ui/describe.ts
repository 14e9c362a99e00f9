/** The position in sentences, for who can't see it. */

import type { Say } from 'kit/board.ts';
import { COLOURS, nameOf, type PoucetView } from './position.ts';
import { also, farSentence, handSentence, list, lyingName, stuckSentence, wayName, whose } from './words.ts';

/** The rows where something lies, from the north. */
function rowSentences(view: PoucetView, say: Say, names: string[]): string[] {
  const rows = Array.from({ length: view.side }, (_, i) => view.cells.filter(({ at }) => at[1] === view.side - 1 - i));
  const told = (cards: PoucetView['cells']) =>
    cards.map((card) => {
      const label = lyingName(card, view, names, say);
      const high = card.below.length;
      return say('board.item', {
        place: nameOf(card.at),
        label: high > 0 ? say('board.pile', { label, n: high }) : label,
      });
    });
  return rows
    .filter((cards) => cards.length > 0)
    .map((cards) => say('board.row', { row: (cards[0]?.at[1] ?? 0) + 1, cells: also(told(cards), say) }));
}

/** A seat's path, its ends, how far it is, and how long it has waited. */
function seatSentences(view: PoucetView, seat: number, say: Say, names: string[]): string[] {
  const { start, out } = view.seats[seat] ?? {};
  const far = farSentence(view, seat, names, say);
  if (out || !start) return [far];
  const cells = view.cells.filter(({ paths }) => paths.includes(seat)).map(({ at }) => nameOf(at));
  const ends = view.ends.filter((end) => end.seat === seat);
  const told = ends.map(({ at, way, state }) => say(`board.at_${state}`, { place: nameOf(at), way: wayName(way, say) }));
  return [
    far,
    whose('board.path_of', seat, view, names, say, { n: cells.length, cells: list(cells, say) }),
    told.length > 0
      ? whose('board.ends', seat, view, names, say, { ends: also(told, say) })
      : whose('board.ends_none', seat, view, names, say),
    stuckSentence(view, seat, say, names),
  ].filter(Boolean);
}

/** Faces are for who holds the cards, and not on a screen that others see; how many there are is for all. */
function handSentences(view: PoucetView, seat: number, say: Say, names: string[], discreet: boolean): string[] {
  if (view.seats[seat]?.out && !view.over) return [];
  return [handSentence(view, seat, say, names, discreet && !view.over)];
}

function stockSentences({ stock, discard, starts }: PoucetView, say: Say): string[] {
  const left = COLOURS.filter((colour) => starts[colour] > 0);
  const counted = left.map((colour) => say('board.start_count', { n: starts[colour], colour: say(`colour.${colour}`) }));
  const cards = discard.map((card) => say(`card.${card}`));
  return [
    `${say('board.stock', { n: stock })}.`,
    ...(cards.length > 0 ? [say('board.discard_list', { n: cards.length, cards: list(cards, say) })] : []),
    counted.length > 0 ? say('board.starts_left', { starts: list(counted, say) }) : say('board.starts_none'),
  ];
}

export function describe(view: PoucetView, say: Say, names: string[], discreet = false): string[] {
  const seats = [...view.seats.keys()];
  return [
    say('board.axes', { flower: nameOf(view.flower) }),
    ...rowSentences(view, say, names),
    say('board.rows_empty'),
    ...seats.flatMap((seat) => seatSentences(view, seat, say, names)),
    ...seats.flatMap((seat) => handSentences(view, seat, say, names, discreet)),
    ...stockSentences(view, say),
  ];
}
