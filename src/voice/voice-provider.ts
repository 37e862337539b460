import type { OpenMicrophone } from './microphone.ts';

/** Whom a call is made with. */
export interface VoiceProvider {
  /** Public key and assistant id at the provider. */
  key: string;
  assistant: string;
  /** Where else than at the provider calls are made, and where else the call machine comes from. */
  apiBaseUrl?: string;
  bundleUrl?: string;
  openMicrophone: OpenMicrophone;
}
