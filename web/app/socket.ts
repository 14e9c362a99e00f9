/**
 * One table's live connection. Keeps itself open, tells when a message was missed, and sends an unanswered command again,
 * with the same id, after every reconnect: the server does it once.
 */

import type { Answer, Command, Incoming, TableMessage, UpdateMessage } from './wire.ts';

/**
 * `gone`: the server has no such table, or won't have us; `removed`: it had one until now; `blocked`: it lets nobody in from here;
 * `shelved`: it has the table, but not the rules of its version.
 */
export type Line = 'connecting' | 'open' | 'waiting' | 'closed' | Last;
type Last = 'gone' | 'removed' | 'blocked' | 'shelved';

export interface Ears {
  table: (message: TableMessage) => void;
  update: (message: UpdateMessage) => void;
  presence: (here: boolean[], watchers: number) => void;
  line: (line: Line) => void;
}

/** What of WebSocket is used here, so that a test can stand in for it. */
export interface Wire {
  send: (text: string) => void;
  close: () => void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
/** The codes after which trying again is no use. */
const LAST: Record<number, Last> = { 4403: 'gone', 4404: 'gone', 4410: 'removed', 4422: 'shelved', 4423: 'blocked' };

interface Waiting {
  text: string;
  resolve: (answer: Answer) => void;
}

export class Socket {
  #wire: Wire | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;
  #seq: number | null = null;
  #syncing = false;
  #waiting = new Map<string, Waiting>();
  #closed = false;

  constructor(
    readonly address: () => string,
    readonly ears: Ears,
    readonly dial: (address: string) => Wire = (to) => new WebSocket(to) as unknown as Wire,
    readonly newId: () => string = randomId,
  ) {}

  open(): void {
    clearTimeout(this.#timer);
    this.#closed = false;
    this.#drop();
    this.ears.line('connecting');
    const wire = this.dial(this.address());
    this.#wire = wire;
    wire.onmessage = (event) => this.#hear(JSON.parse(event.data) as Incoming);
    wire.onclose = ({ code }) => this.#lost(wire, code);
  }

  /** Tries now instead of later: the network or the reader is back. */
  hurry(): void {
    if (!this.#wire && !this.#closed) {
      this.#wait = FIRST_WAIT;
      this.open();
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#drop();
    this.#waiting.clear();
    this.ears.line('closed');
  }

  /** Sends a command until it is answered. */
  ask(command: Command): Promise<Answer> {
    const id = this.newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, resolve });
      if (this.#seq !== null) this.#wire?.send(text);
    });
  }

  /** Shows another seat's view, on one screen; lost with the connection, like the view itself. */
  sit(seat: number | null): void {
    if (this.#seq !== null) this.#wire?.send(JSON.stringify({ t: 'sit', seat }));
  }

  #hear(message: Incoming): void {
    if (message.t === 'table') this.#begin(message);
    else if (message.t === 'update') this.#follow(message);
    else if (message.t === 'presence') this.ears.presence(message.here, message.watchers);
    else this.#answered(message);
  }

  #begin(message: TableMessage): void {
    const reconnected = this.#seq === null;
    this.#seq = message.seq;
    this.#syncing = false;
    this.#wait = FIRST_WAIT;
    this.ears.table(message);
    if (!reconnected) return;
    this.ears.line('open');
    for (const { text } of this.#waiting.values()) this.#wire?.send(text);
  }

  #follow(message: UpdateMessage): void {
    if (this.#syncing) return;
    if (message.base !== this.#seq) {
      this.#syncing = true;
      this.#wire?.send(JSON.stringify({ t: 'sync' }));
      return;
    }
    this.#seq = message.seq ?? this.#seq;
    this.ears.update(message);
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    waiting?.resolve(answer);
  }

  #lost(wire: Wire, code: number): void {
    if (wire !== this.#wire) return;
    this.#drop();
    const last = LAST[code];
    if (last) {
      this.#closed = true;
      this.ears.line(last);
      return;
    }
    this.ears.line('waiting');
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#seq = null;
    this.#syncing = false;
    if (!wire) return;
    wire.onclose = null;
    wire.onmessage = null;
    wire.close();
  }
}

/** A fresh id for a command; randomUUID is only there on secure pages. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
