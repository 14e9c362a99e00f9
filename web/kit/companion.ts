/** What a companion is to the app: a page of a game's own, on which people count what they have played at a real table. */

import type { Component } from 'svelte';
import type { Said, Say } from './board.ts';

/** What the game's companion.py made of something; or why not. */
export type Counted<A> =
  | { answer: A }
  /** `said`: what can't be so, in the game's texts; none: nobody could be asked, or it was no question at all. */
  | { answer: null; offline: boolean; said: Said | null; rule: string | null };

export interface CompanionProps<A = unknown> {
  say: Say;
  /** What this page kept in this browser; null: nothing. */
  kept: string | null;
  keep: (text: string) => void;
  /** Asks the game's companion.py. */
  count: (given: object) => Promise<Counted<A>>;
  /** Where a rule can be read. */
  ruleAt: (rule: string) => string;
}

/** The default of `ui/Companion.svelte` in a game's folder. The page around it says `companion.title` and `companion.intro`. */
export type Companion = Component<CompanionProps<never>>;
