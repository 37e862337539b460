import type { SupabaseClient } from '@supabase/supabase-js';
import type { RequestRow } from './request.ts';
import type { RequestTable } from './verified-request.ts';

/** The result of an insert, in the form that the database itself returns. */
interface Inserted {
  status: number;
  error: { code: string; message: string } | null;
}

/**
 * Inserts a row through the function that first verifies the token.
 *
 * @throws Error if there is no response
 */
export async function insertVerified(
  client: SupabaseClient,
  table: RequestTable,
  row: RequestRow,
  token: string,
  signal: AbortSignal,
): Promise<Inserted> {
  const result = await client.functions.invoke<unknown>('verified-request', {
    body: { table, token, row },
    signal,
  });
  const { response } = result;
  if (!response) throw result.error as Error;
  if (result.error === null) return { status: response.status, error: null };
  const answer = (await response.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null;
  const { code = '', message = `status ${response.status}` } = answer?.error ?? {};
  return { status: response.status, error: { code, message } };
}
