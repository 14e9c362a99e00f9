/** On a screen that others see too, no board tells what its reader alone knows. */

import type { BoardModule, BoardProps, View } from 'kit/board.ts';
import { openly, type Secrets } from 'kit/discreet.testing.ts';
import type { Component } from 'svelte';
import { describe, expect, test } from 'vitest';

const GAMES = '../../src/escale/games';
const secrets = import.meta.glob('../../src/escale/games/*/ui/secrets.testing.ts', {
  eager: true,
  import: 'default',
}) as Record<string, Secrets>;
const boards = import.meta.glob('../../src/escale/games/*/ui/board.ts');
const cards = import.meta.glob('../../src/escale/games/*/__init__.py', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

const gameOf = (path: string) => path.split('/').at(-3) ?? '';
const all = Object.entries(secrets).flatMap(([path, of]) =>
  Object.entries(of.pairs).map(([name, [one, other]]) => ({ name: `${gameOf(path)}: ${name}`, of, one, other })),
);

test('every board of a game with secrets is looked at', () => {
  const games = Object.keys(boards).map(gameOf);
  const secretive = games.filter((game) => /\bsecrets=True\b/.test(cards[`${GAMES}/${game}/__init__.py`] ?? ''));
  expect(secretive.length).toBeGreaterThan(0);
  expect(Object.keys(secrets)).toEqual(secretive.map((game) => `${GAMES}/${game}/ui/secrets.testing.ts`));
});

describe.each(all)('$name', ({ of, one, other }) => {
  test.each([{}, { marks: false }, { active: false }])('tells nobody what the reader knows, with %o', async (more) => {
    expect(await openly(of, other, more)).toEqual(await openly(of, one, more));
  });

  test('is told on a screen of the reader’s own', async () => {
    expect(await openly(of, other, { discreet: false })).not.toEqual(await openly(of, one, { discreet: false }));
  });
});

describe('a board that tells', () => {
  const { of, one, other } = all[0] as (typeof all)[number];
  const secret = (view: View) => (JSON.stringify(view) === JSON.stringify(one.view) ? 'this' : 'that');

  /** The same board, which also does something by what its reader knows. */
  function leaking(plant: (page: HTMLElement, props: BoardProps) => void): BoardModule {
    const Board = ((anchor: Comment, props: BoardProps) => {
      const made = (of.board.Board as unknown as (anchor: Comment, props: BoardProps) => object)(anchor, props);
      plant(anchor.parentElement as HTMLElement, props);
      return made;
    }) as unknown as Component<BoardProps>;
    return { ...of.board, Board };
  }
  const first = (page: HTMLElement) => page.firstElementChild as HTMLElement;
  const PLANTS: [string, BoardModule][] = [
    ['a text that nobody sees', leaking((page, { view }) => first(page).append(secret(view)))],
    ['a label', leaking((page, { view }) => first(page).setAttribute('aria-label', secret(view)))],
    ['a class', leaking((page, { view }) => first(page).classList.add(secret(view)))],
    ['a style', leaking((page, { view }) => first(page).style.setProperty('--n', secret(view)))],
    [
      'what is chosen in a form',
      leaking((page, { view }) => {
        const input = Object.assign(document.createElement('input'), { type: 'checkbox' });
        first(page).append(input);
        input.checked = secret(view) === 'this';
      }),
    ],
    [
      'what a touch means',
      leaking((page, { view, onattempt }) => page.addEventListener('click', () => onattempt(secret(view)))),
    ],
    [
      'what a key does',
      leaking((page, { view }) => page.addEventListener('keydown', () => first(page).setAttribute('title', secret(view)))),
    ],
    ['its words', { ...of.board, describe: (view) => [secret(view)] }],
  ];

  test.each(PLANTS)('by %s is found', async (_, board) => {
    expect(await openly({ ...of, board }, other)).not.toEqual(await openly({ ...of, board }, one));
  });
});
