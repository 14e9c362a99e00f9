/** The board in sight above what lies over the page, and under the keys. */

import { afterEach, expect, test, vi } from 'vitest';
import { focusBoard, scrollNeeded, showBoard } from './sight.ts';

afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

test('it is scrolled as little as it takes', () => {
  const room = { top: 10, bottom: 400 };
  expect(scrollNeeded({ top: 20, bottom: 400 }, room)).toBe(0);
  expect(scrollNeeded({ top: 200, bottom: 460 }, room)).toBe(60);
  expect(scrollNeeded({ top: -90, bottom: 200 }, room)).toBe(-100);
  expect(scrollNeeded({ top: 50, bottom: 900 }, room)).toBe(40);
});

/** A board and a bar at these heights. */
function page(board: [number, number], chosen: [number, number], bar: number): { bar: HTMLElement; scrolled: () => unknown } {
  document.body.innerHTML = `<h1 class="sentence" tabindex="-1"></h1><div class="stage"><div role="grid">
    <i role="gridcell" tabindex="0"></i><i role="gridcell" tabindex="-1" aria-selected="true"></i>
  </div></div><div class="bar"></div>`;
  const at = (name: string, top: number, bottom: number) => {
    const element = document.querySelector<HTMLElement>(name) as HTMLElement;
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue({ top, bottom } as DOMRect);
    return element;
  };
  at('[role=grid]', ...board);
  at('[aria-selected=true]', ...chosen);
  const scrollBy = vi.fn();
  vi.stubGlobal('scrollBy', scrollBy);
  return { bar: at('.bar', bar, bar + 200), scrolled: () => scrollBy.mock.calls[0]?.[0] };
}

test('all of the board where there is room, else what is chosen on it', () => {
  const whole = page([100, 500], [120, 140], 450);
  showBoard(whole.bar, true);
  expect(whole.scrolled()).toEqual({ top: 58, behavior: 'smooth' });
  const part = page([100, 700], [600, 640], 450);
  showBoard(part.bar, false);
  expect(part.scrolled()).toEqual({ top: 198, behavior: 'instant' });
  const still = page([100, 400], [120, 140], 450);
  showBoard(still.bar, true);
  expect(still.scrolled()).toBeUndefined();
});

test('what is chosen beside the board is brought in sight with it, or alone where there is no room', () => {
  const both = page([100, 400], [-40, -10], 480);
  showBoard(both.bar, true);
  expect(both.scrolled()).toEqual({ top: -48, behavior: 'smooth' });
  const alone = page([100, 400], [-240, -200], 450);
  showBoard(alone.bar, true);
  expect(alone.scrolled()).toEqual({ top: -248, behavior: 'smooth' });
});

test('the focus goes to what is chosen, or where it last was', () => {
  page([0, 1], [0, 1], 9);
  focusBoard();
  expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  document.activeElement?.removeAttribute('aria-selected');
  focusBoard();
  expect(document.activeElement?.getAttribute('tabindex')).toBe('0');
});
