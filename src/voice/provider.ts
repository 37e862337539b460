import { PUBLIC_REHEARSAL_URL, PUBLIC_VAPI_ASSISTANT_ID, PUBLIC_VAPI_KEY } from 'astro:env/client';
import { openMicrophone } from './microphone.ts';
import { rehearsal } from './rehearsal.ts';
import type { VoiceProvider } from './voice-provider.ts';

/** The voice of this build: hosted, a rehearsal on this machine, or none. One never silently replaces another. */
export const voiceMode: 'hosted' | 'rehearsal' | 'none' =
  PUBLIC_VAPI_KEY && PUBLIC_VAPI_ASSISTANT_ID ? 'hosted' : PUBLIC_REHEARSAL_URL ? 'rehearsal' : 'none';

/**
 * The voice provider of this build.
 *
 * @throws Error in a build without one
 */
export function voiceProvider(): VoiceProvider {
  if (voiceMode === 'hosted' && PUBLIC_VAPI_KEY && PUBLIC_VAPI_ASSISTANT_ID)
    return { key: PUBLIC_VAPI_KEY, assistant: PUBLIC_VAPI_ASSISTANT_ID, openMicrophone };
  if (voiceMode === 'rehearsal' && PUBLIC_REHEARSAL_URL) return rehearsal(PUBLIC_REHEARSAL_URL);
  throw new Error('This build has no voice provider.');
}
