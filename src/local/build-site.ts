import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { compressSite } from './compress-site.ts';
import { Fault } from './fault.ts';
import { projectFolder } from './folder.ts';

const ASTRO = join(projectFolder, 'node_modules/astro/bin/astro.mjs');

/** What a build is connected to. Empty values win over .env: a local build never talks to a hosted project by accident. */
export interface Connection {
  PUBLIC_SUPABASE_URL: string;
  PUBLIC_SUPABASE_KEY: string;
}

/** Runs Astro with a connection, its output going to ours. */
export function runAstro(args: readonly string[], env: NodeJS.ProcessEnv, stdio: 'inherit' | 'pipe' = 'inherit') {
  return spawn(process.execPath, [ASTRO, ...args], {
    cwd: projectFolder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    stdio: stdio === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Builds the site into a folder.
 *
 * @param connection none: the build takes what .env says
 * @throws Fault with Astro's output when the build fails
 */
export async function buildSite(folder: string, connection?: Connection): Promise<void> {
  const astro = runAstro(['build'], { SITE_OUT_DIR: folder, NODE_ENV: 'production', ...connection }, 'pipe');
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  astro.stdout?.on('data', collect);
  astro.stderr?.on('data', collect);
  const code = await new Promise<number | null>((done) => astro.once('close', done));
  if (code !== 0) throw new Fault(`The site could not be built.\n${output.trim().split('\n').slice(-40).join('\n')}`);
  compressSite(folder);
}
