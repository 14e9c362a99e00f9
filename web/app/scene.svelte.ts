/** What the page of a table shows, in its reader's words: drawn from the live table and what is known of its game. */

import type { BoardModule } from 'kit/board.ts';
import { isAsked } from './asking.ts';
import { Hints } from './hints.svelte.ts';
import { i18n } from './i18n/language.svelte.ts';
import type { Live } from './live.svelte.ts';
import { usualBot } from './opponents.ts';
import { type Passing, sharers } from './passing.svelte.ts';
import type { Card } from './wire.ts';
import { namesFor, sentenceOf } from './words.ts';

export class Scene {
  /** What the shelf knows of the game; null: not heard yet. */
  card = $state.raw<Card | null>(null);
  /** The game's board; null: not loaded yet. */
  module = $state.raw<BoardModule | null>(null);

  /** What the reader may ask for on their turn. */
  readonly hints: Hints;

  readonly table = $derived.by(() => this.live.table);
  /** The position to look at: now, or the one visited. */
  readonly view = $derived.by(() => this.live.past?.view ?? this.table?.view);
  readonly say = $derived(i18n.say(this.table?.game ?? '', this.table?.version));
  readonly gameName = $derived(this.card?.names[i18n.language] ?? '');
  readonly secrets = $derived(this.table?.secrets ?? true);

  /** Several people play on this screen. */
  readonly shared = $derived(this.table !== null && sharers(this.table).length > 0);
  /** Nobody's secret may lie open. */
  readonly discreet = $derived(this.shared && this.secrets);
  /** The reader's seat, if the screen is theirs alone. */
  readonly own = $derived(this.table && !this.shared ? this.table.seat : null);
  readonly names = $derived(this.table ? namesFor(i18n.t, this.table.seats, this.own) : []);

  readonly ended = $derived(this.table !== null && this.table.status !== 'playing');
  /** The seat that must decide; null: none. */
  readonly turn = $derived(this.table?.status === 'playing' && this.table.begun ? this.table.view.turn : null);
  /** It is the turn of the seat that is shown. */
  readonly mine = $derived(this.turn !== null && this.turn === this.table?.seat && !this.table?.asking);
  /** It is the turn of the reader, who has this screen alone. */
  readonly yours = $derived(this.mine && !this.shared);
  /** The reader must answer a question. */
  readonly asked = $derived(this.table !== null && isAsked(this.table));
  readonly sentence = $derived(this.table ? sentenceOf(i18n.t, this.say, this.table, this.yours) : '');
  /** There are seats to invite somebody to. */
  readonly inviting = $derived(
    Boolean(this.table?.invitation && !this.ended && this.table.seats.some((seat) => seat.kind === 'open')),
  );
  /** The board in words; none while it is covered. */
  readonly words = $derived.by(() => {
    if (!this.view || this.passing.covered !== null) return [];
    return this.module?.describe(this.view, this.say, this.names, this.discreet) ?? [];
  });

  constructor(
    readonly live: Live,
    readonly passing: Passing,
  ) {
    this.hints = new Hints(live);
  }

  /** Gives every open seat to a bot. */
  fillWithBots(): void {
    this.table?.seats.forEach((seat, index) => {
      if (seat.kind === 'open' && this.card) void this.live.seat({ seat: index, kind: 'bot', bot: usualBot(this.card) });
    });
  }
}
