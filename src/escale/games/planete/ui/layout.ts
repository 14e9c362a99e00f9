/** Where things are on a planet: its cells of 100 by 100, how tiles turn to fit them, and where elements stand on a tile. */

import type { Stack } from './position.ts';

/** The side of a cell, of a planet, and the planet's own radius. */
export const CELL = 100;
export const WHOLE = 4 * CELL;
export const RADIUS = 172;

const KINDS = 'crfcfoorroofcfrc';
const NAMES: Record<string, Stack> = { c: 'character', r: 'rising', f: 'falling', o: 'core' };

/** Which kind of tile goes to a cell. */
export const kindAt = (at: number): Stack => NAMES[KINDS[at] ?? ''] ?? 'core';

/** The cells of a kind, ascending. */
export const placesOf = (stack: Stack): number[] => [...KINDS].flatMap((_, at) => (kindAt(at) === stack ? [at] : []));

/** By how many quarters a tile is turned there, so that the planet is round; a tile beside the planets lies as in the first quarter. */
export function quarters(at: number): number {
  const [x, y] = [at % 4, Math.floor(at / 4)];
  if (kindAt(at) === 'character' || kindAt(at) === 'core') return x < 2 ? (y < 2 ? 0 : 3) : y < 2 ? 1 : 2;
  return y === 0 ? 0 : x === 3 ? 1 : y === 3 ? 2 : 3;
}

export const cornerOf = (at: number): string => `${(at % 4) * CELL} ${Math.floor(at / 4) * CELL}`;

/** The planet's middle, seen from a tile of the first quarter. */
const MIDDLE: Record<Stack, [x: number, y: number]> = {
  core: [100, 100],
  rising: [100, 200],
  falling: [0, 200],
  character: [200, 200],
};

/** What of a circle around the planet's middle lies on a tile of the first quarter. */
export function disc(stack: Stack, radius: number): string {
  const [x, y] = MIDDLE[stack];
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0a${radius} ${radius} 0 0 1-${2 * radius} 0`;
}

export interface Spot {
  x: number;
  y: number;
  /** How large, of a drawing's own size. */
  size: number;
}

/** For one, two ... elements: middles and size, on ground and on an edge that rises. */
const GROUND = [
  '50,50,1.9',
  '28,48,1.3 73,54,1.3',
  '50,26,1.2 26,72,1.2 74,73,1.2',
  '26,26,1.14 74,27,1.14 26,75,1.14 74,75,1.14',
];
const EDGE = [
  '52,55,1.8',
  '28,60,1.26 73,50,1.3',
  '25,48,1.16 71,34,1.2 53,78,1.06',
  '25,43,1.12 73,30,1.14 27,81,.94 73,76,1.06',
  '19,44,.94 50,32,.94 81,23,.94 27,80,.98 72,73,1.06',
];

/** What stands tall on the rim, or in the sky; the rest is on the ground before it. */
const HIGH = '*sbvlr';

/** Where each element of a tile stands; turned only by the tile itself. */
export function spots(tile: string, stack: Stack): (Spot & { element: string })[] {
  const elements = [...tile].sort(
    (a, b) => (HIGH.indexOf(a) < 0 ? 9 : HIGH.indexOf(a)) - (HIGH.indexOf(b) < 0 ? 9 : HIGH.indexOf(b)),
  );
  const table = stack === 'core' ? GROUND : EDGE;
  const places = (table[elements.length - 1] ?? '').split(' ');
  return elements.map((element, i) => {
    const [x = 50, y = 50, size = 1] = (places[i] ?? '').split(',').map(Number);
    return { element, x: stack === 'falling' ? CELL - x : x, y, size };
  });
}
