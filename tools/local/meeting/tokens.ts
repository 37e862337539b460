import { readHs256, signHs256 } from '../hs256.ts';

/** What a meeting token says of its holder. */
export interface Pass {
  owner: boolean;
  name: string;
  /** Epoch seconds. */
  nbf: number;
  exp: number;
  ejectAtExp: boolean;
}

/** The claims have Daily's names: https://docs.daily.co/reference/rest-api/meeting-tokens/self-signing-tokens */
export function makeToken(properties: Record<string, unknown>, apiKey: string): string {
  const { room_name, is_owner, user_name, user_id, nbf, exp, eject_at_token_exp } = properties;
  return signHs256(
    { r: room_name, o: is_owner, u: user_name, ud: user_id, nbf, exp, ejt: eject_at_token_exp, d: 'local' },
    apiKey,
  );
}

/** The pass that a token gives to a room; undefined if it is not for this room, or not ours. */
export function readToken(token: string, room: string, apiKey: string): Pass | undefined {
  const claims = readHs256(token, apiKey);
  // Without a room, a token opens every one.
  if (!claims || (claims['r'] ?? room) !== room) return undefined;
  const { o, u, nbf, exp, ejt } = claims as { o?: boolean; u?: string; nbf?: number; exp?: number; ejt?: boolean };
  return { owner: o ?? false, name: u ?? '', nbf: nbf ?? 0, exp: exp ?? Infinity, ejectAtExp: ejt ?? false };
}
