/** Tables of versions that the server doesn't have, and views that a board doesn't draw. */

import { fireEvent, render, screen } from '@testing-library/svelte';
import type { BoardModule } from 'kit/board.ts';
import { expect, test, vi } from 'vitest';
import { ada, bob, FakeSocket, stubPages, view } from './auction.testing.ts';
import { loadBoard } from './games.ts';
import { shelved as en } from './i18n/en/shelved.ts';
import { shelved as fr } from './i18n/fr/shelved.ts';
import { i18n } from './i18n/language.svelte.ts';
import Join from './pages/Join.svelte';
import Replay from './pages/Replay.svelte';
import Table from './pages/Table.svelte';
import GameBoard from './parts/GameBoard.svelte';
import plain from './plain.ts';
import type { Summary } from './wire.ts';

stubPages();

/** The games that have a board of their own. */
const boards = import.meta.glob('../../src/escale/games/*/ui/board.ts');
const games = Object.keys(boards).map((path) => path.split('/').at(-3) ?? '');

const summary: Summary = {
  ...{ id: 'abcdefgh', game: 'auction', version: 9, playable: false, players: 2, seats: [ada, bob], turn: null },
  ...{ status: 'playing', yours: [0], host: false, updated: 0, one_screen: false, trial: false },
};
/** A server whose table is as given, and all that is asked of it. */
function serve(table: Summary): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const ended = { ...table, status: 'ended' };
    const answers: Record<string, object> = {
      'GET /api/games': { games: [{ id: 'auction', names: { en: 'Auction', fr: 'Enchères' } }] },
      'GET /api/tables/abcdefgh': table,
      'POST /api/tables/abcdefgh/end': ended,
    };
    const answer = answers[`${method} ${path}`];
    const error = { error: { code: 'other_version', text: 'version 9 of auction is not here' } };
    return new Response(JSON.stringify(answer ?? error), { status: answer ? 200 : 422 });
  });
  return asked;
}

async function openTable(): Promise<void> {
  render(Table, { route: { page: 'table', id: 'abcdefgh' } });
  FakeSocket.last.onclose?.({ code: 4422 });
  await screen.findByRole('heading', { level: 1 });
}

test.each(['en', 'fr'] as const)('a player is told what it is, ends it in two steps, and saves it (%s)', async (language) => {
  await i18n.use(language);
  const asked = serve(summary);
  await openTable();
  const t = { en, fr }[language];
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t.title);
  const name = language === 'en' ? 'Auction' : 'Enchères';
  await vi.waitFor(() => expect(document.body.textContent).toContain(t.text(name)));
  expect(document.title).toBe(`${t.title} · Escale`);
  await fireEvent.click(screen.getByRole('button', { name: t.end }));
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: t.endSure }));
  const save = await screen.findByRole('link', { name: i18n.t.replay.export });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t.overTitle);
  expect(save.getAttribute('href')).toBe('/api/tables/abcdefgh/export');
  expect(save.getAttribute('download')).toBe('escale-auction-abcdefgh.json');
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual(['POST /api/tables/abcdefgh/end']);
});

test('who only watches can end nothing', async () => {
  serve({ ...summary, yours: [] });
  await openTable();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a game that was removed is called by its id', async () => {
  serve({ ...summary, game: 'gone', status: 'over' });
  await openTable();
  expect(document.body.textContent).toContain(en.overText('gone'));
});

test('the page of a finished one, and an invitation, say so too', async () => {
  serve({ ...summary, status: 'over' });
  render(Replay, { route: { page: 'replay', id: 'abcdefgh', fragment: '' } });
  expect(await screen.findByText(en.overTitle)).toBeTruthy();
  render(Join, { route: { page: 'join', key: 'KEY' } });
  expect(await screen.findByText(i18n.t.refused.other_version)).toBeTruthy();
});

test.each(games)('the views of %s that are too old for its board get the plain one', async (game) => {
  const own = await loadBoard(game, 1000);
  expect(own).not.toBe(plain);
  expect(await loadBoard(game, (own.since ?? 1) - 1)).toBe(plain);
});

test.each(games)('a view that the board of %s fails to draw is shown plainly', async (game) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const modules: BoardModule[] = [];
  render(GameBoard, {
    ...{ view: { ...view, game }, last: null, fresh: false, names: ['Ada', 'Bob'], pace: 0 },
    onmodule: (module: BoardModule) => modules.push(module),
  });
  expect(await screen.findByText(i18n.t.table.fallback)).toBeTruthy();
  expect(modules.at(-1)).toBe(plain);
  expect(told).toHaveBeenCalled();
});
