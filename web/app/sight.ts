/** The board, for who plays: in sight above what lies over the page, and under their keys. */

/** What a board marks as chosen. */
const CHOSEN = '[aria-selected=true], [aria-pressed=true]';
/** Room left around what is brought in sight, in pixels. */
const AROUND = 8;

export interface Span {
  top: number;
  bottom: number;
}

/** How far to scroll, as little as it takes, until something lies in the window; what is too long for it, from its top. */
export function scrollNeeded({ top, bottom }: Span, room: Span): number {
  if (bottom - top > room.bottom - room.top || top < room.top) return top - room.top;
  return Math.max(0, bottom - room.bottom);
}

/** From the first of them to the last. */
function spanOf(elements: Element[]): Span {
  const boxes = elements.map((one) => one.getBoundingClientRect());
  return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
}

/** Scrolls the page until the board, with what is chosen on or beside it, is above the bar; without room for it all, what is chosen. */
export function showBoard(bar: HTMLElement, smooth: boolean): void {
  const stage = document.querySelector('.stage');
  if (!stage) return;
  const room = { top: AROUND, bottom: bar.getBoundingClientRect().top - AROUND };
  const chosen = [...stage.querySelectorAll(CHOSEN)];
  const board = spanOf([stage.querySelector('[role=grid]') ?? stage, ...chosen]);
  const wanted = board.bottom - board.top > room.bottom - room.top && chosen.length ? spanOf(chosen) : board;
  const far = scrollNeeded(wanted, room);
  if (far) globalThis.scrollBy?.({ top: far, behavior: smooth ? 'smooth' : 'instant' });
}

/** Gives the board the focus, at what is chosen on it if that can have it; a board of buttons that go gives it to what is said over it. */
export function focusBoard(): void {
  const cell = ['[role=gridcell][aria-selected=true]', '[role=gridcell][tabindex="0"]']
    .map((name) => document.querySelector<HTMLElement>(`.stage ${name}`))
    .find((one) => one !== null);
  (cell ?? document.querySelector<HTMLElement>('.play .sentence'))?.focus({ preventScroll: true });
}
