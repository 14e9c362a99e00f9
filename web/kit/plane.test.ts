import { expect, it } from 'vitest';
import { drawn, type Matrix, mapped, unmapped } from './plane.ts';

const TURNED: Matrix = [0.5, -0.25, 0.5, 0.25, 10, 20];

it('goes from the plane to the drawing and back', () => {
  expect(mapped(TURNED, { x: 2, y: 4 })).toEqual({ x: 13, y: 20.5 });
  expect(unmapped(TURNED, { x: 13, y: 20.5 })).toEqual({ x: 2, y: 4 });
});

it('finds a place on the screen in the drawing', () => {
  const box = { x: -5, y: -5, width: 10, height: 10 };
  expect(drawn(box, { left: 100, top: 50, width: 200, height: 200 }, { x: 200, y: 100 })).toEqual({ x: 0, y: -2.5 });
});
