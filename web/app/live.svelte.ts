/** One table as this page shows it: follows the socket at a pace the eye can follow, and carries the reader's wishes back. */

import type { Move } from 'kit/board.ts';
import * as api from './api.ts';
import { type Refused, refusedBetween } from './asking.ts';
import type { Reading } from './clock.ts';
import { keepPromise } from './promises.ts';
import { Socket, type Line as SocketLine } from './socket.ts';
import type { Answer, Command, Past, Seat, Table, TableMessage, UpdateMessage } from './wire.ts';

/** How long somebody's no stays to be read, unless something is done before. */
const READING = 12_000;
/** A pause after a move has been seen, before the next one begins. */
const BREATH = 250;

export interface Note {
  code: string;
  rule: string | null;
  reason: string | null;
  /** What was tried, if it is a rule that forbids it. */
  tried: string | null;
}

export class Live {
  table = $state.raw<Table | null>(null);
  /** The table has just changed by its last move. */
  fresh = $state(false);
  line = $state<SocketLine>('connecting');
  chosen = $state.raw<Move | null>(null);
  note = $state.raw<Note | null>(null);
  sending = $state(false);
  /** The browser has a network. */
  online = $state(navigator.onLine);
  /** Somebody's no to what was asked, while it is news. */
  refused = $state.raw<Refused | null>(null);
  past = $state.raw<Past | null>(null);
  /** Moves heard but not yet shown. */
  behind = $state(0);
  /** The clock as the server said last, ahead of what is shown: it doesn't wait for a move to be seen. */
  reading = $state.raw<Reading | null>(null);

  /** Seats that a bot has taken because their time was over, as far as was seen here. */
  ranOut = $state.raw<number[]>([]);

  #queue: UpdateMessage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sitting: ReturnType<typeof setTimeout> | undefined;
  #reading: ReturnType<typeof setTimeout> | undefined;
  #quietUntil = 0;
  #people: string[] = [];
  #socket: Socket;

