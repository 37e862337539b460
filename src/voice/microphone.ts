import type { FailureKind } from './call-events.ts';
import { isBlocked, isForbidden } from './permission.ts';

/** The microphone can't be used, or calls are impossible in this browser. */
export class MicrophoneError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, detail: string) {
    super(detail);
    this.name = 'MicrophoneError';
    this.kind = kind;
  }
}

/** Requests the microphone; the visitor may take any time to answer. */
export type OpenMicrophone = () => Promise<MediaStreamTrack>;

/** The kind of a failure. `blocked`: whether the browser refuses without asking the visitor. */
function kindOf(error: unknown, blocked: boolean): FailureKind {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'NotAllowedError':
      // Chromium's message when the operating system denies the browser the microphone.
      return blocked || /system/i.test(message) ? 'microphone-blocked' : 'microphone-refused';
    case 'SecurityError':
      return 'microphone-blocked';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'no-microphone';
    case 'NotReadableError':
    case 'AbortError':
      return 'microphone-in-use';
    default:
      return 'microphone-failed';
  }
}

/**
 * Opens the microphone. We own the track: stopping it closes the microphone, whatever state the SDKs are in.
 *
 * @throws MicrophoneError
 */
export const openMicrophone: OpenMicrophone = async () => {
  // Missing on plain http and in some in-app browsers, despite its type.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices || typeof RTCPeerConnection === 'undefined')
    throw new MicrophoneError('unsupported', 'This browser does not support calls.');
  if (isForbidden('microphone'))
    throw new MicrophoneError('microphone-blocked', 'A policy of the page forbids the microphone.');
  const blocked = await isBlocked('microphone');
  try {
    const stream = await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    const [track] = stream.getAudioTracks();
    if (track) return track;
  } catch (error) {
    throw new MicrophoneError(kindOf(error, blocked), String(error));
  }
  throw new MicrophoneError('no-microphone', 'The browser returned no audio track.');
};
