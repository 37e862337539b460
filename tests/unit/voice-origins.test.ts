import { expect, it } from 'vitest';
import { voiceOrigins } from '../../src/build/integrations/voice-origins.ts';

const KEY = '123e4567-e89b-42d3-a456-426614174000';

it.each([
  [{ PUBLIC_VAPI_KEY: KEY, VAPI_PRIVATE_KEY: KEY }],
  [{ PUBLIC_VAPI_KEY: KEY, VAPI_PRIVATE_KEY: KEY.toUpperCase() }],
  [{ PUBLIC_VAPI_KEY: `"${KEY}"` }],
  [{ PUBLIC_VAPI_KEY: 'sb_secret_abc' }],
])('a build stops at a key that is not a public one: %j', (env) => {
  expect(() => voiceOrigins(env)).toThrow("PUBLIC_VAPI_KEY must be just a public key from Vapi's dashboard");
});

it.each([KEY, KEY.toUpperCase(), ` ${KEY}`, 'sb_secret_abc'])(
  'a build stops at a private key in place of the assistant: %j',
  (id) => {
    expect(() => voiceOrigins({ PUBLIC_VAPI_ASSISTANT_ID: id, VAPI_PRIVATE_KEY: KEY })).toThrow(
      'PUBLIC_VAPI_ASSISTANT_ID must be just the id that `npm run assistant -- push` prints',
    );
  },
);

it('a build accepts a public key', () => {
  const env = { PUBLIC_VAPI_KEY: KEY, PUBLIC_VAPI_ASSISTANT_ID: KEY, VAPI_PRIVATE_KEY: 'another' };
  expect(voiceOrigins(env).mode).toBe('hosted');
});
