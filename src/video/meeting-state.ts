import type { ReadableAtom } from 'nanostores';

/** `before`: at the door, devices may be open. After `ended` the visitor may join again. */
export type Phase = 'before' | 'loading' | 'joining' | 'knocking' | 'in-call' | 'reconnecting' | 'ended';

/** Why a meeting ended: a decision of ours, of a host, or one of the fatal errors of the package (spec section 8). */
export type EndingKind =
  | 'left'
  | 'ended-for-all'
  | 'removed'
  | 'declined'
  | 'network'
  | 'load-failed'
  | 'room-full'
  | 'expired'
  | 'token-expired'
  | 'not-yet-open'
  | 'not-yet-valid'
  | 'not-allowed'
  | 'no-room'
  | 'end-of-life'
  | 'unsupported'
  | 'duplicate'
  | 'failed';

export interface Ending {
  kind: EndingKind;
  /** How long the visitor was in the call; 0 if never. */
  seconds: number;
}

/** Why a camera or microphone can't be used. */
export type DeviceErrorKind =
  /** The visitor said no. */
  | 'refused'
  /** The browser or the operating system says no without asking. */
  | 'blocked'
  /** The page's policy, or that of the frame that it is in, forbids it. */
  | 'forbidden'
  | 'in-use'
  | 'not-found'
  /** No device can do what we asked for. */
  | 'constraints'
  /** This browser has no access to devices. */
  | 'unsupported'
  /** It was unplugged, or taken away, while it was open. */
  | 'disconnected'
  | 'failed';

export type DeviceKind = 'camera' | 'microphone' | 'speaker';

export interface DeviceChoice {
  id: string;
  /** Empty until the visitor has allowed a device. */
  label: string;
}

export interface Devices {
  /** What there is to choose from. `speakers` is empty where the browser does not let pages choose. */
  cameras: readonly DeviceChoice[];
  microphones: readonly DeviceChoice[];
  speakers: readonly DeviceChoice[];
  /** The ids of what is in use. */
  camera?: string;
  microphone?: string;
  speaker?: string;
  /** A device is being opened; the browser may be asking. */
  opening: { camera: boolean; microphone: boolean };
  errors: { camera?: DeviceErrorKind; microphone?: DeviceErrorKind };
}

export type Quality = 'good' | 'low' | 'very-low';

export interface Tracks {
  audio?: MediaStreamTrack;
  video?: MediaStreamTrack;
  screen?: MediaStreamTrack;
  screenAudio?: MediaStreamTrack;
}

/** Somebody in the call. The first is always the visitor, from `before` on, whose id is `local`. */
export interface Person {
  id: string;
  name: string;
  local: boolean;
  host: boolean;
  /** Whether they are on. Their track may still be missing: it is loading. */
  audio: boolean;
  video: boolean;
  screen: boolean;
  /** Of the voice: 0 to 1. */
  level: number;
  quality: Quality;
  tracks: Tracks;
}

export interface Waiting {
  id: string;
  name: string;
}

export interface ChatMessage {
  /** Higher than that of every earlier message. */
  id: number;
  from: string;
  own: boolean;
  host: boolean;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SpokenCaption {
  personId: string;
  name: string;
  host: boolean;
  text: string;
  final: boolean;
}

export interface MeetingState {
  phase: Phase;
  /** Which of the three attempts to load is running (1 to 3); 0 when none is. */
  attempt: number;
  /** Only in the phase `ended`. */
  ending?: Ending | undefined;
  people: readonly Person[];
  /** The id of whoever spoke last. */
  activeSpeaker?: string | undefined;
  /** Who knocks; only a host sees them. */
  waiting: readonly Waiting[];
  messages: readonly ChatMessage[];
  captions: readonly SpokenCaption[];
  devices: Devices;
  /** Our own connection. */
  quality: Quality;
  /** A host has muted us; over once we turn the microphone on. */
  mutedByHost: boolean;
  screenShare: 'unavailable' | 'off' | 'on';
  /** Our own words as captions. `unavailable`: this browser can't recognise speech without sending it away. */
  captioning: 'unavailable' | 'off' | 'on';
  /** Why the screen is not shared, until the next try. `screen-refused`: the visitor chose nothing. */
  problem?: 'screen-refused' | 'screen-failed' | undefined;
}

export interface Invitation {
  url: string;
  /** Only hosts have one. Whoever has none knocks. */
  token: string | null;
  name: string;
}

export interface Meeting {
  state: ReadableAtom<MeetingState>;
  /**
   * Does nothing, with a warning on the console, while joining or joined (spec section 4).
   *
   * @throws TypeError if the invitation makes no sense
   */
  join(invitation: Invitation): void;
  /** Ends whatever is going on: loading, knocking, a call. */
  leave(): void;
  /**
   * From `before` on. They open the device, and close it again; only in a call, a muted microphone stays open, because
   * some browsers would ask again.
   */
  setAudio(on: boolean): Promise<void>;
  setVideo(on: boolean): Promise<void>;
  /** Pages play the sound: `speaker` only changes the state, and they call `setSinkId`. */
  setDevice(kind: DeviceKind, id: string): Promise<void>;
  /** Must be called by a click: the browser asks what to share. */
  startScreen(): Promise<void>;
  stopScreen(): void;
  setCaptions(on: boolean): void;
  /** @returns why the message was not sent */
  sendChat(text: string): 'empty' | 'too-long' | 'not-connected' | undefined;
  /** Hosts only, like those that follow. */
  admit(id: string): void;
  decline(id: string): void;
  mute(id: string): void;
  remove(id: string): void;
  endForAll(): void;
  /** Leaves, and closes every device. */
  destroy(): void;
}

export interface MeetingOptions {
  /** The address of the call machine, for the rooms on this machine; otherwise the provider's. */
  bundleUrl?: string;
}
