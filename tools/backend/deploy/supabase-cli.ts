import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Fault } from '../../../src/lib/fault.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { OWN_CACHES } from '../../own-caches.ts';

/** An error in the CLI's JSON output. */
interface CliError {
  error: { message: string; suggestion?: string };
}

/** Turns off the CLI's telemetry. */
const QUIET = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' };

/**
 * Not in package.json: it is 135 MB that only a deployment needs, and `npm ci` fails while its builds for other
 * systems, which are published after the package, are missing.
 */
const PACKAGE = 'supabase@3.1.0';

/** Runs the CLI through npm, which caches the download. */
function start(words: readonly string[], stdio: StdioOptions): ChildProcess {
  const npm = process.env['npm_execpath'];
  const exec = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'supabase', ...words, '--workdir', projectFolder];
  const env = { ...QUIET, ...OWN_CACHES, ...process.env };
  return npm ? spawn(process.execPath, [npm, ...exec], { env, stdio }) : spawn('npm', exec, { env, stdio });
}

const LOGIN = `The Supabase CLI is not logged in. Log in with a browser:
  npm run supabase -- login
or put an access token into SUPABASE_ACCESS_TOKEN (https://supabase.com/dashboard/account/tokens).`;

const ended = (program: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', (code) => resolve(code ?? 1));
  });

/**
 * Runs the Supabase CLI in this terminal, where it can ask for confirmation.
 *
 * @returns its exit code
 */
export const runSupabase = (...words: string[]): Promise<number> => ended(start(words, 'inherit'));

/**
 * Runs the Supabase CLI and reads its output.
 *
 * @returns the JSON it printed
 * @throws Fault with its error message and suggestion
 */
export async function askSupabase(...words: string[]): Promise<unknown> {
  const program = start([...words, '--agent', 'no', '--output-format', 'json'], ['inherit', 'pipe', 'ignore']);
  const [code, printed] = await Promise.all([ended(program), program.stdout ? text(program.stdout) : '']);
  let answer: unknown;
  try {
    answer = JSON.parse(printed);
  } catch {
    throw new Fault(`The Supabase CLI printed no JSON for: ${words.slice(0, 2).join(' ')}\n${printed.trim()}`);
  }
  if (code === 0) return answer;
  const { message, suggestion } = (answer as CliError).error;
  // Each command uses a different code for this.
  if (/access token not provided/i.test(message)) throw new Fault(LOGIN);
  // For a refused connection it suggests that the address may be banned, which is misleading.
  throw new Fault([message, message.includes('ECONNREFUSED') ? undefined : suggestion].filter(Boolean).join('\n'));
}
