/** Turns a game's texts/<language>.toml into a module: `export default` its texts by dotted name. Lists stay as they are. */

import { parse, type TomlTable, type TomlValue } from 'smol-toml';
import type { Plugin } from 'vite';

import type { Entry } from './app/say.ts';

/** The texts by dotted name; a table of exactly `one` and `other` is one text with plural forms. */
export function flattened(table: TomlTable, prefix = ''): Record<string, Entry> {
  const entries: Record<string, Entry> = {};
  for (const [key, value] of Object.entries(table)) {
    if (isTable(value) && !isPlural(value)) Object.assign(entries, flattened(value, `${prefix}${key}.`));
    else entries[prefix + key] = value as Entry;
  }
  return entries;
}

export function textsPlugin(): Plugin {
  return {
    name: 'escale-texts',
    transform(code, id) {
      if (!/\.toml$/.test(id.split('?')[0] ?? '')) return null;
      return { code: `export default ${JSON.stringify(flattened(parse(code)))};`, moduleType: 'js', map: null };
    },
  };
}

function isTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isPlural(table: TomlTable): boolean {
  return Object.keys(table).sort().join() === 'one,other';
}
