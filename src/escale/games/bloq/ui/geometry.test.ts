import { mapped, unmapped } from 'kit/plane.ts';
import { describe, expect, it } from 'vitest';
import { axesOf } from './axes.ts';
import { between, boxOf, cameraOf, planeOf, project, sidesOf, waysOf } from './camera.ts';
import { blocked, contacts } from './contact.ts';
import { backToFront, isHidden, mayHide, shadowOf, towards } from './depth.ts';
import { listed as byText, drawnTo, fits, handle, jump, middleOf, ranked, under, usable } from './ghost.ts';
import { type Block, blockOf, cellsOf, placeOf, shapeOf, sizeOf, textOf } from './position.ts';
import { at, blocks, diamond, listed, square } from './positions.testing.ts';

const DIAMOND = { rows: diamond(9) };
const SQUARE = { rows: square(20) };
const block = (text: string) => blockOf(text) as Block;

describe('a block', () => {
  it('is read from its text and written back', () => {
    expect(blockOf('-3,4:2x3x4')).toEqual({ at: [-3, 4], size: [2, 3, 4] });
    expect(textOf(block('-3,4:2x3x4'))).toBe('-3,4:2x3x4');
    expect(['', '3,4', '3,4:2x3', 'x,y:2x3x4'].map(blockOf)).toEqual([null, null, null, null]);
  });

  it('has six shapes', () => {
    const shapes = ['2x3x4', '3x2x4', '2x4x3', '4x2x3', '3x4x2', '4x3x2'].map((size) => shapeOf(block(`0,0:${size}`).size));
    expect(shapes.map(({ pose, wide }) => `${pose} ${wide}`)).toEqual([
      'upright false',
      'upright true',
      'edge false',
      'edge true',
      'flat false',
      'flat true',
    ]);
    expect(shapes.map((shape) => sizeOf(shape).join('x'))).toEqual(['2x3x4', '3x2x4', '2x4x3', '4x2x3', '3x4x2', '4x3x2']);
  });

  it('covers its cells', () => {
    expect(cellsOf(block('-1,2:2x3x4')).join(' ')).toBe('-1,2 0,2 -1,3 0,3 -1,4 0,4');
  });
});

describe('the block in hand', () => {
  it.each(['2x3x4', '3x2x4', '2x4x3', '4x2x3', '3x4x2', '4x3x2'])(
    '%s lies under the middle of its cell, a little off too',
    (size) => {
      const lain = block(`-4,7:${size}`);
      const [x, y] = handle(lain);
      for (const [dx, dy] of [
        [0.5, 0.5],
        [0.42, 0.58],
        [0.58, 0.42],
      ] as const) {
        expect(textOf(under({ x: x + dx, y: y + dy }, lain.size))).toBe(textOf(lain));
      }
      expect(textOf(under(middleOf(lain), lain.size))).toBe(textOf(lain));
    },
  );

  const view = at(['0,0:2x3x4'], listed(['2,0:3x4x2', '-3,0:3x4x2', '0,3:4x2x3 1,5 2,5 / 7,0']));

  it('is drawn to the nearest place, no more than one cell off', () => {
    const moves = byText(view);
    const drawn = (x: number, y: number) => textOf(drawnTo(moves, { x, y }, [3, 4, 2]));
    expect(drawn(3.5, 2)).toBe('2,0:3x4x2');
    expect(drawn(4.3, 2.9)).toBe('2,0:3x4x2');
    expect(drawn(5.6, 2)).toBe('4,0:3x4x2');
    expect(drawn(0.4, 2)).toBe('-1,0:3x4x2');
  });

  it('is one that can go somewhere', () => {
    expect(usable(view, { pose: 'edge', wide: true })).toEqual({ pose: 'edge', wide: true });
    expect(usable(view, { pose: 'edge', wide: false })).toEqual({ pose: 'edge', wide: true });
    expect(usable(view, { pose: 'upright', wide: false })).toEqual({ pose: 'edge', wide: true });
    expect(usable(at([], []), { pose: 'upright', wide: true })).toEqual({ pose: 'upright', wide: true });
  });

  it('can go where moves of its shape say', () => {
    expect(fits(view, { pose: 'flat', wide: false }).map((fit) => textOf(fit.block))).toEqual(['2,0:3x4x2', '-3,0:3x4x2']);
    expect(fits(view, { pose: 'flat', wide: true })).toEqual([]);
  });

  it('jumps from the most points to the fewest, then from the middle outwards, and round', () => {
    const order = ranked(view, true);
    expect(order.map(({ text }) => text)).toEqual(['0,3:4x2x3', '-3,0:3x4x2', '2,0:3x4x2']);
    expect(jump(order, null, 1)?.text).toBe('0,3:4x2x3');
    expect(jump(order, '0,3:4x2x3', 1)?.text).toBe('-3,0:3x4x2');
    expect(jump(order, '2,0:3x4x2', 1)?.text).toBe('0,3:4x2x3');
    expect(jump(order, '0,3:4x2x3', -1)?.text).toBe('2,0:3x4x2');
    expect(jump([], null, 1)).toBeNull();
  });

  it('jumps from the middle outwards for who wants no help', () => {
    expect(ranked(view, false).map(({ text }) => text)).toEqual(['-3,0:3x4x2', '2,0:3x4x2', '0,3:4x2x3']);
  });
});

