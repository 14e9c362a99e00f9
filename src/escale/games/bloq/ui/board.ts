import type { BoardModule } from 'kit/board.ts';
import Board from './Board.svelte';
import type { BloqMove, BloqView } from './position.ts';
import { describe, preview } from './words.ts';

export default { Board, describe, preview, sound: () => 'click' } satisfies BoardModule<BloqView, BloqMove>;
