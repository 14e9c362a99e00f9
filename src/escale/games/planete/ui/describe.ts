/** The position in sentences, for who can't see it. */

import type { Say } from 'kit/board.ts';
import { liesThere } from './labels.ts';
import { type PlaneteView, ROUNDS, type Stack, TIMES } from './position.ts';
import { also, capital, countOf, list, placeName, planetSentence, tileName, visible, whose } from './words.ts';

/** A planet: what it comes to, where its tiles lie, what is seen on it. */
function planetSentences(view: PlaneteView, seat: number, say: Say, names: string[]): string[] {
  const planet = view.planets[seat];
  if (!planet) return [];
  const cells = planet.tiles.map((tile) =>
    say('board.cell', { place: placeName(tile.at, say), label: liesThere(tile, tile.at, planet, say) }),
  );
  const elements = visible(planet).map(({ element, n }) => countOf(element, n, say));
  return [
    planetSentence(view, seat, names, say),
    ...(cells.length > 0 ? [say('board.tiles', { cells: capital(also(cells, say)) })] : []),
    ...(elements.length > 0 ? [say('board.visible', { elements: list(elements, say) })] : []),
  ];
}

/** The tiles on the table; what the reader alone knows only before a screen of their own. */
function offerSentences(view: PlaneteView, say: Say, names: string[], discreet: boolean): string[] {
  const { offer, step, over } = view;
  if (!offer) return over ? [] : [say('board.offer_none')];
  const face = (tile: string | null) => (tile ? tileName(tile, offer.stack, say) : '');
  const [open, hidden] = [offer.tiles.filter((one) => !one.hidden), offer.tiles.find((one) => one.hidden)];
  if (step === 'hide') {
    const known = open.every(({ tile }) => tile !== null);
    if (!known) return [say('board.look_other', { who: names[view.mover] ?? '' })];
    return discreet
      ? [`${say('board.look')}.`]
      : [
          say('board.look_at', {
            tiles: also(
              open.map(({ tile }) => face(tile)),
              say,
            ),
          }),
        ];
  }
  const tiles = [...open.map(({ tile }) => face(tile)), ...(hidden ? [say('tile.hidden')] : [])];
  return [
    say('board.offer_tiles', { stack: say(`stack.${offer.stack}`), tiles: also(tiles, say) }),
    ...(hidden?.tile && !discreet ? [say('board.hidden_is', { tile: face(hidden.tile) })] : []),
  ];
}

function stackSentence({ stack, left, chosen }: PlaneteView['stacks'][number], say: Say): string {
  const values = { stack: capital(say(`stack.${stack}`)), n: left, chosen };
  return `${say(chosen === TIMES ? 'board.stack_done' : 'board.stack_left', values)}.`;
}

function outSentences({ out }: PlaneteView, say: Say): string[] {
  const told = out.map(({ stack, tile }) => (tile ? tileName(tile, stack, say) : say('board.out_unseen')));
  return told.length > 0 ? [say('board.out', { tiles: also(told, say) })] : [];
}

function unseenSentences({ unseen }: PlaneteView, say: Say): string[] {
  const kinds = Object.entries(unseen) as [Stack, Record<string, number>][];
  return kinds.flatMap(([stack, tiles]) => {
    const left = Object.entries(tiles).filter(([, n]) => n > 0);
    const told = left.map(([tile, n]) => say('board.unseen_tile', { n, tile: tileName(tile, stack, say) }));
    return told.length > 0 ? [say('board.unseen_of', { stack: capital(say(`stack.${stack}`)), tiles: also(told, say) })] : [];
  });
}

export function describe(view: PlaneteView, say: Say, names: string[], discreet = false): string[] {
  const seats = [...view.planets.keys()];
  const waiting = view.waiting.map((seat) => names[seat] ?? '');
  const now = view.over
    ? []
    : [
        `${view.round === ROUNDS ? say('board.round_last') : say('board.round', { round: view.round })}.`,
        ...(view.step === 'stack' ? [] : [whose('board.first', view.first, view, names, say)]),
        ...offerSentences(view, say, names, discreet),
        ...(waiting.length > 0 ? [say('board.waiting', { who: list(waiting, say) })] : []),
      ];
  return [
    ...now,
    ...seats.flatMap((seat) => planetSentences(view, seat, say, names)),
    ...(view.over ? [] : view.stacks.map((one) => stackSentence(one, say))),
    // What the reader has seen, and so what not, may be theirs alone to know.
    ...(view.over || discreet ? [] : unseenSentences(view, say)),
    ...(discreet && !view.over ? [] : outSentences(view, say)),
  ];
}
