import type { BoardModule, Last } from 'kit/board.ts';
import Board from './Board.svelte';
import { describe } from './describe.ts';
import type { LppgMove, LppgView } from './position.ts';
import { preview } from './preview.ts';

/** A marker clicks; cards are laid, drawn and changed. */
const sound = ({ move }: Last) => (/^(keep|[op]@)/.test(move) ? 'click' : 'card');

export default { Board, describe, preview, sound } satisfies BoardModule<LppgView, LppgMove>;