describe('contact', () => {
  const touched = (tried: string) => contacts(blocks(['0,0:2x3x4']), block(tried));

  it('is a line on the board, as high as the lower of the two', () => {
    expect(touched('2,1:3x4x2')).toEqual([{ from: [2, 1], to: [2, 3], height: 2, equal: false }]);
    expect(touched('-3,-3:3x4x2')).toEqual([{ from: [0, 0], to: [0, 1], height: 2, equal: false }]);
    expect(touched('-1,3:4x2x3')).toEqual([{ from: [0, 3], to: [2, 3], height: 3, equal: false }]);
    expect(touched('1,-3:2x3x4')).toEqual([{ from: [1, 0], to: [2, 0], height: 4, equal: true }]);
  });

  it('is none at a corner, nor apart', () => {
    expect(touched('2,3:2x3x4')).toEqual([]);
    expect(touched('-2,-3:2x3x4')).toEqual([]);
    expect(touched('3,0:2x3x4')).toEqual([]);
  });

  it('knows the cells in the way and those beyond the board', () => {
    const view = at(['0,0:2x3x4'], []);
    expect(blocked(view, block('1,2:3x2x4'))).toEqual([{ cell: [1, 2], height: 4 }]);
    expect(blocked(view, block('8,0:3x2x4'))).toEqual([
      { cell: [10, 0], height: 0 },
      { cell: [9, 1], height: 0 },
      { cell: [10, 1], height: 0 },
    ]);
    expect(blocked(view, block('2,0:3x2x4'))).toEqual([]);
  });
});

describe('a camera', () => {
  const VIEWS = [0, 1, 2, 3].flatMap((turn) => (['relief', 'above'] as const).map((mode) => ({ mode, turn })));

  it.each(VIEWS)('$mode $turn sees the plane of the cells where it sees the board', ({ mode, turn }) => {
    for (const view of [DIAMOND, SQUARE]) {
      const camera = cameraOf(view, mode, turn);
      for (const cell of [
        [0, 0],
        [3, -2],
        [-5, 4],
      ] as [number, number][]) {
        const { column, row } = placeOf(cell);
        const middle = project(camera, cell[0] + 0.5, cell[1] + 0.5);
        const seen = mapped(planeOf(camera), { x: column + 0.5, y: row + 0.5 });
        expect(seen.x).toBeCloseTo(middle.x);
        expect(seen.y).toBeCloseTo(middle.y);
        expect(unmapped(planeOf(camera), seen).x).toBeCloseTo(column + 0.5);
      }
    }
  });

  it.each(VIEWS)('$mode $turn has everything in its window', ({ mode, turn }) => {
    for (const view of [DIAMOND, SQUARE]) {
      const camera = cameraOf(view, mode, turn);
      const box = boxOf(view, camera);
      for (const [y, from, to] of view.rows) {
        for (const x of [from, to + 1]) {
          const [low, high] = [project(camera, x, y), project(camera, x, y + 1, 4)];
          for (const point of [low, high]) {
            expect(point.x).toBeGreaterThanOrEqual(box.x);
            expect(point.x).toBeLessThanOrEqual(box.x + box.width);
            expect(point.y).toBeGreaterThanOrEqual(box.y);
            expect(point.y).toBeLessThanOrEqual(box.y + box.height);
          }
        }
      }
    }
  });

  it('sees a square straight from above, and a diamond corner ahead, so that it fills the window', () => {
    expect(cameraOf(SQUARE, 'above', 0).angle).toBe(0);
    expect(cameraOf(DIAMOND, 'above', 0).angle).toBe(-Math.PI / 4);
    expect(boxOf(DIAMOND, cameraOf(DIAMOND, 'above', 0)).width).toBeLessThan(19);
  });

  it('goes from one way to look to another', () => {
    const [from, to] = [cameraOf(SQUARE, 'relief', 0), cameraOf(SQUARE, 'above', 1)];
    const half = between(from, to, 0.5);
    expect(half.angle).toBeCloseTo((from.angle + to.angle) / 2);
    expect(half.height).toBeCloseTo((from.height + to.height) / 2);
    expect(between(from, to, 1)).toEqual(to);
  });

  it('leads arrows as they look', () => {
    for (const { mode, turn } of VIEWS) {
      const camera = cameraOf(DIAMOND, mode, turn);
      const [, , , , x0, y0] = planeOf(camera);
      const on = ({ column, row }: { column: number; row: number }) => {
        const { x, y } = mapped(planeOf(camera), { x: column, y: row });
        return { right: Math.sign(Math.round((x - x0) * 100)), down: Math.sign(Math.round((y - y0) * 100)) };
      };
      const ways = waysOf(camera);
      expect(on(ways.ArrowRight)).toEqual({ right: 1, down: 1 });
      expect(on(ways.ArrowUp)).toEqual({ right: 1, down: -1 });
      expect(on(ways.ArrowLeft)).toEqual({ right: -1, down: -1 });
      expect(on(ways.ArrowDown)).toEqual({ right: -1, down: 1 });
    }
    expect(waysOf(cameraOf(SQUARE, 'above', 0)).ArrowRight).toEqual({ column: 1, row: 0 });
    expect(waysOf(cameraOf(SQUARE, 'above', 1)).ArrowRight).toEqual({ column: 0, row: 1 });
  });

  it('sees two sides of a block in relief, and none from above', () => {
    const corners = [
      [0, 0],
      [2, 0],
      [2, 3],
      [0, 3],
    ] as [number, number][];
    expect(sidesOf(cameraOf(DIAMOND, 'above', 0), corners, 0, 4)).toEqual([]);
    for (const turn of [0, 1, 2, 3]) {
      const sides = sidesOf(cameraOf(DIAMOND, 'relief', turn), corners, 0, 4);
      expect(sides.map(({ facing }) => Math.sign(facing)).sort()).toEqual([-1, 1]);
    }
  });
});

