/** What cells and cards in hand are called by who walks among them with keys or hears them. */

import type { Say } from 'kit/board.ts';
import { type Turns, wayOf } from './card.ts';
import { fits, type Shape, worth } from './ghost.ts';
import { type Cell, deedOf, key, type LppgView, type PlaceMove, TABLE } from './position.ts';
import { groundOf, holesOf } from './terrain.ts';
import { colourName, placeName, territoryName, whitesName } from './words.ts';

/** What lies on a cell. */
function ground(view: LppgView, say: Say, names: string[]): (cell: Cell) => string {
  const [letters, holes] = [groundOf(view), holesOf(view)];
  const regions = new Map(view.regions.flatMap((one) => one.cells.map((cell) => [key(cell), one] as const)));
  const territories = new Map(view.territories.flatMap((one) => one.cells.map((cell) => [key(cell), one] as const)));
  const outer = ([x, y]: Cell) => x === 0 || y === 0 || x === TABLE - 1 || y === TABLE - 1;
  return (cell) => {
    const [place, letter] = [placeName(say, cell), letters.get(key(cell))];
    if (!letter) return say(`board.${holes.has(key(cell)) ? 'hole' : outer(cell) ? 'edge' : 'outside'}`, { place });
    const territory = territories.get(key(cell));
    if (territory) return say('board.held', { place, territory: territoryName(view, territory, say, names) });
    const region = regions.get(key(cell));
    if (region) return say(region.closed ? 'board.closed' : 'board.open', { place, n: region.cells.length });
    return say('board.coloured', { place, colour: colourName(say, letter) });
  };
}

/** What a card would do whose lower left cell is there. */
function doing(label: string, move: PlaceMove | undefined, say: Say): string {
  if (!move) return say('board.cannot', { label });
  const n = worth(move);
  if (move.ends) return say('board.wins', { label });
  if (move.marks) return say('board.takes', { label, n });
  if (move.closes?.length) return say('board.closes', { label, n });
  const change = (['joins', 'opens', 'grows'] as const).find((name) => move[name]?.length);
  return say(`board.${change ?? 'fits'}`, { label });
}

/** How cells are called while a card is held; null: none is, as it isn't the reader's turn to place. */
export function labels(view: LppgView, shape: Shape | null, asked: boolean, say: Say, names: string[]): (cell: Cell) => string {
  const what = ground(view, say, names);
  const moves = new Map(shape ? fits(view, shape).map((move) => [key(move.at), move] as const) : []);
  const marked = asked && deedOf(view) === 'mark' ? view.moves : [];
  const markable = new Map(
    marked.flatMap((move) => (move.do === 'mark' ? move.cells.map((cell) => [key(cell), move] as const) : [])),
  );
  return (cell) => {
    const region = markable.get(key(cell));
    if (region) return say('board.markable', { place: placeName(say, cell), n: region.cells.length });
    return shape ? doing(what(cell), moves.get(key(cell)), say) : what(cell);
  };
}

/** A card of the reader's hand, as it is turned; its back only: `hidden`. */
export function cardLabel(view: LppgView, card: number, hidden: boolean, turns: Turns, say: Say): string {
  const held = view.hands[view.seat ?? -1]?.[card];
  if (!held) return '';
  const values = { number: card + 1, colour: colourName(say, held.colour) };
  if (hidden || !held.pattern) return say('board.card_back', values);
  const { size, whites } = wayOf(held.pattern, turns);
  const label = say('board.card', { ...values, whites: whitesName(say, whites) });
  return say('board.turned', { label, pose: say(size[0] > size[1] ? 'pose.lying' : 'pose.upright') });
}

/** What is worth knowing of a card beside its face: whether it is in hand, or can go nowhere. */
export function cardState(label: string, held: boolean, stuck: boolean, say: Say): string {
  const said = held ? say('board.card_held', { label }) : label;
  return stuck ? say('board.card_stuck', { label: said }) : said;
}
