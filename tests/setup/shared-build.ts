import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAstro, type Connection } from '../../src/local/build-site.ts';
import { compressSite } from '../../src/local/compress-site.ts';
import { localFolder, projectFolder } from '../../src/local/folder.ts';
import { BUILT_FROM } from './project-copy.ts';

/** As a site is published: with the keys of hosted services. */
export const HOSTED = {
  PUBLIC_SUPABASE_URL: 'https://project.supabase.example',
  PUBLIC_SUPABASE_KEY: 'sb_publishable_hosted',
  PUBLIC_VAPI_KEY: 'vapi-public-key',
  PUBLIC_VAPI_ASSISTANT_ID: 'vapi-assistant-id',
} satisfies Partial<Connection>;

/** A site that was built from the sources as they are. */
export interface SharedBuild {
  /** Others read it, too: nobody changes what is in it. */
  folder: string;
  /** What the build printed. */
  output: string;
}

const filesOf = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));

/** Changes with every byte of what a build is made from, and with nothing else. */
function keyOf(connection: Partial<Connection>): string {
  const hash = createHash('sha256').update(JSON.stringify(connection));
  for (const name of [...BUILT_FROM, 'package-lock.json'])
    for (const file of filesOf(join(projectFolder, name)).sort())
      hash.update(`\0${file.slice(projectFolder.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function forgetOld(builds: string): void {
  for (const name of readdirSync(builds))
    if (Date.now() - statSync(join(builds, name)).mtimeMs > DAY_MS) rmSync(join(builds, name), { recursive: true });
}

/**
 * Builds the site from the sources as they are, unless that was done before with the same ones. Weighing is left to who
 * tests it.
 *
 * @param connection what is left out is not connected
 * @throws Error with Astro's output when the build fails
 */
export async function sharedBuild(connection: Partial<Connection> = {}): Promise<SharedBuild> {
  const builds = join(localFolder(), 'builds');
  mkdirSync(builds, { recursive: true });
  forgetOld(builds);
  const place = join(builds, keyOf(connection));
  const [folder, log] = [join(place, 'site'), join(place, 'output.txt')];
  if (!existsSync(place)) {
    const draft = `${place}.${process.pid}`;
    const astro = runAstro(
      ['build'],
      connection,
      {
        SITE_OUT_DIR: join(draft, 'site'),
        SITE_CACHE_DIR: `${draft}.cache`,
        NODE_ENV: 'production',
        SITE_BUDGETS: 'off',
      },
      'pipe',
    );
    let output = '';
    for (const stream of [astro.stdout, astro.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((done, failed) => astro.once('close', done).once('error', failed));
    rmSync(`${draft}.cache`, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The site could not be built.\n${output}`);
    compressSite(join(draft, 'site'));
    writeFileSync(join(draft, 'output.txt'), output);
    // Another run may have been faster.
    if (existsSync(place)) rmSync(draft, { recursive: true });
    else renameSync(draft, place);
  }
  return { folder, output: readFileSync(log, 'utf8') };
}
