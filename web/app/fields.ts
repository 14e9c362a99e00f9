/** A game's own fields of a view, without knowing the game. */

import type { View } from 'kit/board.ts';

const COMMON = new Set([
  'game',
  'version',
  'players',
  'options',
  'seat',
  'turn',
  'over',
  'winners',
  'points',
  'task',
  'moves',
  'closing',
]);

/** What a view has beside what every view has. */
export function fieldsOf(view: View): [name: string, value: unknown][] {
  return Object.entries(view).filter(([name]) => !COMMON.has(name));
}

/** Any value as a line of text: rows of a grid are kept apart, nothing is left out. */
export function told(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(told).join(value.some(isDeep) ? ' | ' : ' ');
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name} ${isDeep(inner) ? `(${told(inner)})` : told(inner)}`);
  return entries.join(', ') || '–';
}

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null;
