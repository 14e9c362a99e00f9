import type { BoardModule } from 'kit/board.ts';
import Board from './Board.svelte';
import type { PopMove, PopView } from './position.ts';
import { describe, preview } from './words.ts';

export default { Board, describe, preview, sound: () => 'pop' } satisfies BoardModule<PopView, PopMove>;