describe('what stands before what', () => {
  it('is drawn later, from any side', () => {
    const some = blocks(['0,0:2x3x4', '2,0:3x4x2', '-3,1:3x4x2', '0,3:4x2x3', '-2,-4:2x4x3', '1,-2:3x2x4', '5,0:2x3x4']);
    for (const turn of [0, 1, 2, 3]) {
      const side = towards(cameraOf(DIAMOND, 'relief', turn));
      const order = backToFront(some, side);
      expect(new Set(order)).toEqual(new Set(some));
      order.forEach((one, i) => {
        for (const later of order.slice(i + 1)) expect(mayHide(one, later, side)).toBe(false);
      });
    }
  });

  it('ends also when blocks overlap', () => {
    const some = blocks(['0,0:3x4x2', '1,1:3x4x2', '1,0:4x3x2']);
    expect(backToFront(some, [1, -1])).toHaveLength(3);
  });

  it('hides what lies right behind it, and nothing from above', () => {
    const relief = cameraOf(DIAMOND, 'relief', 0);
    const some = blocks(['0,0:2x3x4']);
    const [x, y] = towards(relief);
    // Behind: one cell from its far corner.
    expect(isHidden(relief, some, { x: x > 0 ? -0.5 : 2.5, y: y > 0 ? -0.5 : 3.5 })).toBe(true);
    expect(isHidden(relief, some, { x: x > 0 ? 2.5 : -0.5, y: y > 0 ? 3.5 : -0.5 })).toBe(false);
    expect(isHidden(cameraOf(DIAMOND, 'above', 0), some, { x: x > 0 ? -0.5 : 2.5, y: y > 0 ? -0.5 : 3.5 })).toBe(false);
  });

  it('throws a shadow to the right, the longer the higher', () => {
    const camera = cameraOf(DIAMOND, 'relief', 0);
    const reach = (text: string) => Math.max(...shadowOf(camera, block(text)).map(([x, y]) => project(camera, x, y).x));
    const edge = Math.max(
      ...[
        [0, 0],
        [2, 0],
        [2, 3],
        [0, 3],
      ].map(([x = 0, y = 0]) => project(camera, x, y).x),
    );
    expect(reach('0,0:2x3x2')).toBeGreaterThan(edge);
    expect(reach('0,0:2x3x4') - edge).toBeCloseTo(2 * (reach('0,0:2x3x2') - edge));
  });
});

describe('the numbers beside the board', () => {
  it.each([DIAMOND, SQUARE])('stand outside it, at the end of the row or column that they name', (view) => {
    const cells = new Set(
      view.rows.flatMap(([y, from, to]) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${y}`)),
    );
    const labels = axesOf(view);
    expect(labels.length).toBeGreaterThan(view.rows.length / 2);
    for (const { text, at: where } of labels) {
      const [x, y, named] = [Math.floor(where.x), Math.floor(where.y), Number(text.replace('−', '-'))];
      expect(cells.has(`${x},${y}`)).toBe(false);
      const beside = [`${x - 1},${y}`, `${x + 1},${y}`].some((cell) => cells.has(cell)) && y === named;
      const over = [`${x},${y - 1}`, `${x},${y + 1}`].some((cell) => cells.has(cell)) && x === named;
      expect(beside || over, `${text} at ${where.x},${where.y}`).toBe(true);
    }
  });
});
