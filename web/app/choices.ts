/** Which options and numbers of players go together on a game's card. */

import type { Card, NewSeat, OptionCard, Value } from './wire.ts';

export type Chosen = Record<string, Value>;

export function defaults(card: Card): Chosen {
  return Object.fromEntries(card.options.map((option) => [option.name, option.default]));
}

/** Whether an option means anything beside the others, with so many players. */
export function applies(option: OptionCard, chosen: Chosen, players: number): boolean {
  const others = option.values.filter((value) => value !== option.default);
  const idle = option.idle && !others.some((value) => option.players[String(value)]?.includes(players) ?? true);
  return !idle && Object.entries(option.needs).every(([name, value]) => chosen[name] === value);
}

/** How many players may sit at a table with these options. */
export function playerCounts(card: Card, chosen: Chosen): number[] {
  const limiting = card.options.filter((option) => !option.idle);
  const limits = limiting.map((option) => option.players[String(chosen[option.name])] ?? card.players);
  return card.players.filter((count) => limits.every((limit) => limit.includes(count)));
}

/** Only what differs from the card, and means something with so many players: the server knows the rest. */
export function said(card: Card, chosen: Chosen, players: number): Chosen {
  const meant = card.options.filter((option) => applies(option, chosen, players));
  const options = meant.filter((option) => chosen[option.name] !== option.default);
  return Object.fromEntries(options.map((option) => [option.name, chosen[option.name] as Value]));
}

/** The number nearest to the one wished that the options allow. */
export function nearest(counts: number[], wished: number): number {
  return counts.reduce(
    (best, count) => (Math.abs(count - wished) < Math.abs(best - wished) ? count : best),
    counts[0] ?? wished,
  );
}

/** The smallest table with company, or the only one there is. */
export function smallestTable(card: Card, chosen: Chosen = defaults(card)): number {
  const counts = playerCounts(card, chosen);
  return counts.find((count) => count >= 2) ?? counts[0] ?? card.players[0] ?? 2;
}

/** Counts of at least two for people who want to play together, whatever options each needs. */
export function companyCounts(card: Card): number[] {
  return playerCounts(card, defaults(card)).filter((count) => count >= 2);
}

/** Me first, then the others. */
export function seatsWith(name: string, others: NewSeat[]): NewSeat[] {
  return [name ? { kind: 'me', name } : { kind: 'me' }, ...others];
}

export function bots(count: number, bot: string): NewSeat[] {
  return Array.from({ length: count }, () => ({ kind: 'bot', bot }));
}