  constructor(
    readonly id: string,
    readonly pace: () => number,
    readonly moved: (table: Table) => void,
  ) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const address = () => `${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket${this.#query()}`;
    this.#socket = new Socket(address, {
      table: (message) => this.#begin(message),
      update: (message) => this.#hear(message),
      presence: (here, watchers) => this.#change({ here, watchers }),
      line: (line) => {
        this.line = line;
      },
    });
  }

  open(): () => void {
    this.#socket.open();
    const hurry = () => this.#socket.hurry();
    const network = () => {
      this.online = navigator.onLine;
      if (this.online) hurry();
    };
    addEventListener('online', network);
    addEventListener('offline', network);
    document.addEventListener('visibilitychange', hurry);
    return () => {
      removeEventListener('online', network);
      removeEventListener('offline', network);
      document.removeEventListener('visibilitychange', hurry);
      clearTimeout(this.#timer);
      clearTimeout(this.#reading);
      clearTimeout(this.#sitting);
      this.#socket.close();
    };
  }

  /** What is shown may be out of date: nothing is heard from the server. */
  get cut(): boolean {
    return this.line !== 'open' || !this.online;
  }

  /** Whether the reader may pick a move now; without a line too, as what is confirmed then is sent when it is back. */
  get active(): boolean {
    const table = this.table;
    if (!table || this.sending || this.past || this.behind > 0 || table.status !== 'playing' || table.asking) return false;
    return table.begun && table.seat !== null && table.view.turn === table.seat;
  }

  /** First touch shows the ghost, the second on the same move plays it. */
  pick(move: Move | null): void {
    this.note = null;
    this.refused = null;
    if (!this.active) return;
    if (move && this.chosen?.text === move.text) void this.confirm();
    else this.chosen = move;
  }

  async confirm(): Promise<void> {
    if (!this.table || !this.chosen || !this.active) return;
    const { text } = this.chosen;
    await this.#command({ t: 'play', seq: this.table.seq, move: text }, text);
    this.chosen = null;
  }

  /** Asks which rule forbids what the reader tried. */
  async attempt(text: string): Promise<void> {
    if (!this.active) return;
    this.chosen = null;
    this.note = null;
    this.refused = null;
    if (this.cut) {
      this.note = { code: 'offline', rule: null, reason: null, tried: null };
      return;
    }
    const ply = this.table?.ply;
    const answer = await this.#socket.ask({ t: 'why', move: text });
    if (answer.t === 'reason' && answer.rule === null && answer.reason === null) return;
    if (this.table?.ply === ply && !this.past) this.#note(answer, text);
  }

  /** Asks what the seat would do well to play from this position. */
  hint = (seq: number): Promise<Answer> => this.#socket.ask({ t: 'hint', seq });

  undo = () => this.table && this.#command({ t: 'undo', seq: this.table.seq });
  answer = (yes: boolean) => this.#command({ t: 'answer', yes });
  end = () => this.#command({ t: 'end' });
  seat = (command: Omit<Extract<Command, { t: 'seat' }>, 't'>) => this.#command({ t: 'seat', ...command });
  /** Sits down again on a seat that was left, under the name it had. */
  sitAgain(seat: number, otherwise: string): Promise<Answer> {
    const name = this.#people[seat] || otherwise;
    return this.seat({ seat, kind: 'me', ...(name ? { name } : {}) });
  }
  /** Shows another seat's view, once the last move has been seen. */
  sit(seat: number | null): void {
    clearTimeout(this.#sitting);
    this.#sitting = setTimeout(() => this.#socket.sit(seat), Math.max(0, this.#quietUntil - Date.now()));
  }

  /** Shows an earlier position; null: back to now. */
  async visit(ply: number | null): Promise<void> {
    this.chosen = null;
    this.note = null;
    if (ply === null || !this.table) {
      this.past = null;
      return;
    }
    const { seat } = this.table;
    try {
      const past = await api.past(this.id, ply, seat);
      // Meanwhile the screen may have gone to somebody else.
      if (this.table.seat === seat) this.past = past;
    } catch (error) {
      this.past = null;
      this.note = { code: error instanceof api.Refused ? error.code : 'other', rule: null, reason: null, tried: null };
    }
  }

  #query(): string {
    const seat = this.table?.seat;
    return seat === null || seat === undefined ? '' : `?seat=${seat}`;
  }

  async #command(command: Command, tried: string | null = null): Promise<Answer> {
    this.sending = true;
    this.note = null;
    this.refused = null;
    const answer = await this.#socket.ask(command);
    this.sending = false;
    if (answer.t === 'refused') this.#note(answer, tried);
    return answer;
  }

  #note(answer: Answer, tried: string | null): void {
    if (answer.t === 'done' || answer.t === 'hint') return;
    const code = answer.t === 'refused' ? answer.code : 'illegal';
    const forbidden = code === 'illegal' || code === 'unreadable' ? tried : null;
    this.note = { code, rule: answer.rule ?? null, reason: answer.reason ?? null, tried: forbidden };
  }

  #begin({ t: _, ...table }: TableMessage): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.behind = 0;
    this.fresh = false;
    this.#read(table);
    if (table.seed === null) keepPromise(table.id, table.commitment);
    this.#show(table);
  }

  #hear(message: UpdateMessage): void {
    this.#read(message);
    this.#queue.push(message);
    this.behind = this.#queue.length;
    this.#drain();
  }

  /** A frame that doesn't name the clock says that it is now what it was when it was last named. */
  #read({ clock = this.reading?.clock, view }: Pick<UpdateMessage, 'clock' | 'view'>): void {
    const turn = view ? view.turn : (this.reading?.turn ?? null);
    this.reading = clock ? { clock, turn, at: performance.now() } : null;
  }

  #drain(): void {
    clearTimeout(this.#timer);
    for (let message = this.#queue[0]; message; message = this.#queue[0]) {
      const wait = document.hidden ? 0 : this.#quietUntil - Date.now();
      if (isMove(message, this.table) && wait > 0) {
        this.#timer = setTimeout(() => this.#drain(), wait);
        return;
      }
      this.#queue.shift();
      this.behind = this.#queue.length;
      this.#follow(message);
    }
  }

  #follow({ t: _, base: __, log, ...changes }: UpdateMessage): void {
    const table = this.table;
    if (!table) return;
    const played = isMove({ ...changes, t: 'update', base: 0 }, table);
    const lines = log ? [...table.log.slice(0, log.from), ...log.lines] : table.log;
    if (changes.view || changes.ply !== undefined) this.fresh = played;
    this.#show({ ...table, ...changes, log: lines });
    if (!played) return;
    this.#quietUntil = Date.now() + (this.pace() === 0 ? 0 : this.pace() + BREATH);
    if (this.table) this.moved(this.table);
  }

  #show(table: Table): void {
    const stays = this.table?.seq === table.seq && this.table.seat === table.seat;
    // What one player looked back at is not for the next.
    if (this.table?.seat !== table.seat) this.past = null;
    // What was tried was tried in a position that is gone.
    if (this.note?.tried && (this.table?.ply !== table.ply || this.table.seat !== table.seat)) this.note = null;
    if (!stays || !table.view.moves.some((move) => move.text === this.chosen?.text)) this.chosen = null;
    for (const [index, seat] of table.seats.entries()) this.#seated(index, seat, table);
    this.#hearNo(table);
    this.table = table;
  }

  #hearNo(table: Table): void {
    const no = refusedBetween(this.table, table);
    if (!no && this.table?.ply === table.ply && !table.asking) return;
    clearTimeout(this.#reading);
    this.refused = no;
    if (no) this.#reading = setTimeout(() => (this.refused = null), READING);
  }

  #seated(index: number, { kind, name }: Seat, table: Table): void {
    const before = this.table?.seats[index]?.kind;
    if (kind === 'human') this.#people[index] = name ?? '';
    if (kind === before) return;
    const over = before === 'human' && kind === 'bot' && table.clock?.left[index] === 0;
    this.ranOut = [...this.ranOut.filter((other) => other !== index), ...(over ? [index] : [])];
  }

  #change(changes: Partial<Table>): void {
    if (this.table) this.table = { ...this.table, ...changes };
  }
}

function isMove(message: UpdateMessage, table: Table | null): boolean {
  return Boolean(message.last && message.ply !== undefined && message.ply > (table?.ply ?? 0));
}
