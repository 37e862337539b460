import type { FailureKind } from './call-events.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import type { VoiceProvider } from './voice-provider.ts';

/** Failures before the provider is contacted. */
const HERE: readonly FailureKind[] = [
  'call-elsewhere',
  'no-microphone',
  'microphone-refused',
  'microphone-blocked',
  'microphone-in-use',
  'microphone-failed',
  'unsupported',
];

/**
 * The rehearsal on this machine (tools/local/voice). `?rehearse=<what>` in the page's URL makes it fail in that way.
 *
 * @param url where the rehearsal listens
 */
export function rehearsal(url: string): VoiceProvider {
  const scenario = new URLSearchParams(location.search).get('rehearse') ?? 'live';
  const failure = HERE.find((kind) => kind === scenario);
  // The server knows only what fails there.
  const base = `${url}/${failure ? 'live' : encodeURIComponent(scenario)}`;
  return {
    key: 'rehearsal',
    assistant: 'rehearsal',
    apiBaseUrl: base,
    bundleUrl: `${base}/call-machine.js`,
    openMicrophone: failure
      ? () => Promise.reject(new MicrophoneError(failure, `Rehearsed: ${failure}.`))
      : openMicrophone,
  };
}
