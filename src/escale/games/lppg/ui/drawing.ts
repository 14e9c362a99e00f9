/** Paths of what is drawn, one unit a cell, y down. */

import { outline } from 'kit/outline.ts';
import { cellsOf } from './card.ts';
import { type Cell, type Lying, placeOf, type Size } from './position.ts';

/** How round the corners of a card are. */
const ROUND = 0.16;

const short = (value: number) => Math.round(value * 1000) / 1000;

/** A whole card, or a little more than it. */
export function sheetPath({ at, size: [w, h] }: { at: Cell; size: Size }, grown = 0, down = 0): string {
  const [x, y] = [at[0] - grown, -at[1] - h - grown + down];
  const [width, height, r] = [w + 2 * grown, h + 2 * grown, ROUND + grown];
  const [right, below] = [short(width - 2 * r), short(height - 2 * r)];
  return `M${short(x + r)} ${short(y)}h${right}a${r} ${r} 0 0 1 ${r} ${r}v${below}a${r} ${r} 0 0 1 ${-r} ${r}h${-right}a${r} ${r} 0 0 1 ${-r} ${-r}v${-below}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}

/** The cells of a card that show its colour, round where the card is. */
export function colouredPath(card: Lying): string {
  return cellsOf(card)
    .filter(({ number }) => !card.whites.includes(number))
    .map(({ cell, number }) => cellPath(cell, number, card.size))
    .join('');
}

function cellPath([x, y]: Cell, number: number, [w, h]: Size): string {
  const [column, row] = [(number - 1) % w, Math.floor((number - 1) / w)];
  const [top, bottom, left, right] = [row === 0, row === h - 1, column === 0, column === w - 1];
  const r = (is: boolean) => (is ? ROUND : 0);
  const [a, b, c, d] = [r(top && left), r(top && right), r(bottom && right), r(bottom && left)];
  return (
    `M${x + a} ${-y - 1}H${x + 1 - b}${corner(b, 1, 1)}V${-y - c}${corner(c, -1, 1)}` +
    `H${x + d}${corner(d, -1, -1)}V${-y - 1 + a}${corner(a, 1, -1)}Z`
  );
}

const corner = (r: number, right: number, down: number) => (r ? `a${r} ${r} 0 0 1 ${right * r} ${down * r}` : '');

/** Around cells, a little inside them. */
export function around(cells: Cell[], inset = 0.09, round = 0.24): string {
  return outline(cells.map(placeOf), inset, round);
}

/** The middle of a cell. */
export function spot([x, y]: Cell): string {
  return `${x + 0.5} ${-y - 0.5}`;
}

/** The shapes that tell the seats apart, around 0 0. */
export function shapePath(seat: number, r: number): string {
  const s = short;
  const square = `M${s(-r * 0.9)} ${s(-r * 0.9)}H${s(r * 0.9)}V${s(r * 0.9)}H${s(-r * 0.9)}Z`;
  const triangle = `M0 ${s(-r * 1.28)}L${s(r * 1.22)} ${s(r * 0.88)}H${s(-r * 1.22)}Z`;
  const diamond = `M0 ${s(-r * 1.3)}L${s(r * 1.3)} 0L0 ${s(r * 1.3)}L${s(-r * 1.3)} 0Z`;
  const disc = `M${s(-r)} 0a${s(r)} ${s(r)} 0 1 1 ${s(2 * r)} 0a${s(r)} ${s(r)} 0 1 1 ${s(-2 * r)} 0Z`;
  return [disc, square, triangle, diamond][seat % 4] ?? disc;
}
