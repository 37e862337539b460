import type { Sql } from 'postgres';
import type { Auth } from './auth.ts';
import { Refusal } from './refusal.ts';
import { sessionGone, type Session } from './sessions.ts';

/** bcrypt reads no more (bytes). */
const LONGEST = 72;

/** @throws Refusal when bcrypt would cut it off */
export function checkLength(password: string): void {
  if (Buffer.byteLength(password) > LONGEST)
    throw new Refusal(400, 'validation_failed', `Password cannot be longer than ${LONGEST} characters`);
}

function checkStrength({ shortestPassword }: Auth, password: string): void {
  checkLength(password);
  if (password.length >= shortestPassword) return;
  throw new Refusal(422, 'weak_password', `Password should be at least ${shortestPassword} characters.`, {
    weak_password: { reasons: ['length'] },
  });
}

async function store(database: Sql, user: string, password: string, kept: string | null): Promise<void> {
  await database.begin(async (open) => {
    if (kept !== null) {
      const [session] = await open`select from auth.sessions where id = ${kept} for update`;
      // It has ended since the request came.
      if (!session) throw sessionGone();
    }
    await open`update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10)),
      updated_at = now() where id = ${user}`;
    await open`delete from auth.sessions where user_id = ${user} and id is distinct from ${kept}::uuid`;
  });
}

/**
 * Changes one's own password, and ends all other sessions.
 *
 * @throws Refusal when there is a factor that this session has not shown, or the password is weak or the same
 */
export async function changePassword(auth: Auth, session: Session, password: string): Promise<void> {
  checkStrength(auth, password);
  if (session.hasFactor && session.aal !== 'aal2')
    throw new Refusal(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  const [row] = await auth.database<{ same: boolean }[]>`
    select encrypted_password = extensions.crypt(${password}, encrypted_password) as same from auth.users
    where id = ${session.user}`;
  if (row?.same) throw new Refusal(422, 'same_password', 'New password should be different from the old password.');
  await store(auth.database, session.user, password, session.id);
}

/**
 * Gives somebody another password, and ends all their sessions.
 *
 * @throws Refusal when the password is weak
 */
export async function resetPassword(auth: Auth, user: string, password: string): Promise<void> {
  checkStrength(auth, password);
  await store(auth.database, user, password, null);
}
