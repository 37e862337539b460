import type { AstroIntegration } from 'astro';

/**
 * Warns at build time if the site has no backend, so it takes no requests, or no voice provider, so it takes no calls.
 * Stops a build that may be published and contains the rehearsal, the local stand-in for Cloudflare's check, or another
 * setting for this machine.
 *
 * @param rehearsed whether the build uses the rehearsal
 * @param standIn whether the build uses the local stand-in for Cloudflare's check
 * @param onlyHere what else is right on this machine only, as sentences
 */
export function connectionNotice(
  backend: boolean,
  voice: boolean,
  rehearsed: boolean,
  standIn: boolean,
  onlyHere: readonly string[],
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
        // Only `npm start` and the tests build into another folder.
        if (rehearsed && (voice || !process.env['SITE_OUT_DIR']))
          throw new Error(
            "PUBLIC_REHEARSAL_URL is set: calls from this build would go to a server on each visitor's machine. " +
              'Remove it from .env and from the shell; `npm start` sets it for itself.',
          );
        if (standIn && !process.env['SITE_OUT_DIR'])
          throw new Error(
            "PUBLIC_TURNSTILE_URL is set: forms in this build would contact a server on each visitor's machine. " +
              'Remove it from .env and from the shell; `npm start` sets it for itself.',
          );
        if (onlyHere.length > 0 && !process.env['SITE_OUT_DIR']) throw new Error(onlyHere.join('\n'));
        if (!voice && !rehearsed)
          logger.warn(
            'No voice provider is connected: the call button of this build says so and starts no call. ' +
              'Set PUBLIC_VAPI_KEY and PUBLIC_VAPI_ASSISTANT_ID in .env to connect one.',
          );
      },
    },
  };
}
