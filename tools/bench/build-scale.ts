/**
 * Measures the build with many publications, and what a visitor downloads then: `npm run bench:build`, or
 * `npm run bench:build -- 10 100` for other counts. The publications are generated (tests/setup/publications.ts); each
 * count is built twice, without and with the cache of the previous build.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { pageFiles } from '../../src/build/page-files.ts';
import { UNCONNECTED } from '../local/build-site.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { copyProject, startNode, type ProjectCopy } from '../../tests/setup/project-copy.ts';
import { writePublications } from '../../tests/setup/publications.ts';
import type { Section } from '../report/section.ts';

const COUNTS = [10, 100, 1000, 5000];

/** Pages that must not change with the number of publications. */
const UNRELATED = ['/', '/flow'];
/** Pages of the list of publications, whose links to the other pages get longer numbers. */
const LISTS = ['/research', '/research/page/2'];
/** Brotli bytes that those links may take. */
const LINKS = 256;

const OUT = 'site';
const USAGE = 'usage.json';
/** Runs in the build process, which knows its resource usage when it exits, on every system. */
const REPORT = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(${JSON.stringify(USAGE)}, JSON.stringify(process.resourceUsage())));
`)}`;

interface Build {
  /** Seconds from start to end. */
  seconds: number;
  /** CPU seconds, summed over all cores. */
  processor: number;
  /** The peak memory of the process, in bytes. */
  memory: number;
}

async function build({ folder }: ProjectCopy): Promise<Build> {
  const begun = performance.now();
  const running = startNode(
    ['--import', REPORT, join(projectFolder, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'],
    {
      cwd: folder,
      env: {
        SITE_OUT_DIR: OUT,
        NODE_ENV: 'production',
        ...UNCONNECTED,
      },
    },
  );
  const code = await running.ended;
  const seconds = (performance.now() - begun) / 1000;
  if (code !== 0) throw new Error(`The build failed.\n${running.output().slice(-4000)}`);
  const usage = JSON.parse(readFileSync(join(folder, USAGE), 'utf8')) as NodeJS.ResourceUsage;
  return { seconds, processor: (usage.userCPUTime + usage.systemCPUTime) / 1e6, memory: usage.maxRSS * 1024 };
}

interface Measured {
  count: number;
  first: Build;
  again: Build;
  /** How many pages were built. */
  pages: number;
  /** Brotli bytes of a page by its path. */
  bytes: Map<string, number>;
  /** Bytes of llms.txt, which contains all text of the site. */
  text: number;
}

async function measure(copy: ProjectCopy, count: number): Promise<Measured> {
  const site = join(copy.folder, OUT);
  rmSync(site, { recursive: true, force: true });
  rmSync(join(copy.folder, 'node_modules/.astro'), { recursive: true, force: true });
  writePublications(copy.folder, count);
  const first = await build(copy);
  const again = await build(copy);
  const brotli = (path: string) =>
    brotliCompressSync(readFileSync(join(site, `${path === '/' ? '/index' : path}.html`))).length;
  return {
    count,
    first,
    again,
    pages: pageFiles(site).length,
    bytes: new Map([...UNRELATED, ...LISTS].map((path) => [path, brotli(path)])),
    text: statSync(join(site, 'llms.txt')).size,
  };
}

const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table whose first column names the rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

/** The pages that have grown with the number of publications, one line each. */
function findGrowth(measured: readonly Measured[]): string[] {
  const [least] = measured;
  if (!least) return [];
  const grown = (paths: readonly string[], allowed: number) =>
    measured.flatMap(({ count, bytes }) =>
      paths
        .filter((path) => (bytes.get(path) ?? 0) > (least.bytes.get(path) ?? 0) + allowed)
        .map(
          (path) =>
            `${path} has ${bytes.get(path)} bytes with ${count} publications, ${least.bytes.get(path)} with ${least.count}.`,
        ),
    );
  return [...grown(UNRELATED, 0), ...grown(LISTS, LINKS)];
}

/**
 * Builds the site with each of these numbers of published publications.
 *
 * @param counts in ascending order, each 10 or more: enough to fill a page of the list and start another
 * @throws Error if a build fails, or if a page has grown that must not
 */
export async function measureBuildScale(counts: readonly number[] = COUNTS): Promise<Section> {
  const measured: Measured[] = [];
  // One folder for all: Astro's island ids depend on the path of the project.
  const copy = copyProject();
  try {
    for (const count of counts) measured.push(await measure(copy, count));
  } finally {
    copy.remove();
  }
  const growth = findGrowth(measured);
  if (growth.length > 0) throw new Error(growth.join('\n'));
  const times = table(
    [
      'Publications',
      'Pages',
      'Build, s',
      'Computing, s',
      'Build again, s',
      'Computing, s',
      'Memory, MiB',
      'llms.txt, KiB',
    ],
    measured.map(({ count, first, again, pages, text }) => [
      number(count),
      number(pages),
      number(first.seconds, 1),
      number(first.processor, 1),
      number(again.seconds, 1),
      number(again.processor, 1),
      number(Math.max(first.memory, again.memory) / 2 ** 20),
      number(text / 1024),
    ]),
  );
  const paths = [...UNRELATED, ...LISTS];
  const bytes = table(
    ['Publications', ...paths],
    measured.map(({ count, bytes }) => [number(count), ...paths.map((path) => number(bytes.get(path) ?? 0))]),
  );
  return {
    title: 'The build with many publications',
    command: 'npm run bench:build',
    body: [
      `Each publication has about 600 words, its own page and its own social card. The first build draws every card; the second takes them from Astro’s cache. Computing is the sum over all cores.`,
      times,
      `Brotli bytes of pages, with their CSS. ${UNRELATED.join(' and ')} must not grow by a single byte, and a page of the list by at most ${LINKS}, for the numbers of the other pages.`,
      bytes,
    ].join('\n\n'),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counts = process.argv.slice(2).map(Number);
  const { title, body } = await measureBuildScale(counts.length > 0 ? counts : COUNTS);
  console.log(`# ${title}\n\n${body}`);
}
