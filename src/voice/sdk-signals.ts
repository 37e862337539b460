import type { DailyEventObjectCameraError } from '@daily-co/daily-js';
import { actionsIn } from './action.ts';
import type { CallEvent, EndReason, FailureKind } from './call-events.ts';
import type { VapiClient } from './load-sdk.ts';
import { endedBecause, speechUpdate, toolCalls, transcriptLine } from './transcript.ts';

/** The SDK's events in our terms. Those that need no further handling are call events already. */
export type Signal =
  | Extract<CallEvent, { type: 'stage' | 'speaking' | 'volume' | 'transcript' | 'action' }>
  /** The assistant is on the line. May be sent twice. */
  | { type: 'started' }
  /** One side left the room. */
  | { type: 'left' }
  /** The provider reports that the call is over; `left` follows soon. */
  | { type: 'ending'; because: { reason: EndReason } | { kind: FailureKind } }
  | { type: 'error'; error: unknown }
  | { type: 'microphone-failed'; kind: FailureKind }
  /** The microphone's audio is being sent. */
  | { type: 'microphone-sent' }
  | { type: 'connection'; cause: string; interrupted: boolean }
  | { type: 'quality'; good: boolean }
  | { type: 'player'; player: HTMLAudioElement };

/** The call machine's errors about the microphone. Any other means that it failed. */
const MICROPHONE_FAILURES: Partial<Record<string, FailureKind>> = {
  permissions: 'microphone-refused',
  'not-found': 'no-microphone',
  'mic-in-use': 'microphone-in-use',
  'cam-mic-in-use': 'microphone-in-use',
  'undefined-mediadevices': 'unsupported',
};

/**
 * Listens to all SDK events that concern a call.
 *
 * @param on called synchronously with each signal; throwing on a `stage` keeps a call from starting
 */
export function listenTo(client: VapiClient, on: (signal: Signal) => void): void {
  // Without a listener, the SDK would throw the error and get stuck. The listener stays when the call is over.
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
    // For the assistant, speech-start and speech-end are more accurate: they come from its measured volume.
    if (update?.speaker === 'visitor') on({ type: 'speaking', ...update });
    for (const action of actionsIn(toolCalls(message))) on({ type: 'action', action });
    const because = endedBecause(message);
    if (because) on({ type: 'ending', because });
  });
  client.on('speech-start', () => on({ type: 'speaking', speaker: 'assistant', speaking: true }));
  client.on('speech-end', () => on({ type: 'speaking', speaker: 'assistant', speaking: false }));
  client.on('volume-level', (level) => on({ type: 'volume', speaker: 'assistant', level }));
  client.on('audio', (player) => on({ type: 'player', player }));
  client.on('camera-error', ({ error }: { error?: { error?: DailyEventObjectCameraError['error'] } }) => {
    const type = error?.error?.type ?? '';
    // No call uses the camera.
    if (type !== 'cam-in-use')
      on({ type: 'microphone-failed', kind: MICROPHONE_FAILURES[type] ?? 'microphone-failed' });
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
