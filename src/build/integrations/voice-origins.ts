/** What the CSP must allow for calls. */
interface VoiceOrigins {
  mode: 'hosted' | 'rehearsal' | 'none';
  scripts: string[];
  connect: string[];
  directives: string[];
}

/**
 * The origins that calls need: only those of the configured provider.
 *
 * @param env PUBLIC_VAPI_KEY, PUBLIC_VAPI_ASSISTANT_ID, PUBLIC_REHEARSAL_URL
 */
export function voiceOrigins(env: Record<string, string | undefined>): VoiceOrigins {
  if (env['PUBLIC_VAPI_KEY'] && env['PUBLIC_VAPI_ASSISTANT_ID'])
    return {
      mode: 'hosted',
      // The call machine, and the noise cancellation that it loads.
      scripts: ['https://c.daily.co', "'wasm-unsafe-eval'"],
      connect: [
        'https://api.vapi.ai',
        'https://*.daily.co',
        'wss://*.daily.co',
        // Daily's call machine requests a room here.
        'https://*.pluot.blue',
        'wss://*.pluot.blue',
        // daily-js reports fatal errors here (spec section 7).
        'https://o77906.ingest.sentry.io',
      ],
      directives: ["worker-src 'self' blob:"],
    };
  const rehearsal = env['PUBLIC_REHEARSAL_URL'];
  if (!rehearsal) return { mode: 'none', scripts: [], connect: [], directives: [] };
  const { origin } = new URL(rehearsal);
  return { mode: 'rehearsal', scripts: [origin], connect: [origin], directives: [] };
}
