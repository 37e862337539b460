import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import getPort from 'get-port';
import { pageFiles } from '../../src/build/page-files.ts';
import { runAstro, type Connection } from '../../tools/local/build-site.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { astro, copyProject } from './project-copy.ts';
import { writePublications } from './publications.ts';
import { temporaryFolder } from './stack.ts';
import { stretchCopy } from './stretched-copy.ts';

/** A built site that is being served: its address, and the paths of the pages to check. */
export interface LaidOut {
  url: string;
  paths: string[];
}

/** The sites of tests/layout, passed in its environment. */
export interface LayoutEnvironment {
  /** With the copy in content/. */
  own: LaidOut;
  /** With the longest copy that the schemas allow, in at least as many sections and entries as content/ has. */
  longest: LaidOut;
}

/** Nothing listens there. The forms can still be filled in, and report what is missing. */
const NOBODY = 'http://127.0.0.1:9';
const NOT_ANSWERED: Partial<Connection> = {
  PUBLIC_SUPABASE_URL: NOBODY,
  PUBLIC_SUPABASE_KEY: 'sb_publishable_nobody',
  PUBLIC_REHEARSAL_URL: NOBODY,
};

/** A folder, such as that of the publications, may hold hundreds of similar pages: only the largest are checked. */
const MOST_OF_A_FOLDER = 3;

function pathsIn(folder: string): string[] {
  const files = pageFiles(folder);
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  return [...Map.groupBy(files, dirname)]
    .flatMap(([parent, members]) =>
      parent === '.' ? members : members.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST_OF_A_FOLDER),
    )
    .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`)
    .sort();
}

/** A failed build. Only its output helps; where our code noticed it does not. */
class BuildError extends Error {
  override name = 'BuildError';

  constructor(what: string, output: string) {
    const [said = ''] = /\[ERROR\][^]*/.exec(output) ?? [output];
    super(`${what}\n${said.replace(/\s*Stack trace:\s*$/, '').trim()}`);
    this.stack = this.message;
  }
}

/** Builds the project as `npm run build` does, unconnected and within its budgets, into a separate folder. */
async function buildOwn(folder: string): Promise<void> {
  const build = runAstro(
    ['build'],
    {},
    { SITE_OUT_DIR: folder, SITE_CACHE_DIR: `${folder}.cache`, NODE_ENV: 'production', NO_COLOR: '1' },
    'pipe',
  );
  let output = '';
  for (const stream of [build.stdout, build.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, failed) => build.once('close', done).once('error', failed));
  if (code !== 0) throw new BuildError('The site cannot be built with the copy in content/.', output);
}

/** Builds a copy of the project with the longest copy. Returns the folder of the site. */
async function buildLongest(copy: ReturnType<typeof copyProject>): Promise<string> {
  // So that there is a publication page even if nothing has been published.
  writePublications(copy.folder, 1);
  stretchCopy(copy.folder, 'longest');
  // Copy this long exceeds the page budgets.
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'site', SITE_BUDGETS: 'off', ...NOT_ANSWERED });
  if (code !== 0)
    throw new BuildError('The site cannot be built with the longest copy that the schemas allow.', output);
  return join(copy.folder, 'site');
}

/** Builds both sites in parallel and serves them. Returns a function that removes them. */
export default async function setUp(): Promise<() => void> {
  const folder = temporaryFolder();
  const copy = copyProject();
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    copy.remove();
  };
  try {
    const own = join(folder, 'own');
    const [ownBuild, longestBuild] = await Promise.allSettled([buildOwn(own), buildLongest(copy)]);
    // If both fail, the error in the real copy is reported.
    if (ownBuild.status === 'rejected') throw ownBuild.reason;
    if (longestBuild.status === 'rejected') throw longestBuild.reason;
    const serve = async (site: string) => {
      const port = await getPort();
      const server = await serveSite(site, port);
      return { server, laidOut: { url: `http://localhost:${port}`, paths: pathsIn(site) } };
    };
    const sites = { own: await serve(own), longest: await serve(longestBuild.value) };
    const environment: LayoutEnvironment = { own: sites.own.laidOut, longest: sites.longest.laidOut };
    process.env['LAYOUT'] = JSON.stringify(environment);
    return () => {
      for (const { server } of Object.values(sites)) server.close();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}
