import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { compressSite } from './compress-site.ts';
import { Fault } from './fault.ts';
import { localFolder, projectFolder } from './folder.ts';

const ASTRO = join(projectFolder, 'node_modules/astro/bin/astro.mjs');

/** What a build is connected to. Empty values win over .env: a local build never talks to a hosted project by accident. */
export interface Connection {
  PUBLIC_SUPABASE_URL: string;
  PUBLIC_SUPABASE_KEY: string;
}

/**
 * Runs Astro with a connection.
 *
 * @param stdio where its output goes: to ours, or into pipes
 * @param signal kills it
 */
export function runAstro(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: 'inherit' | 'pipe' = 'inherit',
  signal?: AbortSignal,
): ChildProcess {
  return spawn(process.execPath, [ASTRO, ...args], {
    cwd: projectFolder,
    // Its own cache: a build for tests and a developer's may run at the same time.
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', SITE_CACHE_DIR: join(localFolder(), 'cache'), ...env },
    stdio: ['ignore', stdio, stdio],
    ...(signal ? { signal } : {}),
  });
}

/**
 * Builds the site into a folder.
 *
 * @param connection none: the build takes what .env says
 * @param signal stops the build
 * @throws Fault with Astro's output when the build fails
 */
export async function buildSite(folder: string, connection?: Connection, signal?: AbortSignal): Promise<void> {
  const env = { SITE_OUT_DIR: folder, SITE_CACHE_DIR: `${folder}.cache`, NODE_ENV: 'production', ...connection };
  const astro = runAstro(['build'], env, 'pipe', signal);
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  astro.stdout?.on('data', collect);
  astro.stderr?.on('data', collect);
  const code = await new Promise<number | null>((done, failed) => astro.once('close', done).once('error', failed));
  if (code !== 0) throw new Fault(`The site could not be built.\n${output.trim().split('\n').slice(-40).join('\n')}`);
  compressSite(folder);
}
