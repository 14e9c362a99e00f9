/** What a move will do, in a few words. */

import type { Say } from 'kit/board.ts';
import { layingOf } from './card.ts';
import { type Change, type LppgMove, type LppgView, type PlaceMove, passing } from './position.ts';
import { also, colourName, placeName, whose } from './words.ts';

/** What happens to territories, by whose they are, and who will have something to decide by it. */
function changed(view: LppgView, what: 'grows' | 'joins', changes: (Change & { asks?: boolean })[], say: Say): string[] {
  return changes.flatMap(({ seat, cells, asks }) => {
    const [n, of] = [cells.length, whose(view, seat, what === 'joins' ? 2 : 1, say)];
    const own = of === null ? '_own' : '';
    const told = say(`board.preview.${what}${own}`, { n, whose: of ?? '' });
    return asks ? [told, say(`board.preview.asks${own}`)] : [told];
  });
}

function opened(view: LppgView, changes: Change[], say: Say): string[] {
  const seats = [...new Set(changes.map(({ seat }) => seat))];
  return seats.map((seat) => {
    const n = changes.filter((change) => change.seat === seat).length;
    const of = whose(view, seat, n, say);
    return of === null ? say('board.preview.opens_own', { n }) : say('board.preview.opens', { n, whose: of });
  });
}

/** What is closed and not taken, then what is taken. */
function taken(move: PlaceMove, say: Say): string[] {
  const regions = move.marks?.regions ?? [];
  const n = move.marks?.size ?? 0;
  const left = (move.closes ?? []).filter((cells) => cells.length !== n);
  const closed = left.map((cells) => say('board.preview.closes', { n: cells.length }));
  return regions.length === 0 ? closed : [...closed, say(`board.preview.${regions.length > 1 ? 'choose' : 'takes'}`, { n })];
}

function placing(view: LppgView, move: PlaceMove, say: Say): string {
  const does = [
    ...changed(view, 'grows', move.grows ?? [], say),
    ...changed(view, 'joins', move.joins ?? [], say),
    ...opened(view, move.opens ?? [], say),
    ...taken(move, say),
    ...(move.ends ? [say(view.players === 4 ? 'board.preview.wins_team' : 'board.preview.wins')] : []),
  ];
  const values = { colour: colourName(say, layingOf(move).colour), place: placeName(say, move.at) };
  return say('board.preview.place', { ...values, does: does.length > 0 ? also(does, say) : say('board.preview.nothing') });
}

export function preview(view: LppgView, move: LppgMove, say: Say): string {
  if (move.do === 'place') return placing(view, move, say);
  if (move.do === 'mark') {
    const values = { n: move.cells.length, place: placeName(say, move.at) };
    return say('board.preview.mark', { ...values, marker: say(`a_marker.${move.kind}`) });
  }
  if (move.do === 'keep') return say('board.preview.keep', { marker: say(`marker.${move.kind}`) });
  if (move.do === 'draw') return say('board.preview.draw', { colour: colourName(say, move.colour), pile: move.pile });
  return say(`board.preview.${passing(view)}`);
}
