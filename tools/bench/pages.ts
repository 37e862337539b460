import type { BenchContext } from './bench-context.ts';
import { kilobytes, milliseconds, ratio, spread, table, verdict } from '../report/figures.ts';
import { compareWithGoals, middle, nameOf, scoresOf, share, type Measured } from './goals.ts';
import { openLighthouse, type Report } from './lighthouse.ts';
import { routesOf } from './routes.ts';
import type { Section } from '../report/section.ts';
import type { Site } from './sites.ts';

/** Lighthouse's reports on the other site, by path, for the pages that both sites have. */
type Others = Map<string, Report[]>;

const times = (reports: readonly Report[], pick: (report: Report) => number): string =>
  spread(reports.map(pick), milliseconds);

function pagesTable(pages: readonly Measured[]): string {
  return table(
    ['page', 'scores', 'FCP', 'LCP', 'TBT', 'CLS', 'sent', 'HTML and CSS', 'requests'],
    pages.map((page) => {
      const { reports } = page;
      return [
        nameOf(page),
        scoresOf(page).join(' / ') + (page.noindex ? ' (noindex)' : ''),
        times(reports, ({ fcp }) => fcp),
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

function comparison(page: Measured, others: readonly Report[], name: string): string {
  const figures: [string, (report: Report) => number, (value: number) => string, number?][] = [
    ['FCP', ({ fcp }) => fcp, milliseconds, share.fcp(page)],
    ['LCP', ({ lcp }) => lcp, milliseconds, share.lcp(page)],
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

interface Loaded extends Measured {
  reports: Report[];
}

/** The pages of a site, the home page with the film and without it. */
const pagesOf = (site: Site): Loaded[] =>
  routesOf(site.folder).flatMap((route) =>
    (route.path === '/' ? [true, false] : [false]).map((film) => ({ ...route, film, reports: [] })),
  );

/** The results of loading our pages, those of another site, and a bare page. */
interface Loads {
  others: Others;
  bare: Report[];
}

/** Loads all pages in several runs, each of the other site's pages right after the same page of ours. */
async function loadInTurns(
  pages: readonly Loaded[],
  site: Site,
  other: Site | undefined,
  bareSite: Site,
  runs: number,
): Promise<Loads> {
  const others: Others = new Map();
  const bare: Report[] = [];
  for (const { path } of other ? routesOf(other.folder) : [])
    if (pages.some((page) => page.path === path)) others.set(path, []);
  const [usual, calm] = [await openLighthouse(), await openLighthouse(false)];
  try {
    for (let run = 0; run < runs; run++) {
      for (const { path, film, reports } of pages) {
        const withoutFilm = path === '/' && !film;
        reports.push(await (withoutFilm ? calm : usual).load(site.url + path));
        if (other && !withoutFilm) others.get(path)?.push(await usual.load(other.url + path));
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

The film plays on a first visit, so Lighthouse sees it. Visitors who prefer reduced motion, and everyone on a second visit,
see the page without it.${
      hidden.length === 0
        ? ''
        : `\n\nHidden from search engines on purpose (\`noindex\`): ${hidden.join(', ')}. If only that costs points in SEO, the goal
counts as met.`
    }

${compareWithGoals(pages)}

${pagesTable(pages)}

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
