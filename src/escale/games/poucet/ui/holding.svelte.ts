/** What the reader holds over the board, a card or a start, from the first look at a cell to the move they pick. */

import type { BoardProps } from 'kit/board.ts';
import type { Point } from 'kit/plane.ts';
import {
  type Cell,
  type Colour,
  deedOf,
  isPut,
  key,
  type Lying,
  lieOf,
  lyingOf,
  nameOf,
  type PoucetMove,
  type PoucetView,
  type PutMove,
  same,
  turned,
  untouched,
  written,
} from './position.ts';
import { bestOf, nearest, rank, usable, waysOf } from './ways.ts';

type Given = Pick<
  BoardProps<PoucetView, PoucetMove>,
  'view' | 'active' | 'chosen' | 'marks' | 'discreet' | 'onpick' | 'onattempt'
>;

/** What is seen over a cell, and whether it could lie there otherwise. */
export interface Ghost {
  at: Cell;
  card: Lying;
  move: PutMove;
  turns: boolean;
}

export class Holding {
  #card = $state(0);
  /** A card is in hand: on a screen that others see too, only once the reader has taken one, as where it goes tells what it is. */
  #taken = $state(true);
  /** How the reader turned the card, and at which cell. */
  #wish = $state.raw<{ lie: string; at: string | null }>({ lie: '', at: null });
  #spot = $state.raw<Cell | null>(null);
  /** The start card taken to begin again; null: none. */
  #again = $state<Colour | null>(null);
  /** What is chosen no more stays in hand. */
  #keeping = false;

  constructor(readonly given: () => Given) {}

