/** One card: how it can be turned, its cells where it lies, and its text. */

import type { Cell, Colour, Held, Lying, PlaceMove, Size } from './position.ts';

/** A card on no particular place. */
export type Way = Pick<Lying, 'size' | 'whites'>;

/** Turned clockwise by so many quarters. */
export type Turns = 0 | 1 | 2 | 3;

export function turnedBy(turns: number, more: number): Turns {
  return ((((turns + more) % 4) + 4) % 4) as Turns;
}

function quarter({ size: [w, h], whites }: Way): Way {
  const turned = whites.map((number) => {
    const [column, row] = [(number - 1) % w, Math.floor((number - 1) / w)];
    return column * h + (h - 1 - row) + 1;
  });
  return { size: [h, w], whites: turned.sort((a, b) => a - b) };
}

/** How a card lies that was upright and is turned. */
export function wayOf(pattern: string, turns: Turns): Way {
  let way: Way = { size: [2, 3], whites: [...pattern].map(Number) };
  for (let n = 0; n < turns; n++) way = quarter(way);
  return way;
}

/** By how many quarters it was turned to lie so; null: it never does. */
export function turnsOf(pattern: string, { size, whites }: Way): Turns | null {
  const wanted = `${size}:${whites}`;
  const all: Turns[] = [0, 1, 2, 3];
  return all.find((turns) => `${wayOf(pattern, turns).size}:${wayOf(pattern, turns).whites}` === wanted) ?? null;
}

/** Which card of a hand lies so, and how it was turned. */
export function foundIn(hand: Held[], { colour, ...way }: Way & { colour: Colour }): { card: number; turns: Turns } | null {
  for (const [card, held] of hand.entries()) {
    const turns = held.pattern !== null && held.colour === colour ? turnsOf(held.pattern, way) : null;
    if (turns !== null) return { card, turns };
  }
  return null;
}

/** In the game's notation, and back; null for what is none. */
export function textOf({ at, size, colour, whites }: Lying): string {
  return `${at.join()}:${size.join('x')}:${colour}${whites.join('')}`;
}

export function lyingOf(text: string): Lying | null {
  const [, x, y, w, h, colour, whites] = /^(-?\d+),(-?\d+):([23])x([23]):([rygb])([1-6]+)$/.exec(text) ?? [];
  if (!colour || !whites) return null;
  return {
    at: [Number(x), Number(y)],
    size: [Number(w), Number(h)],
    colour: colour as Colour,
    whites: [...whites].map(Number),
  };
}

/** A card by its name: r25, as it is upright. */
export function named(name: string): { colour: Colour; pattern: string } {
  return { colour: name.charAt(0) as Colour, pattern: name.slice(1) };
}

/** The cells under a card, each with its number on the card, in the order they are counted. */
export function cellsOf({ at: [x, y], size: [w, h] }: { at: Cell; size: Size }): { cell: Cell; number: number }[] {
  return Array.from({ length: w * h }, (_, i) => ({ cell: [x + (i % w), y + h - 1 - Math.floor(i / w)], number: i + 1 }));
}

/** What each cell of a lying card shows: its colour or white. */
export function facesOf(card: Lying): { cell: Cell; letter: string }[] {
  return cellsOf(card).map(({ cell, number }) => ({ cell, letter: card.whites.includes(number) ? 'w' : card.colour }));
}

export function covers({ at: [x, y], size: [w, h] }: { at: Cell; size: Size }, [cx, cy]: Cell): boolean {
  return x <= cx && cx < x + w && y <= cy && cy < y + h;
}

/** The card that a placement lays. */
export function layingOf({ at, size, whites, text }: PlaceMove): Lying {
  return { at, size, whites, colour: (lyingOf(text)?.colour ?? 'r') as Colour };
}
