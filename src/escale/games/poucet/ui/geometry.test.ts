import { describe, expect, it } from 'vitest';
import { cellIn, lieOf, lyingOf, nameOf, openingsOf, turned, untouched, written } from './position.ts';
import { at, cellNamed, laid } from './positions.testing.ts';
import { joined, lane, road, shapePath, stretches } from './roads.ts';
import { bestOf, nearest, rank, usable, waysOf } from './ways.ts';

describe('cells and cards', () => {
  it('are named as players write them', () => {
    expect(nameOf([2, 4])).toBe('c5');
    expect(cellNamed('m13')).toEqual([12, 12]);
    expect(cellIn('restart r a5')).toEqual([0, 4]);
    expect(cellIn('start b12')).toEqual([1, 11]);
    expect(cellIn('give up')).toBeNull();
    expect(written([1, 4], 'rl', 'ne')).toBe('b5:rne');
    expect(written([1, 4], 'pebbles', 'e')).toBe('b5:pebbles-e');
    expect(written([1, 4], 'river', '')).toBe('b5:river');
  });

  it('turn clockwise, and four times make once', () => {
    expect(['ne', 'nes', 'ew', 'w'].map((sides) => turned(sides, 1))).toEqual(['es', 'esw', 'ns', 'n']);
    expect(turned('ne', -1)).toBe('nw');
    expect(['ri', 'gl', 'yt', 'pebbles', 'wolf'].map(untouched)).toEqual(['ew', 'ne', 'new', 'e', '']);
    expect(openingsOf(lyingOf('pebbles', 's', 1))).toBe('ns');
    expect(openingsOf(lyingOf('boots', ''))).toBe('nesw');
    expect(openingsOf(lyingOf('ogre', ''))).toBe('');
  });
});

describe('the line of a path', () => {
  const view = at('a5:R0 b5:rew c5:rnsw c6:rew c4:F/0s c3:B d3:rnw b6:res', []);

  it('goes from the start through what is joined, and nowhere else', () => {
    expect(stretches(view, 0).map((one) => [nameOf(one.at), one.far])).toEqual([
      ['a5', 0],
      ['b5', 1],
      ['c5', 2],
      ['c4', 3],
      ['c3', 4],
      ['d3', 5],
    ]);
    // A side that leads to no card of the path isn't drawn.
    expect(joined(view, 0).get('2,4')).toBe('sw');
    expect(stretches(view, 1)).toEqual([]);
  });

  it('ends in the flower', () => {
    const won = at('e9:R0 e8:rns e7:rns e6:rns', []);
    expect(joined(won, 0).get('4,5')).toBe('ns');
  });

  it('bends where two sides meet, and meets in the middle where three do', () => {
    expect(road('ne')).toBe('M0 -0.5Q0 0 0.5 0');
    expect(road('nes')).toBe('M0 -0.5L0 0M0.5 0L0 0M0 0.5L0 0');
    expect(road('')).toBe('');
  });

  it('leaves room for that of another player of the same colour', () => {
    const { seats } = at('a5:R0 i5:R1 e9:G2', [], { players: 3 });
    expect(lane(seats, 0)).toBeLessThan(0);
    expect(lane(seats, 1)).toBe(-lane(seats, 0));
    expect(lane(seats, 2)).toBe(0);
    const gone = seats.map((seat, i) => ({ ...seat, out: i === 1 }));
    expect(lane(gone, 0)).toBe(0);
  });

  it('has a mark of its own for each of six seats', () => {
    const shapes = [0, 1, 2, 3, 4, 5].map((seat) => shapePath(seat, 1));
    expect(new Set(shapes).size).toBe(6);
    expect(shapes.every((shape) => /^M[-\d.]+ .*Z$/.test(shape) && !shape.includes('NaN'))).toBe(true);
  });
});

describe('the ways to lay a card', () => {
  const moves = ['b5:rne', 'b5:rsw', 'b5:rnw', 'c4:rne'].map((text) => laid(text, 'path'));

  it('are told cell by cell, in the order of turning', () => {
    const ways = waysOf(moves, 'rl', null);
    expect(ways.get('1,4')?.map(lieOf)).toEqual(['ne', 'sw', 'nw']);
    expect(ways.get('2,3')?.map(lieOf)).toEqual(['ne']);
    expect(waysOf(moves, 'ri', null).size).toBe(0);
    expect(waysOf(moves, null, null).size).toBe(0);
  });

  it('are ranked: winning, one’s own path, against others, for others; and towards the flower', () => {
    const view = { turn: 0, flower: [4, 4] as [number, number], side: 9 };
    const some = [
      laid('b5:rew', 'path', { wins: 0 }),
      laid('b5:rew', 'path'),
      laid('b5:wolf', 'obstacle'),
      laid('b5:rew', 'path', { helps: [1] }),
      laid('b5:rew', 'path', { helps: [1], wins: 1 }),
    ];
    const ranks = some.map((move) => rank(move, view));
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(new Set(ranks.map(Math.floor)).size).toBe(5);
    expect(lieOf(bestOf([laid('b5:rnw', 'path'), laid('b5:rne', 'path')], view))).toBe('ne');
    expect(nameOf(bestOf([laid('a4:rns', 'path'), laid('d5:rns', 'path')], view).at)).toBe('d5');
  });

  it('decide which card is taken up first', () => {
    const view = at('', [laid('b5:wolf', 'obstacle'), laid('b5:rew', 'path')]);
    expect(usable(view, ['gi', 'wolf', 'ri'], true)).toBe(2);
    expect(usable(view, ['gi', 'wolf', 'ri'], false)).toBe(1);
    expect(usable(view, ['gi'], true)).toBe(0);
    expect(usable(view, [], true)).toBe(0);
  });

  it('draw a point near a cell to it, and no other point', () => {
    const wanted = (cell: [number, number]) => nameOf(cell) === 'b5';
    expect(nearest({ x: 1.5, y: 4.5 }, wanted)).toEqual([1, 4]);
    expect(nearest({ x: 2.1, y: 4.5 }, wanted)).toEqual([1, 4]);
    expect(nearest({ x: 1.5, y: 3.9 }, wanted)).toEqual([1, 4]);
    expect(nearest({ x: 2.5, y: 4.5 }, wanted)).toEqual([2, 4]);
  });
});
