/** The position in sentences, for who can't see it. */

import type { Say } from 'kit/board.ts';
import type { Cell, LppgView, Region } from './position.ts';
import { also, cardName, colourName, heldName, known, list, markersSentence, nowSentence, placeName } from './words.ts';

/** One row of the terrain: runs of one colour, from its first card to its last. */
function rowSentence(row: string, x: number, y: number, say: Say): string {
  const [first, end] = [row.search(/[^.]/), row.length - [...row].reverse().join('').search(/[^.]/)];
  const runs = row.slice(first, end).match(/(.)\1*/g) ?? [];
  const cells = runs.map((run) => {
    const n = run.length;
    return run[0] === '.' ? say('board.run_outside', { n }) : say('board.run', { n, colour: colourName(say, run[0] ?? '', n) });
  });
  return say('board.row', { y, x: x + first, cells: list(cells, say) });
}

function terrainSentences({ terrain: { at, rows } }: LppgView, say: Say): string[] {
  return rows.map((row, i) => rowSentence(row, at[0], at[1] + rows.length - 1 - i, say));
}

function regionSentences({ regions }: LppgView, say: Say): string[] {
  const told = (some: Region[]) =>
    also(
      some.map(({ at, cells }) => sized(at, cells, say)),
      say,
    );
  const [open, closed] = [regions.filter((one) => !one.closed), regions.filter((one) => one.closed)];
  return [
    ...(open.length > 0 ? [say('board.regions_open', { regions: told(open) })] : []),
    closed.length > 0 ? say('board.regions_closed', { regions: told(closed) }) : say('board.regions_none'),
  ];
}

const sized = (at: Cell, cells: Cell[], say: Say) => say('board.region', { n: cells.length, place: placeName(say, at) });

/** Whose territories, where, and which markers are left. */
function seatSentences(view: LppgView, seat: number, say: Say, names: string[]): string[] {
  const own = view.territories.filter((one) => one.seat === seat);
  const [who, mine] = [names[seat] ?? '', seat === view.seat ? '_own' : ''];
  const some = own.map((one) => known(view, one, sized(one.at, one.cells, say), say));
  return [
    some.length > 0
      ? say(`board.territories${mine}`, { who, territories: also(some, say) })
      : say(`board.territories_none${mine}`, { who }),
    markersSentence(view, seat, say, names),
  ];
}

/** Colours are for all to see; patterns only for who holds the cards, and not on a screen that others see. */
function handSentence(view: LppgView, seat: number, say: Say, names: string[], discreet: boolean): string {
  const [cards, own, who] = [view.hands[seat] ?? [], seat === view.seat, names[seat] ?? ''];
  if (cards.length === 0) return own ? say('board.hand_none_own') : say('board.hand_none', { who });
  const faces = cards.map((card) => heldName(say, discreet ? { ...card, pattern: null } : card));
  return own ? say('board.hand_own', { cards: also(faces, say) }) : say('board.hand_of', { who, cards: also(faces, say) });
}

function stockSentences({ piles, discard }: LppgView, say: Say): string[] {
  const top = discard.at(-1);
  return [
    ...piles.map((_, i) => `${pileName(piles, i, say)}.`),
    top ? `${say('board.discard', { n: discard.length, card: cardName(say, top) })}.` : `${say('board.discard_empty')}.`,
  ];
}

/** A pile, with the colour of its top card. */
export function pileName(piles: LppgView['piles'], i: number, say: Say): string {
  const { count = 0, colour } = piles[i] ?? {};
  if (count === 0 || !colour) return say('board.pile_empty', { pile: i + 1 });
  return say('board.pile', { n: count, pile: i + 1, colour: colourName(say, colour) });
}

export function describe(view: LppgView, say: Say, names: string[], discreet = false): string[] {
  const seats = [...names.keys()];
  return [
    say('board.axes'),
    say('board.cells_numbered'),
    ...terrainSentences(view, say),
    ...regionSentences(view, say),
    ...seats.flatMap((seat) => seatSentences(view, seat, say, names)),
    ...(view.over ? [] : [nowSentence(view, say, names)]),
    ...seats.map((seat) => handSentence(view, seat, say, names, discreet)),
    ...stockSentences(view, say),
    ...(view.last === null ? [] : [say('board.last_round')]),
    ...(view.passes > 0 && !view.over ? [say('board.passes', { n: view.passes })] : []),
    ...(view.round === undefined ? [] : [`${say('board.round', { round: view.round })}.`]),
    ...(view.points === undefined || view.round === undefined
      ? []
      : seats.map((seat) => say('board.score', { who: names[seat] ?? '', n: view.points?.[seat] ?? 0 }))),
  ];
}
