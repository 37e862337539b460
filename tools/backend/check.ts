import { loadEnv } from 'vite';
import { checkAuthSettings, readAuthSettings } from './deploy/auth-settings.ts';
import { checkDatabase, migrationVersions, readsVerifiedOnly, type Query } from './deploy/database.ts';
import type { Finding } from './deploy/finding.ts';
import { checkAnswers, checkPublicKey } from './deploy/from-outside.ts';
import { checkFunctions, checkSecrets, functionNames, type DeployedFunction } from './deploy/project.ts';
import { referenceFacts } from './deploy/reference.ts';
import { askSupabase } from './deploy/supabase-cli.ts';
import { chooseTarget } from './deploy/target.ts';
import { emailCopyVersion } from '../../src/build/integrations/email-copy.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { readWords } from './read-words.ts';

const USAGE = `npm run backend -- check [--remote=<project reference, or postgres://…>]
  checks the project in .env, or another one; exits with 0 if everything is right, 2 if something is wrong`;

/** One item of the check: the line printed if it passes, and its findings if not. */
interface Part {
  right: string;
  findings: Finding[];
}

const indent = (text: string) => text.replaceAll('\n', '\n         ');

function print({ right, findings }: Part): void {
  if (findings.length === 0) console.log(`  ok     ${right}`);
  for (const { wrong, fix } of findings) console.log(`  WRONG  ${indent(wrong)}\n         ${indent(fix)}`);
}

/**
 * Checks that a project, or a database alone, is set up as the site needs it, and prints how to fix what is not.
 * Changes nothing.
 *
 * @param rest the arguments after the command
 * @returns the exit code: 0 if everything is right, 2 if something is wrong
 * @throws Fault when the check can't run
 */
export async function check(rest: readonly string[]): Promise<number> {
  const { values } = readWords(rest, { options: { remote: { type: 'string' } } }, USAGE);
  const { remote, project, name } = chooseTarget(values.remote);
  const env = project?.isInEnv ? loadEnv('production', projectFolder, 'PUBLIC_') : {};
  const query: Query = async (statement) =>
    (await askSupabase('db', 'query', statement, '--read-only', `--remote=${remote}`)) as unknown[];
  console.log(name);
  const parts: Part[] = [];
  const report = (part: Part) => {
    parts.push(part);
    print(part);
  };

  // In parallel: each request takes a second or two, and so does building the reference database.
  const lists =
    project &&
    Promise.all([
      askSupabase('functions', 'list', `--remote=${remote}`),
      askSupabase('secrets', 'list', `--remote=${remote}`),
    ]);
  // Awaited below; an error of the database is reported first.
  lists?.catch(() => undefined);
  const database = await checkDatabase(query, referenceFacts);
  report({
    right: `database: ${migrationVersions().length} migrations, no manual changes`,
    findings: database,
  });
  if (project && lists) {
    const [list, { secrets }] = (await lists) as [{ functions: DeployedFunction[] }, { secrets: { name: string }[] }];
    const functions = functionNames();
    report({ right: `functions: ${functions.length}`, findings: checkFunctions(functions, list.functions) });
    const verified = env['PUBLIC_TURNSTILE_SITE_KEY'] || (database.length === 0 && (await readsVerifiedOnly(query)));
    report({
      right: 'secrets',
      findings: checkSecrets(
        secrets.map((secret) => secret.name),
        {
          turnstile: Boolean(verified),
          meetings: Boolean(env['PUBLIC_MEETINGS']),
          editApp: Boolean(env['PUBLIC_EDIT_APP']),
        },
        project.ref,
      ),
    });
    const deployed = functions.filter((one) => list.functions.some(({ slug }) => slug === one));
    report({
      right: 'the functions answer, with the words of content/',
      findings: await checkAnswers(project.url, deployed, emailCopyVersion()),
    });
    const settings = await readAuthSettings(project.ref);
    if (settings) report({ right: 'sign-in of staff', findings: checkAuthSettings(settings) });
    else
      console.log(
        '  -      sign-in of staff: SUPABASE_ACCESS_TOKEN is not set, not checked (docs/deploy.md, "The desk")',
      );
    const key = env['PUBLIC_SUPABASE_KEY'];
    if (key) report({ right: 'permissions of the public key', findings: await checkPublicKey(project.url, key) });
    else console.log('  -      the public key of this project: not in .env, not checked');
  }
  return parts.some(({ findings }) => findings.length > 0) ? 2 : 0;
}
