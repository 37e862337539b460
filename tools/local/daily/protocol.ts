/** What daily-js 0.87 and its call machine share in the page. docs/decisions/007 describes the protocol. */
interface DailyWindow {
  _daily: { pendings: string[]; instances: Record<string, DailyInstance | undefined> };
}

/** One call object of the page. */
export interface DailyInstance {
  /** Tracks from the page, which messages can't carry. */
  tracks: { audioTrack?: MediaStreamTrack; videoTrack?: MediaStreamTrack; screenMediaStream?: MediaStream };
  callMachine?: CallMachine;
}

/** What daily-js calls directly; everything else uses messages. */
export interface CallMachine {
  store: { getState(): MachineState };
  /** The call object is about to join again. */
  reset(): void;
}

/** Where daily-js reads tracks. */
export interface MachineState {
  streams: Record<
    string,
    { participantId: string; type: 'cam' | 'screen'; pendingTrack: MediaStreamTrack; starttime: number }
  >;
  local: {
    streams: { cam: { stream: MediaStream }; screen?: { stream: MediaStream } };
    public: { customTracks: Record<string, never>; subscribedTracks: Record<string, unknown> };
  };
  participants: Record<string, never>;
}

/** A message of daily-js. */
export interface Request {
  action: string;
  callClientId: string;
  from: string;
  what: string;
  /** Identifies the callback that waits for a reply. It has no timeout, so every stamp must be answered. */
  callbackStamp?: string;
  [field: string]: unknown;
}

/** The version of daily-js that uses this protocol, which has changed without notice before. */
export const DAILY_VERSION = '0.87.0';

/** How often levels are measured (milliseconds). */
export const LEVEL_INTERVAL_MS = 100;

/** The messages between a machine and its call object. */
export interface Channel {
  post: (message: object) => void;
  /** Answers a request, if it waits for an answer. */
  reply: (request: Request, fields?: object) => void;
  close: () => void;
}

/** @param id of the call object */
export function openChannel(id: string, onRequest: (request: Request) => void): Channel {
  const post = (message: object) =>
    window.postMessage(
      { ...message, what: 'iframe-call-message', callClientId: id, from: 'embedded' },
      location.origin,
    );
  function onMessage({ data }: MessageEvent<unknown>): void {
    const request = data as Request | undefined;
    if (request?.what === 'iframe-call-message' && request.from === 'module' && request.callClientId === id)
      onRequest(request);
  }
  window.addEventListener('message', onMessage);
  return {
    post,
    reply(request, fields = {}) {
      if (request.callbackStamp) post({ action: request.action, ...fields, callbackStamp: request.callbackStamp });
    },
    close: () => window.removeEventListener('message', onMessage),
  };
}

/**
 * Opens a machine for each call object that waits for one. daily-js loads a machine into the page as a script, once per
 * call.
 */
export function openMachines(open: (id: string, instance: DailyInstance) => CallMachine): void {
  // The SDK does not notice an error here: it treats any script that has run as a working one.
  try {
    const { _daily: daily } = window as unknown as DailyWindow;
    for (const id of daily.pendings.splice(0)) {
      const instance = daily.instances[id];
      if (instance) instance.callMachine = open(id, instance);
    }
  } catch (error) {
    console.error('The stand-in for the call machine could not be set up.', error);
  }
}

/** The four tracks that every participant has. */
export type TrackName = 'audio' | 'video' | 'screenAudio' | 'screenVideo';
export type TrackState = 'playable' | 'loading' | 'interrupted' | 'off' | 'off by an owner';

/** What daily-js is told of a participant. */
export interface Described {
  id: string;
  local: boolean;
  owner: boolean;
  name: string;
  joinedAt: Date;
  tracks: Partial<Record<TrackName, TrackState>>;
}

const isOff = (state: TrackState) => state.startsWith('off');

const trackInfo = (state: TrackState = 'off') => ({
  state: isOff(state) ? 'off' : state,
  subscribed: true,
  ...(isOff(state) && { off: state === 'off' ? { byUser: true } : { byRemoteRequest: true } }),
});

/** A participant in the form that daily-js expects. */
export function participant({ id, local, owner, name, joinedAt, tracks }: Described) {
  const on = (track: TrackName) => !isOff(tracks[track] ?? 'off');
  return {
    session_id: id,
    user_id: id,
    user_name: name,
    local,
    owner,
    audio: on('audio'),
    video: on('video'),
    screen: on('screenVideo'),
    joined_at: joinedAt,
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: owner },
    tracks: {
      audio: trackInfo(tracks.audio),
      video: trackInfo(tracks.video),
      screenAudio: trackInfo(tracks.screenAudio),
      screenVideo: trackInfo(tracks.screenVideo),
    },
  };
}
