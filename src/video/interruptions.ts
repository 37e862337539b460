import type { DailyEventObjectNetworkConnectionEvent } from '@daily-co/daily-js';

/** After this long without the room, the call is over. The lines to other people do not count (milliseconds). */
const GIVE_UP_AFTER_MS = 60_000;

/**
 * What interrupts a call: that the line to the room is down, or those to all others are. One person's bad line is no
 * matter of the rest.
 */
export class Interruptions {
  readonly #room = new Set<string>();
  /** Each line that is down has its type and the id of its person. */
  readonly #lines = new Set<string>();
  #others: readonly string[] = [];
  readonly #report: (interrupted: boolean) => void;
  readonly #giveUp: () => void;
  readonly #listening = new AbortController();
  #reported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (interrupted: boolean) => void, giveUp: () => void) {
    this.#report = report;
    this.#giveUp = giveUp;
  }

  get any(): boolean {
    return this.#room.size > 0 || (this.#others.length > 0 && this.#others.every((id) => this.#isDown(id)));
  }

  #isDown(id: string): boolean {
    return [...this.#lines].some((line) => line.endsWith(` ${id}`));
  }

  /** From now on: also what the browser says. */
  start(): void {
    const { signal } = this.#listening;
    window.addEventListener('offline', () => this.#set(this.#room, 'offline', true), { signal });
    window.addEventListener('online', () => this.#set(this.#room, 'offline', false), { signal });
    if (!navigator.onLine) this.#set(this.#room, 'offline', true);
  }

  note({ type, event, session_id: id }: DailyEventObjectNetworkConnectionEvent): void {
    const interrupted = event === 'interrupted';
    if (id) this.#set(this.#lines, `${type} ${id}`, interrupted);
    else this.#set(this.#room, type, interrupted);
  }

  /** Who else is in the room. The line to somebody who has left needs no repair. */
  people(others: readonly string[]): void {
    this.#others = others;
    for (const line of [...this.#lines]) if (!others.some((id) => line.endsWith(` ${id}`))) this.#lines.delete(line);
    this.#tell();
  }

  stop(): void {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #set(lines: Set<string>, name: string, interrupted: boolean): void {
    if (interrupted) lines.add(name);
    else lines.delete(name);
    this.#tell();
  }

  #tell(): void {
    if (this.#room.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setTimeout(this.#giveUp, GIVE_UP_AFTER_MS);
    if (this.any === this.#reported) return;
    this.#reported = this.any;
    this.#report(this.any);
  }
}
