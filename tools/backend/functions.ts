import { askSupabase, runSupabase } from './deploy/supabase-cli.ts';
import { chooseTarget } from './deploy/target.ts';
import { writeEmailCopy } from '../../src/build/integrations/email-copy.ts';
import { Fault } from '../../src/lib/fault.ts';
import { readWords } from './read-words.ts';

const USAGE = `npm run backend -- functions [name …] [--remote=<project reference>] [--yes]
  deploys the edge functions to the project in .env, or to another one`;

/**
 * Deploys the edge functions to a project, with the mail texts that are in `content/` now. Supabase bundles them, so
 * this clone is all that is needed.
 *
 * @param rest the arguments after the command: names of functions; all of them if there are none
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
  // Fails with the reason if nobody is logged in or the project does not exist.
  await askSupabase('functions', 'list', `--remote=${project.ref}`);
  // The functions import this file.
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
