/** When a call is ended, and when the agent asks whether the caller is still there (milliseconds). */
export interface Limits {
  longest: number;
  /** Both count from the end of the last turn. */
  askAfter: number;
  hangUpAfter: number;
}

/** Watches the limits of one call. */
export interface LimitWatch {
  /** The caller's page is in the room. */
  joined(): void;
  live(): void;
  /** The caller has said something, which is being answered. */
  asked(): void;
  /** The agent has finished speaking. Its own question into a silence does not end the silence. */
  answered(): void;
  /** The caller is typing: a silence begins anew. */
  typing(): void;
  stop(): void;
}

/** How long a room waits for its page (milliseconds): a page that gives up connecting does not say so. */
export const JOIN_WITHIN = 30_000;

/**
 * @param ask called when the agent should ask into the silence
 * @param end called with the provider's end reason when a limit ends the call; nothing is called after it
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

  function beginSilence(): void {
    timers.set('ask', setTimeout(ask, limits.askAfter));
    endAfter('hangUp', limits.hangUpAfter, 'silence-timed-out');
  }

  endAfter('join', JOIN_WITHIN, 'call.in-progress.error-assistant-did-not-receive-customer-audio');
  return {
    joined() {
      clear('join');
      // A page that never goes live must not hold its room.
      endAfter('longest', limits.longest, 'exceeded-max-duration');
    },
    live() {
      clear('join', 'longest');
      endAfter('longest', limits.longest, 'exceeded-max-duration');
    },
    asked: () => clear('ask', 'hangUp'),
    answered() {
      if (!timers.has('hangUp')) beginSilence();
    },
    typing() {
      if (!timers.has('hangUp')) return;
      clear('ask', 'hangUp');
      beginSilence();
    },
    stop,
  };
}
