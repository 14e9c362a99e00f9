/** What the games' folders bring: their boards and texts, each loaded when it is first wanted. */

import type { BoardModule } from 'kit/board.ts';
import type { Entry } from './say.ts';

type Found<T> = Record<string, () => Promise<{ default: T }>>;

const boards = import.meta.glob('../../src/escale/games/*/ui/board.ts') as Found<BoardModule>;
const texts = import.meta.glob('../../src/escale/games/*/texts/*.toml') as Found<Record<string, Entry>>;

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
