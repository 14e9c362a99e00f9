import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en, fr } from './board.testing.ts';
import { CHARACTERS } from './drawings.ts';
import { starsOf, wantedBy } from './position.ts';

/** What the engine counts by: its tiles, and the numbers that its counting has names for. */
const engine = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const stars = new Map(
  [...engine('tiles.toml').matchAll(/name = "(\w+)", bears = "(\**)"/g)].map(([, name = '', bears = '']) => [
    name,
    bears.length,
  ]),
);
const numbers = new Map(
  [...engine('counting.py').matchAll(/^([A-Z_, ]+) = ([\d, ]+)$/gm)].flatMap(([, names = '', values = '']) => {
    const each = values.split(', ').map(Number);
    return names.split(', ').map((name, i): [string, number | undefined] => [name, each[i]]);
  }),
);
const WANTS: Record<string, [number: string | null, elements: string]> = {
  vain: ['A_SNAKE', 'S'],
  geographer: [null, 'v'],
  astronomer: ['A_SUNSET', 's'],
  king: ['ONE_ROSE', 'r'],
  lamplighter: [null, 'l'],
  hunter: ['A_SPECIES', 'FESW'],
  drunkard: ['A_FACE_DOWN', 'd'],
  white: ['A_WHITE', 'W'],
  beige: ['A_BEIGE', 'G'],
  brown: ['A_BROWN', 'B'],
  gardener: ['A_BAOBAB', 'b'],
  turk: [null, '*'],
  prince: ['A_COAT', 'WGBc'],
};

describe('the tiles of the board are those of the game', () => {
  it('has all its characters', () => {
    expect([...stars.keys()].sort()).toEqual(Object.keys(CHARACTERS).sort());
    expect(Object.keys(WANTS).sort()).toEqual(Object.keys(CHARACTERS).sort());
  });

  it.each(Object.entries(WANTS))('%s', (character, [number, elements]) => {
    const each = number === null ? 1 : numbers.get(number);
    expect(starsOf(character)).toBe(stars.get(character));
    expect(wantedBy(character)).toEqual([String(each), [...elements]]);
    for (const say of [en, fr]) expect(say(`wants.${character}`)).toMatch(new RegExp(`^${each} point`));
  });
});
