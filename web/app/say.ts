/** A game's texts, said: placeholders filled, plural forms chosen. The same as rules/texts.py does on the server. */

import type { Said, Say } from 'kit/board.ts';

export type Entry = string | { one: string; other: string };
type Values = Said['values'];

/** How a language says a text of these entries; the name of a text that isn't there is shown as it is. */
export function sayer(entries: Record<string, Entry>, language: string): Say {
  const filled = (value: string | number | Said): string =>
    typeof value === 'object' ? say(value.key, value.values) : String(value);

  function say(name: string, values: Values = {}): string {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (entry === undefined) return name;
    const text = typeof entry === 'string' ? entry : entry[isOne(language, Number(values.n)) ? 'one' : 'other'];
    return text.replace(/\{(\w+)\}|(\{\{|\}\})/g, (all, key: string | undefined, brace: string | undefined) => {
      if (brace) return brace.charAt(0);
      const value = key === undefined ? undefined : values[key];
      return value === undefined ? all : filled(value);
    });
  }
  return say;
}

function isOne(language: string, n: number): boolean {
  return language === 'fr' ? Math.abs(n) < 2 : n === 1;
}
