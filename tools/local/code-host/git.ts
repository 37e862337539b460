import { spawn } from 'node:child_process';
import { Fault } from '../../../src/lib/fault.ts';

/** Git itself, with a repository of ours and without the settings of whoever started it. */
export interface Git {
  /** The bare repository. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /**
   * Runs a command.
   *
   * @returns what it prints
   * @throws GitError when it fails, or prints more than `most` characters
   */
  run(
    args: readonly string[],
    options?: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv; most?: number },
  ): Promise<string>;
}

/** What a command prints at most (characters): a longer text than the engine can hold would end the process. */
const MOST = 128 * 1024 * 1024;
const MOST_ERRORS = 10_000;

export class GitError extends Error {
  override name = 'GitError';
}

/** What must not depend on the version of git. */
const SETTINGS = { 'core.autocrlf': 'false', 'core.logAllRefUpdates': 'false', 'gc.auto': '0' };

/** A hook or an alias of this machine must not run, and a variable such as GIT_DIR must not lead elsewhere. */
function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const settings = Object.entries(SETTINGS);
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    GIT_DIR: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** @throws Fault when git is not installed */
export function openGit(folder: string): Git {
  const env = cleanEnvironment(folder);
  return {
    folder,
    env,
    async run(args, options = {}) {
      // No program can have such an argument.
      if (args.some((arg) => arg.includes('\0'))) throw new GitError('A name or a message has a NUL.');
      const child = spawn('git', args, { env: { ...env, ...options.env }, stdio: 'pipe' });
      let output = '';
      let errors = '';
      let isTooLong = false as boolean;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        isTooLong ||= output.length + text.length > (options.most ?? MOST);
        if (isTooLong) child.kill();
        else output += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(0, MOST_ERRORS)));
      // A command that ends before it has read everything says why on stderr.
      child.stdin.on('error', () => undefined).end(options.input ?? '');
      const code = await new Promise<number | null>((done, failed) =>
        child.once('close', done).once('error', failed),
      ).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new Fault('git is not installed. Install it from https://git-scm.com to try /edit on this machine.');
      });
      if (isTooLong) throw new GitError(`git ${args[0]} prints too much`);
      if (code !== 0) throw new GitError(errors.trim() || `git ${args[0]} failed`);
      return output;
    },
  };
}
