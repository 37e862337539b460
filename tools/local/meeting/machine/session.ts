import { participant, type MachineState, type TrackName } from '../../daily/protocol.ts';
import {
  LOST,
  type Down,
  type Entered,
  type Fatal,
  type Muted,
  type Present,
  type Up,
  type Waiting,
} from '../signals.ts';
import { openLevels, type Levels } from './levels.ts';
import type { Local } from './local.ts';
import { openOthers } from './others.ts';
import { openQuality, type Quality } from './quality.ts';
import { openSignaling } from './signaling.ts';

/** The time in a room, from entering to leaving. */
export interface Session {
  readonly levels: Levels;
  send(message: Up): void;
  isWaiting(id: string): boolean;
  /** What is sent has changed: tells everybody. */
  sourceChanged(name?: TrackName): void;
  /** Called once with the answer to a knock. */
  answered(take: (granted: boolean) => void): void;
  measure(): Promise<Quality>;
  leave(): void;
}

export interface SessionOptions {
  room: string;
  entered: Exclude<Entered, { refused: Fatal }>;
  local: Local;
  state: MachineState;
  post: (message: object) => void;
  /** Called when the call ends by itself. */
  over: (why: Fatal) => void;
  /** An owner has switched something off. */
  muted: (tracks: Muted) => void;
}

const MEASURE_EVERY_MS = 3000;
const NO_CONNECTION: Omit<Quality, 'roundTrip'> = { state: 'bad', quality: 0, threshold: 'very-low' };

export function openSession({ room, entered, local, state, post, over, muted }: SessionOptions): Session {
  const { id: me, key, owner } = entered;
  const joinedAt = new Date();
  const others = openOthers(local.sources, state, (rtc, to) => signaling.send({ rtc, to }), post);
  const waiting = new Map<string, Waiting & { awaitingAccess: { level: 'full' } }>();
  const asking: ((granted: boolean) => void)[] = [];
  const quality = openQuality();
  let isInside = false;
  let isInterrupted = false;

  const levels = openLevels(me, () => others.levels(), post);
  const myself = () => participant({ id: me, local: true, owner, name: local.name, joinedAt, tracks: local.states() });

  function count(): void {
    post({ action: 'participant-counts-updated', participantCounts: { present: others.count() + 1, hidden: 0 } });
  }

  function goIn(present: readonly Present[], knocking: readonly Waiting[]): void {
    isInside = true;
    for (const one of present) others.meet(one, true);
    post({ action: 'access-state-updated', access: { level: 'full' } });
    post({
      action: 'joined-meeting',
      participants: { local: myself(), ...others.all() },
      internal: { _maxAppMessageSize: 4096 },
    });
    // daily-js ignores the participants of the second such message, which follows on being admitted.
    for (const one of Object.values(others.all())) post({ action: 'participant-joined', participant: one });
    sourceChanged();
    count();
    for (const one of knocking) hearWaiting(one, 'added');
  }

  function hearWaiting(one: Waiting, is: 'added' | 'updated' | 'removed'): void {
    if (is === 'removed') waiting.delete(one.id);
    else waiting.set(one.id, { ...one, awaitingAccess: { level: 'full' } });
    post({
      action: `waiting-participant-${is}`,
      participant: { ...one, awaitingAccess: { level: 'full' } },
      allWaitingParticipants: Object.fromEntries(waiting),
    });
  }

  function hear(signal: Down): void {
    if ('entered' in signal) goIn(signal.entered, signal.waiting);
    else if ('came' in signal) {
      post({ action: 'participant-joined', participant: others.meet(signal.came, false) });
      count();
    } else if ('shown' in signal) others.show(signal.of, signal.shown);
    else if ('went' in signal) {
      const participant = others.part(signal.went);
      if (participant) post({ action: 'participant-left', participant });
      count();
    } else if ('back' in signal) others.restart(signal.back);
    else if ('rtc' in signal) others.take(signal.from, signal.rtc);
    else if ('app' in signal) post({ action: 'app-message', data: signal.app, fromId: signal.from });
    else if ('waiting' in signal) hearWaiting(signal.waiting, signal.is);
    else if ('granted' in signal) asking.splice(0).forEach((take) => take(signal.granted));
    else if ('muted' in signal) muted(signal.muted);
    else {
      close();
      over(signal.over);
    }
  }

  const signaling = openSignaling(room, me, key, {
    hear,
    interrupted() {
      isInterrupted = true;
      post({ action: 'network-connection', type: 'signaling', event: 'interrupted' });
      report(NO_CONNECTION);
    },
    resumed() {
      isInterrupted = false;
      post({ action: 'network-connection', type: 'signaling', event: 'connected' });
      others.restart();
      void measure().then(report);
    },
    lost() {
      close();
      over(LOST);
    },
  });

  function sourceChanged(name?: TrackName): void {
    if (name) others.replace(name);
    levels.listenTo(local.sources.audio);
    if (isInside) post({ action: 'participant-updated', participant: myself() });
    signaling.send({ shown: local.shown() });
  }

  const report = ({ state: networkState, quality: percent, threshold }: Omit<Quality, 'roundTrip'>) =>
    post({
      action: 'network-quality-change',
      state: { state: networkState, reasons: [] },
      threshold,
      quality: percent,
    });
  const measure = async () => quality(await others.stats());
  const measuring = setInterval(() => {
    void measure().then((measured) => isInterrupted || report(measured));
  }, MEASURE_EVERY_MS);

  function close(): void {
    signaling.leave();
    clearInterval(measuring);
    levels.close();
    others.close();
  }

  return {
    levels,
    send: (message) => signaling.send(message),
    isWaiting: (id) => waiting.has(id),
    sourceChanged,
    answered: (take) => asking.push(take),
    measure,
    leave: close,
  };
}
