/** What things are called: cells, cards as they lie, whose they are. */

import type { Say } from 'kit/board.ts';
import type { Lying, PoucetView, Side } from './position.ts';

/** One, two and three. */
export function list(parts: string[], say: Say): string {
  const [last = '', ...before] = [...parts].reverse();
  if (before.length === 0) return last;
  return say('list.and', {
    first: before.reverse().reduce((first, second) => say('list.comma', { first, second })),
    second: last,
  });
}

/** Longer things, one after the other. */
export function also(parts: string[], say: Say): string {
  return parts.reduce((first, second) => say('list.also', { first, second }));
}

export function sidesName(sides: string, say: Say): string {
  return list(
    [...sides].map((side) => say(`side.${side}`)),
    say,
  );
}

/** The kind of a card that lies; none of a start. */
export function kindOf({ kind, colour, open = '' }: Lying): string {
  if (kind !== 'path') return kind;
  return `${colour}${open.length === 3 ? 't' : open === 'ns' || open === 'ew' ? 'i' : 'l'}`;
}

/** "Your" or somebody's: the same text in the reader's own words, where it is theirs. */
export function whose(
  name: string,
  seat: number,
  view: Pick<PoucetView, 'seat'>,
  names: string[],
  say: Say,
  values = {},
): string {
  return say(seat === view.seat ? `${name}_own` : name, { who: names[seat] ?? '', ...values });
}

/** A card that lies, without its place. */
export function lyingName(card: Lying, view: PoucetView, names: string[], say: Say): string {
  const sides = sidesName(card.open ?? '', say);
  if (card.kind === 'start') {
    const label = say('board.start', { colour: say(`colour.${card.colour}`), sides });
    return card.seat === null || card.seat === undefined
      ? say('board.start_left', { label })
      : whose('board.start_of', card.seat, view, names, say, { label });
  }
  if (card.kind === 'pebbles')
    return whose('board.pebbles', card.seat ?? -1, view, names, say, { way: wayName(card.way, say) });
  const name = say(`card.${kindOf(card)}`);
  return card.kind === 'path' ? say('board.card_open', { label: name, sides }) : name;
}

export function wayName(way: Side | undefined, say: Say): string {
  return say(`way.${way}`);
}

/** A card of a hand, as it is turned. */
export function heldName(card: string, lie: string, say: Say): string {
  const label = say(`card.${card}`);
  if (card === 'pebbles') return say('board.card_way', { label, way: wayName(lie as Side, say) });
  return card.length === 2 ? say('board.card_open', { label, sides: sidesName(lie, say) }) : label;
}

/** How far a seat's path is from the flower, in a sentence. */
export function farSentence(view: PoucetView, seat: number, names: string[], say: Say): string {
  const { colour, start, out, distance } = view.seats[seat] ?? {};
  if (out) return whose('board.distance_out', seat, view, names, say);
  if (!colour) return whose('board.distance_unstarted', seat, view, names, say);
  const values = { colour: say(`colour${start ? '_path' : ''}.${colour}`), n: distance ?? 0 };
  const how = !start ? '_chose' : distance === 0 ? '_arrived' : distance === null ? '_none' : '';
  return whose(`board.distance${how}`, seat, view, names, say, values);
}

/** What a seat holds: its cards where they may be known, else how many. */
export function handSentence(view: PoucetView, seat: number, say: Say, names: string[], hidden: boolean): string {
  const [hand, n] = [hidden ? null : view.hands[seat], view.seats[seat]?.cards ?? 0];
  if (n === 0) return whose('board.hand_none', seat, view, names, say);
  if (!hand) return whose('board.hand_count', seat, view, names, say, { n });
  const cards = hand.map((card) => say(`card.${card}`));
  return whose('board.hand_of', seat, view, names, say, { cards: list(cards, say) });
}

/** That a seat is blocked, or for how long it has waited; empty: neither. */
export function stuckSentence(view: PoucetView, seat: number, say: Say, names: string[]): string {
  const { blocked, waits = 0, out } = view.seats[seat] ?? {};
  if (out || view.over) return '';
  if (blocked) return whose('board.blocked', seat, view, names, say);
  return waits > 0 ? whose('board.waits', seat, view, names, say, { n: waits }) : '';
}
