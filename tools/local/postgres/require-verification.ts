import postgres from 'postgres';
import type { DatabaseOptions } from './cluster.ts';

/** Sets whether the database accepts requests only from the verifying function, or with the public key too. */
export async function requireVerification(options: DatabaseOptions, required: boolean): Promise<void> {
  const database = postgres({ ...options, max: 1 });
  await database`
    select private.require_verification(${required}) from private.settings where verification_required <> ${required}`;
  await database.end();
}
