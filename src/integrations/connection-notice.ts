import type { AstroIntegration } from 'astro';

/** Warns at build time that a site without a backend can take no requests, and one without a voice provider no calls. */
export function connectionNotice(backend: boolean, voice: boolean): AstroIntegration {
  return {
    name: 'connection-notice',
    hooks: {
      'astro:build:start'({ logger }) {
        if (!backend)
          logger.warn(
            'No backend is connected: the forms of this build say so and cannot be sent. ' +
              'Set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY in .env to connect one.',
          );
        if (!voice)
          logger.warn(
            'No voice provider is connected: the call button of this build says so and starts no call. ' +
              'Set PUBLIC_VAPI_KEY and PUBLIC_VAPI_ASSISTANT_ID in .env to connect one.',
          );
      },
    },
  };
}
