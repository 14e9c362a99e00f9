import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from './en.ts';
import { join as joinTexts } from './fr/join.ts';
import fr from './fr.ts';

const app = join(import.meta.dirname, '..');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('i18n/') && !/\.test(ing)?\.ts$/.test(name))
  .map((name) => readFileSync(join(app, name), 'utf8'));
const french = ['fr.ts', ...readdirSync(join(import.meta.dirname, 'fr')).map((name) => join('fr', name))]
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

/** Groups whose texts are chosen by what the server or a list says, never by name. */
const CHOSEN =
  /^(bots|botHints|refused|log|settings\.(themes|paces)|clock\.(times|outcome)|replay\.(speeds|wrong)|setup\.botPaces|hints\.gains|review\.(cost|why))\./;

function names(group: object, prefix = ''): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'object' ? names(value, `${prefix}${name}.`) : [prefix + name],
  );
}

/** What a file says: `i18n.t.group.name`, or `t.name` where its `t` is a group, or all the messages. */
function said(source: string): string[] {
  const group = source.match(/const t = \$derived\(i18n\.t\.(\w+)\)/)?.[1];
  const found = [...source.matchAll(/(i18n\.|(?<![.\w]))t\.([\w.]+)/g)];
  return found.map(([, whole, name]) => (whole || !group ? `${name}` : `${group}.${name}`));
}

test('every text is said somewhere', () => {
  const all = sources.flatMap(said);
  const verdicts = ['end.kept', 'end.broken', 'end.unable'];
  const unsaid = names(en).filter((name) => !CHOSEN.test(name) && !verdicts.includes(name) && !all.includes(name));
  expect(unsaid).toEqual([]);
});

test('every refusal that has words is one that the server gives, or the page itself', () => {
  const codes = readFileSync(join(app, '../../docs/protocol.md'), 'utf8').match(/(?<=`)\w+(?=`)/g);
  const own = ['offline', 'other'];
  expect(Object.keys(en.refused).filter((code) => !own.includes(code) && !codes?.includes(code))).toEqual([]);
});

/** Every French text there is, the games' own and the terminal's too. */
const tomls = ['games', 'terminal'].flatMap((folder) => {
  const root = join(app, '../../src/escale', folder);
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(texts|words)\/fr\.toml$/.test(name),
  );
  return found.map((name) => readFileSync(join(root, name), 'utf8'));
});

test('French has one apostrophe, and a space that doesn’t break beside its double signs', () => {
  expect(tomls.length).toBeGreaterThan(1);
  const written = tomls.flatMap((toml) => toml.match(/"[^"\n]*"/g) ?? []);
  const texts = french.match(/(?<!import .*)'[^'\n]*'|`[^`\n]*`/g) ?? [];
  expect(texts.length).toBeGreaterThan(150);
  expect(french.match(/\p{L}'\p{L}/gu)).toBeNull();
  expect(written.filter((text) => text.includes("'"))).toEqual([]);
  expect([...written, ...texts].filter((text) => /[\p{L}\d)}»] [;!?:»]|« /u.test(text))).toEqual([]);
});

test('both languages have the same texts', () => {
  expect(names(fr).sort()).toEqual(names(en).sort());
});

test('French says a game’s or a player’s name where any name fits', () => {
  const named = [fr.rulebook.title, joinTexts.title, fr.shelf.picture, fr.shelf.turnOf].map((say) => say('Le Loup'));
  for (const text of named) expect(text).not.toMatch(/(\bde|\bà) Le /);
});
