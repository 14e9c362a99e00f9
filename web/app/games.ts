/** What the games' folders bring: their boards, texts and companions, each loaded when it is first wanted. */

import type { BoardModule } from 'kit/board.ts';
import type { Companion } from 'kit/companion.ts';
import type { Entry } from './say.ts';

type Found<T> = Record<string, () => Promise<{ default: T }>>;

const boards = import.meta.glob('../../src/escale/games/*/ui/board.ts') as Found<BoardModule>;
const texts = import.meta.glob([
  '../../src/escale/games/*/texts/*.toml',
  '../../src/escale/games/*/kept/*/texts/*.toml',
]) as Found<Record<string, Entry>>;
const companions = import.meta.glob('../../src/escale/games/*/ui/Companion.svelte') as Found<Companion>;

/** The board for a game's views of a version; the plain one if its folder has none, or none that draws so old a view. */
export async function loadBoard(game: string, version: number): Promise<BoardModule> {
  const own = (await boards[`../../src/escale/games/${game}/ui/board.ts`]?.())?.default;
  return own && version >= (own.since ?? 1) ? own : loadPlain();
}

/** The board that draws any view. */
export const loadPlain = async (): Promise<BoardModule> => (await import('./plain.ts')).default;

/** A game's texts in a language, by name: those of a version if they were kept, else today's; none for a game we don't have. */
export async function loadTexts(game: string, language: string, version?: number): Promise<Record<string, Entry>> {
  const folder = `../../src/escale/games/${game}`;
  const file = `texts/${language}.toml`;
  const load = texts[`${folder}/kept/v${version}/${file}`] ?? texts[`${folder}/${file}`];
  return load ? (await load()).default : {};
}

/** A game's page for real tables; null if its folder has none. */
export async function loadCompanion(game: string): Promise<Companion | null> {
  const load = companions[`../../src/escale/games/${game}/ui/Companion.svelte`];
  return load ? (await load()).default : null;
}
