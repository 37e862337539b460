/** What the CSP must allow for calls. */
interface VoiceOrigins {
  mode: 'hosted' | 'rehearsal' | 'none';
  scripts: string[];
  connect: string[];
  directives: string[];
}

/** Every key and id of Vapi is a UUID. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The origins that calls need: only those of the configured provider.
 *
 * @param env PUBLIC_VAPI_KEY, PUBLIC_VAPI_ASSISTANT_ID, PUBLIC_REHEARSAL_URL, VAPI_PRIVATE_KEY
 * @throws Error if a value is not a UUID, or is the private key
 */
export function voiceOrigins(env: Record<string, string | undefined>): VoiceOrigins {
  const { PUBLIC_VAPI_KEY: key, PUBLIC_VAPI_ASSISTANT_ID: assistant, VAPI_PRIVATE_KEY: secret } = env;
  // A private key looks the same.
  const isPublic = (value: string) => UUID.test(value) && value.toLowerCase() !== secret?.trim().toLowerCase();
  if (key && !isPublic(key))
    throw new Error(
      "PUBLIC_VAPI_KEY must be just a public key from Vapi's dashboard (API Keys), such as " +
        '123e4567-e89b-42d3-a456-426614174000: every visitor can read it. If you have published a site with the private ' +
        'key, delete that key in the dashboard and create a new one.',
    );
  if (assistant && !isPublic(assistant))
    throw new Error(
      'PUBLIC_VAPI_ASSISTANT_ID must be just the id that `npm run assistant -- push` prints, not a private key: every ' +
        'visitor can read it. If you have published a site with the private key, delete that key in the dashboard and ' +
        'create a new one.',
    );
  if (key && assistant)
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
