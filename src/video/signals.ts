import type { DailyCall, DailyEventObjectNetworkConnectionEvent, DailyParticipant } from '@daily-co/daily-js';
import { endingOf } from './ending.ts';
import { read, type Envelope } from './envelope.ts';
import type { EndingKind, Quality, Waiting } from './meeting-state.ts';
import { nameOf } from './people.ts';
import { qualityOf } from './quality.ts';

/** The package's events in our terms. */
export type Signal =
  | { type: 'failed'; kind: EndingKind }
  /** We have joined, or our rights have changed. */
  | { type: 'joined' }
  /** Not by our wish, unless we have asked for it. */
  | { type: 'left' }
  /** Somebody came, went or changed. */
  | { type: 'person'; participant: DailyParticipant }
  | { type: 'waiting'; waiting: readonly Waiting[] }
  | { type: 'speaker'; id: string }
  | { type: 'quality'; quality: Quality }
  | { type: 'connection'; event: DailyEventObjectNetworkConnectionEvent }
  | { type: 'screen-failed' | 'screen-stopped' }
  | { type: 'message'; fromId: string; envelope: Envelope };

/** Listens to all events of the package that concern a meeting. */
export function listenTo(call: DailyCall, on: (signal: Signal) => void): void {
  call.on('error', (event) => on({ type: 'failed', kind: endingOf(event) }));
  call.on('left-meeting', () => on({ type: 'left' }));
  for (const name of ['joined-meeting', 'access-state-updated'] as const) call.on(name, () => on({ type: 'joined' }));
  for (const name of ['participant-joined', 'participant-updated', 'participant-left'] as const)
    call.on(name, ({ participant }) => on({ type: 'person', participant }));
  for (const change of ['added', 'updated', 'removed'] as const)
    call.on(`waiting-participant-${change}`, () => {
      const waiting = Object.values(call.waitingParticipants()).map(({ id, name }) => ({ id, name: nameOf(name) }));
      on({ type: 'waiting', waiting });
    });
  call.on('active-speaker-change', ({ activeSpeaker }) => on({ type: 'speaker', id: activeSpeaker.peerId }));
  call.on('network-quality-change', (event) => on({ type: 'quality', quality: qualityOf(event) }));
  call.on('network-connection', (event) => on({ type: 'connection', event }));
  call.on('local-screen-share-canceled', () => on({ type: 'screen-failed' }));
  call.on('local-screen-share-stopped', () => on({ type: 'screen-stopped' }));
  call.on('nonfatal-error', ({ type, errorMsg }) => {
    console.warn('The call machine reports a problem.', type, errorMsg);
    if (type === 'screen-share-error') on({ type: 'screen-failed' });
  });
  call.on('app-message', ({ data, fromId }) => {
    const envelope = read(data);
    if (envelope) on({ type: 'message', fromId, envelope });
  });
}
