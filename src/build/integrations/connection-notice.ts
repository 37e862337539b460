import type { AstroIntegration } from 'astro';

/**
 * Warns at build time that a site without a backend can take no requests, and one without a voice provider no calls.
 * Refuses to put a rehearsal, or a check that stands in for Cloudflare's, into a site that may be published.
 *
 * @param rehearsed whether the build is told of a rehearsal
 * @param standIn whether it is told of a check of this machine
 */
export function connectionNotice(
  backend: boolean,
  voice: boolean,
  rehearsed: boolean,
  standIn: boolean,
): AstroIntegration {
  return {
    name: 'connection-notice',
    hooks: {
      'astro:build:start'({ logger }) {
        if (!backend)
          logger.warn(
            'No backend is connected: the forms of this build say so and cannot be sent. ' +
              'Set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY in .env to connect one.',
          );
        // Only `npm start` and the tests build elsewhere.
        if (rehearsed && (voice || !process.env['SITE_OUT_DIR']))
          throw new Error(
            'PUBLIC_REHEARSAL_URL is set: calls of this build would go to a server on the machine of each visitor. ' +
              'Remove it from .env and from the shell; `npm start` sets it for itself.',
          );
        if (standIn && !process.env['SITE_OUT_DIR'])
          throw new Error(
            'PUBLIC_TURNSTILE_URL is set: forms of this build would ask a server on the machine of each visitor. ' +
              'Remove it from .env and from the shell; `npm start` sets it for itself.',
          );
        if (!voice && !rehearsed)
          logger.warn(
            'No voice provider is connected: the call button of this build says so and starts no call. ' +
              'Set PUBLIC_VAPI_KEY and PUBLIC_VAPI_ASSISTANT_ID in .env to connect one.',
          );
      },
    },
  };
}
