/** The window on the table follows the terrain as that grows. */

import type { Box } from 'kit/plane.ts';

const percent = (value: number) => `${Math.round(value * 1e4) / 100}%`;

/** The transform under which what now fills a window looks as it did when another part of the drawing filled it. */
export function asBefore(was: Box, now: Box): string {
  const scale = now.width / was.width;
  const [right, down] = [(now.x - was.x) / was.width, (now.y - was.y) / was.height];
  return `translate(${percent(right)}, ${percent(down)}) scale(${Math.round(scale * 1e4) / 1e4})`;
}

export function differ(a: Box, b: Box): boolean {
  return a.x !== b.x || a.y !== b.y || a.width !== b.width;
}
