/** The line around a set of cells of a board, as the path of an SVG whose unit is one cell. */

export interface Place {
  column: number;
  /** From the top. */
  row: number;
}

/** The four ways a side of a cell can run, clockwise round it: where it starts, its step, and the neighbour beyond it. */
const SIDES = [
  { x: 0, y: 0, dx: 1, dy: 0, column: 0, row: -1 },
  { x: 1, y: 0, dx: 0, dy: 1, column: 1, row: 0 },
  { x: 1, y: 1, dx: -1, dy: 0, column: 0, row: 1 },
  { x: 0, y: 1, dx: 0, dy: -1, column: -1, row: 0 },
];

interface Edge {
  x: number;
  y: number;
  way: number;
}

/** Round corners of radius `round`, drawn `inset` inside the cells. A set in several parts gives several loops. */
export function outline(places: Place[], inset = 0.04, round = 0.34): string {
  const edges = edgesOf(places);
  let path = '';
  while (edges.size > 0) path += drawn(loop(edges), inset, round);
  return path;
}

const key = (edge: Edge) => `${edge.x},${edge.y},${edge.way}`;

function edgesOf(places: Place[]): Map<string, Edge> {
  const inside = new Set(places.map(({ column, row }) => `${column},${row}`));
  const edges = new Map<string, Edge>();
  for (const { column, row } of places) {
    SIDES.forEach((side, way) => {
      if (inside.has(`${column + side.column},${row + side.row}`)) return;
      const edge = { x: column + side.x, y: row + side.y, way };
      edges.set(key(edge), edge);
    });
  }
  return edges;
}

/** Take one closed loop out of the edges. Where two cells meet at a corner only, it stays with its own cell: right before left. */
function loop(edges: Map<string, Edge>): Edge[] {
  const found: Edge[] = [];
  let edge = edges.values().next().value;
  while (edge) {
    edges.delete(key(edge));
    found.push(edge);
    const { x, y, way } = edge;
    const side = SIDES[way] as (typeof SIDES)[number];
    const ways = [(way + 1) % 4, way, (way + 3) % 4];
    edge = ways.map((next) => edges.get(key({ x: x + side.dx, y: y + side.dy, way: next }))).find(Boolean);
  }
  return found;
}

function drawn(edges: Edge[], inset: number, round: number): string {
  let path = '';
  edges.forEach((edge, i) => {
    const before = edges.at(i - 1) as Edge;
    if (before.way === edge.way) return;
    const [a, b] = [SIDES[before.way], SIDES[edge.way]] as [(typeof SIDES)[number], (typeof SIDES)[number]];
    // The inside is to the right of each edge: its direction turned clockwise.
    const x = edge.x + inset * (-a.dy - b.dy);
    const y = edge.y + inset * (a.dx + b.dx);
    const point = (dx: number, dy: number) => `${short(x + dx * round)} ${short(y + dy * round)}`;
    path += `${path ? 'L' : 'M'}${point(-a.dx, -a.dy)}Q${short(x)} ${short(y)} ${point(b.dx, b.dy)}`;
  });
  return `${path}Z`;
}

const short = (number: number) => String(Math.round(number * 1000) / 1000);
