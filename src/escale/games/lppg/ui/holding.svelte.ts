/** The card in the reader's hand, from the first look at a place to the move they pick. Points are on the table, y upwards. */

import type { BoardProps } from 'kit/board.ts';
import type { Point } from 'kit/plane.ts';
import { covers, foundIn, lyingOf, type Turns, textOf, turnedBy, wayOf } from './card.ts';
import { about, drawnTo, fits, handle, jump, listed, middleOf, ranked, type Shape, under, usable } from './ghost.ts';
import { type Cell, deedOf, key, type LppgMove, type LppgView, type Lying, type PlaceMove } from './position.ts';

type Given = Pick<BoardProps<LppgView, LppgMove>, 'view' | 'active' | 'chosen' | 'marks' | 'discreet' | 'onpick' | 'onattempt'>;

/** Which card, and by how many quarters it is turned. */
interface Hold {
  card: number;
  turns: Turns;
}

export class Holding {
  /** Null: nothing; on a screen that others see too, until the reader takes a card up, as where it goes tells what it is. */
  #hold = $state.raw<Hold | null>(null);
  /** Where they point; null: nowhere. */
  #spot = $state.raw<Point | null>(null);
  /** They mean just this cell as the lower left one, and nothing near it. */
  #exact = $state(false);
  /** It was put down there, and is not only held over it. */
  #down = false;
  /** What is chosen no more stays in hand. */
  #keeping = false;

  constructor(readonly given: () => Given) {}

  /** Whether a card is to be placed now, and by the reader. */
  readonly placing = $derived.by(() => this.given().active && deedOf(this.given().view) === 'place');
  readonly #moves = $derived.by(() => listed(this.given().view));
  readonly #hand = $derived.by(() => this.given().view.hands[this.given().view.seat ?? -1] ?? []);
  readonly #moved = $derived.by((): PlaceMove | null => this.#moves.get(this.given().chosen?.text ?? '') ?? null);

  /** Which card is in hand; null: none. */
  get card(): number | null {
    return this.#hold?.card ?? null;
  }

  /** How each card of the hand is shown: the one in hand as it is turned. */
  turnsOf(card: number | null): Turns {
    return this.#hold?.card === card ? this.#hold.turns : 0;
  }

  /** What is held; null: nothing, or nobody may know what. */
  readonly shape: Shape | null = $derived.by(() => {
    const { colour, pattern } = this.#hand[this.card ?? -1] ?? {};
    return colour && pattern ? { ...wayOf(pattern, this.turnsOf(this.card)), colour } : null;
  });
  /** Where it can go as it is. */
  readonly places: PlaceMove[] = $derived.by(() => (this.placing && this.shape ? fits(this.given().view, this.shape) : []));
  /** Whether something is taken there, by the cell to point at. */
  readonly #handles = $derived(new Map(this.places.map((move) => [key(handle(move)), move.marks !== undefined])));

