/** Where roads and the lines of paths run. One unit a cell, y down as it is drawn. */

import {
  beside,
  type Cell,
  key,
  openingsOf,
  opposite,
  type PoucetView,
  type Seat,
  SIDES,
  type Side,
  stepTo,
  type Top,
} from './position.ts';

const short = (value: number) => Math.round(value * 1000) / 1000;
const point = (x: number, y: number) => `${short(x)} ${short(y)}`;

/** The middle of a cell. */
export const spot = ([x, y]: Cell): string => point(x + 0.5, -y - 0.5);

/** So far from the middle towards a side. */
export function towards(side: Side, far = 0.5): [number, number] {
  const [x, y] = stepTo(side);
  return [x * far, -y * far];
}

/** A road through some sides of a cell whose middle is at 0 0: two join in a bend or straight on, others meet in the middle. */
export function road(sides: string, x = 0, y = 0, far = 0.5): string {
  const ends = [...sides].map((side) => towards(side as Side, far));
  const at = ([dx, dy]: [number, number]) => point(x + dx, y + dy);
  const [a, b] = ends;
  if (a && b && ends.length === 2) return `M${at(a)}Q${point(x, y)} ${at(b)}`;
  return ends.map((end) => `M${at(end)}L${point(x, y)}`).join('');
}

/** The sides at which a card of a seat's path goes on: to other cards of it, or to the flower. */
export function joined({ cells, flower }: Pick<PoucetView, 'cells' | 'flower'>, seat: number): Map<string, string> {
  const own = new Map(cells.filter(({ paths }) => paths.includes(seat)).map((card) => [key(card.at), card]));
  const meets = (card: Top, side: Side) => {
    const next = beside(card.at, side);
    if (key(next) === key(flower)) return true;
    return openingsOf(own.get(key(next)) ?? { kind: 'wolf' }).includes(opposite(side));
  };
  const sides = (card: Top) => SIDES.filter((side) => openingsOf(card).includes(side) && meets(card, side)).join('');
  return new Map([...own.values()].map((card) => [key(card.at), sides(card)]));
}

/** How far the lines of two players who have one colour are drawn apart: each to its side. */
export function lane(seats: Seat[], seat: number): number {
  const colour = seats[seat]?.colour;
  const alike = [...seats.keys()].filter((one) => seats[one]?.colour === colour && !seats[one]?.out);
  return alike.length > 1 ? (alike.indexOf(seat) - (alike.length - 1) / 2) * 0.2 : 0;
}

const outwards = (side: Side, x: number, y: number) => {
  const [[ax, ay], [bx, by]] = [towards(side, 0.26), towards(side)];
  return `M${point(x + ax, y + ay)}L${point(x + bx, y + by)}`;
};

/** A part of a path: the line over one cell, and how many cells it is from the start. */
export interface Stretch {
  at: Cell;
  line: string;
  far: number;
}

/** A seat's path from its start on, cell by cell. */
export function stretches(view: Pick<PoucetView, 'cells' | 'flower' | 'seats'>, seat: number): Stretch[] {
  const [aside, sides, start] = [lane(view.seats, seat), joined(view, seat), view.seats[seat]?.start];
  const found = new Map<string, Stretch>();
  const todo: { at: Cell; far: number }[] = start ? [{ at: start, far: 0 }] : [];
  for (const { at, far } of todo) {
    const on = sides.get(key(at));
    if (on === undefined || found.has(key(at))) continue;
    const [x, y] = [at[0] + 0.5 + aside, -at[1] - 0.5 + aside];
    // At the start it leaves room for who sets out there.
    const line = far === 0 ? [...on].map((side) => outwards(side as Side, x, y)).join('') : road(on, x, y);
    found.set(key(at), { at, far, line });
    todo.push(...[...on].map((side) => ({ at: beside(at, side as Side), far: far + 1 })));
  }
  return [...found.values()];
}

/** The shapes that tell the seats apart, around 0 0: disc, square, triangle, diamond, star and cross. */
export function shapePath(seat: number, r: number): string {
  const corner = (turn: number, far: number) => point(Math.sin(turn * 2 * Math.PI) * far, -Math.cos(turn * 2 * Math.PI) * far);
  const corners = (count: number, far: number, first = 0, inner = far) =>
    `M${Array.from({ length: count }, (_, i) => corner(first + i / count, i % 2 ? inner : far)).join('L')}Z`;
  const [a, b] = [short(r * 0.44), short(r * 1.2)];
  const shapes = [
    () => `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`,
    () => corners(4, r * 1.27, 0.125),
    () => corners(3, r * 1.4),
    () => corners(4, r * 1.34),
    () => corners(10, r * 1.45, 0, r * 0.66),
    () => `M${-a} ${-b}H${a}V${-a}H${b}V${a}H${a}V${b}H${-a}V${a}H${-b}V${-a}H${-a}Z`,
  ];
  return shapes[seat % shapes.length]?.() ?? '';
}
