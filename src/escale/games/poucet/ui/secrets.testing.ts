/** Positions that differ in nothing but the reader's cards, and what they can do. */

import type { Secrets } from 'kit/discreet.testing.ts';
import { BLOCKED, CHOOSE, DISCARD, en, HAND, NAMES, START, VIEW } from './board.testing.ts';
import board from './board.ts';
import type { PoucetMove, PoucetView } from './position.ts';
import { laid } from './positions.testing.ts';

const OTHER = ['gt', 'ogre', 'ogre', 'pebbles', 'yl', 'forest'];

/** The same with other cards in the reader's hand, and so with other moves. */
const holding = (hand: string[], view: PoucetView, moves = view.moves): PoucetView => ({
  ...view,
  hands: view.hands.with(0, hand),
  moves,
});
const drawn = (card: string) => ({
  view: holding([...HAND.slice(0, 5), card], VIEW),
  last: { seat: 0, move: 'a5:rns', effects: [{ kind: 'draw', seat: 0, card }] },
});

export default {
  board,
  say: en,
  names: NAMES,
  pairs: {
    'where cards go': [
      { view: VIEW },
      { view: holding(OTHER, VIEW, [laid('g5:gnes', 'path', { helps: [1], wins: 0 }), laid('c5:ogre', 'obstacle')]) },
    ],
    'what was drawn': [drawn('ogre'), drawn('boots')],
    'what can be discarded': [
      { view: DISCARD },
      {
        view: holding(
          OTHER,
          DISCARD,
          [...new Set(OTHER)].map((card, move) => ({ move, text: `discard ${card}`, do: 'discard', card })),
        ),
      },
    ],
    'what a blocked path can do': [
      { view: BLOCKED },
      {
        view: holding(OTHER, BLOCKED, [laid('c5:ogre', 'obstacle'), laid('h4:forest', 'obstacle'), ...BLOCKED.moves.slice(1)]),
      },
    ],
    'cards to choose a colour by': [{ view: CHOOSE }, { view: holding(OTHER, CHOOSE) }],
    'cards to choose a start by': [{ view: START }, { view: holding(OTHER, START) }],
  },
} satisfies Secrets<PoucetView, PoucetMove>;
