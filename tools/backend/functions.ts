import { askSupabase, runSupabase } from './deploy/supabase-cli.ts';
import { chooseTarget } from './deploy/target.ts';
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import { Fault } from '../../src/lib/fault.ts';
import { readWords } from './read-words.ts';

const USAGE = `npm run backend -- functions [name …] [--remote=<reference of a project>] [--yes]
  deploys the edge functions to the project of .env, or to another`;

/**
 * Deploys the edge functions to a project, with the words of the mails as they are in `content/` now. Supabase bundles
 * them: nothing but this clone is needed here.
 *
 * @param rest the words behind the command: names of functions, else all of them
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function functions(rest: readonly string[]): Promise<number> {
  const { values, positionals } = readWords(
    rest,
    { options: { remote: { type: 'string' }, yes: { type: 'boolean' } }, allowPositionals: true },
    USAGE,
  );
  const { project, name } = chooseTarget(values.remote);
  if (!project) throw new Fault(`${name} has no functions. Name a project: --remote=<reference>`);
  // Says why when nobody is logged in, or there is no such project.
  await askSupabase('functions', 'list', `--remote=${project.ref}`);
  // The functions import it.
  writeEmailCopy();
  return runSupabase(
    'functions',
    'deploy',
    ...positionals,
    '--use-api',
    `--remote=${project.ref}`,
    ...(values.yes ? ['--yes'] : []),
  );
}
