/** What a move will do, in a few words. */

import type { Say } from 'kit/board.ts';
import { mostVolcanoes } from './labels.ts';
import type { PlaneteMove, PlaneteView, TakeMove } from './position.ts';
import { also, capital, tileName } from './words.ts';

/** Points, baobabs and volcanoes that come with a tile; few words, as a phone has little room for them. */
function consequences(view: PlaneteView, move: TakeMove, tile: string, say: Say): string[] {
  const { points, turns, stack, volcanoes } = move;
  const mine = view.planets[view.mover];
  const n = Math.abs(points ?? 0);
  const baobab =
    stack !== 'character' && tile.includes('b') ? ((mine?.counts.b ?? 0) === 0 ? 'baobab' : 'baobab_second') : null;
  const beside = [
    ...(turns.length > 0 ? [say('board.preview.third')] : baobab ? [say(`board.preview.${baobab}`)] : []),
    ...(volcanoes
      ? [say(`board.preview.volcano${mostVolcanoes(view, move) > 0 ? '_most' : ''}`, { n: (mine?.volcanoes ?? 0) + volcanoes })]
      : []),
  ];
  return n === 0 && beside.length > 0
    ? beside
    : [say(`board.preview.${(points ?? 0) < 0 ? 'loses' : 'gains'}`, { n }), ...beside];
}

/** Of what is hidden nothing is told: others may see the screen. */
function said(view: PlaneteView, move: PlaneteMove, say: Say): string {
  if (move.do === 'name') return say('board.preview.name', { seat: move.seat + 1 });
  if (move.do === 'hide') return say('board.preview.hide');
  if (move.do === 'stack') {
    const looks = view.players === 2 && view.options.two_player !== 'plain';
    return say(looks ? 'board.preview.look' : 'board.preview.stack', {
      stack: say(`the_stack.${move.stack}`),
      n: view.players,
    });
  }
  if (move.hidden || move.tile === null) return say('board.preview.take_hidden');
  const does = also(consequences(view, move, move.tile, say), say);
  return say('board.preview.take', { tile: tileName(move.tile, move.stack, say), does });
}

export const preview = (view: PlaneteView, move: PlaneteMove, say: Say): string => capital(said(view, move, say));
