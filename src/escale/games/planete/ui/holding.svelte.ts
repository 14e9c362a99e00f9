/** What the reader is about to do: the tile looked at, the place it would have, and whom they name after it. */

import type { BoardProps } from 'kit/board.ts';
import type { Arranging } from './arranging.svelte.ts';
import type { NameMove, Offered, PlaneteMove, PlaneteView, TakeMove } from './position.ts';

type Given = Pick<BoardProps<PlaneteView, PlaneteMove>, 'view' | 'active' | 'chosen' | 'discreet' | 'onpick' | 'onattempt'>;

export class Holding {
  /** Of the tiles on the table, the one pointed at, and, of two that are alike, the one touched. */
  #looked = $state<number | null>(null);
  #touched = $state<number | null>(null);
  /** Who is to be named as soon as the tile is taken. */
  #next: number | null = null;

  constructor(
    readonly given: () => Given,
    readonly arranged: Arranging,
  ) {}

  /** What the reader is asked for now. */
  readonly deed = $derived.by(() => (this.given().active ? (this.given().view.moves[0]?.do ?? null) : null));
  readonly offered: Offered[] = $derived.by(() => this.given().view.offer?.tiles ?? []);

  /** The moves that take a tile of the table, a place each. */
  takes(i: number): TakeMove[] {
    const { tile, hidden } = this.offered[i] ?? { tile: null, hidden: true };
    const moves = this.deed === 'take' ? this.given().view.moves : [];
    return moves.filter(
      (move): move is TakeMove => move.do === 'take' && move.hidden === hidden && (hidden || move.tile === tile),
    );
  }

  /** What a touch of a tile of the table means: to take it, to the place chosen for another if there is one, or to hide it. */
  move(i: number): PlaneteMove | undefined {
    const { view, chosen } = this.given();
    const takes = this.takes(i);
    if (takes.length > 0) return takes.find(({ at }) => chosen?.do === 'take' && chosen.at === at) ?? takes[0];
    return this.deed === 'hide'
      ? view.moves.find((move) => move.do === 'hide' && move.tile === this.offered[i]?.tile)
      : undefined;
  }

  /** Whether a tile of the table is the one chosen. */
  chosen(i: number): boolean {
    const { chosen } = this.given();
    const same = (j: number) => chosen !== null && this.move(j)?.text === chosen.text;
    return same(i) && (this.#touched === i || this.#touched === null || !same(this.#touched));
  }

  /** The tile seen on the planet before it is taken. */
  readonly ghost: TakeMove | null = $derived.by(() => {
    const { chosen } = this.given();
    if (chosen?.do === 'take') return chosen;
    const move = chosen || this.#looked === null ? undefined : this.move(this.#looked);
    return move?.do === 'take' ? move : null;
  });

  look(i: number | null): void {
    this.#looked = i;
  }

  pick(i: number): void {
    const move = this.move(i);
    if (!move) return;
    this.#touched = i;
    this.given().onpick(move);
  }

  /** The place of a tile: of the one in hand, or of the best for that place. */
  #place(cell: number): TakeMove | undefined {
    const at = this.arranged.real(cell);
    const { ghost } = this;
    const { discreet } = this.given();
    const all = this.offered.flatMap((_, i) => this.takes(i)).filter((move) => move.at === at);
    const held = all.filter((move) => ghost && move.hidden === ghost.hidden && move.tile === ghost.tile);
    // What lies face down counts as unknown on a screen that others see too: else the one that is picked would tell what it is worth.
    const worth = ({ hidden, points }: TakeMove) => (discreet && hidden ? null : points) ?? -1;
    return held[0] ?? all.sort((a, b) => worth(b) - worth(a))[0];
  }

  /** Whether a tile can go to a cell that is seen; of those where one lies nothing is said before one is chosen. */
  at(cell: number, free: boolean): 'fits' | 'cannot' | undefined {
    if (!this.deed) return undefined;
    if (this.#place(cell)) return 'fits';
    return free || this.given().chosen?.do === 'take' ? 'cannot' : undefined;
  }

  /** A place of the planet was touched. */
  put(cell: number, free: boolean): void {
    const { chosen, discreet, onpick, onattempt } = this.given();
    const move = this.#place(cell);
    if (move) onpick(move);
    else if (this.at(cell, free)) {
      const secret = discreet && this.deed === 'hide';
      const held = secret ? null : this.offered.find(({ hidden }) => !hidden)?.tile;
      const tile = chosen?.do === 'take' ? (chosen.hidden ? 'hidden' : chosen.tile) : held;
      onattempt(`take ${tile ?? 'hidden'} ${this.arranged.real(cell)}`);
    }
  }

  /** Who can be named after the tile that is chosen, in the same go. */
  readonly after: number[] = $derived.by(() => {
    const { view, chosen } = this.given();
    const named = view.players > 2 || view.options.two_player === 'plain';
    return named && this.deed === 'take' && chosen?.do === 'take' ? view.waiting.filter((seat) => seat !== view.mover) : [];
  });

  naming(seat: number): NameMove | undefined {
    const moves = this.deed === 'name' ? this.given().view.moves : [];
    return moves.find((move): move is NameMove => move.do === 'name' && move.seat === seat);
  }

  /** Take the tile chosen, and then name somebody. */
  takeThen(seat: number): void {
    const { chosen, onpick } = this.given();
    if (!chosen || !this.after.includes(seat)) return;
    this.#next = seat;
    onpick(chosen);
  }

  /** To be told when what can be done or is chosen changes: goes on to name who was meant. A chosen move is played by picking it again. */
  goOn(): void {
    const { chosen, onpick } = this.given();
    const move = this.#next === null ? undefined : this.naming(this.#next);
    if (!move) return;
    if (chosen?.text === move.text) this.#next = null;
    onpick(move);
  }

  /** To be told when a turn begins or ends. */
  begin(): void {
    const { view } = this.given();
    this.#looked = null;
    this.#touched = null;
    if (view.step !== 'name' || view.turn !== view.seat) this.#next = null;
  }
}
