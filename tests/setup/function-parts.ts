import { openParts, type Parts, type Replaced } from '../../functions/_shared/parts.ts';
import type { Stack } from './stack.ts';

/** The real functions on a stack's real database, with a mail provider of the test's choice. Their key is "key". */
export function functionParts(stack: Stack, replaced: Replaced = {}, variables: Record<string, string> = {}): Parts {
  const values: Record<string, string> = {
    SUPABASE_URL: stack.backend.apiUrl,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.secretKey }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: 'key' }),
    TEAM_EMAIL: 'team@example.com',
    MAIL_FROM: 'Site <site@example.com>',
    ...variables,
  };
  return openParts((name) => values[name], { send: () => Promise.resolve(), ...replaced });
}
