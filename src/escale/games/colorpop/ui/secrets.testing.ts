/** Positions that differ in nothing but the secret colours that the reader knows. */

import type { Secrets } from 'kit/discreet.testing.ts';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import board from './board.ts';
import type { PopMove, PopView } from './position.ts';
import { counts, ROW } from './positions.testing.ts';

/** Two against two, and whose colours the reader knows. */
const team = (...secrets: PopView['secrets']) => ({
  view: { ...ROW, players: 4, taken: Array(4).fill(counts('B')), secrets },
});

export default {
  board,
  say: sayer(english, 'en'),
  names: ['You', 'Zoé', 'Lou', 'Bot'],
  pairs: {
    'a colour': [{ view: ROW }, { view: { ...ROW, secrets: ['B', null] } }],
    'two colours': [{ view: { ...ROW, secrets: ['YG', null] } }, { view: { ...ROW, secrets: ['PB', null] } }],
    'the colours of a team': [team('Y', null, 'B', null), team('P', null, 'O', null)],
  },
} satisfies Secrets<PopView, PopMove>;
