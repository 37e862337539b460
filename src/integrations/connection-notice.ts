import type { AstroIntegration } from 'astro';

/** Warns at build time that a site without a backend can take no requests. */
export function connectionNotice(connected: boolean): AstroIntegration {
  return {
    name: 'connection-notice',
    hooks: {
      'astro:build:start'({ logger }) {
        if (connected) return;
        logger.warn(
          'No backend is connected: the forms of this build say so and cannot be sent. ' +
            'Set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY in .env to connect one.',
        );
      },
    },
  };
}
