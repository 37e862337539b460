import type { FailureKind } from './call-events.ts';

/** The call can't be heard or can't be made in this browser. */
export class MicrophoneError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, detail: string) {
    super(detail);
    this.name = 'MicrophoneError';
    this.kind = kind;
  }
}

/** Asks for the microphone; the visitor may take any time to answer. */
export type OpenMicrophone = () => Promise<MediaStreamTrack>;

/** Whether a policy of the page or of the frame that it stands in keeps the microphone off. */
function isForbidden(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
  return policy?.allowsFeature('microphone') === false;
}

/** Whether the browser says no without asking the visitor. */
async function isBlocked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'denied';
  } catch {
    // This browser can't be asked.
    return false;
  }
}

/** What a refusal means. `blocked`: whether it was settled before the visitor was asked. */
function kindOf(error: unknown, blocked: boolean): FailureKind {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'NotAllowedError':
      // Chromium says so when the operating system keeps the browser from the microphone.
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
      return 'unsupported';
  }
}

/**
 * Opens the microphone. The track is ours: whatever becomes of the SDKs, stopping it closes the microphone.
 *
 * @throws MicrophoneError
 */
export const openMicrophone: OpenMicrophone = async () => {
  // Missing on plain http and in some browsers inside apps, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices || typeof RTCPeerConnection === 'undefined')
    throw new MicrophoneError('unsupported', 'This browser can make no calls.');
  if (isForbidden()) throw new MicrophoneError('microphone-blocked', 'A policy of the page forbids the microphone.');
  const blocked = await isBlocked();
  try {
    const stream = await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    const [track] = stream.getAudioTracks();
    if (track) return track;
  } catch (error) {
    throw new MicrophoneError(kindOf(error, blocked), String(error));
  }
  throw new MicrophoneError('no-microphone', 'The browser gave no track.');
};
