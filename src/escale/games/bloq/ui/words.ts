/** What the board says: cells, moves and the whole position in words. */

import type { Say } from 'kit/board.ts';
import { covers } from './contact.ts';
import { fits } from './ghost.ts';
import {
  type Block,
  type BloqMove,
  type BloqView,
  blockOf,
  type Cell,
  type Group,
  gainOf,
  isSquare,
  key,
  type Shape,
  shapeOf,
} from './position.ts';

/** A cell by its coordinates. */
function placeName(say: Say, [x, y]: Cell): string {
  return say('board.place', { x, y });
}

function poseName(say: Say, { pose }: Shape): string {
  return say(`pose.${pose}`);
}

/** How cells are called while a shape is held; null: none is, as it is not the reader's turn. */
export function labels(view: BloqView, shape: Shape | null, say: Say, names: string[]): (cell: Cell) => string {
  const groups = new Map(view.groups.flatMap((group) => group.cells.map((cell) => [key(cell), group] as const)));
  const moves = new Map(shape ? fits(view, shape).map(({ block, move }) => [key(block.at), move] as const) : []);
  return (cell) => {
    const place = placeName(say, cell);
    const block = view.blocks.find((one) => covers(one, cell));
    if (block) return say('board.block', { place, height: block.size[2] });
    const group = groups.get(key(cell));
    if (group) return groupLabel(group, place, say, names);
    if (!shape) return say('board.empty', { place });
    const move = moves.get(key(cell));
    const n = gainOf(move ?? null);
    return say(!move ? 'board.cannot' : n > 0 ? 'board.scores' : 'board.fits', { place, n, pose: poseName(say, shape) });
  };
}

function groupLabel({ seat, cells }: Group, place: string, say: Say, names: string[]): string {
  const n = cells.length;
  return seat === null ? say('board.nobodys', { place, n }) : say('board.isolated', { place, n, who: names[seat] ?? '' });
}

/** What a move will do. */
export function preview(_view: BloqView, move: BloqMove, say: Say): string {
  const { at, size } = blockOf(move.text) as Block;
  const n = gainOf(move);
  const values = { pose: poseName(say, shapeOf(size)), place: placeName(say, at), n };
  return say(n > 0 ? 'board.preview_scores' : 'board.preview', values);
}

/** The position in sentences. */
export function describe(view: BloqView, say: Say, names: string[]): string[] {
  return [
    say(isSquare(view) ? 'board.corner' : 'board.centre'),
    ...(view.blocks.length > 0 ? blockSentences(view.blocks, say) : [say('board.nothing')]),
    ...groupSentences(view.groups, say, names),
    `${say(view.stock > 0 ? 'board.stock' : 'board.stock_none', { n: view.stock })}.`,
    ...names.map((who, seat) => say('board.score', { who, n: view.points[seat] ?? 0 })),
  ];
}

function blockSentences(blocks: Block[], say: Say): string[] {
  return [4, 3, 2].flatMap((height) => {
    const some = blocks.filter(({ size }) => size[2] === height);
    const spans = some.map(({ at: [x, y], size: [w, d] }) =>
      say('board.span', { from: placeName(say, [x, y]), to: placeName(say, [x + w - 1, y + d - 1]) }),
    );
    return some.length > 0 ? [say('board.blocks', { height, blocks: list(spans, say) })] : [];
  });
}

function groupSentences(groups: Group[], say: Say, names: string[]): string[] {
  return [...names.keys(), null].flatMap((seat) => {
    const own = groups.filter((group) => group.seat === seat);
    if (own.length === 0) return [];
    const some = own.map(({ cells }) => say('board.group', { n: cells.length, place: placeName(say, cells[0] as Cell) }));
    const told = list(some, say);
    return [
      seat === null
        ? say('board.groups_nobody', { groups: told })
        : say('board.groups', { groups: told, who: names[seat] ?? '' }),
    ];
  });
}

function list(parts: string[], say: Say): string {
  return parts.reduce((some, more) => say('board.also', { some, more }));
}
