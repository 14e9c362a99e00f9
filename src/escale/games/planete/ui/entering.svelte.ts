/** What is entered on the companion's page: it can be undone, is kept in the browser, and is counted as it changes. */

import type { Said } from 'kit/board.ts';
import type { Counted } from 'kit/companion.ts';
import type { Laid, Planet } from './position.ts';
import { asked, blank, laidOut, read, type Tabletop, told, turned, written } from './tabletop.ts';

/** A planet as companion.py has counted it. */
export interface CountedPlanet extends Omit<Planet, 'characters'> {
  characters: { at: number; tile: string; points: number; counted: Said; rule: string }[];
  volcanoes_said: Said;
  rank: number;
  /** How many tiles. */
  missing: number;
}

export interface Answer {
  planets: CountedPlanet[];
  complete: boolean;
  winners: number[];
  tie_broken: boolean;
  volcanoes_rule: string;
  ranks_rule: string;
}

type Trouble = Omit<Extract<Counted<Answer>, { answer: null }>, 'answer'>;

const MOST_UNDONE = 200;

export class Entering {
  table: Tabletop = $state.raw(blank());
  /** The last that was counted, of this table or of one before it. */
  answer: Answer | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** Whether what was kept couldn't be read. */
  unreadable = false;
  #past: Tabletop[] = $state.raw([]);
  #future: Tabletop[] = $state.raw([]);
  #asking = false;
  #counted: Tabletop | null = $state.raw(null);
  #keep: (text: string) => void;
  #count: (given: object) => Promise<Counted<Answer>>;

  constructor(kept: string | null, keep: (text: string) => void, count: (given: object) => Promise<Counted<Answer>>) {
    this.#keep = keep;
    this.#count = count;
    const found = kept === null ? null : read(kept);
    this.unreadable = kept !== null && !found;
    if (found) this.table = found;
    void this.count();
  }

  /** Whether the answer is for the table as it is. */
  get settled(): boolean {
    return this.#counted === this.table;
  }
  get undoable(): boolean {
    return this.#past.length > 0;
  }
  get redoable(): boolean {
    return this.#future.length > 0;
  }
  get empty(): boolean {
    return this.table.planets.every(({ tiles }) => tiles.length === 0);
  }

  change(table: Tabletop): void {
    this.#past = [...this.#past.slice(-MOST_UNDONE), this.table];
    this.#future = [];
    this.#show(table);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.table, ...this.#future];
    this.#show({ ...before, names: this.table.names });
  }

  redo(): void {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.table];
    this.#future = rest;
    this.#show({ ...next, names: this.table.names });
  }

  /** A name is no step to be undone, and changes no points. */
  rename(seat: number, name: string): void {
    const { settled } = this;
    this.table = { ...this.table, names: this.table.names.map((one, place) => (place === seat ? name : one)) };
    if (settled) this.#counted = this.table;
    this.#keep(written(this.table));
  }

  /** Whether a tile is face down: as it was said, or as companion.py has found. */
  isDown(seat: number, index: number): boolean {
    const entry = this.table.planets[seat];
    const tile = entry?.tiles[index];
    if (!entry || !tile) return false;
    if (!entry.by_order) return tile.down;
    const known = this.answer?.planets[seat]?.tiles[index];
    return known?.stack === tile.stack && known.tile === tile.tile && known.down;
  }

  laid(seat: number): Laid[] {
    const entry = this.table.planets[seat];
    return entry ? laidOut(entry, (index) => this.isDown(seat, index)) : [];
  }

  tellDown(seat: number, byOrder: boolean): void {
    this.change(told(this.table, seat, byOrder, (index) => this.isDown(seat, index)));
  }

  turn(seat: number, index: number): void {
    this.change(turned(this.table, seat, index));
  }

  /** Asks again until the answer is for the table as it is; one question at a time. */
  async count(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      let table: Tabletop;
      do {
        table = this.table;
        const { answer, ...trouble } = await this.#count(asked(table));
        if (answer) this.answer = answer;
        this.trouble = answer ? null : (trouble as Trouble);
        this.#counted = table;
      } while (!samePlanets(table, this.table));
      this.#counted = this.table;
    } finally {
      this.#asking = false;
    }
  }

  #show(table: Tabletop): void {
    this.table = table;
    this.#keep(written(table));
    void this.count();
  }
}

const samePlanets = (one: Tabletop, other: Tabletop): boolean => one.planets === other.planets;
