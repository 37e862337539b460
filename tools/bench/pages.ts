import type { BenchContext } from './bench-context.ts';
import { kilobytes, milliseconds, ratio, spread, table, verdict } from '../report/figures.ts';
import { compareWithGoals, middle, nameOf, scoresOf, TO_RIVAL, type Beside, type Measured } from './goals.ts';
import { openLighthouse, type Report } from './lighthouse.ts';
import { routesOf } from './routes.ts';
import type { Section } from '../report/section.ts';
import type { Site } from './sites.ts';

interface Loaded extends Measured {
  reports: Report[];
  /** Of second visits. None of the home page without the film: the second visit of the one with it is without it, too. */
  again: Report[];
}

const times = (reports: readonly Report[], pick: (report: Report) => number): string =>
  spread(reports.map(pick), milliseconds);

function pagesTable(pages: readonly Measured[], bare: readonly Report[]): string {
  const fcp = (reports: readonly Report[]) => middle(reports, ({ fcp }) => fcp);
  return table(
    ['page', 'scores', 'FCP', 'to a bare page', 'LCP', 'TBT', 'CLS', 'sent', 'HTML and CSS', 'requests'],
    pages.map((page) => {
      const { reports } = page;
      return [
        nameOf(page),
        scoresOf(page).join(' / ') + (page.noindex ? ' (noindex)' : ''),
        times(reports, ({ fcp }) => fcp),
        ratio(fcp(reports), fcp(bare)),
        times(reports, ({ lcp }) => lcp),
        times(reports, ({ tbt }) => tbt),
        middle(reports, ({ cls }) => cls).toFixed(3),
        kilobytes(middle(reports, ({ bytes }) => bytes)),
        kilobytes(middle(reports, ({ documentBytes }) => documentBytes)),
        middle(reports, ({ requests }) => requests),
      ];
    }),
  );
}

/** What the second visits of pages take. */
const againTable = (pages: readonly Loaded[]): string =>
  table(
    ['page', 'FCP', 'LCP', 'TBT', 'sent', 'requests'],
    pages.map(({ path, again }) => [
      `\`${path}\``,
      times(again, ({ fcp }) => fcp),
      times(again, ({ lcp }) => lcp),
      times(again, ({ tbt }) => tbt),
      kilobytes(middle(again, ({ bytes }) => bytes)),
      middle(again, ({ requests }) => requests),
    ]),
  );

function comparison(page: Measured, others: readonly Report[], name: string): string {
  const most = page.film ? TO_RIVAL : undefined;
  const figures: [string, (report: Report) => number, (value: number) => string, (number | undefined)?][] = [
    ['FCP', ({ fcp }) => fcp, milliseconds, most?.fcp],
    ['LCP', ({ lcp }) => lcp, milliseconds, most?.lcp],
    ['TBT', ({ tbt }) => tbt, milliseconds],
    ['CLS', ({ cls }) => cls, (value) => value.toFixed(3)],
    ['sent', ({ bytes }) => bytes, kilobytes],
    ['HTML and CSS', ({ documentBytes }) => documentBytes, kilobytes],
    ['requests', ({ requests }) => requests, String],
  ];
  const rows = figures.map(([label, pick, write, goal]) => {
    const [ours, theirs] = [middle(page.reports, pick), middle(others, pick)];
    const judged = goal === undefined ? '' : `at most ${goal}x: ${verdict(ours <= goal * theirs)}`;
    return [label, write(ours), write(theirs), ratio(ours, theirs), judged];
  });
  const scores = (reports: readonly Report[]) => scoresOf({ ...page, reports }).join(' / ');
  return `${nameOf(page)} compared with the same page of ${name}:

${table(['', 'ours', 'theirs', 'ratio', 'goal'], [...rows, ['scores', scores(page.reports), scores(others), '', '']])}`;
}

function remarksTable(pages: readonly Measured[]): string {
  const found = new Map<string, { title: string; costs: boolean; names: Set<string> }>();
  for (const page of pages)
    for (const { id, title, costs } of page.reports.flatMap(({ remarks }) => remarks)) {
      const remark = found.get(id) ?? { title, costs, names: new Set() };
      found.set(id, remark);
      remark.names.add(nameOf(page));
    }
  const rows = [...found].map(([id, { title, costs, names }]) => [
    `\`${id}\``,
    title,
    costs ? 'yes' : 'no',
    names.size === pages.length ? 'every page' : [...names].join(', '),
  ]);
  return rows.length === 0
    ? 'Lighthouse has no remarks on any page.'
    : `Lighthouse's remarks, from all runs:\n\n${table(['audit', 'says', 'costs points', 'where'], rows)}`;
}

