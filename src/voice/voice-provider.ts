import type { OpenMicrophone } from './microphone.ts';

/** The provider of a call. */
export interface VoiceProvider {
  /** Public key and assistant id at the provider. */
  key: string;
  assistant: string;
  /** Replacements for the provider's API and for the URL of the call machine. */
  apiBaseUrl?: string;
  bundleUrl?: string;
  openMicrophone: OpenMicrophone;
}