  /** By its text, which stays the same while a pointer stays in a cell: so little has to be drawn anew. */
  readonly #shown: string | null = $derived.by(() => {
    if (this.#moved) return this.#moved.text;
    const lying = this.placing && this.#spot ? this.#lying(this.#spot) : null;
    return lying && textOf(lying);
  });
  /** What is shown: the placement chosen, or else the card in hand. */
  readonly ghost: Lying | null = $derived(this.#shown === null ? null : lyingOf(this.#shown));
  readonly move: PlaceMove | null = $derived((this.#shown !== null && this.#moves.get(this.#shown)) || null);

  #lying(point: Point): Lying | null {
    const { shape } = this;
    if (!shape) return null;
    // Who names a cell means the one by which cards are named; who points, the middle of the card.
    if (this.#exact) return { ...shape, at: cellAt(point) };
    return this.given().marks ? drawnTo(this.#moves, point, shape) : under(point, shape);
  }

  #point(point: Point | null, exact: boolean, down: boolean): void {
    this.#spot = point;
    this.#exact = exact;
    this.#down = down;
  }

  /** What is chosen is no more, but stays in hand. */
  #free(): void {
    if (!this.given().chosen) return;
    this.#keeping = true;
    this.given().onpick(null);
  }

  /** A mouse that only passes leaves what is chosen where it is. */
  hover(point: Point | null, by: 'mouse' | 'drag' | 'keys'): void {
    if (!this.placing || (this.given().chosen && by === 'mouse')) return;
    this.#free();
    this.#point(point, by === 'keys', false);
  }

  /** First shown, then played. `exact`: by its cell, as keys and screen readers do. */
  pick(point: Point, exact: boolean): void {
    const { chosen, onpick, onattempt } = this.given();
    if (!this.placing || !this.shape) return;
    if (chosen && this.#again(point, exact)) {
      onpick(chosen);
      return;
    }
    this.#point(point, exact, true);
    const lying = this.#lying(point);
    if (!lying) return;
    const move = this.#moves.get(textOf(lying));
    if (move) onpick(move);
    else {
      this.#free();
      onattempt(textOf(lying));
    }
  }

  /** Whether what is shown is meant. */
  #again(point: Point, exact: boolean): boolean {
    const { ghost } = this;
    if (!ghost) return false;
    return exact ? key(ghost.at) === key(cellAt(point)) : covers(ghost, cellAt(point));
  }

  /** Let go after a drag: shown as a move if it is one, and never played at once. */
  drop(point: Point): void {
    const { chosen, onpick } = this.given();
    if (!this.placing) return;
    this.#point(point, false, true);
    const lying = this.#lying(point);
    const move = lying && this.#moves.get(textOf(lying));
    if (move && move.text !== chosen?.text) onpick(move);
  }

  /** The middle of what a finger takes hold of, if it comes down on the card in hand. */
  grab(point: Point): Point | null {
    return this.ghost && covers(this.ghost, cellAt(point)) ? middleOf(this.ghost) : null;
  }

  /** Hold it otherwise; whether it is seen anywhere. */
  #rehold(hold: Hold): boolean {
    const { chosen, onpick } = this.given();
    if (!this.placing) return false;
    this.#hold = hold;
    const lying = this.#spot && this.#lying(this.#spot);
    if (!lying) return false;
    const move = this.#moves.get(textOf(lying));
    if (move && (chosen || this.#down)) onpick(move);
    else if (!move) this.#free();
    return true;
  }

  turn(quarters: 1 | -1): boolean {
    return this.#hold ? this.#rehold({ ...this.#hold, turns: turnedBy(this.#hold.turns, quarters) }) : false;
  }

  /** Take another card of the hand, turned as the first was. */
  take(card: number): boolean {
    return card < this.#hand.length && this.#rehold({ turns: 0, ...this.#hold, card });
  }

  /** Hold the next of all placements, or the one before; its card. Where others look on, only those of the card in hand. */
  leap(step: 1 | -1, middle: Point): Lying | null {
    const { view, marks, discreet } = this.given();
    const all = ranked(view, middle, marks).filter(({ card }) => !discreet || card === this.card);
    const next = jump(all, this.#shown, step);
    const lying = next && lyingOf(next.text);
    if (!lying) return null;
    this.#free();
    this.#lift(lying);
    return lying;
  }

  #lift(lying: Lying): void {
    this.#hold = foundIn(this.#hand, lying) ?? this.#hold;
    const [x, y] = lying.at;
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
    const lying = text === null ? null : lyingOf(text);
    const now = this.#spot && this.#lying(this.#spot);
    if (lying && !(now && textOf(now) === text)) this.#lift(lying);
    if (!lying && !this.#keeping) this.#spot = null;
    this.#keeping = false;
  }

  /** To be told when a turn begins or ends: the first card is in hand, or the other if that one can go nowhere; none on a screen that
   * others see too. */
  begin(): void {
    const { view, discreet } = this.given();
    this.#spot = null;
    if (discreet) this.#hold = null;
    else if (this.placing) this.#hold = usable(view, view.seat ?? -1);
  }

  /** Whether the card in hand can go with its middle to a cell, and takes a region there, or can go near it, or can't. */
  at(cell: Cell): 'takes' | 'fits' | 'near' | 'cannot' | undefined {
    if (!this.shape) return undefined;
    const takes = this.#handles.get(key(cell));
    if (takes !== undefined) return takes ? 'takes' : 'fits';
    return about(cell).some((one) => this.#handles.has(key(one))) ? 'near' : 'cannot';
  }
}

const cellAt = ({ x, y }: Point): Cell => [Math.floor(x), Math.floor(y)];