/** The pages of a site, the home page with the film and without it. */
const pagesOf = (site: Site): Loaded[] =>
  routesOf(site.folder).flatMap((route) =>
    (route.path === '/' ? [true, false] : [false]).map((film) => ({ ...route, film, reports: [], again: [] })),
  );

/** Loads all pages in several runs, each of the other site's pages right after the same page of ours. */
async function loadInTurns(
  pages: readonly Loaded[],
  site: Site,
  other: Site | undefined,
  bareSite: Site,
  runs: number,
): Promise<Omit<Beside, 'rival'>> {
  const others = new Map<string, Report[]>();
  const bare: Report[] = [];
  for (const { path } of other ? routesOf(other.folder) : [])
    if (pages.some((page) => page.path === path)) others.set(path, []);
  const [usual, calm] = [await openLighthouse(), await openLighthouse(false)];
  try {
    for (let run = 0; run < runs; run++) {
      for (const { path, film, reports, again } of pages)
        if (path === '/' && !film) reports.push(await calm.load(site.url + path));
        else {
          const [first, second] = await usual.loadTwice(site.url + path);
          reports.push(first);
          again.push(second);
          if (other) others.get(path)?.push(await usual.load(other.url + path));
        }
      bare.push(await calm.load(`${bareSite.url}/`));
      console.log(`  run ${run + 1} of ${runs}`);
    }
  } finally {
    await usual.close();
    await calm.close();
  }
  return { others, bare };
}

/** Runs Lighthouse on every public page, and on the same pages of another built site. */
export async function measurePages(context: BenchContext): Promise<Section> {
  const { sites, runs, against, rival, command } = context;
  const site = await sites.hosted();
  const other = against === undefined ? undefined : await sites.other(against);
  const pages = pagesOf(site);
  const { others, bare } = await loadInTurns(pages, site, other, await sites.bare(), runs);
  const speeds = spread(
    pages.flatMap(({ reports }) => reports.map(({ speed }) => speed)),
    (speed) => speed.toFixed(0),
  );
  const version = pages[0]?.reports[0]?.version ?? '';
  const compared = pages.flatMap((page) => {
    const reports = others.get(page.path);
    return reports ? [comparison(page, reports, rival)] : [];
  });
  const hidden = pages.filter(({ noindex }) => noindex).map(nameOf);
  return {
    title: 'Lighthouse',
    command: command('lighthouse') + (against === undefined ? '' : ' --against ../other/dist'),
    body: `Lighthouse ${version} with its defaults: mobile, simulated slow 4G, 4x CPU slowdown. Built as for a host, served over loopback
with brotli. Each figure is the median of its own ${runs} values, with the lowest and the highest in brackets. Sizes are as sent,
with headers. Lighthouse rated the machine's speed at ${speeds} during the run; less than usual means that it was busy, and
that times are too long. Scores are those for performance, accessibility, best practices and SEO.

The film plays on the first visit of a tab. Visitors who prefer reduced motion see the page without it.${
      hidden.length === 0
        ? ''
        : `\n\nHidden from search engines on purpose (\`noindex\`): ${hidden.join(', ')}. If only that costs points in SEO, the goal
counts as met.`
    }

${compareWithGoals(pages, { bare, others, rival })}

First visits:

${pagesTable(pages, bare)}

Second visits, in the same tab:

${againTable(pages.filter(({ again }) => again.length > 0))}

A bare page, with a heading and a sentence and no styles or scripts, loaded in the same runs: FCP ${times(bare, ({ fcp }) => fcp)},
LCP ${times(bare, ({ lcp }) => lcp)}, TBT ${times(bare, ({ tbt }) => tbt)}. That is the share of the network, the browser and this machine.

${remarksTable(pages)}${
      compared.length === 0
        ? ''
        : `\n\n### Side by side with ${rival}

Measured in the same run, alternating: a load of ours, a load of theirs. Their built folder is served by the same server,
with the same compression. Requests of their pages to other hosts are neither answered here nor counted.

${compared.join('\n\n')}`
    }`,
  };
}
