/** Positions that differ in nothing but the patterns of the reader's cards, and where these can go. */

import type { Secrets } from 'kit/discreet.testing.ts';
import { DRAW, en, MARK, NAMES, VIEW } from './board.testing.ts';
import board from './board.ts';
import type { Held, LppgMove, LppgView } from './position.ts';
import { cellsFrom, placed } from './positions.testing.ts';

const REGION = { closes: [cellsFrom('23,22')], marks: { size: 1, regions: [cellsFrom('23,22')] } };

/** The same with other patterns in the reader's hand, and so with other moves. */
function holding(patterns: string[], view: LppgView, moves = view.moves): LppgView {
  const own = patterns.map((pattern, i): Held => ({ colour: view.hands[0]?.[i]?.colour ?? 'b', pattern }));
  return { ...view, hands: view.hands.with(0, own), moves };
}

const drawn = (pattern: string) => ({
  view: holding([pattern], DRAW),
  last: { seat: 0, move: 'draw 1', effects: [{ kind: 'draw', seat: 0, pile: 1, colour: 'b', pattern }] },
});

export default {
  board,
  say: en,
  names: NAMES,
  pairs: {
    'where cards go': [
      { view: VIEW },
      { view: holding(['25', '14'], VIEW, [placed('21,20:2x3:g25', REGION), placed('22,23:2x3:r14', { card: 1 })]) },
    ],
    'that one goes nowhere': [
      { view: VIEW },
      {
        view: holding(['6', '3'], VIEW, [placed('22,23:2x3:r3', { card: 1 }), placed('23,21:2x3:r3', { card: 1, ...REGION })]),
      },
    ],
    'what is left to mark with': [{ view: MARK }, { view: holding(['25'], MARK) }],
    'what was drawn': [drawn('25'), drawn('3')],
  },
} satisfies Secrets<LppgView, LppgMove>;