  /** What the reader is asked for now. */
  readonly deed = $derived.by(() => (this.given().active ? deedOf(this.given().view) : null));
  readonly placing = $derived(this.deed === 'lay');
  readonly hand: string[] = $derived.by(() => this.given().view.hands[this.given().view.seat ?? -1] ?? []);
  /** The card in hand, if one is to be laid. */
  readonly kind: string | null = $derived.by(() =>
    this.placing && this.#taken && this.#again === null ? (this.hand[this.#card] ?? null) : null,
  );
  readonly #ways = $derived.by(() => waysOf(this.deed ? this.given().view.moves : [], this.kind, this.#again));
  /** One move for each cell where what is held can go. */
  readonly places: PutMove[] = $derived([...this.#ways.values()].map((ways) => this.#way(ways)));
  readonly #placed = $derived(new Map(this.places.map((move) => [key(move.at), move])));

  get card(): number {
    return this.#card;
  }

  get again(): Colour | null {
    return this.#again;
  }

  /** How each card of the hand is shown: the one in hand as it is turned. */
  lie(card: number): string {
    const kind = this.hand[card] ?? '';
    const { ghost } = this;
    if (card !== this.#card) return untouched(kind);
    if (ghost?.move.do === 'lay' && ghost.move.card === kind) return lieOf(ghost.move);
    return this.#wish.lie || untouched(kind);
  }

  readonly ghost: Ghost | null = $derived.by(() => {
    const { chosen, view } = this.given();
    const move = isPut(chosen) ? chosen : this.#spot && this.#placed.get(key(this.#spot));
    if (!move) return null;
    const ways = this.#ways.get(key(move.at)) ?? [];
    const colour = move.do === 'restart' ? move.colour : (view.seats[view.seat ?? -1]?.colour ?? 'r');
    const card: Lying =
      move.do === 'lay'
        ? lyingOf(move.card, lieOf(move), view.seat)
        : { kind: 'start', colour, open: move.open, seat: view.seat };
    return { at: move.at, card, move, turns: ways.length > 1 };
  });

  /** The way to lay what is held on a cell: as the reader turned it in hand or there; as elsewhere, if nothing is better. */
  #way(ways: PutMove[]): PutMove {
    const { view } = this.given();
    const wished = ways.find((move) => lieOf(move) === this.#wish.lie);
    if (wished && (this.#wish.at === null || this.#wish.at === key(wished.at))) return wished;
    const best = bestOf(ways, view);
    return wished && rank(best, view) < rank(wished, view) + 1 ? wished : best;
  }

  /** What is chosen is no more, but stays in hand. */
  #free(): void {
    if (!this.given().chosen) return;
    this.#keeping = true;
    this.given().onpick(null);
  }

  /** The cell meant by a point: one near by, if what is held can go there and not here. */
  #near(point: Point): Cell {
    return this.given().marks ? nearest(point, (cell) => this.#ways.has(key(cell))) : nearest(point, () => true);
  }

  /** A mouse that only passes leaves what is chosen where it is. */
  hover(point: Point | null, by: 'mouse' | 'drag' | 'keys'): void {
    if (!this.deed || (this.given().chosen && by === 'mouse')) return;
    if (isPut(this.given().chosen)) this.#free();
    this.#spot = point && this.#near(point);
  }

  /** The keyboard is at a cell: what is held is held there, unless a move is chosen. */
  rest(cell: Cell): void {
    if (this.deed && !this.given().chosen) this.#spot = cell;
  }

  /** First shown, then played: by keys at a second press; a finger turns what can be turned. */
  pick(point: Point, exact: boolean, finger: boolean): void {
    const { chosen, onpick } = this.given();
    if (!this.deed) return;
    const cell = this.#near(point);
    const move = this.#placed.get(key(cell));
    if (isPut(chosen) && same(chosen.at, cell)) {
      if (finger && lieOf(chosen)) this.turn(1);
      else onpick(chosen);
    } else if (move) {
      this.#spot = cell;
      onpick(move);
    } else if (exact && chosen && !isPut(chosen)) onpick(chosen);
    else this.#attempt(cell);
  }

  /** The rules say why not. */
  #attempt(cell: Cell): void {
    const { chosen, discreet, onpick, onattempt } = this.given();
    this.#spot = null;
    if (chosen) onpick(null);
    // Whoever has to discard is told why no card goes there, unless others would learn by it which cards these are.
    const kind = this.kind ?? (this.deed === 'discard' && !discreet ? this.hand[0] : null);
    const start = this.deed === 'take' || this.deed === 'start' ? `start ${nameOf(cell)}` : null;
    const again = this.#again && `restart ${this.#again} ${nameOf(cell)}`;
    const laid = kind && written(cell, kind, this.#wish.lie || untouched(kind));
    const tried = start ?? again ?? laid;
    if (tried) onattempt(tried);
  }

  /** Let go after a drag: shown as a move if it is one, and never played at once. */
  drop(point: Point): void {
    const { chosen, onpick } = this.given();
    const move = this.#placed.get(key(this.#near(point)));
    if (!move) return;
    this.#spot = move.at;
    if (move.text !== chosen?.text) onpick(move);
  }

  /** The middle of what a finger takes hold of, if it comes down on what is held. */
  grab({ x, y }: Point): Point | null {
    const at = this.ghost?.at;
    return at && same(at, [Math.floor(x), Math.floor(y)]) ? { x: at[0] + 0.5, y: at[1] + 0.5 } : null;
  }

  /** Turn the card among the ways that fit where it is held, or in hand; whether it is seen on the board. */
  turn(quarters: 1 | -1): boolean {
    const { chosen, onpick } = this.given();
    const { ghost, kind } = this;
    const ways = ghost && this.#ways.get(key(ghost.at));
    if (ghost && ways) {
      const at = ways.findIndex(({ text }) => text === ghost.move.text);
      const next = ways.at((at + quarters) % ways.length) as PutMove;
      this.#wish = { lie: lieOf(next), at: key(ghost.at) };
      if (chosen && next.text !== chosen.text) onpick(next);
      return true;
    }
    if (kind) this.#wish = { lie: turned(this.#wish.lie || untouched(kind), quarters), at: null };
    return false;
  }

  /** Take another card of the hand; whether it is seen on the board. */
  take(card: number): boolean {
    const { chosen, onpick } = this.given();
    const kind = this.hand[card];
    if (!this.placing || kind === undefined) return false;
    const at = this.ghost?.at ?? this.#spot;
    if (untouched(kind) !== untouched(this.hand[this.#card] ?? '')) this.#wish = { lie: '', at: null };
    this.#again = null;
    this.#card = card;
    this.#taken = true;
    const move = at && this.#placed.get(key(at));
    if (chosen && move) onpick(move);
    else this.#free();
    this.#spot = at;
    return this.ghost !== null;
  }

  /** Take the start card of a colour, if there is one. */
  choose(colour: Colour | undefined): void {
    const move = this.given().view.moves.find((one) => one.do === 'take' && one.colour === colour);
    if (this.deed && move) this.given().onpick(move);
  }

  /** Take a start card to begin again, and see it on a cell of the border. */
  restart(colour: Colour): void {
    const { view, onpick, chosen } = this.given();
    const shown = chosen?.do === 'restart' && chosen.colour === colour;
    this.#again = colour;
    onpick(shown ? chosen : bestOf(this.places, view));
  }

  /** Hold it over the next of all cells where it can go, or the one before; that cell. */
  leap(step: 1 | -1): Cell | null {
    const { view } = this.given();
    const all = [...this.places].sort((a, b) => rank(b, view) - rank(a, view));
    const at = all.findIndex((move) => this.ghost && same(move.at, this.ghost.at));
    const next = all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length);
    if (!next) return null;
    this.#free();
    this.#spot = next.at;
    return next.at;
  }

  /** Whether there was a move to cancel. */
  cancel(): boolean {
    const { chosen, onpick } = this.given();
    const held = chosen !== null || this.#again !== null;
    this.#spot = null;
    this.#again = null;
    if (chosen) onpick(null);
    return held;
  }

  /** To be told when another move is chosen, or none: also a hint may choose one. */
  follow(move: PoucetMove | null): void {
    if (isPut(move)) {
      this.#spot = move.at;
      this.#again = move.do === 'restart' ? move.colour : null;
      if (move.do === 'lay') {
        this.#taken = true;
        if (this.hand[this.#card] !== move.card) this.#card = Math.max(0, this.hand.indexOf(move.card));
        this.#wish = { lie: lieOf(move), at: key(move.at) };
      }
    } else if (!this.#keeping) this.#spot = null;
    this.#keeping = false;
  }

  /** To be told when a turn begins or ends: a card that goes somewhere is in hand, the most useful one if the reader wants help; none
   * on a screen that others see too. */
  begin(): void {
    const { view, marks, discreet } = this.given();
    this.#spot = null;
    this.#again = null;
    this.#wish = { lie: '', at: null };
    this.#card = discreet ? 0 : usable(view, this.hand, marks);
    this.#taken = !discreet;
  }

  /** Whether what is held can go to a cell, and wins there; nothing is said out of turn. */
  at(cell: Cell): 'wins' | 'fits' | 'cannot' | undefined {
    if (!this.deed) return undefined;
    const move = this.#placed.get(key(cell));
    if (!move) return 'cannot';
    return move.do === 'lay' && move.wins === this.given().view.turn ? 'wins' : 'fits';
  }

  /** What it would be there. */
  on(cell: Cell): PutMove | undefined {
    return this.#placed.get(key(cell));
  }
}
