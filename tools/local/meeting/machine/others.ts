import { participant, type MachineState, type TrackName, type TrackState } from '../../daily/protocol.ts';
import type { Present, Rtc, Shown } from '../signals.ts';
import { openPeer, TRACKS, type Peer, type Sources } from './peer.ts';

/** Somebody else in the room. */
interface Other {
  present: Present;
  joinedAt: Date;
  peer: Peer;
}

/** The others in the room, and the connections to them. */
export interface Others {
  /** As daily-js describes them, by their ids. */
  all(): Record<string, object>;
  count(): number;
  /** @param offers whether the other was here before */
  meet(present: Present, offers: boolean): object;
  /** What somebody sends has changed. */
  show(id: string, shown: Shown): void;
  take(id: string, rtc: Rtc): void;
  /** Looks for new ways through the network: to one person, or to all. */
  restart(id?: string): void;
  /** Sends everybody what is now the source. */
  replace(name: TrackName): void;
  levels(): Record<string, number>;
  stats(): Promise<RTCStatsReport[]>;
  /** @returns as whom the person went, if the person was here */
  part(id: string): object | undefined;
  close(): void;
}

/** Somebody who sends nothing any more. */
const nothing = ({ name }: Shown): Shown => ({
  name,
  audio: false,
  video: false,
  screenVideo: false,
  screenAudio: false,
});

function stateOf(name: TrackName, { present, peer }: Other): TrackState {
  if (!present.shown[name]) return 'off';
  if (peer.state === 'connected') return 'playable';
  return peer.state === 'new' ? 'loading' : 'interrupted';
}

function described(other: Other) {
  const { id, owner, shown } = other.present;
  const tracks = Object.fromEntries(TRACKS.map((name) => [name, stateOf(name, other)]));
  return participant({ id, local: false, owner, name: shown.name, joinedAt: other.joinedAt, tracks });
}

/**
 * @param sources what this page sends
 * @param state where daily-js looks up the tracks of the others
 * @param send sends a step of the negotiation to somebody
 * @param post tells daily-js
 */
export function openOthers(
  sources: Sources,
  state: MachineState,
  send: (rtc: Rtc, to: string) => void,
  post: (message: object) => void,
): Others {
  const others = new Map<string, Other>();
  const peers = () => [...others.values()].map(({ peer }) => peer);

  function tell(id: string): void {
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

  return {
    all: () => Object.fromEntries([...others].map(([id, other]) => [id, described(other)])),
    count: () => others.size,
    meet(present, offers) {
      const { id } = present;
      let before: Peer['state'] = 'new';
      const peer = openPeer({
        offers,
        sources,
        send: (rtc) => send(rtc, id),
        changed() {
          const event = peer.state === 'connected' ? 'connected' : 'interrupted';
          if (peer.state !== before && before !== 'new')
            post({ action: 'network-connection', type: 'peer-to-peer', session_id: id, event });
          before = peer.state;
          tell(id);
        },
      });
      const other = { present, joinedAt: new Date(), peer };
      others.set(id, other);
      return described(other);
    },
    show(id, shown) {
      const other = others.get(id);
      if (other) other.present = { ...other.present, shown };
      tell(id);
    },
    take: (id, rtc) => others.get(id)?.peer.take(rtc),
    restart(id) {
      if (id === undefined) peers().forEach((peer) => peer.restart());
      else others.get(id)?.peer.restart();
    },
    replace: (name) => peers().forEach((peer) => peer.replace(name, sources[name])),
    // Of somebody who is muted, the browser reports the last level for ten more seconds.
    levels: () =>
      Object.fromEntries([...others].map(([id, { present, peer }]) => [id, present.shown.audio ? peer.level() : 0])),
    stats: () => Promise.all(peers().map((peer) => peer.stats())),
    part(id) {
      const other = others.get(id);
      if (!other) return undefined;
      other.peer.close();
      others.delete(id);
      for (const name of TRACKS) Reflect.deleteProperty(state.streams, `${id} ${name}`);
      return described({ ...other, present: { ...other.present, shown: nothing(other.present.shown) } });
    },
    close() {
      for (const peer of peers()) peer.close();
      others.clear();
      state.streams = {};
    },
  };
}
