import type { CallEvent } from './call-events.ts';

/** How often the clocks are read (milliseconds). */
const INTERVAL_MS = 250;
/** After this long without an answer the visitor is told, and after the second the call ends (milliseconds). */
const LATE_AFTER_MS = 10_000;
const DEAD_AFTER_MS = 30_000;
/** The end of a silence, which is counted down (milliseconds). */
const COUNTED_MS = 15_000;
/** How much later than the provider the page ends a silent call, so that the provider can say why (milliseconds). */
const GRACE_MS = 5000;

/** The agent's limits for a silence (seconds), from content/assistant/agent.mdx. */
export interface Silence {
  askAfterSeconds: number;
  hangUpAfterSeconds: number;
}

/** Watches whether both sides of a live call are still there. */
export interface LineWatch {
  /** Takes note of an event of the call that comes from the provider. */
  note(event: CallEvent): void;
  /** The visitor has asked something in writing. */
  asked(): void;
  /** The visitor is typing: this ends a silence. */
  typed(): void;
  stop(): void;
}

/**
 * Starts the clocks of a call that is live: one for an answer that the agent owes, its greeting first; one for an
 * interruption; one for a silence of the visitor, which runs while the agent is silent, too.
 *
 * @param report called with `late` and `closing` events, and at last with what ends the call
 */
export function watchLine(silence: Silence, report: (event: CallEvent) => void): LineWatch {
  const askAfter = silence.askAfterSeconds * 1000;
  const hangUpAfter = silence.hangUpAfterSeconds * 1000;
  let owedSince: number | undefined = performance.now();
  let silentSince: number | undefined;
  let interruptedSince: number | undefined;
  let agentSpeaks = false;
  let asksIntoSilence = false;
  let isLate = false;
  let left: number | null = null;

  const since = (start: number | undefined) => (start === undefined ? 0 : performance.now() - start);

  function tellLate(late: boolean): void {
    if (late !== isLate) report({ type: 'late', late });
    isLate = late;
  }
  function tellLeft(ms: number): void {
    const seconds = silentSince === undefined || ms > COUNTED_MS ? null : Math.max(0, Math.ceil(ms / 1000));
    if (seconds !== left) report({ type: 'closing', seconds });
    left = seconds;
  }

  function read(): void {
    if (interruptedSince !== undefined) {
      if (since(interruptedSince) >= DEAD_AFTER_MS)
        report({ type: 'failed', kind: 'network-lost', detail: 'The connection was interrupted for too long.' });
      return;
    }
    tellLate(since(owedSince) >= LATE_AFTER_MS);
    tellLeft(hangUpAfter - since(silentSince));
    if (since(owedSince) >= DEAD_AFTER_MS)
      report({ type: 'failed', kind: 'agent-silent', detail: 'The agent has not answered for too long.' });
    else if (since(silentSince) >= hangUpAfter + GRACE_MS) report({ type: 'ended', reason: 'silence' });
  }
  const timer = setInterval(read, INTERVAL_MS);

  /** The agent may have gone on speaking: then its end counts. */
  const restartSilence = () => (silentSince = agentSpeaks ? undefined : performance.now());

  function hearAgent(speaking: boolean): void {
    owedSince = undefined;
    // Its own question into a silence does not end the silence.
    if (speaking) asksIntoSilence = since(silentSince) >= askAfter / 2;
    agentSpeaks = speaking;
    if (!asksIntoSilence) restartSilence();
  }
  function readAgent(): void {
    owedSince = undefined;
    if (!agentSpeaks && since(silentSince) < askAfter / 2) restartSilence();
  }

  return {
    note(event) {
      if (event.type === 'speaking' && event.speaker === 'assistant') hearAgent(event.speaking);
      else if (event.type === 'transcript' && event.speaker === 'assistant') readAgent();
      else if (event.type === 'speaking') restartSilence();
      else if (event.type === 'transcript') {
        restartSilence();
        // The provider hears, so the line is not dead.
        if (!event.partial) owedSince = performance.now();
      } else if (event.type === 'network' && event.quality === 'interrupted') interruptedSince ??= performance.now();
      else if (event.type === 'network' && interruptedSince !== undefined) {
        interruptedSince = undefined;
        // Nobody could be heard meanwhile.
        if (owedSince !== undefined) owedSince = performance.now();
        if (silentSince !== undefined) restartSilence();
      } else return;
      read();
    },
    asked() {
      restartSilence();
      owedSince ??= performance.now();
      read();
    },
    typed() {
      if (silentSince !== undefined) restartSilence();
      read();
    },
    stop: () => clearInterval(timer),
  };
}
