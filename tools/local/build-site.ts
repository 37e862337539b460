import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { compressSite } from './compress-site.ts';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { OWN_CACHES } from '../own-caches.ts';
import { localFolder } from './folder.ts';

const ASTRO = join(projectFolder, 'node_modules/astro/bin/astro.mjs');

/** What a failure shows of the output: lines, and characters of each. Words can make a build print without end. */
const MOST_LINES = 40;
const LONGEST_LINE = 1000;
const MOST_OUTPUT = 100_000;

/** The services that a build connects to. */
export interface Connection {
  PUBLIC_SUPABASE_URL: string;
  PUBLIC_SUPABASE_KEY: string;
  PUBLIC_VAPI_KEY: string;
  PUBLIC_VAPI_ASSISTANT_ID: string;
  PUBLIC_REHEARSAL_URL: string;
  PUBLIC_TURNSTILE_SITE_KEY: string;
  PUBLIC_TURNSTILE_URL: string;
  PUBLIC_MEETINGS: string;
  PUBLIC_CODE_HOST: string;
  PUBLIC_EDIT_APP: string;
}

/** Empty values win over .env: a local build never talks to a hosted service by accident. */
export const UNCONNECTED: Connection = {
  PUBLIC_SUPABASE_URL: '',
  PUBLIC_SUPABASE_KEY: '',
  PUBLIC_VAPI_KEY: '',
  PUBLIC_VAPI_ASSISTANT_ID: '',
  PUBLIC_REHEARSAL_URL: '',
  PUBLIC_TURNSTILE_SITE_KEY: '',
  PUBLIC_TURNSTILE_URL: '',
  PUBLIC_MEETINGS: '',
  PUBLIC_CODE_HOST: '',
  PUBLIC_EDIT_APP: '',
};

/**
 * Runs Astro with a connection. It ends with this process, and reports to it (parent-process.ts).
 *
 * @param connection a service that is left out is not connected, even if .env sets it
 * @param stdio whether Astro prints to this terminal or into pipes
 * @param signal kills the process
 * @param project the folder of the site, if it is a copy
 */
export function runAstro(
  args: readonly string[],
  connection: Partial<Connection>,
  env: NodeJS.ProcessEnv,
  stdio: 'inherit' | 'pipe' = 'inherit',
  signal?: AbortSignal,
  project = projectFolder,
): ChildProcess {
  return spawn(process.execPath, [ASTRO, ...args], {
    cwd: project,
    // A separate cache: a test build and a developer's build may run at the same time.
    env: {
      ...OWN_CACHES,
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_CACHE_DIR: join(localFolder(), 'cache'),
      ...UNCONNECTED,
      ...connection,
      ...env,
    },
    stdio: ['ignore', stdio, stdio, 'ipc'],
    ...(signal ? { signal } : {}),
  });
}

/** A build of other words, whose texts open in the editor. */
export interface PreviewOf {
  /** The copy of the project that has the words. */
  project: string;
  /** The address of the editor. */
  editor: string;
}

/**
 * Builds the site into a folder.
 *
 * @param connection a service that is left out is not connected, even if .env sets it
 * @param signal stops the build
 * @throws Fault with Astro's output when the build fails
 */
export async function buildSite(
  folder: string,
  connection: Partial<Connection>,
  signal?: AbortSignal,
  preview?: PreviewOf,
): Promise<void> {
  const env = {
    ...(preview && { SITE_EDITING: preview.editor }),
    SITE_OUT_DIR: folder,
    SITE_CACHE_DIR: `${folder}.cache`,
    NODE_ENV: 'production',
    // A page over its budget should not stop a local preview; `npm run build` does stop, and `npm run sizes` records.
    SITE_BUDGETS: process.env['SITE_BUDGETS'] ?? 'off',
  };
  const astro = runAstro(['build'], connection, env, 'pipe', signal, preview?.project);
  let output = '';
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MOST_OUTPUT));
  astro.stdout?.on('data', collect);
  astro.stderr?.on('data', collect);
  const code = await new Promise<number | null>((done, failed) => astro.once('close', done).once('error', failed));
  if (code !== 0) {
    const lines = output.trim().split('\n').slice(-MOST_LINES);
    throw new Fault(`The site could not be built.\n${lines.map((line) => line.slice(0, LONGEST_LINE)).join('\n')}`);
  }
  await compressSite(folder);
}
