/** A review being made by the server: asked for, waited for with its progress, and there. */

import { Refused } from './api.ts';
import type { Review, Reviewed } from './wire.ts';

/** Between two questions, in milliseconds; longer and longer. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 2000;
/** Times without an answer after which it is said. */
const FAILURES = 4;
/** What may be otherwise a moment later. */
const PASSING = ['offline', 'too_many', 'unavailable'];

export class Reviewing {
  phase = $state<'idle' | 'working' | 'ready' | 'failed'>('idle');
  done = $state(0);
  of = $state(0);
  review = $state.raw<Review | null>(null);
  /** Why there is none. */
  code = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #failures = 0;
  #stopped = false;

  constructor(readonly ask: () => Promise<Reviewed>) {}

  async start(): Promise<void> {
    this.phase = 'working';
    this.#stopped = false;
    this.#failures = 0;
    this.#wait = FIRST_WAIT;
    await this.#look();
  }

  /** Nobody waits for it any more; the server goes on. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      const { done, of, review } = await this.ask();
      this.#failures = 0;
      this.#advance(done, of);
      this.review = review;
    } catch (error) {
      this.#fail(error instanceof Refused ? error.code : 'other');
    }
    if (this.review) this.phase = 'ready';
    if (this.phase !== 'working' || this.#stopped) return;
    this.#timer = setTimeout(() => void this.#look(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.4);
  }

  /** Each process of a server counts for itself: what was shown already is never taken back. */
  #advance(done: number, of: number): void {
    if (of === 0 || done * this.of < this.done * of) return;
    this.done = done;
    this.of = of;
  }

  #fail(code: string): void {
    this.#failures += 1;
    if (PASSING.includes(code) && this.#failures < FAILURES) return;
    this.code = code;
    this.phase = 'failed';
  }
}
