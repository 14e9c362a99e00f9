/** The board on a page, for its tests, and how somebody finds their way about it. */

import { fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardProps } from 'kit/board.ts';
import { vi } from 'vitest';
import { sayer } from '../../../../../web/app/say.ts';
import english from '../texts/en.toml';
import french from '../texts/fr.toml';
import board from './board.ts';
import type { PlaneteMove, PlaneteView } from './position.ts';
import { at, choosing, hiding, naming, offerOf, taking, takingHidden } from './positions.testing.ts';

export const en = sayer(english, 'en');
export const fr = sayer(french, 'fr');
export const NAMES = ['You', 'Zoé', 'Bob'];

/** Two baobabs and two snakes; three volcanoes; a triple of baobabs turned. */
export const PLANETS = [
  '0:vain=8 1:bsE 3:king=0 5:bWWB 6:vlSW 9:llS',
  '0:prince=7 1:vslFG 2:v** 4:lcc 5:vlG 6:cWW',
  '1:(br*) 2:(b*B) 3:drunkard=9 5:lllF 6:(bFWW) 7:sE',
];

/** A rising edge to take: the third baobab, a snake more, a volcano, and one that costs points. */
export const TAKE = at(
  PLANETS,
  [7, 8, 14].flatMap((cell) => [
    taking('bsG', cell, { turns: [1, 5, cell].sort((a, b) => a - b) }),
    taking('lllS', cell, { points: 4 }),
    taking('v**', cell),
  ]),
  { offer: offerOf('rising bsG v** lllS') },
);
export const STACK = at(PLANETS, [choosing('core'), choosing('rising'), choosing('character')], {
  stacks: [
    { stack: 'core', left: 6, chosen: 2 },
    { stack: 'rising', left: 9, chosen: 1 },
    { stack: 'falling', left: 0, chosen: 4 },
    { stack: 'character', left: 1, chosen: 3 },
  ],
});
export const NAME = at(PLANETS, [naming(1), naming(2)], { offer: offerOf('rising bsG v**'), waiting: [1, 2] });

const TWO = PLANETS.slice(0, 2);
/** Two players: the three tiles the leader looks at; the same for the other; the leader's turn with the hidden one left. */
export const HIDE = at(TWO, [hiding('hunter'), hiding('white'), hiding('turk')], {
  offer: offerOf('character hunter white turk'),
});
export const LOOKED_AT = at(TWO, [], { offer: offerOf('character ? ? ?'), step: 'hide', turn: 1, mover: 1, waiting: [0, 1] });
export const BLIND = at(TWO, [taking('hunter', 12, { points: 9 }), takingHidden(null, 12)], {
  offer: offerOf('character hunter -?'),
  first: 1,
  out: [
    { stack: 'core', tile: 'E', seen_by: null },
    { stack: 'rising', tile: null, seen_by: 1 },
  ],
});
export const KNOWN = at(TWO, [taking('hunter', 12, { points: 9 }), takingHidden('turk', 12, { points: 3 })], {
  offer: offerOf('character hunter -turk'),
});

const FULL =
  '0:vain=12 1:vslSW 2:sllF 3:king=14 4:srll 5:bWWB 6:vlFW 7:v** 8:b*B 9:llS 10:E 11:bsS 12:prince=9 13:lcc 14:sE 15:brown=10';
export const OVER = at([FULL, FULL.replace('14:sE', '14:v**G')], [], {
  over: true,
  turn: null,
  step: 'over',
  round: 16,
  waiting: [],
});

export const named = (text: string, view = TAKE) => view.moves.find((move) => move.text === text) as PlaneteMove;

export function show(more: Partial<BoardProps<PlaneteView, PlaneteMove>> = {}) {
  const onpick = vi.fn();
  const onattempt = vi.fn();
  const props: BoardProps<PlaneteView, PlaneteMove> = {
    view: TAKE,
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
  if (grid) grid.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 400 }) as DOMRect;
  return { onpick, onattempt, rerender: (next: typeof more) => rerender({ ...props, ...next }), container };
}

/** A cell by its number, as the eye counts them. */
export const cell = (n: number) => document.querySelector(`[data-cell="${n % 4},${Math.floor(n / 4)}"]`) as HTMLElement;
export const label = (n: number) => cell(n).getAttribute('aria-label');
export const press = (n: number) => fireEvent.click(cell(n));
export const key = (name: string) => fireEvent.keyDown(document.activeElement as Element, { key: name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
/** What a button is called to who hears it. */
export const called = (name: RegExp) => button(name).querySelector('.unseen')?.textContent;
export const pressed = (name: string | RegExp) => button(name).getAttribute('aria-pressed') === 'true';
export const drawn = (container: HTMLElement, name: string) => container.querySelectorAll(name).length;
export const cellsWith = (name: string) => [...Array(16).keys()].filter((n) => cell(n).matches(name));
/** The tile that is seen on a cell of the large planet. */
export function tileAt(container: HTMLElement, n: number): string | null {
  const place = `translate(${(n % 4) * 100} ${Math.floor(n / 4) * 100})`;
  return container.querySelector(`.window [data-piece][transform="${place}"]`)?.getAttribute('data-piece') ?? null;
}

export async function drag(from: number, to: number, more: object = {}) {
  const grid = screen.getByRole('grid');
  const event = { pointerType: 'mouse', isPrimary: true, button: 0, pointerId: 1, ...more };
  const spot = (n: number) => ({ clientX: (n % 4) * 100 + 50, clientY: Math.floor(n / 4) * 100 + 50 });
  await fireEvent.pointerDown(grid, { ...event, ...spot(from) });
  await fireEvent.pointerMove(grid, { ...event, ...spot(to) });
  const during = document.querySelectorAll('.lifted').length;
  await fireEvent.pointerUp(grid, { ...event, ...spot(to) });
  return during;
}
