import type { DailyEventObjectCameraError } from '@daily-co/daily-js';
import type { CallEvent, EndReason, FailureKind } from './call-events.ts';
import type { VapiClient } from './load-sdk.ts';
import { endedBecause, speechUpdate, transcriptLine } from './transcript.ts';

/** What the SDK says, in our words. What needs no thought is an event of the call already. */
export type Signal =
  | Extract<CallEvent, { type: 'stage' | 'speaking' | 'volume' | 'transcript' }>
  /** The assistant is on the line. It may be said twice. */
  | { type: 'started' }
  /** The room was left, by whomever. */
  | { type: 'left' }
  /** The provider says that the call is over; the room is left soon. */
  | { type: 'ending'; because: { reason: EndReason } | { kind: FailureKind } }
  | { type: 'error'; error: unknown }
  | { type: 'microphone-failed'; kind: FailureKind }
  /** The other side is sent what the microphone hears. */
  | { type: 'microphone-sent' }
  | { type: 'connection'; cause: string; interrupted: boolean }
  | { type: 'quality'; good: boolean }
  | { type: 'player'; player: HTMLAudioElement };

/** What the call machine may find wrong with a microphone. */
const MICROPHONE_FAILURES: Partial<Record<string, FailureKind>> = {
  permissions: 'microphone-refused',
  'not-found': 'no-microphone',
  'mic-in-use': 'microphone-in-use',
};

/**
 * Listens to everything of the SDK that concerns a call.
 *
 * @param on takes each signal while the SDK waits; what it throws at a stage keeps a call from starting
 */
export function listenTo(client: VapiClient, on: (signal: Signal) => void): void {
  // Without a listener for it, an error would be thrown, and the SDK be stuck. It stays when the call is over.
  client.on('error', (error: unknown) => on({ type: 'error', error }));
  client.on('call-start-progress', ({ stage, status, duration }) =>
    on({ type: 'stage', stage, status, ...(duration !== undefined && { duration }) }),
  );
  client.on('call-start', () => on({ type: 'started' }));
  client.on('call-end', () => on({ type: 'left' }));
  client.on('message', (message: unknown) => {
    const line = transcriptLine(message);
    if (line) on({ type: 'transcript', ...line });
    const update = speechUpdate(message);
    // The assistant's voice is measured: that it speaks is known better from there.
    if (update?.speaker === 'visitor') on({ type: 'speaking', ...update });
    const because = endedBecause(message);
    if (because) on({ type: 'ending', because });
  });
  client.on('speech-start', () => on({ type: 'speaking', speaker: 'assistant', speaking: true }));
  client.on('speech-end', () => on({ type: 'speaking', speaker: 'assistant', speaking: false }));
  client.on('volume-level', (level) => on({ type: 'volume', speaker: 'assistant', level }));
  client.on('audio', (player) => on({ type: 'player', player }));
  client.on('camera-error', ({ error }: { error?: { error?: DailyEventObjectCameraError['error'] } }) => {
    const kind = MICROPHONE_FAILURES[error?.error?.type ?? ''];
    if (kind) on({ type: 'microphone-failed', kind });
  });
  client.on('daily-participant-updated', ({ local, tracks }) => {
    if (local && tracks.audio.state !== 'off') on({ type: 'microphone-sent' });
  });
  client.on('network-connection', (event: { type?: string; event?: string } | undefined) =>
    on({ type: 'connection', cause: event?.type ?? '', interrupted: event?.event === 'interrupted' }),
  );
  client.on('network-quality-change', (event: { threshold?: string } | undefined) =>
    on({ type: 'quality', good: event?.threshold === 'good' }),
  );
}
