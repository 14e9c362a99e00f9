/** What things are called: tiles, characters and what they count, planets and places. */

import type { Say } from 'kit/board.ts';
import { ELEMENTS, type Planet, type PlaneteView, type Stack, wantedBy } from './position.ts';

/** One, two and three. */
export function list(parts: string[], say: Say): string {
  const [last = '', ...before] = [...parts].reverse();
  if (before.length === 0) return last;
  return say('list.and', {
    first: before.reverse().reduce((first, second) => say('list.comma', { first, second })),
    second: last,
  });
}

/** Longer things, one after the other. */
export function also(parts: string[], say: Say): string {
  return parts.length > 0 ? parts.reduce((first, second) => say('list.also', { first, second })) : say('list.none');
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A tile in words: what it bears, or whom. */
export function tileName(tile: string, stack: Stack, say: Say): string {
  if (stack === 'character') return say(`the_character.${tile}`);
  const kinds = [...new Set(tile)].map((element) => ({ element, n: tile.split(element).length - 1 }));
  const told = kinds.map(({ element, n }) =>
    n === 1
      ? say(`a_element.${element}`)
      : say(n === 2 ? 'tile.two' : 'tile.three', { elements: say(`element.${element}`, { n }) }),
  );
  return list(told, say);
}

/** A tile for who decides about it: of a character, what they want too. */
export function tileTold(tile: string, stack: Stack, say: Say): string {
  const name = tileName(tile, stack, say);
  return stack === 'character' ? say('board.wants', { character: name, wants: say(`wants.${tile}`) }) : name;
}

/** "Your" or somebody's: the same text in the reader's own words, where it is theirs. */
export function whose(
  name: string,
  seat: number,
  view: Pick<PlaneteView, 'seat'>,
  names: string[],
  say: Say,
  values = {},
): string {
  return say(seat === view.seat ? `${name}_own` : name, { who: names[seat] ?? '', ...values });
}

export const placeName = (cell: number, say: Say): string =>
  say('board.place', { row: Math.floor(cell / 4) + 1, column: (cell % 4) + 1 });

/** The elements that are seen on a planet, each with how many. */
export function visible({ counts }: Planet): { element: string; n: number }[] {
  return ELEMENTS.map((element) => ({ element, n: counts[element] ?? 0 })).filter(({ n }) => n > 0);
}

export const countOf = (element: string, n: number, say: Say): string =>
  say('tile.count', { n, elements: say(`element.${element}`, { n }) });

const ANIMALS = { fox: 'F', elephant: 'E', snake: 'S', sheep: 'WGB' };

/** How the points of a character come about. */
export function counted(character: string, points: number, { counts }: Planet, say: Say): string {
  const has = (letters: string) => [...letters].filter((letter) => counts[letter]);
  if (character === 'king') {
    const n = counts.r ?? 0;
    return say(`counted.king_${['none', 'one', 'two'][n] ?? 'more'}`, { n });
  }
  if (character === 'prince') {
    const colours = say('counted.prince_colours', { n: has('WGB').length });
    return say('counted.prince', { colours, boxes: countOf('c', counts.c ?? 0, say), points });
  }
  const n = points / Number(wantedBy(character)[0]);
  if (character !== 'hunter') return say(`counted.${character}`, { n, points });
  const animals = Object.entries(ANIMALS).filter(([, letters]) => has(letters).length > 0);
  const told = animals.map(([animal]) => say(`animal.${animal}`));
  return n > 0 ? say('counted.hunter', { n, points, animals: list(told, say) }) : say('counted.hunter_none');
}

/** What a planet comes to, in a few words each. */
export function facts({ total, volcanoes, penalty, counts, face_down }: Planet, say: Say): string[] {
  const baobabs = counts.b ?? 0;
  return [
    say('board.points', { n: total }),
    say(penalty > 0 ? 'board.volcanoes_most' : 'board.volcanoes', { n: volcanoes }),
    ...(baobabs > 0 ? [say('board.baobabs', { n: baobabs })] : []),
    ...(face_down > 0 ? [say('board.face_down', { n: face_down })] : []),
  ];
}

/** A planet's sentence: whose it is, how many tiles it has, what it comes to. */
export function planetSentence(view: PlaneteView, seat: number, names: string[], say: Say): string {
  const planet = view.planets[seat] as Planet;
  const whole = whose('board.planet', seat, view, names, say, { n: planet.tiles.length });
  return say('board.sentence', {
    planet: whole,
    facts: facts(planet, say).reduce((first, second) => say('list.comma', { first, second })),
  });
}
