/** What the CSP must allow for calls. */
interface VoiceOrigins {
  mode: 'hosted' | 'rehearsal' | 'none';
  scripts: string[];
  connect: string[];
  directives: string[];
}

/** Every key of Vapi is a UUID. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The origins that calls need: only those of the configured provider.
 *
 * @param env PUBLIC_VAPI_KEY, PUBLIC_VAPI_ASSISTANT_ID, PUBLIC_REHEARSAL_URL, VAPI_PRIVATE_KEY
 * @throws Error if the key is not a public key
 */
export function voiceOrigins(env: Record<string, string | undefined>): VoiceOrigins {
  const key = env['PUBLIC_VAPI_KEY'];
  // A private key looks the same.
  if (key && (!UUID.test(key) || key === env['VAPI_PRIVATE_KEY']))
    throw new Error(
      "PUBLIC_VAPI_KEY must be just a public key from Vapi's dashboard (API Keys), such as " +
        '123e4567-e89b-42d3-a456-426614174000: every visitor can read it. If you have published a site with the private ' +
        'key, delete that key in the dashboard and create a new one.',
    );
  if (key && env['PUBLIC_VAPI_ASSISTANT_ID'])
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
