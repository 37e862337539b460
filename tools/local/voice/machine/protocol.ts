/** What daily-js 0.87 and its call machine share in the page. */
export interface DailyWindow {
  _daily: { pendings: string[]; instances: Record<string, DailyInstance | undefined> };
}

/** One call object of the page. */
export interface DailyInstance {
  /** Tracks from the page, which messages can't carry. */
  tracks: { audioTrack?: MediaStreamTrack };
  callMachine?: CallMachine;
}

/** What daily-js calls directly; everything else uses messages. */
export interface CallMachine {
  store: { getState(): MachineState };
  reset(): void;
}

/** Where daily-js reads tracks. */
export interface MachineState {
  streams: Record<string, { participantId: string; type: 'cam'; pendingTrack: MediaStreamTrack; starttime: number }>;
  local: {
    streams: { cam: { stream: MediaStream } };
    public: { customTracks: Record<string, never>; subscribedTracks: Record<string, never> };
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

type TrackState = 'playable' | 'off';

/** A participant in the form that daily-js expects, with all four tracks. */
export function participant(sessionId: string, local: boolean, name: string, audio: TrackState) {
  const off = { state: 'off', subscribed: false, off: { byUser: true } };
  return {
    session_id: sessionId,
    user_id: sessionId,
    user_name: name,
    local,
    owner: !local,
    audio: audio === 'playable',
    video: false,
    screen: false,
    joined_at: new Date(),
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canAdmin: false },
    tracks: { audio: { state: audio, subscribed: true }, video: off, screenAudio: off, screenVideo: off },
  };
}
