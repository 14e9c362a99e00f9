/** The promises of this browser's tables, as they were first heard: nobody can put another in their place afterwards. */

import { remember, remembered } from './settings.svelte.ts';

/** How many are kept; the oldest go first. */
export const MOST = 200;

type Promised = [id: string, commitment: string];

/** Keeps what a table promised, if nothing has been heard of it before. */
export function keepPromise(id: string, commitment: string): void {
  const kept = all();
  if (!commitment || kept.some(([known]) => known === id)) return;
  remember('promises', JSON.stringify([...kept, [id, commitment]].slice(-MOST)));
}

/** What a table promised when it was first seen here; null if it never was. */
export function promised(id: string): string | null {
  return all().find(([known]) => known === id)?.[1] ?? null;
}

function all(): Promised[] {
  try {
    const found: unknown = JSON.parse(remembered('promises') ?? '[]');
    return Array.isArray(found) ? found.filter(isPromised) : [];
  } catch {
    return [];
  }
}

function isPromised(found: unknown): found is Promised {
  return Array.isArray(found) && found.length === 2 && found.every((part) => typeof part === 'string');
}
