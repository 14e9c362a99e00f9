/** The block in the reader's hand, from the first look at a place to the move they pick. Points are on the board, y upwards. */

import type { BoardProps } from 'kit/board.ts';
import type { Point } from 'kit/plane.ts';
import type { Camera } from './camera.ts';
import { covers } from './contact.ts';
import { isHidden } from './depth.ts';
import { drawnTo, fits, handle, jump, listed, middleOf, ranked, under, usable } from './ghost.ts';
import {
  type Block,
  type BloqMove,
  type BloqView,
  blockOf,
  key,
  type Pose,
  type Shape,
  shapeOf,
  sizeOf,
  textOf,
} from './position.ts';

type Given = Pick<BoardProps<BloqView, BloqMove>, 'view' | 'active' | 'chosen' | 'marks' | 'onpick' | 'onattempt'>;

export class Holding {
  /** How it is held. */
  shape = $state.raw<Shape>({ pose: 'upright', wide: false });
  /** Where they point; null: nowhere. */
  #spot = $state.raw<Point | null>(null);
  /** They mean just this cell as the lower left one, and nothing near it. */
  #exact = $state(false);
  /** It was put down there, and is not only held over it. */
  #down = false;
  /** What is chosen no more stays in hand. */
  #keeping = false;

  constructor(
    readonly given: () => Given,
    readonly camera: () => Camera,
  ) {}

  readonly #moves = $derived.by(() => listed(this.given().view));
  /** Where the shape in hand can go. */
  readonly places = $derived.by(() => (this.given().active ? fits(this.given().view, this.shape) : []));
  readonly #handles = $derived(new Set(this.places.map(({ block }) => key(handle(block)))));

  /** By its text, which stays the same while a pointer stays in a cell: so little has to be drawn anew. */
  readonly #shown: string | null = $derived.by(() => {
    const { chosen, active } = this.given();
    if (chosen) return chosen.text;
    return active && this.#spot ? textOf(this.#lying(this.#spot)) : null;
  });
  /** What is shown: the move chosen, or else the block in hand. */
  readonly ghost: Block | null = $derived(this.#shown === null ? null : blockOf(this.#shown));
  readonly move: BloqMove | null = $derived((this.#shown !== null && this.#moves.get(this.#shown)) || null);

  #lying(point: Point): Block {
    const size = sizeOf(this.shape);
    // Who names a cell means the one by which blocks are named; who points, the middle of the block.
    if (this.#exact) return { at: cellAt(point), size };
    return this.given().marks ? drawnTo(this.#moves, point, size) : under(point, size);
  }

  /** Whether whoever points at a place sees the block there: it lies on it or hides it. */
  #seen(block: Block, point: Point): boolean {
    return covers(block, cellAt(point)) || isHidden(this.camera(), [block], point);
  }

  #point(point: Point | null, exact: boolean, down: boolean): void {
    this.#spot = point;
    this.#exact = exact;
    this.#down = down;
  }

  /** What is chosen is no more, but stays in hand. */
  #free(): void {
    const { chosen, onpick } = this.given();
    if (!chosen) return;
    this.#keeping = true;
    onpick(null);
  }

  /** A mouse that only passes leaves what is chosen where it is. */
  hover(point: Point | null, by: 'mouse' | 'drag' | 'keys'): void {
    const { active, chosen } = this.given();
    if (!active || (chosen && by === 'mouse')) return;
    this.#free();
    this.#point(point, by === 'keys', false);
  }

  /** First shown, then played. `exact`: by its cell, as keys and screen readers do. */
  pick(point: Point, exact: boolean): void {
    const { active, chosen, onpick, onattempt } = this.given();
    if (!active) return;
    if (chosen && this.#again(point, exact)) {
      onpick(chosen);
      return;
    }
    this.#point(point, exact, true);
    const block = this.#lying(point);
    const move = this.#moves.get(textOf(block));
    if (move) onpick(move);
    else {
      this.#free();
      onattempt(textOf(block));
    }
  }

  /** Whether what is shown is meant. */
  #again(point: Point, exact: boolean): boolean {
    const { ghost } = this;
    if (!ghost) return false;
    return exact ? key(ghost.at) === key(cellAt(point)) : this.#seen(ghost, point);
  }

  /** Let go after a drag: shown as a move if it is one, and never played at once. */
  drop(point: Point): void {
    const { active, chosen, onpick } = this.given();
    if (!active) return;
    this.#point(point, false, true);
    const move = this.#moves.get(textOf(this.#lying(point)));
    if (move && move.text !== chosen?.text) onpick(move);
  }

  /** The middle of what a finger takes hold of, if it comes down on the block in hand. */
  grab(point: Point): Point | null {
    return this.ghost && this.#seen(this.ghost, point) ? middleOf(this.ghost) : null;
  }

  /** Hold it otherwise; whether it is seen anywhere. */
  reshape(shape: Shape): boolean {
    const { active, chosen, onpick } = this.given();
    if (!active) return false;
    this.shape = shape;
    if (!this.#spot) return false;
    const move = this.#moves.get(textOf(this.#lying(this.#spot)));
    if (move && (chosen || this.#down)) onpick(move);
    else if (!move) this.#free();
    return true;
  }

  turn(): boolean {
    return this.reshape({ ...this.shape, wide: !this.shape.wide });
  }

  pose(pose: Pose): boolean {
    return this.reshape({ ...this.shape, pose });
  }

  /** Hold the next of all moves, or the one before; its block. */
  leap(step: 1 | -1): Block | null {
    const { view, active, marks } = this.given();
    const next = active ? jump(ranked(view, marks), this.#shown, step) : null;
    const block = next && blockOf(next.text);
    if (!block) return null;
    this.#free();
    this.#take(block);
    return block;
  }

  #take(block: Block): void {
    this.shape = shapeOf(block.size);
    const [x, y] = block.at;
    this.#point({ x: x + 0.5, y: y + 0.5 }, true, false);
  }

  /** Whether there was a move to cancel. */
  cancel(): boolean {
    const { chosen, onpick } = this.given();
    this.#spot = null;
    if (chosen) onpick(null);
    return chosen !== null;
  }

  /** To be told when another move is chosen, or none: also a hint may choose one. */
  follow(text: string | null): void {
    const block = text === null ? null : blockOf(text);
    if (block && !(this.#spot && textOf(this.#lying(this.#spot)) === text)) this.#take(block);
    if (!block && !this.#keeping) this.#spot = null;
    this.#keeping = false;
  }

  /** To be told when a turn begins or ends: nothing is in hand, and it should be something that can go anywhere. */
  begin(): void {
    const { view, active } = this.given();
    this.#spot = null;
    if (active) this.shape = usable(view, this.shape);
  }

  /** Whether the block in hand can go with its middle to a cell, or near it, or can't. */
  at([x, y]: [number, number]): 'fits' | 'near' | 'cannot' {
    if (this.#handles.has(key([x, y]))) return 'fits';
    const near = [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => this.#handles.has(key([x + dx, y + dy]))));
    return near ? 'near' : 'cannot';
  }
}

const cellAt = ({ x, y }: Point): [number, number] => [Math.floor(x), Math.floor(y)];
