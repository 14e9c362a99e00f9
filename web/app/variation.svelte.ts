/** What would have come of another move, shown in place of the game until one steps on. */

import * as api from './api.ts';
import type { Player } from './player.svelte.ts';
import { cutAt } from './record.ts';
import type { Frame, GameRecord, Turn } from './wire.ts';

export class Variation {
  /** Why it can't be shown. */
  code = $state('');
  #frame = $state.raw<Frame | null>(null);
  /** The position it branches off from. */
  #ply = $state(0);
  /** Counts what is wanted: an answer to something earlier isn't. */
  #wish = 0;

  /** Made while a component is. */
  constructor(readonly player: Player) {
    // Who steps back to where it branches off wants to see the game.
    $effect(() => {
      if (player.index !== this.#ply) this.#frame = null;
    });
  }

  /** The position after the better move; null: what was played is shown. */
  get frame(): Frame | null {
    return this.player.index === this.#ply ? this.#frame : null;
  }

  /** Goes to where the move was played, and plays the better one. */
  async show(record: GameRecord, { ply, better }: Turn): Promise<void> {
    this.visit(ply);
    this.#ply = ply;
    const wish = this.#wish;
    const cut = cutAt(record, ply);
    try {
      const { frames } = await api.replayOf({ ...cut, moves: [...cut.moves, better] });
      if (wish === this.#wish) this.#frame = frames.at(-1) ?? null;
    } catch (error) {
      if (wish === this.#wish) this.code = error instanceof api.Refused ? error.code : 'other';
    }
  }

  /** Back to what was played. */
  leave(): void {
    this.#wish += 1;
    this.code = '';
    this.#frame = null;
  }

  visit(ply: number): void {
    this.leave();
    this.player.jump(ply);
  }
}
