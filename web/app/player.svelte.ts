/** Plays a replay's frames like a film: forwards by itself, or stepped by hand. */

export type Speed = 'slow' | 'normal' | 'fast';
export const DELAYS: Record<Speed, number> = { slow: 3000, normal: 1500, fast: 700 };

export class Player {
  index = $state(0);
  playing = $state(false);
  speed = $state<Speed>('normal');
  /** Whether the frame shown follows the one before it, so that its move should be seen happening. */
  fresh = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly last: () => number) {}

  go(index: number): void {
    const to = Math.min(this.last(), Math.max(0, index));
    this.fresh = to === this.index + 1;
    this.index = to;
    if (to === this.last()) this.pause();
  }

  /** Stops and shows a frame. */
  jump(index: number): void {
    this.pause();
    this.go(index);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.index >= this.last()) this.go(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.playing) this.#tick();
  }

  #tick(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.go(this.index + 1), DELAYS[this.speed]);
  }
}
