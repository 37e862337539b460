import { CATEGORIES, type Report } from './lighthouse.ts';
import { median, milliseconds, table, verdict } from '../report/figures.ts';

/** AstroWind's home page, as measured when the goals were set (ms). */
const ASTROWIND = { fcp: 1180, lcp: 1726 };
/** If HTML and CSS together are below this, the first paint must be even sooner (bytes). */
const SMALL = 13 * 1024;

/** A page with all its Lighthouse reports. */
export interface Measured {
  path: string;
  film: boolean;
  noindex: boolean;
  reports: readonly Report[];
}

export const middle = (reports: readonly Report[], pick: (report: Report) => number): number =>
  median(reports.map(pick));

/** The maximum ratio of a page's time to AstroWind's. */
export const share = {
  fcp: ({ reports }: Measured): number => (middle(reports, ({ documentBytes }) => documentBytes) < SMALL ? 0.6 : 0.75),
  lcp: ({ film }: Measured): number => (film ? 1 : 0.7),
};

/** The four scores of a page, each a median. */
export const scoresOf = ({ reports }: Measured): number[] =>
  CATEGORIES.map((_, index) => middle(reports, ({ scores }) => scores[index] ?? 0));

/** Whether noindex is the only audit that costs a page points. */
const onlyNoindexCosts = ({ noindex, reports }: Measured): boolean =>
  noindex && reports.every(({ remarks }) => remarks.every(({ id, costs }) => !costs || id === 'is-crawlable'));

const SEO = CATEGORIES.indexOf('seo');
const hasFullScores = (page: Measured) =>
  scoresOf(page).every((score, index) => score === 100 || (index === SEO && onlyNoindexCosts(page)));

/** The name of a page in the document. */
export const nameOf = ({ path, film }: Measured): string => (film ? `\`${path}\` with the film` : `\`${path}\``);

/** A goal for some pages. */
interface Goal {
  name: string;
  words: string;
  pages: readonly Measured[];
  meets: (page: Measured) => boolean;
  write: (page: Measured) => string;
}

function report(goals: readonly Goal[]): string {
  const results = goals.map((goal) => ({ ...goal, missed: goal.pages.filter((page) => !goal.meets(page)) }));
  const rows = results.map(({ name, words, pages, missed }) => [
    name,
    words,
    `${pages.length - missed.length} of ${pages.length}`,
    verdict(missed.length === 0),
  ]);
  const misses = results
    .filter(({ missed }) => missed.length > 0)
    .map(
      ({ name, missed, write }) => `- ${name}: ${missed.map((page) => `${nameOf(page)} ${write(page)}`).join('; ')}`,
    );
  const list = misses.length === 0 ? '' : `\n\nWhat misses a goal:\n\n${misses.join('\n')}`;
  return table(['', 'goal', 'pages that meet it', 'verdict'], rows) + list;
}

/** Compares every goal with the measurements. */
export function compareWithGoals(pages: readonly Measured[]): string {
  const fcp = ({ reports }: Measured) => middle(reports, ({ fcp }) => fcp);
  const lcp = ({ reports }: Measured) => middle(reports, ({ lcp }) => lcp);
  const tbt = ({ reports }: Measured) => middle(reports, ({ tbt }) => Math.round(tbt));
  const cls = ({ reports }: Measured) => middle(reports, ({ cls }) => Number(cls.toFixed(3)));
  const most = (share: number, time: number) => milliseconds(Math.floor(share * time));
  const at = (kind: 'fcp' | 'lcp') => (page: Measured) => ASTROWIND[kind] * share[kind](page);
  return report([
    {
      name: 'Scores',
      words: '100 in all four',
      pages,
      meets: hasFullScores,
      write: (page) => scoresOf(page).join(' / '),
    },
    {
      name: 'FCP',
      words: `at most ${most(0.75, ASTROWIND.fcp)}, 0.75x of AstroWind's ${milliseconds(ASTROWIND.fcp)}; ${most(0.6, ASTROWIND.fcp)}, 0.6x, where HTML and CSS are under 13 KB`,
      pages,
      meets: (page) => fcp(page) <= at('fcp')(page),
      write: (page) => milliseconds(fcp(page)),
    },
    {
      name: 'LCP',
      words: `at most ${most(0.7, ASTROWIND.lcp)}, 0.7x of AstroWind's ${milliseconds(ASTROWIND.lcp)}`,
      pages: pages.filter(({ film }) => !film),
      meets: (page) => lcp(page) <= at('lcp')(page),
      write: (page) => milliseconds(lcp(page)),
    },
    {
      name: 'LCP with the film',
      words: `at most AstroWind's ${milliseconds(ASTROWIND.lcp)}`,
      pages: pages.filter(({ film }) => film),
      meets: (page) => lcp(page) <= at('lcp')(page),
      write: (page) => milliseconds(lcp(page)),
    },
    { name: 'TBT', words: '0 ms', pages, meets: (page) => tbt(page) === 0, write: (page) => milliseconds(tbt(page)) },
    { name: 'CLS', words: '0', pages, meets: (page) => cls(page) === 0, write: (page) => String(cls(page)) },
  ]);
}
