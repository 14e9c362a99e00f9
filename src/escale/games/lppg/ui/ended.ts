/** The round of a match that has just ended: the table was cleared by the same move, and somebody wants to know why. */

import type { Last, Say } from 'kit/board.ts';
import type { Effect, LppgView } from './position.ts';
import { list } from './words.ts';

export interface Ended {
  round: number;
  /** Who won it: seats 0 and 2, or 1 and 3; null: nobody. */
  side: number | null;
  /** Of the territory that won, and so many points. */
  size: number;
}

type Seen = Pick<LppgView, 'cards' | 'players' | 'round'>;

/** The round that a move ended, if it began the next one. */
function endedBy({ round }: Seen, last: Last | null): Ended | null {
  const effects = (last?.effects ?? []) as Effect[];
  const end = effects.find((effect) => effect.kind === 'round');
  if (round === undefined || !end || !effects.some(({ kind }) => kind === 'deal')) return null;
  return { round: round - 1, side: end.side, size: end.size };
}

/** What is still to be told of the round before: it is known until somebody has laid a card in the new one. */
export function remembered(was: Ended | null, view: Seen, last: Last | null): Ended | null {
  const ended = endedBy(view, last) ?? was;
  const begun = view.cards.length > view.players;
  return ended && !begun && view.round === ended.round + 1 ? ended : null;
}

/** Who won it, to each reader in their own way. */
export function endedSentence({ round, side, size }: Ended, view: LppgView, say: Say, names: string[]): string {
  if (side === null) return say('board.round_nobody', { round });
  const own = view.seat !== null && view.seat % 2 === side;
  if (own) return say(view.players === 4 ? 'board.round_team' : 'board.round_own', { round, n: size });
  const winners = names.filter((_, seat) => seat % 2 === side);
  return say('board.round_other', { round, n: size, who: list(winners, say) });
}
