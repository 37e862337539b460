import { participant, type MachineState, type TrackName, type TrackState } from '../../daily/protocol.ts';
import type { Down, Entered, Fatal, Muted, Present, Shown, Up, Waiting } from '../signals.ts';
import { openLevels, type Levels } from './levels.ts';
import type { Local } from './local.ts';
import { openPeer, TRACKS, type Peer } from './peer.ts';
import { openQuality, type Quality } from './quality.ts';
import { openSignaling, unreachable } from './signaling.ts';

/** Somebody else in the room. */
interface Other {
  present: Present;
  joinedAt: Date;
  peer: Peer;
}

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

/** Somebody who sends nothing any more. */
const nothing = ({ name }: Shown): Shown => ({
  name,
  audio: false,
  video: false,
  screenVideo: false,
  screenAudio: false,
});

const MEASURE_EVERY_MS = 3000;
const LOST: Omit<Quality, 'roundTrip'> = { state: 'bad', quality: 0, threshold: 'very-low' };

export function openSession({ room, entered, local, state, post, over, muted }: SessionOptions): Session {
  const { id: me, key, owner } = entered;
  const joinedAt = new Date();
  const others = new Map<string, Other>();
  const waiting = new Map<string, Waiting & { awaitingAccess: { level: 'full' } }>();
  const asking: ((granted: boolean) => void)[] = [];
  const quality = openQuality();
  let isInside = false;
  let isInterrupted = false;

  const levels = openLevels(
    me,
    () => Object.fromEntries([...others].map(([id, { peer }]) => [id, peer.level()])),
    post,
  );

  const myself = () => participant({ id: me, local: true, owner, name: local.name, joinedAt, tracks: local.states() });

  function remoteState(name: TrackName, { present, peer }: Other): TrackState {
    if (!present.shown[name]) return 'off';
    if (peer.state === 'connected') return 'playable';
    return peer.state === 'new' ? 'loading' : 'interrupted';
  }
  function described(other: Other) {
    const { id, owner: isOwner, shown } = other.present;
    const tracks = Object.fromEntries(TRACKS.map((name) => [name, remoteState(name, other)]));
    return participant({ id, local: false, owner: isOwner, name: shown.name, joinedAt: other.joinedAt, tracks });
  }

  /** Gives daily-js the tracks that it looks up when it is told that they are playable. */
  function show(id: string): void {
    const other = others.get(id);
    if (!other) return;
    for (const name of TRACKS) {
      const track = other.peer.received(name);
      const type = name.startsWith('screen') ? 'screen' : 'cam';
      if (track)
        state.streams[`${id} ${name}`] ??= { participantId: id, type, pendingTrack: track, starttime: Date.now() };
    }
    post({ action: 'participant-updated', participant: described(other) });
  }

  function meet(present: Present, offers: boolean): Other {
    const { id } = present;
    let before: Peer['state'] = 'new';
    const peer = openPeer({
      offers,
      sources: local.sources,
      send: (rtc) => signaling.send({ rtc, to: id }),
      changed() {
        if (peer.state !== before && before !== 'new')
          post({
            action: 'network-connection',
            type: 'peer-to-peer',
            session_id: id,
            event: peer.state === 'connected' ? 'connected' : 'interrupted',
          });
        before = peer.state;
        show(id);
      },
    });
    const other = { present, joinedAt: new Date(), peer };
    others.set(id, other);
    return other;
  }

  function count(): void {
    post({ action: 'participant-counts-updated', participantCounts: { present: others.size + 1, hidden: 0 } });
  }

  function goIn(present: readonly Present[], knocking: readonly Waiting[]): void {
    isInside = true;
    for (const one of present) meet(one, true);
    post({ action: 'access-state-updated', access: { level: 'full' } });
    const participants = Object.fromEntries([...others].map(([id, other]) => [id, described(other)]));
    post({
      action: 'joined-meeting',
      participants: { local: myself(), ...participants },
      internal: { _maxAppMessageSize: 4096 },
    });
    // daily-js ignores the participants of the second such message, which follows on being admitted.
    for (const other of others.values()) post({ action: 'participant-joined', participant: described(other) });
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

  function part(id: string): void {
    const other = others.get(id);
    if (!other) return;
    other.peer.close();
    others.delete(id);
    for (const name of TRACKS) Reflect.deleteProperty(state.streams, `${id} ${name}`);
    const present = { ...other.present, shown: nothing(other.present.shown) };
    post({ action: 'participant-left', participant: described({ ...other, present }) });
    count();
  }

  function hear(signal: Down): void {
    if ('entered' in signal) goIn(signal.entered, signal.waiting);
    else if ('came' in signal) {
      post({ action: 'participant-joined', participant: described(meet(signal.came, false)) });
      count();
    } else if ('shown' in signal) {
      const other = others.get(signal.of);
      if (other) other.present = { ...other.present, shown: signal.shown };
      show(signal.of);
    } else if ('went' in signal) part(signal.went);
    else if ('back' in signal) others.get(signal.back)?.peer.restart();
    else if ('rtc' in signal) others.get(signal.from)?.peer.take(signal.rtc);
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
      report(LOST);
    },
    resumed() {
      isInterrupted = false;
      post({ action: 'network-connection', type: 'signaling', event: 'connected' });
      for (const { peer } of others.values()) peer.restart();
      void measure().then(report);
    },
    lost() {
      close();
      over(unreachable());
    },
  });

  function sourceChanged(name?: TrackName): void {
    if (name) for (const { peer } of others.values()) peer.replace(name, local.sources[name]);
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
  const measure = async () => quality(await Promise.all([...others.values()].map(({ peer }) => peer.stats())));
  const measuring = setInterval(() => {
    void measure().then((measured) => isInterrupted || report(measured));
  }, MEASURE_EVERY_MS);

  function close(): void {
    signaling.leave();
    clearInterval(measuring);
    levels.close();
    for (const { peer } of others.values()) peer.close();
    others.clear();
    state.streams = {};
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
