/** The paragraphs of a game's rulebook, from its texts. */

import type { Entry } from './say.ts';

export interface Paragraph {
  id: string;
  title: string;
  text: string;
}

/** All of them, in the order of the file: `rule.<id>.title` and `rule.<id>.text`. */
export function paragraphs(texts: Record<string, Entry>): Paragraph[] {
  return Object.entries(texts).flatMap(([name, title]) => {
    const id = /^rule\.(.+)\.title$/.exec(name)?.[1];
    const text = texts[`rule.${id}.text`];
    return id && typeof title === 'string' && typeof text === 'string' ? [{ id, title, text }] : [];
  });
}

/** Those that hold every word wanted; accents and capitals don't matter. */
export function found(all: Paragraph[], wanted: string): Paragraph[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return all.filter((one) => words.every((word) => plain(`${one.id} ${one.title} ${one.text}`).includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
