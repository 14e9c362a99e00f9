/** Counts a table's clock down between two words of the server, no oftener than its figures change. */

import { leftAt, type Reading, running, untilChange } from './clock.ts';

export class Countdown {
  #now = $state(0);

  constructor(
    readonly reading: () => Reading | null,
    readonly watch: () => number = () => performance.now(),
  ) {}

  /** Seconds that a seat has left; null: this table has no clock. */
  left(seat: number): number | null {
    const reading = this.reading();
    return reading && leftAt(reading, seat, Math.max(this.#now, reading.at));
  }

  runs(seat: number): boolean {
    const reading = this.reading();
    return reading !== null && running(reading, seat);
  }

  /** Runs as the clock said last, until told to stop. */
  follow(): () => void {
    const reading = this.reading();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const now = this.watch();
      this.#now = now;
      const turn = reading?.clock.running ? reading.turn : null;
      const wait = reading && turn !== null ? untilChange(leftAt(reading, turn, now)) : null;
      if (wait !== null) timer = setTimeout(tick, wait);
    };
    tick();
    return () => clearTimeout(timer);
  }
}
