/** When a call is ended, and when the agent asks whether anybody is there (milliseconds). */
export interface Limits {
  longest: number;
  /** From the end of the last turn. */
  askAfter: number;
  hangUpAfter: number;
}

/** Keeps the time of one call. */
export interface LimitWatch {
  /** The caller's page is in the room. */
  joined(): void;
  live(): void;
  /** The caller has taken a turn, which is answered now. */
  asked(): void;
  /** The agent has said everything. What it asks into a silence does not end the silence. */
  answered(): void;
  stop(): void;
}

/** For how long a page may keep a room waiting (milliseconds): a page that gives up connecting tells nobody. */
export const JOIN_WITHIN = 30_000;

/**
 * @param ask called when the silence is long enough to be asked about
 * @param end called when a limit ends the call, with the provider's name for it; nothing is called after it
 */
export function watchLimits(limits: Limits, ask: () => void, end: (endedReason: string) => void): LimitWatch {
  const timers = new Map<'join' | 'longest' | 'ask' | 'hangUp', ReturnType<typeof setTimeout>>();

  function clear(...names: Parameters<typeof timers.get>[0][]): void {
    for (const name of names) {
      clearTimeout(timers.get(name));
      timers.delete(name);
    }
  }
  function stop(): void {
    clear('join', 'longest', 'ask', 'hangUp');
  }
  function endAfter(name: 'join' | 'longest' | 'hangUp', ms: number, endedReason: string): void {
    timers.set(
      name,
      setTimeout(() => {
        stop();
        end(endedReason);
      }, ms),
    );
  }

  endAfter('join', JOIN_WITHIN, 'call.in-progress.error-assistant-did-not-receive-customer-audio');
  return {
    joined: () => clear('join'),
    live() {
      clear('join');
      endAfter('longest', limits.longest, 'exceeded-max-duration');
    },
    asked: () => clear('ask', 'hangUp'),
    answered() {
      if (timers.has('hangUp')) return;
      timers.set('ask', setTimeout(ask, limits.askAfter));
      endAfter('hangUp', limits.hangUpAfter, 'silence-timed-out');
    },
    stop,
  };
}
