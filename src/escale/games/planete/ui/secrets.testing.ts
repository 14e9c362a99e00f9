/** Positions that differ in nothing but the tiles that the reader alone has seen, and what these would do. */

import type { Secrets } from 'kit/discreet.testing.ts';
import { BLIND, en, HIDE, KNOWN, NAMES, PLANETS } from './board.testing.ts';
import board from './board.ts';
import type { PlaneteMove, PlaneteView } from './position.ts';
import { at, hiding, offerOf, taking, takingHidden } from './positions.testing.ts';

const TWO = PLANETS.slice(0, 2);
const hid = (tile: string) => ({ seat: 0, move: `hide ${tile}`, effects: [{ kind: 'hide', seat: 0, tile }] });
const unseen = (tile: string): PlaneteView['unseen'] => ({ ...HIDE.unseen, rising: { [tile]: 2 } });

/** A tile that lies face down beside one in sight: how many points it gives, and what else it brings. */
function hidden(tile: string, points: number, turns: number[] = []) {
  const moves = [7, 8].flatMap((cell) => [taking('lllS', cell, { points: 2 }), takingHidden(tile, cell, { points, turns })]);
  return { view: at(TWO, moves, { offer: offerOf(`rising lllS -${tile}`), unseen: unseen(tile) }), last: hid(tile) };
}

export default {
  board,
  say: en,
  names: NAMES.slice(0, 2),
  pairs: {
    'three tiles to look at': [
      { view: HIDE },
      {
        view: at(TWO, [hiding('gardener'), hiding('astronomer'), hiding('king')], {
          offer: offerOf('character gardener astronomer king'),
          unseen: unseen('bsE'),
        }),
      },
    ],
    'the tile that was hidden': [
      { view: KNOWN, last: hid('turk') },
      {
        view: at(TWO, [taking('hunter', 12, { points: 9 }), takingHidden('gardener', 12, { points: 14 })], {
          offer: offerOf('character hunter -gardener'),
        }),
        last: hid('gardener'),
      },
    ],
    'what the hidden tile would do': [hidden('bsG', -4, [1, 5, 7]), hidden('v**', 6)],
    'tiles out of the game': [
      { view: BLIND },
      { view: { ...BLIND, unseen: unseen('sE'), out: [{ stack: 'core', tile: 'lcc', seen_by: 0 }, ...BLIND.out.slice(1)] } },
    ],
  },
} satisfies Secrets<PlaneteView, PlaneteMove>;
