import type { TrackName } from '../../daily/protocol.ts';
import type { Rtc } from '../signals.ts';

/** The tracks of a person, in the order of the connection's transceivers. */
export const TRACKS = ['audio', 'video', 'screenVideo', 'screenAudio'] as const satisfies readonly TrackName[];

export type Sources = Record<TrackName, MediaStreamTrack | undefined>;

/** The connection to one other person. */
export interface Peer {
  readonly state: 'new' | 'connected' | 'interrupted';
  /** Sends another track, or none, in a place that has been there from the start. */
  replace(name: TrackName, track: MediaStreamTrack | undefined): void;
  /** The tracks that come from the other; there as soon as both have agreed. */
  received(name: TrackName): MediaStreamTrack | undefined;
  /** Takes a step of the negotiation, after all earlier ones. */
  take(rtc: Rtc): void;
  /** Finds a new way through the network, if it is our part to do so. */
  restart(): void;
  /** How loud the other is, 0 to 1. */
  level(): number;
  stats(): Promise<RTCStatsReport>;
  close(): void;
}

export interface PeerOptions {
  /**
   * Whether this side makes the offers, as the one who came later does. The other side never makes any, so two offers
   * can't meet.
   */
  offers: boolean;
  sources: Sources;
  send: (rtc: Rtc) => void;
  /** The state or the received tracks have changed. */
  changed: () => void;
}

/** Two cores should serve three tabs. */
const ENCODING: RTCRtpEncodingParameters = { maxBitrate: 800_000, maxFramerate: 15 };

/** The same for a connection that the other side has offered. */
async function limit(sender: RTCRtpSender): Promise<void> {
  const parameters = sender.getParameters();
  for (const encoding of parameters.encodings) Object.assign(encoding, ENCODING);
  await sender.setParameters(parameters);
}

export function openPeer({ offers, sources, send, changed }: PeerOptions): Peer {
  const connection = new RTCPeerConnection({ iceServers: [] });
  let offer = 0;
  /** A candidate must not overtake its description. */
  let held: Rtc[] | undefined = [];
  let wasConnected = false;
  let work = Promise.resolve();

  function inOrder(step: () => Promise<void>): void {
    work = work.then(step).catch((error: unknown) => {
      if (connection.signalingState !== 'closed') console.error('Two pages could not be connected:', error);
    });
  }

  const place = (name: TrackName) => connection.getTransceivers()[TRACKS.indexOf(name)];

  function describe(): void {
    const description = connection.localDescription?.toJSON() as RTCSessionDescriptionInit;
    send({ offer, description });
    held?.forEach(send);
    held = undefined;
  }

  async function makeOffer(iceRestart: boolean): Promise<void> {
    offer += 1;
    held = [];
    await connection.setLocalDescription(await connection.createOffer({ iceRestart }));
    describe();
  }

  async function answer(description: RTCSessionDescriptionInit): Promise<void> {
    held = [];
    await connection.setRemoteDescription(description);
    for (const [index, transceiver] of connection.getTransceivers().entries()) {
      transceiver.direction = 'sendrecv';
      const name = TRACKS[index];
      if (name) await transceiver.sender.replaceTrack(sources[name] ?? null);
    }
    await connection.setLocalDescription();
    await Promise.all(connection.getSenders().map(limit));
    describe();
  }

  async function step(rtc: Rtc): Promise<void> {
    if ('candidate' in rtc) {
      // One that was found for an earlier offer does not fit.
      if (rtc.offer === offer && rtc.candidate) await connection.addIceCandidate(rtc.candidate).catch(() => undefined);
    } else if (rtc.description.type === 'offer') {
      offer = rtc.offer;
      await answer(rtc.description);
      changed();
    } else if (rtc.offer === offer) {
      await connection.setRemoteDescription(rtc.description);
      changed();
    }
  }

  connection.addEventListener('icecandidate', ({ candidate }) => {
    const rtc: Rtc = { offer, candidate: candidate?.toJSON() ?? null };
    if (held) held.push(rtc);
    else send(rtc);
  });
  connection.addEventListener('connectionstatechange', () => {
    wasConnected ||= connection.connectionState === 'connected';
    if (connection.connectionState === 'failed') restart();
    changed();
  });

  function restart(): void {
    if (offers) inOrder(() => makeOffer(true));
  }

  if (offers) {
    for (const name of TRACKS) {
      const kind = name === 'audio' || name === 'screenAudio' ? 'audio' : 'video';
      connection.addTransceiver(sources[name] ?? kind, {
        direction: 'sendrecv',
        ...(kind === 'video' && { sendEncodings: [ENCODING] }),
      });
    }
    inOrder(() => makeOffer(false));
  }

  return {
    get state() {
      if (connection.connectionState === 'connected') return 'connected';
      return wasConnected ? 'interrupted' : 'new';
    },
    replace(name, track) {
      // Without a place yet, it is taken from the sources later.
      place(name)
        ?.sender.replaceTrack(track ?? null)
        .catch((error: unknown) => console.error('A track could not be sent:', error));
    },
    received: (name) => (connection.remoteDescription ? place(name)?.receiver.track : undefined),
    take: (rtc) => inOrder(() => step(rtc)),
    restart,
    level: () => place('audio')?.receiver.getSynchronizationSources()[0]?.audioLevel ?? 0,
    stats: () => connection.getStats(),
    close: () => connection.close(),
  };
}
