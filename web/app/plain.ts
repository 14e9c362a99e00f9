/** What stands in for a game's own `ui/board.ts`: any view can be read and played with it. */

import type { BoardModule, View } from 'kit/board.ts';
import { fieldsOf, told } from './fields.ts';
import { i18n } from './i18n/language.svelte.ts';
import PlainBoard from './parts/PlainBoard.svelte';

export default {
  Board: PlainBoard,
  /** Nobody here knows which fields are secret: on a shared screen, none is told. */
  describe: (view, _say, _names, discreet) =>
    discreet ? [] : fieldsOf(view).map(([name, value]) => i18n.t.pair(name, told(value))),
  preview: (_view: View, move) => move.text,
} satisfies BoardModule;
