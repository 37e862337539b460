import type { FailureKind } from './call-events.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import type { VoiceProvider } from './provider.ts';

/** What fails before the provider is asked, by the name that `?rehearse=` gives it. */
const HERE: Partial<Record<string, FailureKind>> = {
  'no-microphone': 'no-microphone',
  'microphone-refused': 'microphone-refused',
  'microphone-blocked': 'microphone-blocked',
  'microphone-in-use': 'microphone-in-use',
  unsupported: 'unsupported',
};

/**
 * The rehearsal on this machine (src/local/voice). `?rehearse=<what>` in the page's address has it fail in that way.
 *
 * @param url where it listens
 */
export function rehearsal(url: string): VoiceProvider {
  const scenario = new URLSearchParams(location.search).get('rehearse') ?? 'live';
  const failure = HERE[scenario];
  const base = `${url}/${encodeURIComponent(scenario)}`;
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
