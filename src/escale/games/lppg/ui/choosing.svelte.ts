/** What is chosen beside placing: a region and its marker, a marker to keep, a pile, or to pass. */

import type { BoardProps } from 'kit/board.ts';
import { jump } from './ghost.ts';
import { type Cell, deedOf, KINDS, type Kind, key, type LppgMove, type LppgView, type MarkMove } from './position.ts';

type Given = Pick<BoardProps<LppgView, LppgMove>, 'view' | 'active' | 'chosen' | 'onpick' | 'onattempt'>;

export class Choosing {
  /** The marker that is wished; whether there is one left is another matter. */
  #wished = $state<Kind>('ordinary');

  constructor(readonly given: () => Given) {}

  /** What the reader is asked for now, placing aside; null: nothing. */
  readonly deed = $derived.by(() => {
    const deed = this.given().active ? deedOf(this.given().view) : null;
    return deed === 'place' ? null : deed;
  });
  readonly #moves = $derived.by(() => (this.deed ? this.given().view.moves : []));
  readonly #markings = $derived(this.#moves.filter((move): move is MarkMove => move.do === 'mark'));

  /** The markers there are to choose from, to mark or to keep. */
  readonly kinds: Kind[] = $derived(KINDS.filter((kind) => this.#moves.some((move) => 'kind' in move && move.kind === kind)));
  readonly kind: Kind = $derived.by(() => {
    const { chosen } = this.given();
    if (chosen && 'kind' in chosen) return chosen.kind;
    return this.kinds.includes(this.#wished) ? this.#wished : (this.kinds[0] ?? 'ordinary');
  });
  /** The regions there are to choose from, each once. */
  readonly regions: MarkMove[] = $derived(
    this.#markings.filter(({ at }, i, all) => all.findIndex((one) => key(one.at) === key(at)) === i),
  );
  readonly #region = $derived(new Map(this.regions.flatMap((one) => one.cells.map((cell) => [key(cell), one.at] as const))));

  /** The move that marks a region, or keeps, by a kind of marker. */
  #by(kind: Kind, at: Cell | null): LppgMove | undefined {
    return this.#moves.find(
      (move) => 'kind' in move && move.kind === kind && (move.do !== 'mark' || !at || key(move.at) === key(at)),
    );
  }

  isMarkable(cell: Cell): boolean {
    return this.#region.has(key(cell));
  }

  /** A cell was pointed at; `exact`: by keys, and then any cell confirms what is chosen. */
  pick(cell: Cell, exact: boolean): void {
    const { view, chosen, onpick } = this.given();
    if (!this.deed) return;
    const at = this.#region.get(key(cell));
    if (at) {
      const again = chosen?.do === 'mark' && key(chosen.at) === key(at);
      this.#show(again ? chosen : this.#by(this.kind, at));
    } else if (exact && chosen) onpick(chosen);
    else if (exact && this.#moves.length === 1) this.#show(view.moves[0]);
    else if (this.deed === 'mark') this.#try(cell);
  }

  /** A region that isn't to be marked: the rules say why. */
  #try(cell: Cell): void {
    const { view, chosen, onpick, onattempt } = this.given();
    const region = view.regions.find(({ cells }) => cells.some((one) => key(one) === key(cell)));
    if (!region) return;
    if (chosen) onpick(null);
    onattempt(`${this.kind === 'ordinary' ? 'o' : 'p'}@${key(region.at)}`);
  }

  #show(move: LppgMove | undefined): void {
    if (move) this.given().onpick(move);
  }

  /** A kind of marker: picked at once where that says all, else wished for. */
  take(kind: Kind): void {
    const { chosen } = this.given();
    if (!this.kinds.includes(kind)) return;
    this.#wished = kind;
    if (this.regions.length < 2) this.#show(this.#by(kind, null));
    else if (chosen?.do === 'mark' && chosen.kind !== kind) this.#show(this.#by(kind, chosen.at));
  }

  draw(pile: number): void {
    this.#show(this.#moves.find((move) => move.do === 'draw' && move.pile === pile));
  }

  pass(): void {
    this.#show(this.#moves.find((move) => move.do === 'pass'));
  }

  /** Whether there was a move to cancel. */
  cancel(): boolean {
    const { chosen, onpick } = this.given();
    if (chosen) onpick(null);
    return chosen !== null;
  }

  /** The cell of the next region to mark, or of the one before. */
  leap(step: 1 | -1, from: Cell | null): Cell | null {
    const here = from && this.#region.get(key(from));
    const text = this.regions.find(({ at }) => here && key(at) === key(here))?.text ?? null;
    return jump(this.regions, text, step)?.at ?? null;
  }
}
