/** What things are called: cells, colours, cards, whose territory it is. */

import type { Say } from 'kit/board.ts';
import { named } from './card.ts';
import { areTeam, type Cell, type Held, isWinning, KINDS, type LppgView, type Territory } from './position.ts';

/** A cell by its coordinates. */
export function placeName(say: Say, [x, y]: Cell): string {
  return say('board.place', { x, y });
}

/** Of a card or of `n` cells, which are feminine in French. */
export function colourName(say: Say, letter: string, n = 1): string {
  return say(`colour.${letter}`, { n });
}

export function whitesName(say: Say, whites: number[] | string): string {
  const numbers = [...whites].map(String);
  return say('card.whites', { n: numbers.length, cells: list(numbers, say) });
}

/** A card by its name: r25. */
export function cardName(say: Say, name: string): string {
  const { colour, pattern } = named(name);
  return say('card.face', { colour: colourName(say, colour), whites: whitesName(say, pattern) });
}

/** A card in a hand: its face if that may be known, else its back. */
export function heldName(say: Say, { colour, pattern }: Held): string {
  return pattern === null ? say('card.back', { colour: colourName(say, colour) }) : cardName(say, `${colour}${pattern}`);
}

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

/** A territory with all that is worth knowing of it. */
export function territoryName(view: LppgView, territory: Territory, say: Say, names: string[]): string {
  const own = territory.seat === view.seat ? 'board.territory_own' : 'board.territory';
  return known(view, territory, say(own, { n: territory.cells.length, who: names[territory.seat] ?? '' }), say);
}

/** What is said of a territory, and whether it is permanent, cancelled, or would win now. */
export function known(view: LppgView, territory: Territory, told: string, say: Say): string {
  const said = territory.kind === 'permanent' ? say('board.permanent', { territory: told }) : told;
  if (territory.cancelled) return say('board.cancelled', { territory: said });
  return isWinning(view, territory) ? say('board.winning', { territory: said }) : said;
}

/** The markers a seat has left. */
export function markersSentence(view: LppgView, seat: number, say: Say, names: string[]): string {
  const left = view.markers[seat] ?? [0, 0];
  const some = KINDS.map((kind, i) => ({ kind, n: left[i] ?? 0 })).filter(({ n }) => n > 0);
  const [who, own] = [names[seat] ?? '', seat === view.seat ? '_own' : ''];
  if (some.length === 0) return say(`board.markers_gone${own}`, { who });
  const markers = some.map(({ kind, n }) => say(`count.${kind}`, { n }));
  return say(`board.markers_left${own}`, { who, markers: list(markers, say) });
}

/** Who would win if it were counted now. */
export function nowSentence(view: LppgView, say: Say, names: string[]): string {
  const { now, seat, territories } = view;
  if (!now) return say(territories.length > 0 ? 'board.now_nobody' : 'board.now_empty');
  const values = { n: now.size, who: names[now.seat] ?? '' };
  if (now.seat === seat) return say('board.now_own', values);
  return say(seat !== null && areTeam(view, seat, now.seat) ? 'board.now_partner' : 'board.now_other', values);
}

/** Whose a territory is that something happens to, where nobody is named; null: the reader's own. */
export function whose(view: LppgView, seat: number, n: number, say: Say): string | null {
  const reader = view.seat ?? view.turn ?? -1;
  if (seat === reader) return null;
  return say(areTeam(view, seat, reader) ? 'whose.partner' : 'whose.opponent', { n });
}
