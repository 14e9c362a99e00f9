/** The board on a page, for its tests, and how somebody finds their way about it. */

import { fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardProps } from 'kit/board.ts';
import { vi } from 'vitest';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import french from '../texts/fr.toml';
import board from './board.ts';
import type { Colour, PoucetMove, PoucetView } from './position.ts';
import { at, cellNamed, laid } from './positions.testing.ts';

export const en = sayer(english, 'en');
export const fr = sayer(french, 'fr');
export const NAMES = ['You', 'Zoé'];

/** Red from a5 to a wolf at c5, with a part of it cut off at c7; green from i5; a pile of three at e3. */
export const CARDS = 'a5:R0 b5:rew c5:W c7:rns i5:G1 h5:gew g5:gns e3:F/0n/yew';
export const HAND = ['ri', 'rl', 'yt', 'wolf', 'river', 'boots'];

/** Some of what can be done there. */
export const VIEW = at(
  CARDS,
  [
    laid('a4:rns', 'path'),
    laid('a6:rns', 'path'),
    laid('g5:rew', 'crossing', { hinders: [1] }),
    laid('a6:res', 'path'),
    laid('a6:rsw', 'path'),
    laid('i6:wolf', 'obstacle'),
    laid('c5:river', 'passage'),
  ],
  { hands: [HAND, null] },
);
export const named = (text: string, view = VIEW) => view.moves.find((move) => move.text === text) as PoucetMove;

const take = (colour: Colour): PoucetMove => ({ move: 0, text: `take ${colour}`, do: 'take', colour });
const start = (name: string): PoucetMove => ({ move: 0, text: `start ${name}`, do: 'start', at: cellNamed(name), open: 'nes' });
const restart = (colour: Colour, name: string): PoucetMove => ({
  move: 0,
  text: `restart ${colour} ${name}`,
  do: 'restart',
  colour,
  at: cellNamed(name),
  open: 'nes',
});
const discard = (card: string): PoucetMove => ({ move: 0, text: `discard ${card}`, do: 'discard', card });
const GIVE_UP: PoucetMove = { move: 0, text: 'give up', do: 'give_up' };

const EMPTY = { hands: [HAND, null], starts: { r: 2, g: 0, y: 1 } };
export const CHOOSE = at('', [take('r'), take('y')], { ...EMPTY, step: 'choose', task: 'choose' });
export const START = at('', [start('a1'), start('e1'), start('a5')], {
  ...EMPTY,
  step: 'start',
  task: 'start',
  seats: VIEW.seats.map((seat) => ({ ...seat, start: null, distance: null })),
});
export const DISCARD = at(CARDS, [...new Set(HAND)].map(discard), {
  hands: [HAND.with(1, 'ri'), null],
  discard: ['ogre', 'rl'],
});
const stuck = VIEW.seats.map((seat, i) => (i === 0 ? { ...seat, blocked: true, waits: 6, distance: null } : seat));
export const BLOCKED = at(
  CARDS,
  [laid('i6:wolf', 'obstacle'), restart('g', 'a1'), restart('g', 'e9'), restart('y', 'a1'), restart('y', 'e9'), GIVE_UP],
  { hands: [HAND, null], seats: stuck, task: 'blocked' },
);

export function show(more: Partial<BoardProps<PoucetView, PoucetMove>> = {}) {
  const onpick = vi.fn();
  const onattempt = vi.fn();
  const props: BoardProps<PoucetView, PoucetMove> = {
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
  if (grid) grid.getBoundingClientRect = () => ({ left: 0, top: 0, width: 1000, height: 1000 }) as DOMRect;
  return { onpick, onattempt, rerender: (next: typeof more) => rerender({ ...props, ...next }), container };
}

/** Found by its name, as a screen reader would. */
export const cell = (name: string) => {
  const names = [':', '\u00a0:'].map((end) => `[role=gridcell][aria-label^="${name}${end}"]`);
  return document.querySelector(names.join()) as HTMLElement;
};
export const label = (name: string) => cell(name).getAttribute('aria-label');
export const press = (name: string) => fireEvent.click(cell(name));
export const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
export const radio = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement;
export const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
export const drawn = (container: HTMLElement, name: string) => container.querySelectorAll(name).length;
export const cellsWith = (name: string) =>
  [...document.querySelectorAll(`[role=gridcell]${name}`)].map(
    (one) => one.getAttribute('aria-label')?.match(/^[a-z]\d+/)?.[0],
  );

/** Where a point of a cell is seen on the screen; its middle, if not told. */
export function seen(container: HTMLElement, name: string, right = 0.5, up = 0.5) {
  const [left = 0, top = 0, width = 1] = (container.querySelector('svg.scene')?.getAttribute('viewBox') ?? '')
    .split(' ')
    .map(Number);
  const [x, y] = cellNamed(name);
  return { clientX: ((x + right - left) / width) * 1000, clientY: ((-y - up - top) / width) * 1000 };
}

export async function point(container: HTMLElement, name: string, more: object = {}) {
  const event = { pointerType: 'mouse', isPrimary: true, button: 0, pointerId: 1, ...seen(container, name), ...more };
  await fireEvent.pointerMove(screen.getByRole('grid'), event);
  return event;
}

export async function tap(container: HTMLElement, name: string, more: object = {}) {
  const event = await point(container, name, more);
  await fireEvent.pointerDown(screen.getByRole('grid'), event);
  await fireEvent.pointerUp(screen.getByRole('grid'), event);
}
