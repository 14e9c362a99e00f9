/** Which bots there are to play against, and which one is meant. */

import { settings } from './settings.svelte.ts';
import type { Card } from './wire.ts';

/** Ours, the weakest first; a host may have others besides. */
const LEVELS = ['child', 'easy', 'medium', 'hard', 'expert'];

/** The one chosen last if this game has it, else the one a newcomer meets. */
export function usualBot(card: Card): string {
  return card.bots.includes(settings.bot) ? settings.bot : card.bot;
}

/** The highest level there is. */
export function strongest(card: Card): string {
  return LEVELS.findLast((level) => card.bots.includes(level)) ?? card.bots.at(-1) ?? card.bot;
}

/** Who is meant by a choice like `me`, `open` or `bot:NAME`. */
export function chosenSeat(choice: string): { kind: string; bot: string } {
  const [kind = '', bot = ''] = choice.split(':');
  return { kind, bot };
}
