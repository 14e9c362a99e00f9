/** The board on a page, for its tests, and how somebody finds their way about it. */

import { fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardProps } from 'kit/board.ts';
import { vi } from 'vitest';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import french from '../texts/fr.toml';
import board from './board.ts';
import type { Held, LppgMove, LppgView, MarkMove } from './position.ts';
import { at, cellsFrom, placed } from './positions.testing.ts';

export const en = sayer(english, 'en');
export const fr = sayer(french, 'fr');
export const NAMES = ['You', 'Zoé'];

/** The rows wbgw / bbgw / bwwg, with the lower left corner at 22, 22. */
export const CARDS = ['22,22:2x3:b16', '24,22:2x3:g245'];
const HANDS: Held[][] = [
  [
    { colour: 'g', pattern: '1' },
    { colour: 'r', pattern: '3' },
  ],
  [
    { colour: 'b', pattern: null },
    { colour: 'y', pattern: null },
  ],
];
const one = (text: string) => ({ closes: [cellsFrom(text)], marks: { size: 1, regions: [cellsFrom(text)] } });

/** Some of what can be done there, by either card. */
export const VIEW = at(
  CARDS,
  [],
  [
    placed('24,20:2x3:g1'),
    placed('23,20:2x3:g1', one('23,22')),
    placed('25,22:2x3:g1'),
    placed('22,21:3x2:g3', one('24,22')),
    placed('24,22:3x2:g3'),
    placed('23,21:2x3:r3', { card: 1, ...one('23,22') }),
    placed('22,23:2x3:r3', { card: 1 }),
  ],
  { hands: HANDS },
);
export const named = (text: string, view = VIEW) => view.moves.find((move) => move.text === text) as LppgMove;

const mark = (kind: 'ordinary' | 'permanent', cell: string): MarkMove => {
  const cells = cellsFrom(cell);
  return { move: 0, text: `${kind[0]}@${cell}`, do: 'mark', kind, at: cells[0] as [number, number], cells };
};

/** A region of one cell is closed, and has to be marked; another one too: `MANY`. */
export const MARK = at([...CARDS, '23,20:2x3:g1'], [], [mark('ordinary', '23,22'), mark('permanent', '23,22')], {
  step: 'mark',
  hands: [HANDS[0]?.slice(1) ?? [], HANDS[1] ?? []],
});
export const MANY = at(
  [...CARDS, '23,20:2x3:g1', '21,24:2x3:g6'],
  [],
  ['23,22', '22,24'].flatMap((cell) => [mark('ordinary', cell), mark('permanent', cell)]),
  { step: 'mark' },
);
export const DRAW = at(
  CARDS,
  [],
  [
    { move: 0, text: 'draw 1', do: 'draw', pile: 1, colour: 'b' },
    { move: 1, text: 'draw 2', do: 'draw', pile: 2, colour: 'y' },
  ],
  { step: 'draw', hands: [[], HANDS[1] ?? []], discard: ['r3', 'b25'] },
);
export const KEEP = at(
  CARDS,
  [],
  [
    { move: 0, text: 'keep o', do: 'keep', kind: 'ordinary' },
    { move: 1, text: 'keep p', do: 'keep', kind: 'permanent' },
  ],
  { step: 'keep', mover: 1 },
);
export const PASS = at(CARDS, [], [{ move: 0, text: 'pass', do: 'pass' }]);

export function show(more: Partial<BoardProps<LppgView, LppgMove>> = {}) {
  const onpick = vi.fn();
  const onattempt = vi.fn();
  const props: BoardProps<LppgView, LppgMove> = {
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

/** Found by its name, as a screen reader would; asking for roles among so many takes long. */
export const cell = (x: number, y: number) => {
  const names = [':', '\u00a0:'].map((end) => `[role=gridcell][aria-label^="${x}, ${y}${end}"]`);
  return document.querySelector(names.join()) as HTMLElement;
};
export const label = (x: number, y: number) => cell(x, y).getAttribute('aria-label');
export const press = (x: number, y: number) => fireEvent.click(cell(x, y));
export const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
export const radio = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement;
export const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
export const drawn = (container: HTMLElement, name: string) => container.querySelectorAll(name).length;

/** Where a point of the table is seen on the screen. */
export function seen(container: HTMLElement, x: number, y: number) {
  const box = (container.querySelector('svg.scene')?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const [left = 0, top = 0, width = 1] = box;
  return { clientX: ((x - left) / width) * 1000, clientY: ((-y - top) / width) * 1000 };
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
