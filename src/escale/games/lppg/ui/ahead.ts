/** What a placement would change, ready to be drawn. */

import { type Cell, KINDS, type Kind, key, type LppgView, type PlaceMove, type Territory } from './position.ts';

export interface Promised {
  /** What becomes of the cells. */
  kind: 'closed' | 'taken' | 'grown' | 'joined' | 'opened';
  /** Whose they are then, or were. */
  seat: number | null;
  cells: Cell[];
  /** What is written on them. */
  text: string;
  /** Whose marker is on them, of which kind; both: that is to be chosen. */
  marker: Territory['kind'];
}

const same = (a: Cell[], b: Cell[]) => a.length === b.length && a.every((cell) => b.some((other) => key(cell) === key(other)));
const meets = (a: Cell[], b: Cell[]) => a.some((cell) => b.some((other) => key(cell) === key(other)));

/** The territories that a placement makes grow, join or open, by their names. */
export function changedBy({ territories }: Pick<LppgView, 'territories'>, move: PlaceMove | null): Set<string> {
  const changes = [...(move?.grows ?? []), ...(move?.joins ?? []), ...(move?.opens ?? [])];
  const hit = territories.filter(({ seat, cells }) => changes.some((one) => one.seat === seat && meets(cells, one.cells)));
  return new Set(hit.map(({ at }) => key(at)));
}

/** The kind of marker that stays on cells, of those that lie there now. */
function staying({ territories }: Pick<LppgView, 'territories'>, seat: number, cells: Cell[]): Territory['kind'] {
  const kinds = territories.filter((one) => one.seat === seat && meets(one.cells, cells)).map(({ kind }) => kind);
  return kinds.every((kind) => kind === kinds[0]) ? (kinds[0] ?? 'ordinary') : 'both';
}

/** The kind of marker that a seat can put: of those it has left, and others that come back to it before; both: it can choose. */
export function puttable(
  { markers }: Pick<LppgView, 'markers'>,
  seat: number | null,
  back: Territory['kind'][] = [],
): Territory['kind'] {
  const left = markers[seat ?? -1] ?? [0, 0];
  const some: Kind[] = KINDS.filter((kind, i) => (left[i] ?? 0) > 0 || back.includes(kind) || back.includes('both'));
  return some.length > 1 ? 'both' : (some[0] ?? 'ordinary');
}

export function promisedBy(view: Pick<LppgView, 'territories' | 'markers'>, move: PlaceMove, seat: number | null): Promised[] {
  const taken = move.marks?.regions ?? [];
  const closed = (move.closes ?? []).filter((cells) => !taken.some((other) => same(cells, other)));
  const change = (kind: Promised['kind'], list: { seat: number; cells: Cell[] }[]): Promised[] =>
    list.map((one) => ({ kind, ...one, text: String(one.cells.length), marker: staying(view, one.seat, one.cells) }));
  const doubt = taken.length > 1 ? '?' : '';
  const [joined, opened] = [change('joined', move.joins ?? []), change('opened', move.opens ?? [])];
  // A marker of a territory that opens, and one of two that join, can be put again at once.
  const back = [...joined, ...opened].filter((one) => one.seat === seat).map(({ marker }) => marker);
  const put = puttable(view, seat, back);
  return [
    ...change('grown', move.grows ?? []),
    ...joined,
    ...opened,
    ...closed.map((cells): Promised => ({ kind: 'closed', seat: null, cells, text: String(cells.length), marker: 'ordinary' })),
    ...taken.map((cells): Promised => ({ kind: 'taken', seat, cells, text: `${cells.length}${doubt}`, marker: put })),
  ];
}
