import type { BoardModule, Last } from 'kit/board.ts';
import Board from './Board.svelte';
import { describe } from './describe.ts';
import type { PlaneteMove, PlaneteView } from './position.ts';
import { preview } from './preview.ts';

/** Tiles are laid and turned up like cards; a name is a click. */
const sound = ({ move }: Last) => (move.startsWith('name') ? 'click' : 'card');

export default { Board, describe, preview, sound } satisfies BoardModule<PlaneteView, PlaneteMove>;
