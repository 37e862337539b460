import type { Muted } from '../signals.ts';

/** How a page joins. */
export interface JoinProperties {
  url: string;
  token?: string;
  userName?: string;
  startAudioOff?: boolean;
  startVideoOff?: boolean;
  dailyJsVersion: string;
}

/** What the page asked for before it joined. */
export interface PreloadCache {
  allowLocalAudio?: boolean;
  allowLocalVideo?: boolean;
  localAudioLevelObserver?: { enabled: boolean } | null;
  remoteParticipantsAudioLevelObserver?: { enabled: boolean } | null;
}

/** What an owner may change for somebody else. */
export interface ParticipantProperties {
  setAudio?: boolean;
  setVideo?: boolean;
  setScreenShare?: false;
  eject?: boolean;
}

/** What such a change switches off: an owner can't switch on anything. */
export const mutedBy = ({ setAudio, setVideo, setScreenShare }: ParticipantProperties): Muted => ({
  ...(setAudio === false && { audio: false }),
  ...(setVideo === false && { video: false }),
  ...(setScreenShare === false && { screenVideo: false }),
});
