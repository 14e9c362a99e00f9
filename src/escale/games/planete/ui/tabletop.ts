/** What people enter of a real table, planet by planet: the tiles of the box, what is left of them, how it is kept. */

import box from '../tiles.toml';
import { placesOf } from './layout.ts';
import { type Laid, STACKS, type Stack, TIMES } from './position.ts';

/** A kind of tile in the box. */
export interface Kind {
  stack: Stack;
  tile: string;
  copies: number;
}

const LISTED = box as unknown as Record<Stack, { name?: string; bears: string; copies?: number }[]>;
/** All kinds of tiles by stack, from the same list that the rules have. */
export const BOX = Object.fromEntries(
  STACKS.map((stack) => [
    stack,
    LISTED[stack].map(({ name, bears, copies = 1 }): Kind => ({ stack, tile: name ?? bears, copies })),
  ]),
) as Record<Stack, Kind[]>;

/** A tile that was entered; `down` where it is said by hand. */
export interface Entered {
  stack: Stack;
  tile: string;
  down: boolean;
}

export interface Entry {
  /** In the order in which they were entered. */
  tiles: Entered[];
  /** Whether that order tells which are face down. */
  by_order: boolean;
}

export interface Tabletop {
  /** Of as many as may play; '': none was given. */
  names: string[];
  /** One a player. */
  planets: Entry[];
}

export const SEATS = [2, 3, 4, 5];
export const MOST_SEATS = Math.max(...SEATS);
export const WHOLE_PLANET = STACKS.length * TIMES;
export const LONGEST_NAME = 20;

const bare = (): Entry => ({ tiles: [], by_order: true });
export const blank = (players = 2, names: string[] = []): Tabletop => ({
  names: Array.from({ length: MOST_SEATS }, (_, seat) => names[seat] ?? ''),
  planets: Array.from({ length: players }, bare),
});

export const ofStack = ({ tiles }: Entry, stack: Stack): number => tiles.filter((tile) => tile.stack === stack).length;

/** How many of a kind of tile are on no planet. */
export function leftInBox({ planets }: Tabletop, { stack, tile, copies }: Kind): number {
  const laid = planets.flatMap(({ tiles }) => tiles).filter((one) => one.stack === stack && one.tile === tile);
  return copies - laid.length;
}

/** Where each tile lies, in the order of entering: at the next place of its kind. */
export function laidOut({ tiles }: Entry, isDown: (index: number) => boolean): Laid[] {
  return tiles.map(({ stack, tile }, index) => {
    const before = tiles.slice(0, index).filter((other) => other.stack === stack).length;
    return { at: placesOf(stack)[before] ?? 0, stack, tile, down: isDown(index) };
  });
}

const withPlanet = (table: Tabletop, seat: number, entry: Entry): Tabletop => ({
  ...table,
  planets: table.planets.map((one, place) => (place === seat ? entry : one)),
});

/** The table with a tile more; null if the planet has enough of them, or the box no more. */
export function withTile(table: Tabletop, seat: number, kind: Kind): Tabletop | null {
  const entry = table.planets[seat];
  if (!entry || ofStack(entry, kind.stack) >= TIMES || leftInBox(table, kind) < 1) return null;
  const added = { stack: kind.stack, tile: kind.tile, down: false };
  return withPlanet(table, seat, { ...entry, tiles: [...entry.tiles, added] });
}

export function without(table: Tabletop, seat: number, index: number): Tabletop {
  const entry = table.planets[seat] ?? bare();
  return withPlanet(table, seat, { ...entry, tiles: entry.tiles.filter((_, place) => place !== index) });
}

export function turned(table: Tabletop, seat: number, index: number): Tabletop {
  const entry = table.planets[seat] ?? bare();
  const tiles = entry.tiles.map((tile, place) => (place === index ? { ...tile, down: !tile.down } : tile));
  return withPlanet(table, seat, { ...entry, tiles });
}

/** The same planet, with what is face down told by the order, or by hand from how it lies now. */
export function told(table: Tabletop, seat: number, by_order: boolean, isDown: (index: number) => boolean): Tabletop {
  const entry = table.planets[seat] ?? bare();
  const tiles = entry.tiles.map((tile, index) => ({ ...tile, down: !by_order && isDown(index) }));
  return withPlanet(table, seat, { tiles, by_order });
}

export function withPlayers(table: Tabletop, players: number): Tabletop {
  return { ...table, planets: Array.from({ length: players }, (_, seat) => table.planets[seat] ?? bare()) };
}

/** What companion.py is asked. */
export const asked = ({ planets }: Tabletop): object => ({
  planets: planets.map(({ tiles, by_order }) => ({
    tiles: tiles.map(({ stack, tile, down }) => (by_order ? { stack, tile } : { stack, tile, down })),
    by_order,
  })),
});

/** Changes with what is kept: an older one can't be read. */
const VERSION = 1;

export const written = (table: Tabletop): string => JSON.stringify({ version: VERSION, ...table });

/** What was kept; null if it can't be read, or can't lie on a table. */
export function read(kept: string): Tabletop | null {
  try {
    const { version, names, planets } = JSON.parse(kept);
    if (version !== VERSION || !SEATS.includes(planets.length)) return null;
    let table = blank(
      planets.length,
      names.map(String).map((name: string) => name.slice(0, LONGEST_NAME)),
    );
    planets.forEach(({ tiles, by_order }: Entry, seat: number) => {
      for (const { stack, tile, down } of tiles) {
        const kind = BOX[stack].find((one) => one.tile === tile);
        const more = kind && withTile(table, seat, kind);
        if (!more) throw new Error(`no room for ${tile}`);
        table = by_order === false && down === true ? turned(more, seat, (more.planets[seat]?.tiles.length ?? 0) - 1) : more;
      }
      const entry = table.planets[seat];
      if (entry) entry.by_order = by_order !== false;
    });
    return table;
  } catch {
    return null;
  }
}
