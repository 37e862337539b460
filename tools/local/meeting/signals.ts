/** What the people in a room see of each other. */
export interface Shown {
  name: string;
  audio: boolean;
  video: boolean;
  screenVideo: boolean;
  screenAudio: boolean;
}

/** Somebody in a room. */
export interface Present {
  id: string;
  owner: boolean;
  shown: Shown;
}

/** Somebody who knocks. */
export interface Waiting {
  id: string;
  name: string;
}

/** Why a call ends; the types are Daily's. */
export interface Fatal {
  type: string;
  msg: string;
  /** JSON, which daily-js parses. Daily sends it with `connection-error`. */
  details?: string;
}

/** The connection to the room is gone, or the room no longer knows the page. */
export const LOST: Fatal = {
  type: 'connection-error',
  msg: 'The connection to the meeting is lost',
  details: JSON.stringify({ on: 'signaling' }),
};

/** A step of the negotiation between two browsers. All steps of one offer have its number. */
export type Rtc = { offer: number } & (
  | { description: RTCSessionDescriptionInit }
  | { candidate: RTCIceCandidateInit | null }
);

/** What an owner switches off for somebody else. */
export type Muted = Partial<Record<'audio' | 'video' | 'screenVideo', false>>;

/** What the room sends to a page, one per line and numbered, so that none is lost with a connection. */
export type Down =
  /** The page is in the room now, with these others. Those who come later are told to the earlier ones by `came`. */
  | { entered: Present[]; waiting: Waiting[] }
  | { came: Present }
  | { shown: Shown; of: string }
  /** This person was disconnected for a moment. */
  | { back: string }
  | { went: string }
  | { rtc: Rtc; from: string }
  | { app: unknown; from: string }
  | { waiting: Waiting; is: 'added' | 'updated' | 'removed' }
  /** The answer to our knock. */
  | { granted: boolean }
  | { muted: Muted }
  /** Always the last one. */
  | { over: Fatal };

/** What a page sends to the room. Only owners may decide, mute and eject; `to` may be '*'. */
export type Up =
  | { shown: Shown }
  | { rtc: Rtc; to: string }
  | { app: unknown; to: string }
  | { knock: string }
  | { decide: string; granted: boolean }
  | { mute: Muted; to: string }
  | { eject: true; to: string }
  | { leave: true };

/** What a page sends to enter. */
export interface Entering {
  token?: string;
  shown: Shown;
}

/** The answer. The key authorizes everything that the page sends and hears. */
export type Entered =
  | { id: string; key: string; owner: boolean; name: string; level: 'full' | 'lobby' }
  | { refused: Fatal };
