/** The board on a page, for its tests, and how somebody finds their way about it. */

import { fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardProps } from 'kit/board.ts';
import { vi } from 'vitest';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import french from '../texts/fr.toml';
import board from './board.ts';
import type { BloqMove, BloqView } from './position.ts';
import { at, listed } from './positions.testing.ts';

export const en = sayer(english, 'en');
export const fr = sayer(french, 'fr');
export const NAMES = ['You', 'Zoé'];

/** An upright block in the middle; what lies flat may go beside it, and one such move isolates three cells. */
export const VIEW = at(
  ['0,0:2x3x4'],
  listed(['2,0:3x4x2', '-3,0:3x4x2', '-3,-1:3x4x2 -4,0 -4,1 / -5,0', '0,3:4x2x3', '2,-1:2x4x3']),
  { groups: [{ seat: 1, cells: [[5, 1], [5, 0]] }, { seat: null, cells: [[-2, -4]] }], points: [0, 2], stock: 12 }, // biome-ignore format: two cells
);
export const named = (text: string) => VIEW.moves.find((move) => move.text === text) as BloqMove;

export function show(more: Partial<BoardProps<BloqView, BloqMove>> = {}) {
  const onpick = vi.fn();
  const onattempt = vi.fn();
  const props: BoardProps<BloqView, BloqMove> = {
    view: VIEW,
    last: null,
    fresh: false,
    say: en,
    names: NAMES,
    active: true,
    chosen: null,
    tried: null,
    marks: true,
    pace: 0,
    mini: false,
    discreet: false,
    onpick,
    onattempt,
    ...more,
  };
  const { rerender, container } = render(board.Board, props);
  const grid = screen.queryByRole('grid');
  // The window is as many pixels wide as the drawing is cells: a cell is one pixel.
  if (grid) grid.getBoundingClientRect = () => ({ left: 0, top: 0, width: 1000, height: 1000 }) as DOMRect;
  return { onpick, onattempt, rerender: (next: typeof more) => rerender({ ...props, ...next }), container };
}

/** Found by its name, as a screen reader would; asking for roles among so many takes long. */
export const cell = (x: number, y: number) => {
  const names = [':', '\u00a0:'].map((end) => `[role=gridcell][aria-label^="${x}, ${y}${end}"]`);
  return document.querySelector(names.join()) as HTMLElement;
};
export const label = (x: number, y: number) => cell(x, y).getAttribute('aria-label');
export const press = (x: number, y: number) => fireEvent.click(cell(x, y));
export const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
export const pose = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) }) as HTMLInputElement;
export const button = (name: string) => screen.getByRole('button', { name });
export const boxOf = (container: HTMLElement) =>
  (container.querySelector('svg.scene')?.getAttribute('viewBox') ?? '').split(' ').map(Number);

/** Where a point of the board is seen on the screen, from above and not turned. */
export function seen(container: HTMLElement, x: number, y: number) {
  const [left = 0, top = 0, width = 1] = boxOf(container);
  const [right, up] = [(x - 0.5 + (y - 0.5)) * Math.SQRT1_2, (y - 0.5 - (x - 0.5)) * Math.SQRT1_2];
  return { clientX: ((right - left) / width) * 1000, clientY: ((-up - top) / width) * 1000 };
}

export async function point(container: HTMLElement, x: number, y: number, more: object = {}) {
  const event = { pointerType: 'mouse', isPrimary: true, button: 0, pointerId: 1, ...seen(container, x, y), ...more };
  await fireEvent.pointerMove(screen.getByRole('grid'), event);
  return event;
}

export async function tap(container: HTMLElement, x: number, y: number, more: object = {}) {
  const event = await point(container, x, y, more);
  await fireEvent.pointerDown(screen.getByRole('grid'), event);
  await fireEvent.pointerUp(screen.getByRole('grid'), event);
}
