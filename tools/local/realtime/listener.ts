import type { KeyRole } from '../api/api-key.ts';
import type { SigningKey } from '../auth/signing-key.ts';
import type { Listener } from './may-hear.ts';

/** Who listens with a token, and until when (milliseconds); or why the token is refused, as a hosted project says it. */
export type Heard = { listener: Listener; until: number } | { refused: string };

/**
 * Reads the token with which somebody joins a channel.
 *
 * @param token what the client sends: a token of a person, or a key of the project if nobody is signed in
 * @param keyRole of the key with which the connection was made
 */
export function listenerOf(token: unknown, keyRole: KeyRole, key: SigningKey): Heard {
  if (typeof token !== 'string' || token === '' || token.startsWith('sb_'))
    return { listener: { role: keyRole }, until: Infinity };
  const reading = key.read(token);
  if ('fault' in reading)
    return {
      refused:
        reading.fault === 'malformed'
          ? 'MalformedJWT: The token provided is not a valid JWT'
          : 'JwtSignatureError: Failed to validate JWT signature',
    };
  const { claims, isExpired } = reading;
  if (isExpired) {
    const ago = Math.floor(Date.now() / 1000) - claims.exp;
    return { refused: `InvalidJWTToken: Token has expired ${ago} seconds ago` };
  }
  return { listener: claims, until: claims.exp * 1000 };
}
