import { measureLevel } from '../voice/level.ts';
import type { Person } from './meeting-state.ts';

/** Smaller changes of a level are not reported: nobody sees them. */
const STEP = 0.05;

interface Meter {
  track: MediaStreamTrack;
  level: number;
  stop: () => void;
}

/** Measures how loud everybody is. */
export class Levels {
  readonly #changed: () => void;
  readonly #meters = new Map<string, Meter>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(id: string): number {
    return this.#meters.get(id)?.level ?? 0;
  }

  /** Measures these people from now on, and nobody else. */
  measure(people: readonly Pick<Person, 'id' | 'audio' | 'tracks'>[]): void {
    const heard = new Map(
      people.flatMap(({ id, audio, tracks }) => (audio && tracks.audio ? [[id, tracks.audio]] : [])),
    );
    for (const [id, { track, stop }] of this.#meters) {
      if (heard.get(id) === track) continue;
      stop();
      this.#meters.delete(id);
    }
    for (const [id, track] of heard) if (!this.#meters.has(id)) this.#start(id, track);
  }

  #start(id: string, track: MediaStreamTrack): void {
    const meter: Meter = { track, level: 0, stop: () => undefined };
    this.#meters.set(id, meter);
    meter.stop = measureLevel(track, (level) => {
      const rounded = Math.round(level / STEP) * STEP;
      if (rounded === meter.level) return;
      meter.level = rounded;
      this.#changed();
    });
  }
}
