/** The keyboard's place on the board: kept when what had it goes, and led from choice to choice. */

const CHOICES = '[data-pick]:not(:disabled)';
const HOME = '[role=gridcell][tabindex="0"]';

export class Focus {
  /** What on the board had the focus last, unless something elsewhere has had it since. */
  #last: HTMLElement | null = null;

  came(target: EventTarget | null): void {
    this.#last = target as HTMLElement | null;
  }

  left(to: EventTarget | null, board: HTMLElement | undefined): void {
    if (to && !board?.contains(to as Node)) this.#last = null;
  }

  /** To be told when what is asked has changed: who was at a choice that is gone goes on among the cells. */
  keep(board: HTMLElement): void {
    const here = document.activeElement;
    const lost = this.#last && (!this.#last.isConnected || this.#last.matches(':disabled'));
    if (lost && (here === document.body || here === this.#last)) {
      board.querySelector<HTMLElement>(HOME)?.focus({ preventScroll: true });
    }
  }

  /** The next button to choose by, or the one before; from elsewhere, the first. */
  choose(board: HTMLElement, step: 1 | -1): void {
    const all = [...board.querySelectorAll<HTMLElement>(CHOICES)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all.at(at < 0 ? 0 : (at + step) % all.length)?.focus({ preventScroll: true });
  }
}
