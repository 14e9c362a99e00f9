import { describe, expect, it } from 'vitest';
import { CHARACTERS, ELEMENTS, PAPERS } from './drawings.ts';
import { kindAt, placesOf, quarters, RADIUS, spots } from './layout.ts';
import * as position from './position.ts';

const CORES = 'bWWB bFWW bGG vll vlFW vlG vlSW vS lllF rll llc llS cWW cW cG W E'.split(' ');
const EDGES = 'bsE bsS bsG br* bGB b*B vll* vslFG vlWG vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE'.split(' ');

describe('a planet', () => {
  it('has four places of each kind', () => {
    expect(placesOf('core')).toEqual([5, 6, 9, 10]);
    expect(placesOf('rising')).toEqual([1, 7, 8, 14]);
    expect(placesOf('falling')).toEqual([2, 4, 11, 13]);
    expect(placesOf('character')).toEqual([0, 3, 12, 15]);
  });

  it('is round: where tiles meet, so do the pieces of its rim', () => {
    // Around the middle, the rim leaves each edge tile where the next one takes it up.
    const cut = Math.sqrt(RADIUS ** 2 - 100 ** 2);
    expect(RADIUS).toBeGreaterThan(Math.hypot(100, 100));
    expect(cut).toBeGreaterThan(100);
    expect(RADIUS).toBeLessThan(200);
    for (const at of placesOf('rising')) {
      const side = placesOf('falling').filter((other) => quarters(other) === quarters(at));
      expect(side).toHaveLength(1);
    }
  });
});

describe('a tile', () => {
  it('has a place of its own for everything it bears', () => {
    for (const [stack, tiles] of [
      ['core', CORES],
      ['rising', EDGES],
      ['falling', EDGES],
    ] as const) {
      for (const tile of tiles) {
        const all = spots(tile, stack);
        expect(all.map(({ element }) => element).sort()).toEqual([...tile].sort());
        const alone = all.every((a, i) =>
          all.every((b, j) => i === j || Math.hypot(a.x - b.x, a.y - b.y) > 17 * (a.size + b.size) * 0.8),
        );
        expect(alone, `${stack} ${tile}`).toBe(true);
        expect(all.every(({ x, y }) => x > 10 && x < 90 && y > 10 && y < 90)).toBe(true);
      }
    }
  });

  it('that falls is one that rises, seen in a mirror', () => {
    const [rising, falling] = [spots('vslFG', 'rising'), spots('vslFG', 'falling')];
    expect(falling.map(({ x, y }) => [x, y])).toEqual(rising.map(({ x, y }) => [100 - x, y]));
  });
});

describe('drawings', () => {
  it('are there for every element and character, on papers that there are', () => {
    expect(position.ELEMENTS.filter((element) => !ELEMENTS[element])).toEqual([]);
    expect(Object.keys(CHARACTERS)).toHaveLength(13);
    for (const drawing of Object.values({ ...ELEMENTS, ...CHARACTERS })) {
      for (const piece of drawing.split(/ (?=[a-zA-Z_=]M)/)) {
        expect(piece).toMatch(/^[a-zA-Z_=]M[-\d. MLHVQTAaQZhvlCc]+$/);
        expect('_='.includes(piece.charAt(0)) || PAPERS[piece.charAt(0).toLowerCase()]).toBeTruthy();
      }
    }
  });

  it('tell the three coats apart by more than their colour', () => {
    const bare = (element: string) => (ELEMENTS[element] ?? '').replace(/[a-z](?=M)/gi, '');
    expect(new Set(['W', 'G', 'B'].map(bare)).size).toBe(3);
    const cloth = (who: string) => (CHARACTERS[who] ?? '').replace(/[a-z](?=M)/gi, '');
    expect(new Set(['white', 'beige', 'brown'].map(cloth)).size).toBe(3);
  });

  it('show what a character wants', () => {
    expect(Object.keys(CHARACTERS).filter((who) => position.wantedBy(who)[1].length === 0)).toEqual([]);
    expect(position.wantedBy('king')).toEqual(['14', ['r']]);
    expect([position.starsOf('king'), position.starsOf('vain'), position.starsOf('prince')]).toEqual([2, 1, 0]);
    expect(kindAt(0)).toBe('character');
  });
});
