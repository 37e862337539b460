import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPresence } from './deploy/database.ts';
import { prepare } from './deploy/reference.ts';
import { askSupabase, runSupabase } from './deploy/supabase-cli.ts';
import { chooseTarget } from './deploy/target.ts';
import { Fault } from '../../src/lib/fault.ts';
import { readWords } from './read-words.ts';

const USAGE = `npm run backend -- push [--remote=<project reference, or postgres://…>] [--prepare] [--yes]
  applies pending migrations to the project in .env, or to another one`;

/**
 * Applies pending migrations to a project or a database. The Supabase CLI lists them and asks for confirmation; `--yes`
 * confirms where nobody sits at the terminal. With `--prepare`, a PostgreSQL that is not Supabase's gets the roles and
 * tables of one first.
 *
 * @param rest the arguments after the command
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function push(rest: readonly string[]): Promise<number> {
  const { values } = readWords(
    rest,
    { options: { remote: { type: 'string' }, prepare: { type: 'boolean' }, yes: { type: 'boolean' } } },
    USAGE,
  );
  const { remote, project, name } = chooseTarget(values.remote);
  // A simple request first, whose error says that nobody is logged in or that the project does not exist.
  if (project) await askSupabase('functions', 'list', `--remote=${remote}`);
  else {
    const presence = await readPresence(
      async (statement) =>
        (await askSupabase('db', 'query', statement, '--read-only', `--remote=${remote}`)) as unknown[],
    );
    if (presence.missing_roles.length > 0 || !presence.storage || !presence.desk) {
      if (!values.prepare)
        throw new Fault(
          `${name} is not a Supabase database: the roles anon, authenticated and service_role, or the tables of the storage, of sign-in or of live messages are missing.\nIf it is the right database, add --prepare to create them.`,
        );
      const folder = mkdtempSync(join(tmpdir(), 'site-prepare-'));
      try {
        await (await prepare(remote, folder)).connection.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      console.log(`Created Supabase's roles and tables in ${name}.`);
    }
  }
  const code = await runSupabase('db', 'push', `--remote=${remote}`, ...(values.yes ? ['--yes'] : []));
  if (code === 0) console.log('\nTo check the result: npm run backend -- check');
  return code;
}
