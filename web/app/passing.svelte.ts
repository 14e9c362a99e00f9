/** Pass and play: whose hands the device is in, and whether the screen must be covered on the way to the next. */

import type { Live } from './live.svelte.ts';
import type { Table } from './wire.ts';

/** How long a player still sees what their move did before the screen is covered. */
const LINGER = 1100;

/** The people who share this screen; empty unless there are several. */
export function sharers(table: Table): number[] {
  const people = table.one_screen ? table.yours.filter((seat) => table.seats[seat]?.kind === 'human') : [];
  return people.length > 1 ? people : [];
}

/** The seat whose player must now take the device; null if nobody else has to. */
export function nextHands(table: Table): number | null {
  const turn = table.status === 'playing' && table.begun ? table.view.turn : null;
  return turn !== null && turn !== table.seat && sharers(table).includes(turn) ? turn : null;
}

export class Passing {
  /** Covered for this seat; null: not covered. */
  covered = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: Live) {}

  /** Called whenever the table, or what is known of the game, has changed. */
  follow(table: Table, secrets: boolean, pace: number): void {
    clearTimeout(this.#timer);
    const next = nextHands(table);
    const [only, ...others] = table.yours;
    // Somebody who has just taken a seat, or taken it back, still looks on from outside.
    if (table.seat === null && only !== undefined && others.length === 0) this.live.sit(only);
    if (next === null) this.covered = null;
    else if (!secrets) this.live.sit(next);
    else if (table.seat === null) this.covered = next;
    else this.#timer = setTimeout(() => this.#cover(next), pace + LINGER);
  }

  /** The next player holds it. */
  take(): void {
    if (this.covered !== null) this.live.sit(this.covered);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #cover(next: number): void {
    this.covered = next;
    this.live.sit(null);
  }
}
