import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPresence } from './deploy/database.ts';
import { prepare } from './deploy/reference.ts';
import { askSupabase, runSupabase } from './deploy/supabase-cli.ts';
import { chooseTarget } from './deploy/target.ts';
import { Fault } from '../../src/lib/fault.ts';
import { readWords } from './read-words.ts';

const USAGE = `npm run backend -- push [--remote=<reference of a project, or postgres://…>] [--prepare] [--yes]
  makes the migrations that the project of .env, or another, has not had`;

/**
 * Makes the migrations that a project or a database has not had. The Supabase CLI lists them and asks first; `--yes` is
 * the answer where nobody sits at the terminal. With `--prepare`, a PostgreSQL that is not Supabase's gets its roles and
 * storage tables first.
 *
 * @param rest the words behind the command
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
  // Asked for something simple, it says why it can't: that nobody is logged in, or that there is no such project.
  if (project) await askSupabase('functions', 'list', `--remote=${remote}`);
  else {
    const presence = await readPresence(
      async (statement) =>
        (await askSupabase('db', 'query', statement, '--read-only', `--remote=${remote}`)) as unknown[],
    );
    if (presence.missing_roles.length > 0 || !presence.storage) {
      if (!values.prepare)
        throw new Fault(
          `${name} is no database of Supabase: it has not the roles anon, authenticated and service_role, or no storage.\nIs it the right one? Then add --prepare, which makes them.`,
        );
      const folder = mkdtempSync(join(tmpdir(), 'site-prepare-'));
      try {
        await (await prepare(remote, folder)).connection.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      console.log(`${name} has Supabase's roles and storage tables now.`);
    }
  }
  const code = await runSupabase('db', 'push', `--remote=${remote}`, ...(values.yes ? ['--yes'] : []));
  if (code === 0) console.log('\nWhether all is as it should be: npm run backend -- check');
  return code;
}
