/** What a board lets everybody round a shared screen see and hear: the same, whatever its reader alone knows. For tests. */

import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import type { BoardModule, BoardProps, Last, Move, Say, View } from './board.ts';

/** A position as its reader sees it, and the move that led there. */
export interface Seen<V extends View = View> {
  view: V;
  last?: Last;
}

/** What `ui/secrets.testing.ts` in the folder of a game with secrets exports as its default. */
export interface Secrets<V extends View = View, M extends Move = Move> {
  board: BoardModule<V, M>;
  say: Say;
  names: string[];
  /** By name: one position as two readers see it, who differ in nothing but what they alone know and may do by it. */
  pairs: Record<string, [Seen<V>, Seen<V>]>;
}

/** Keys that lead about on boards and turn what is held, and pick nothing. */
const KEYS = ['n', 'p', 'r'];

/** All that a page is: its elements with every attribute, and what only the browser knows of them. */
function pageOf(container: HTMLElement): string[] {
  const inputs = [...container.querySelectorAll('input')].map(({ checked, value }) => `${checked} ${value}`);
  return [...container.innerHTML.replaceAll('><', '>\n<').split('\n'), ...inputs];
}

/** What is there before anything is touched, then by keys that only lead about, what a touch of each cell asks for, and the words. */
export async function openly<V extends View, M extends Move>(
  { board, say, names }: Pick<Secrets<V, M>, 'board' | 'say' | 'names'>,
  { view, last }: Seen<V>,
  more: Partial<BoardProps<V, M>> = {},
): Promise<string[]> {
  // Boards number their ids as they are made: from the first, so that those of two can be compared.
  Object.assign(window, { __svelte: { uid: 1 } });
  const asked: string[] = [];
  const props: BoardProps<V, M> = {
    view,
    last: last ?? null,
    fresh: false,
    say,
    names,
    active: view.turn === view.seat,
    chosen: null,
    tried: null,
    marks: true,
    pace: 0,
    mini: false,
    discreet: true,
    onpick: (move) => asked.push(`picks ${move?.text}`),
    onattempt: (text) => asked.push(`tries ${text}`),
    ...more,
  };
  const { container } = render(board.Board, props);
  await tick();
  const told = pageOf(container);
  container.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
  for (const key of KEYS) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key });
    told.push(key, ...pageOf(container));
  }
  for (const cell of container.querySelectorAll('[role=gridcell]')) await fireEvent.click(cell);
  told.push(...asked, ...board.describe(view, say, names, props.discreet));
  cleanup();
  return told;
}
