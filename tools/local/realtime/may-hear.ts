import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

/** Who listens, as policies see it: the claims of a token, or only the role of a key. */
export interface Listener {
  role: string;
  sub?: string;
  [claim: string]: unknown;
}

/** The roles that policies are for. */
const ROLES: readonly string[] = ['anon', 'authenticated', 'service_role'];

class Undo extends Error {}

/**
 * Whether somebody may hear a private channel: whether the policies of realtime.messages would show them a message of
 * it. As on a hosted project, one is entered, looked for with the listener's rights, and taken back.
 *
 * @returns false if a policy fails, too
 */
export async function mayHear(database: Sql, topic: string, listener: Listener): Promise<boolean> {
  const { role, sub = '' } = listener;
  if (!ROLES.includes(role)) return false;
  let isShown = false;
  await database
    .begin(async (open) => {
      const id = randomUUID();
      await open`insert into realtime.messages (id, topic, extension) values (${id}, ${topic}, 'broadcast')`;
      await open`
        select set_config('role', ${role}, true), set_config('realtime.topic', ${topic}, true),
          set_config('request.jwt.claims', ${JSON.stringify(listener)}, true),
          set_config('request.jwt.claim.sub', ${sub}, true), set_config('request.jwt.claim.role', ${role}, true)`;
      const rows = await open`select id from realtime.messages where id = ${id}`;
      isShown = rows.length > 0;
      throw new Undo();
    })
    .catch(() => undefined);
  return isShown;
}
