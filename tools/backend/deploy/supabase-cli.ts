import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Fault } from '../../../src/lib/fault.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';

/** How the CLI writes an error when it is asked for JSON. */
interface CliError {
  error: { message: string; suggestion?: string };
}

/** The CLI reports what it is used for unless it is told not to. */
const QUIET = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' };

/**
 * Not in package.json: 135 MB that only who deploys needs, and its builds for other systems come later than the package,
 * which `npm ci` can't do without.
 */
const PACKAGE = 'supabase@3.1.0';

/** By npm, which keeps what it has downloaded. */
function start(words: readonly string[], stdio: StdioOptions): ChildProcess {
  const npm = process.env['npm_execpath'];
  const exec = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'supabase', ...words, '--workdir', projectFolder];
  const env = { ...QUIET, ...process.env };
  return npm ? spawn(process.execPath, [npm, ...exec], { env, stdio }) : spawn('npm', exec, { env, stdio });
}

const LOGIN = `The Supabase CLI is not logged in. Log in, in a browser:
  npm run supabase -- login
or put an access token into SUPABASE_ACCESS_TOKEN (https://supabase.com/dashboard/account/tokens).`;

const ended = (program: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', (code) => resolve(code ?? 1));
  });

/**
 * Runs the Supabase CLI in this terminal, where it may ask before it changes something.
 *
 * @returns its exit code
 */
export const runSupabase = (...words: string[]): Promise<number> => ended(start(words, 'inherit'));

/**
 * Asks the Supabase CLI for something.
 *
 * @returns what it printed as JSON
 * @throws Fault with the reason that it gives, and what it advises
 */
export async function askSupabase(...words: string[]): Promise<unknown> {
  const program = start([...words, '--agent', 'no', '--output-format', 'json'], ['inherit', 'pipe', 'ignore']);
  const [code, printed] = await Promise.all([ended(program), program.stdout ? text(program.stdout) : '']);
  let answer: unknown;
  try {
    answer = JSON.parse(printed);
  } catch {
    throw new Fault(`The Supabase CLI gave no answer to: ${words.slice(0, 2).join(' ')}\n${printed.trim()}`);
  }
  if (code === 0) return answer;
  const { message, suggestion } = (answer as CliError).error;
  // Each of its commands gives it another code.
  if (/access token not provided/i.test(message)) throw new Fault(LOGIN);
  // Of a connection that is refused it says that an address may be banned.
  throw new Fault([message, message.includes('ECONNREFUSED') ? undefined : suggestion].filter(Boolean).join('\n'));
}
