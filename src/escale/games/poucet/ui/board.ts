import type { BoardModule, Last } from 'kit/board.ts';
import Board from './Board.svelte';
import { describe } from './describe.ts';
import type { PoucetMove, PoucetView } from './position.ts';
import { preview } from './preview.ts';

/** Start cards click; who gives up is silent; other cards are laid and drawn. */
const sound = ({ move }: Last) => (/^(take|start|restart)/.test(move) ? 'click' : move === 'give up' ? null : 'card');

export default { Board, describe, preview, sound } satisfies BoardModule<PoucetView, PoucetMove>;
