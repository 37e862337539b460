/** A process that dies more often than this within a minute is not helped by another start. */
const MOST_A_MINUTE = 5;

/** Counts how often a process has died that is started again each time. */
export class Deaths {
  #times: readonly number[] = [];

  get any(): boolean {
    return this.#times.length > 0;
  }

  /** Adds one. Returns whether there are too many now. */
  add(): boolean {
    const now = Date.now();
    this.#times = [...this.#times.filter((at) => now - at < 60_000), now];
    return this.#times.length > MOST_A_MINUTE;
  }
}
