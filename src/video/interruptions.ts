import type { DailyEventObjectNetworkConnectionEvent } from '@daily-co/daily-js';

/** After this long without the room, the call is over. The line to one other person does not count (milliseconds). */
const GIVE_UP_AFTER_MS = 60_000;

/** The current interruptions of a call: the connection is good again when all are over. */
export class Interruptions {
  readonly #current = new Set<string>();
  readonly #report: (interrupted: boolean) => void;
  readonly #giveUp: () => void;
  readonly #listening = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (interrupted: boolean) => void, giveUp: () => void) {
    this.#report = report;
    this.#giveUp = giveUp;
  }

  get any(): boolean {
    return this.#current.size > 0;
  }

  /** From now on: also what the browser says. */
  start(): void {
    const { signal } = this.#listening;
    window.addEventListener('offline', () => this.#set('offline', true), { signal });
    window.addEventListener('online', () => this.#set('offline', false), { signal });
    if (!navigator.onLine) this.#set('offline', true);
  }

  note({ type, event, session_id: id }: DailyEventObjectNetworkConnectionEvent): void {
    this.#set(id ? `${type} ${id}` : type, event === 'interrupted');
  }

  /** Somebody has left: their line needs no repair. */
  forget(id: string): void {
    for (const name of [...this.#current]) if (name.endsWith(` ${id}`)) this.#set(name, false);
  }

  stop(): void {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #set(name: string, interrupted: boolean): void {
    const before = this.any;
    if (interrupted) this.#current.add(name);
    else this.#current.delete(name);
    const hasNoRoom = [...this.#current].some((one) => !one.includes(' '));
    if (!hasNoRoom) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setTimeout(this.#giveUp, GIVE_UP_AFTER_MS);
    if (before !== this.any) this.#report(this.any);
  }
}
