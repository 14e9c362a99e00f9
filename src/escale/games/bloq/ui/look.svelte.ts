/** How the reader likes to look at the board: remembered in this browser, and changed gently. */

import { untrack } from 'svelte';
import { between, type Camera, cameraOf, type Mode } from './camera.ts';
import type { BloqView } from './position.ts';

const KEPT = 'escale.bloq.look';
/** On anything narrower a board in relief hides too much. */
const NARROW = '(max-width: 600px)';

function kept(): { mode?: Mode; turn?: number } {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return {
      ...(found.mode === 'above' || found.mode === 'relief' ? { mode: found.mode } : {}),
      ...(Number.isInteger(found.turn) ? { turn: ((found.turn % 4) + 4) % 4 } : {}),
    };
  } catch {
    return {};
  }
}

function keep(mode: Mode, turn: number): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ mode, turn: ((turn % 4) + 4) % 4 }));
  } catch {
    return;
  }
}

type Board = Pick<BloqView, 'rows'>;

export class Look {
  #mode = $state<Mode>('relief');
  /** In quarters to the left; it counts on, so that four quarters on are a whole turn and not one back. */
  #turn = $state(0);
  #moving = $state.raw<Camera | null>(null);
  #frame = 0;

  constructor(
    readonly board: () => Board,
    readonly pace: () => number,
  ) {
    const { mode, turn } = kept();
    this.#mode = mode ?? (globalThis.matchMedia?.(NARROW).matches ? 'above' : 'relief');
    this.#turn = turn ?? 0;
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** Where the camera is going, or is. */
  readonly settled: Camera = $derived.by(() => cameraOf(this.board(), this.#mode, this.#turn));

  /** In relief, turned as the table is. */
  readonly relief: Camera = $derived.by(() => cameraOf(this.board(), 'relief', this.#turn));

  get camera(): Camera {
    return this.#moving ?? this.settled;
  }

  turn(quarters: 1 | -1): void {
    this.#change(this.#mode, this.#turn + quarters);
  }

  toggle(): void {
    this.#change(this.#mode === 'relief' ? 'above' : 'relief', this.#turn);
  }

  /** Ends what is still moving. */
  stop(): void {
    globalThis.cancelAnimationFrame?.(this.#frame);
    this.#moving = null;
  }

  #change(mode: Mode, turn: number): void {
    const from = untrack(() => this.camera);
    this.stop();
    this.#mode = mode;
    this.#turn = turn;
    keep(mode, turn);
    const [to, length] = [this.settled, this.pace()];
    if (length <= 0 || !globalThis.requestAnimationFrame) return;
    const start = performance.now();
    this.#moving = from;
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / length));
      this.#moving = part < 1 ? between(from, to, part * part * (3 - 2 * part)) : null;
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
