/** A game's expected results as lines to draw: who shares one, how high the picture reaches, where a position lies in it. */

export interface CurveLine {
  /** Those who could always expect the same: a team, or one alone. */
  seats: number[];
  /** By position. */
  values: number[];
}

/** One line a side, in the order of the seats. */
export function linesOf(curve: number[][]): CurveLine[] {
  const lines: CurveLine[] = [];
  for (const seat of (curve[0] ?? []).keys()) {
    const values = curve.map((expected) => expected[seat] ?? 0);
    const same = lines.find((line) => line.values.every((value, ply) => value === values[ply]));
    if (same) same.seats.push(seat);
    else lines.push({ seats: [seat], values });
  }
  return lines;
}

/** From where to where the picture reaches: all chances there can be; alone, up to all there is to win; or whatever else there is. */
export function reachOf(curve: number[][], chances: boolean): [low: number, high: number] {
  if (chances) return [0, 1];
  const values = curve.flat();
  if (curve[0]?.length === 1) return [Math.min(0, ...values), Math.max(1, ...values)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low > 1e-9 ? [low, high] : [low - 0.5, high + 0.5];
}

/** Places moved apart, as little as it takes, until none is nearer to another than `gap`; none beyond `last`. */
export function apart(places: number[], gap: number, last: number): number[] {
  const order = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = -Infinity;
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, least);
    least = (moved[index] ?? 0) + gap;
  }
  let most = last;
  for (const index of order.reverse()) {
    moved[index] = Math.min(moved[index] ?? 0, most);
    most = (moved[index] ?? 0) - gap;
  }
  return moved;
}

/** Where things lie in a picture of a size, inside its margins. */
export class Area {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly margin: { left: number; right: number; top: number; bottom: number },
    readonly plies: number,
    readonly reach: [low: number, high: number],
  ) {}

  x(ply: number): number {
    return this.margin.left + (ply / Math.max(1, this.plies)) * this.#inner;
  }

  y(value: number): number {
    const [low, high] = this.reach;
    const room = this.height - this.margin.top - this.margin.bottom;
    return this.margin.top + (1 - (value - low) / (high - low)) * room;
  }

  /** The position nearest to a place. */
  ply(x: number): number {
    const ply = Math.round(((x - this.margin.left) / this.#inner) * this.plies);
    return Math.min(this.plies, Math.max(0, ply));
  }

  path(values: number[]): string {
    return values.map((value, ply) => `${ply ? 'L' : 'M'}${this.x(ply).toFixed(1)} ${this.y(value).toFixed(1)}`).join('');
  }

  get #inner(): number {
    return Math.max(1, this.width - this.margin.left - this.margin.right);
  }
}
