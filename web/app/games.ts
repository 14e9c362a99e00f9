/** What the games' folders bring: their boards, texts and companions, each loaded when it is first wanted. */

import type { BoardModule } from 'kit/board.ts';
import type { Companion } from 'kit/companion.ts';
import type { Entry } from './say.ts';

type Found<T> = Record<string, () => Promise<{ default: T }>>;

const boards = import.meta.glob('../../src/escale/games/*/ui/board.ts') as Found<BoardModule>;
const texts = import.meta.glob('../../src/escale/games/*/texts/*.toml') as Found<Record<string, Entry>>;
const companions = import.meta.glob('../../src/escale/games/*/ui/Companion.svelte') as Found<Companion>;

/** A game's board; the plain one if its folder has none. */
export async function loadBoard(game: string): Promise<BoardModule> {
  const load = boards[`../../src/escale/games/${game}/ui/board.ts`] ?? (() => import('./plain.ts'));
  return (await load()).default;
}

/** A game's texts in a language, by name; none for a game we don't have. */
export async function loadTexts(game: string, language: string): Promise<Record<string, Entry>> {
  const load = texts[`../../src/escale/games/${game}/texts/${language}.toml`];
  return load ? (await load()).default : {};
}

/** A game's page for real tables; null if its folder has none. */
export async function loadCompanion(game: string): Promise<Companion | null> {
  const load = companions[`../../src/escale/games/${game}/ui/Companion.svelte`];
  return load ? (await load()).default : null;
}
