import postgres from 'postgres';

/** Has the database take requests from a function alone that verifies them, or from the public key again. */
export async function requireVerification(databaseUrl: string, required: boolean): Promise<void> {
  const database = postgres(databaseUrl, { max: 1 });
  await database`
    select private.require_verification(${required}) from private.settings where verification_required <> ${required}`;
  await database.end();
}
