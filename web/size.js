/** Says how much JavaScript Home plus one board costs, gzipped, and a companion's page; fails when either is more than the budget. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 90_000;
const site = fileURLToPath(new URL('../src/escale/server/site/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${site}manifest.json`, 'utf8'));

/** The files that a chunk brings with it, without what it only loads when asked. */
function files(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const other of chunk.imports ?? []) files(other, seen);
  return seen;
}

function zipped(names) {
  return [...names]
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + gzipSync(readFileSync(site + name)).length, 0);
}

const named = (pattern) => Object.keys(manifest).filter((key) => pattern.test(key));
const largest = (keys, shell) =>
  Math.max(0, ...keys.map((key) => zipped(new Set([...files(key)].filter((name) => !shell.has(name))))));

const companionShell = files('index.html');
for (const key of named(/pages\/Companion\.svelte$/)) files(key, companionShell);
const shell = files('index.html');
for (const key of named(/pages\/Home\.svelte$/)) files(key, shell);
const parts = {
  shell: zipped(shell),
  language: largest(named(/i18n\/\w+\.ts$/), shell),
  board: largest(named(/\/ui\/board\.ts$/), shell),
  texts: largest(named(/\/texts\/\w+\.toml$/), shell),
};
const companion =
  zipped(companionShell) +
  largest(named(/i18n\/\w+\.ts$/), companionShell) +
  largest(named(/\/ui\/Companion\.svelte$/), companionShell) +
  parts.texts;
const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
const all = readdirSync(`${site}assets`).filter((name) => name.endsWith('.js'));

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [part, bytes] of Object.entries(parts)) console.log(`${part.padEnd(9)} ${kB(bytes).padStart(8)}`);
console.log(
  `Home plus one board: ${kB(total)} of JavaScript gzipped, of ${kB(BUDGET)} allowed (everything: ${kB(zipped(all.map((name) => `assets/${name}`)))})`,
);
console.log(`A companion's page: ${kB(companion)} of ${kB(BUDGET)} allowed`);
if (total > BUDGET || companion > BUDGET) process.exit(1);
