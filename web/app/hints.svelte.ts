/** A hint on request, in three steps: the idea, the place, the move. It is for one position, and goes with it. */

import type { Live } from './live.svelte.ts';
import type { Answer, Hint, Table } from './wire.ts';

export type Step = 'idea' | 'place' | 'move';
type Phase = 'closed' | 'thinking' | 'shown' | 'refused';

/** Another hint is being looked for at the table: how often we ask again, and after how long. */
const TRIES = 12;
const WAIT = 700;

/** A position, as one seat sees it. */
const placeOf = (table: Table | null) => (table ? `${table.seq} ${table.seat}` : '');

export class Hints {
  hint = $state.raw<Hint | null>(null);
  step = $state<Step>('idea');
  /** Why there is none. */
  code = $state('');
  #phase = $state<Phase>('closed');
  /** The position it is for. */
  #place = $state('');
  /** The kinds of asides that each seat was told last, in which position, and whether they were news there. */
  #asides = new Map<number, { place: string; kinds: string; news: boolean }>();
  /** What has been asked, which may be wanted again after all. */
  #asked: { place: string; answer: Promise<Answer> } | null = null;
  /** Counts what is wanted: whoever waited for an answer to something earlier gives up. */
  #wish = 0;

  constructor(readonly live: Live) {}

  /** Closed whenever the reader can't play from the position it is for. */
  get phase(): Phase {
    return this.live.active && this.#place === placeOf(this.live.table) ? this.#phase : 'closed';
  }

  /** There is one to be had. */
  get open(): boolean {
    return this.live.active && this.live.table?.can_hint === true;
  }

  /** The move hinted at lies on the board, to be confirmed. */
  get laid(): boolean {
    return this.hint !== null && this.live.chosen?.text === this.hint.move;
  }

  async ask(): Promise<void> {
    const { table } = this.live;
    if (!table || !this.live.active) return;
    const wish = ++this.#wish;
    const place = placeOf(table);
    this.#place = place;
    this.hint = null;
    this.step = 'idea';
    if (this.live.cut) return this.#refuse('offline');
    this.#phase = 'thinking';
    for (let tries = 1; ; tries += 1) {
      if (this.#asked?.place !== place) this.#asked = { place, answer: this.live.hint(table.seq) };
      const answer = await this.#asked.answer;
      if (wish !== this.#wish) return;
      if (answer.t === 'hint') return this.#show(answer);
      this.#asked = null;
      const code = answer.t === 'refused' ? answer.code : 'other';
      if (code !== 'busy' || tries === TRIES) return this.#refuse(code);
      await new Promise((resolve) => setTimeout(resolve, WAIT));
      if (wish !== this.#wish || this.phase !== 'thinking') return;
    }
  }

  /** From the idea to the place, and from there to the move, which is laid on the board. */
  next(): void {
    if (!this.hint) return;
    this.step = this.step === 'idea' ? 'place' : 'move';
    const move = this.live.table?.view.moves.find((one) => one.text === this.hint?.move);
    // Picking what is chosen already would play it.
    if (this.step === 'move' && move && !this.laid) this.live.pick(move);
  }

  /** No hint any more; one that is still being looked for isn't waited for. */
  close(): void {
    this.#wish += 1;
    this.#phase = 'closed';
  }

  /** Whether the asides are of another kind than those that the seat was told in an earlier position. */
  get news(): boolean {
    return this.hint !== null && this.#asides.get(this.hint.seat)?.news !== false;
  }

  #show(hint: Hint): void {
    const kinds = hint.asides.map(({ key }) => key).join(' ');
    const last = this.#asides.get(hint.seat);
    if (last?.place !== this.#place) {
      this.#asides.set(hint.seat, { place: this.#place, kinds, news: kinds !== last?.kinds });
    }
    this.hint = hint;
    this.#phase = 'shown';
  }

  #refuse(code: string): void {
    this.code = code;
    this.#phase = 'refused';
  }
}
