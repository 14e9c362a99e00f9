/** What the cells of a planet and the tiles of the table are called. */

import type { Say } from 'kit/board.ts';
import { kindAt } from './layout.ts';
import type { Laid, Planet, PlaneteView, TakeMove } from './position.ts';
import { counted, placeName, tileName, tileTold } from './words.ts';

/** What lies on a cell, without its place; of a character also what it counts. */
export function liesThere(tile: Laid | undefined, cell: number, planet: Planet, say: Say): string {
  if (!tile) return say('board.empty', { tile: say(`a_tile_of.${kindAt(cell)}`) });
  const name = tileName(tile.tile, tile.stack, say);
  if (tile.down) return say('board.down', { tile: name });
  const character = planet.characters.find(({ at }) => at === tile.at);
  if (!character) return name;
  return say('board.scored', { character: name, counted: counted(tile.tile, character.points, planet, say) });
}

export function cellLabel(cell: number, label: string, state: string | undefined, say: Say): string {
  const does = state ? say('list.also', { first: label, second: say(`board.${state}`) }) : label;
  return say('board.cell', { place: placeName(cell, say), label: does });
}

/** How many volcanoes the reader would have with a tile, if nobody had more then; else 0. */
export function mostVolcanoes(view: PlaneteView, move: TakeMove): number {
  const mine = (view.planets[view.mover]?.volcanoes ?? 0) + (move.volcanoes ?? 0);
  const others = view.planets.filter((_, seat) => seat !== view.mover).map(({ volcanoes }) => volcanoes);
  return move.volcanoes && mine >= Math.max(0, ...others) ? mine : 0;
}

/** What is to be feared of a tile, before it is taken. */
export function warnings(view: PlaneteView, move: TakeMove, say: Say): string[] {
  const n = mostVolcanoes(view, move);
  return [
    ...(move.turns.length > 0 ? [say('board.third_warning')] : []),
    ...(n > 0 ? [say('board.volcano_warning', { n })] : []),
  ];
}

export const gained = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** A tile of the table; `known`: its face may be said. */
export function offerLabel(view: PlaneteView, i: number, known: boolean, move: TakeMove | undefined, say: Say): string {
  const { tile, hidden } = view.offer?.tiles[i] ?? { tile: null, hidden: true };
  const number = i + 1;
  const face = known && tile && view.offer ? tileTold(tile, view.offer.stack, say) : null;
  if (!face) return say('board.offer_hidden', { number });
  const name = say(hidden ? 'board.offer_hidden_own' : 'board.offer_tile', { number, tile: face });
  const gain = typeof move?.points === 'number' ? [say('board.gain', { n: gained(move.points) })] : [];
  return [name, ...gain, ...(move ? warnings(view, move, say) : [])].reduce((first, second) =>
    say('list.also', { first, second }),
  );
}
