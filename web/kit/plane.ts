/** A flat board seen from any side: an affine map from its plane, one unit a cell, to the drawing, and back. */

/** As in CSS and SVG: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Point {
  x: number;
  y: number;
}

/** The part of a drawing that is seen, in its own units. */
export interface Box extends Point {
  width: number;
  height: number;
}

export function mapped([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Where on the plane something in the drawing is; a plane seen from its edge has no such place. */
export function unmapped([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  const area = a * d - b * c;
  return { x: (d * (x - e) - c * (y - f)) / area, y: (a * (y - f) - b * (x - e)) / area };
}

/** Where in the drawing a place on the screen is, when the box is shown in this rectangle of the screen. */
export function drawn(box: Box, rectangle: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>, { x, y }: Point): Point {
  return {
    x: box.x + ((x - rectangle.left) / rectangle.width) * box.width,
    y: box.y + ((y - rectangle.top) / rectangle.height) * box.height,
  };
}
