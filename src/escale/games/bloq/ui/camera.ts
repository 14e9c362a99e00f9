/** How the board is looked at: from the side or from above, turned by any angle. */

import type { Place } from 'kit/outline.ts';
import type { Box, Matrix, Point } from 'kit/plane.ts';
import { type Block, type BloqView, type Cell, isSquare } from './position.ts';

export interface Camera {
  /** By how much the table is turned to the left, in radians. */
  angle: number;
  /** How high we look from: a quarter circle is from right above. */
  height: number;
  /** The point of the board that it turns around. */
  centre: Point;
}

export type Mode = 'relief' | 'above';

const QUARTER = Math.PI / 2;
const RELIEF = Math.PI / 3;
/** What is left around the board, and how thick its plate is, in cells. */
const RIM = 0.62;
export const PLATE = 0.75;
/** The tallest block. */
const TALLEST = 4;

/** Corner ahead: a diamond then fills the window. From above a square is seen straight. */
export function cameraOf(view: Pick<BloqView, 'rows'>, mode: Mode, turn: number): Camera {
  const straight = mode === 'above' && isSquare(view);
  return {
    angle: (straight ? 0 : -QUARTER / 2) + turn * QUARTER,
    height: mode === 'above' ? QUARTER : RELIEF,
    centre: centreOf(view),
  };
}

/** The middle of the board. */
export function centreOf({ rows }: Pick<BloqView, 'rows'>): Point {
  const [low, high] = [rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0];
  const [left, right] = [Math.min(...rows.map(([, from]) => from)), Math.max(...rows.map(([, , to]) => to))];
  return { x: (left + right + 1) / 2, y: (low + high + 1) / 2 };
}

/** Between two ways to look. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return { angle: mix(from.angle, to.angle), height: mix(from.height, to.height), centre: to.centre };
}

/** Where a point above the board is in the drawing, whose y goes down. */
export function project({ angle, height, centre }: Camera, x: number, y: number, z = 0): Point {
  const [right, up] = [x - centre.x, y - centre.y];
  return {
    x: right * Math.cos(angle) - up * Math.sin(angle),
    y: -Math.sin(height) * (right * Math.sin(angle) + up * Math.cos(angle)) - z * Math.cos(height),
  };
}

/** The plane of the board, whose rows go down, in the drawing. */
export function planeOf(camera: Camera): Matrix {
  const [cos, sin, flat] = [Math.cos(camera.angle), Math.sin(camera.angle), Math.sin(camera.height)];
  const origin = project(camera, 0, 0);
  return [cos, -flat * sin, sin, flat * cos, origin.x, origin.y];
}

/** The plate under the cells: its corners, against the clock. */
export function plateOf(view: Pick<BloqView, 'rows'>): Cell[] {
  const { x, y } = centreOf(view);
  const [, from = 0, to = 0] = view.rows[Math.floor(view.rows.length / 2)] ?? [];
  const half = (to - from + 1) / 2 + RIM;
  if (isSquare(view))
    return [
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
      [x - half, y - half],
    ];
  // The teeth of a diamond reach half a cell beyond the line through its corners.
  const far = half + 0.5 + RIM * (Math.SQRT2 - 1);
  return [
    [x + far, y],
    [x, y + far],
    [x - far, y],
    [x, y - far],
  ];
}

/** A square part of the drawing with all of the plate and what may stand on it. */
export function boxOf(view: Pick<BloqView, 'rows'>, camera: Camera): Box {
  const corners = plateOf(view).map(([x, y]) => project(camera, x, y));
  const side = Math.cos(camera.height);
  const width = 2 * Math.max(...corners.map(({ x }) => x));
  const low = Math.max(...corners.map(({ y }) => y)) + PLATE * side;
  // The blocks in the far corner stand behind the rim.
  const high = Math.min(...corners.map(({ y }) => y)) - (TALLEST - 2 * RIM) * side;
  const size = Math.max(width, low - high);
  return { x: -size / 2, y: (low + high) / 2 - size / 2, width: size, height: size };
}

export interface Side {
  points: Point[];
  /** How it looks: -1 to the left, where the light is, 1 to the right. */
  facing: number;
}

/** The sides of an upright prism that can be seen; its corners against the clock, its floor and its top. */
export function sidesOf(camera: Camera, corners: Cell[], floor: number, top: number): Side[] {
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % corners.length] as Cell;
    const [outX, outY] = [to[1] - from[1], from[0] - to[0]];
    const length = Math.hypot(outX, outY);
    const away = (outX * Math.sin(camera.angle) + outY * Math.cos(camera.angle)) / length;
    if (away > -0.001 || Math.cos(camera.height) < 0.001) return [];
    const facing = (outX * Math.cos(camera.angle) - outY * Math.sin(camera.angle)) / length;
    const points = [
      project(camera, ...from, floor),
      project(camera, ...to, floor),
      project(camera, ...to, top),
      project(camera, ...from, top),
    ];
    return [{ points, facing }];
  });
}

/** The corners of a block, against the clock. */
export function cornersOf({ at: [x, y], size: [w, d] }: Block): Cell[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + d],
    [x, y + d],
  ];
}

/** Where the arrow keys lead on the plane whose rows go down: as they look; corner ahead, up is to the upper right. */
export function waysOf({ angle }: Camera): Record<'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight', Place> {
  // Turned by so many quarters, and by less than one, to the right.
  const quarters = Math.ceil(angle / QUARTER - 0.001);
  const steps = [
    { column: 1, row: 0 },
    { column: 0, row: 1 },
    { column: -1, row: 0 },
    { column: 0, row: -1 },
  ];
  const way = (n: number) => steps[(((n + quarters) % 4) + 4) % 4] as Place;
  return { ArrowRight: way(0), ArrowDown: way(1), ArrowLeft: way(2), ArrowUp: way(3) };
}

/** A line through points, closed, for an SVG path. */
export function pathOf(points: Point[]): string {
  const short = (value: number) => Math.round(value * 1000) / 1000;
  return `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}Z`;
}
