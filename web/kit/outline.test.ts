import { describe, expect, it } from 'vitest';
import { outline, type Place } from './outline.ts';

const places = (...cells: [number, number][]): Place[] => cells.map(([column, row]) => ({ column, row }));
const corners = (path: string) => [...path.matchAll(/Q(\S+) (\S+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const loops = (path: string) => path.split('Z').length - 1;

describe('the line around cells', () => {
  it('goes round one cell, clockwise, inside it', () => {
    expect(corners(outline(places([2, 3]), 0.1))).toEqual([
      [2.1, 3.1],
      [2.9, 3.1],
      [2.9, 3.9],
      [2.1, 3.9],
    ]);
  });

  it('joins neighbours and follows their corners', () => {
    const path = outline(places([0, 0], [0, 1], [1, 1]), 0.1);
    expect(loops(path)).toBe(1);
    expect(corners(path)).toHaveLength(6);
    expect(corners(path)).toContainEqual([0.9, 1.1]);
  });

  it('is several where the cells are apart, or touch at a corner only', () => {
    expect(loops(outline(places([0, 0], [5, 5])))).toBe(2);
    expect(loops(outline(places([0, 0], [1, 1])))).toBe(2);
    expect(loops(outline(places([1, 0], [0, 1])))).toBe(2);
  });

  it('goes round a hole too', () => {
    const ring = places([0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]);
    expect(loops(outline(ring))).toBe(2);
    expect(corners(outline(ring))).toHaveLength(8);
  });

  it('is nothing around nothing', () => {
    expect(outline([])).toBe('');
  });
});
