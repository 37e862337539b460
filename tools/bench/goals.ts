import { CATEGORIES, type Report } from './lighthouse.ts';
import { median, milliseconds, ratio, spread, table, verdict } from '../report/figures.ts';

/** A page with all its Lighthouse reports. */
export interface Measured {
  path: string;
  film: boolean;
  noindex: boolean;
  /** Of first visits, each in a fresh profile. */
  reports: readonly Report[];
}

/** What the same run loaded besides our pages. */
export interface Beside {
  /** A page without styles or scripts. */
  bare: readonly Report[];
  /** The same pages of the other site, by path. */
  others: ReadonlyMap<string, readonly Report[]>;
  /** The name of that site. */
  rival: string;
}

/** The maximum ratio of the home page's times to those of another site's, on a first visit, with the film. */
export const TO_RIVAL = { fcp: 0.67, lcp: 0.7 };
/** The maximum ratio of the first paint to that of a bare page. */
const TO_BARE = { home: 1.2, other: 1.15 };

export const middle = (reports: readonly Report[], pick: (report: Report) => number): number =>
  median(reports.map(pick));

const fcpOf = (reports: readonly Report[]) => middle(reports, ({ fcp }) => fcp);
const lcpOf = (reports: readonly Report[]) => middle(reports, ({ lcp }) => lcp);

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

/** A goal for a time of pages: at most a multiple of another page's in the same run. */
function atMost(
  name: string,
  [share, time, whose]: [share: number, time: number, whose: string],
  pages: readonly Measured[],
  of: (reports: readonly Report[]) => number,
): Goal {
  return {
    name,
    words: `at most ${milliseconds(Math.floor(share * time))}, ${share}x of ${whose} ${milliseconds(time)}`,
    pages,
    meets: ({ reports }) => of(reports) <= share * time,
    write: ({ reports }) => `${milliseconds(of(reports))}, ${ratio(of(reports), time)}`,
  };
}

/** Compares every goal with the measurements. */
export function compareWithGoals(pages: readonly Measured[], { bare, others, rival }: Beside): string {
  const tbt = ({ reports }: Measured) => middle(reports, ({ tbt }) => Math.round(tbt));
  const cls = ({ reports }: Measured) => middle(reports, ({ cls }) => Number(cls.toFixed(3)));
  const isHome = ({ path }: Measured) => path === '/';
  const withFilm = pages.filter(({ film }) => film);
  const theirs = others.get('/');
  const calm = pages.find((page) => isHome(page) && !page.film)?.reports.map(({ lcp }) => lcp) ?? [];
  const toBare = (name: string, share: number, some: readonly Measured[]) =>
    atMost(name, [share, fcpOf(bare), "the bare page's"], some, fcpOf);
  return report([
    {
      name: 'Scores',
      words: '100 in all four',
      pages,
      meets: hasFullScores,
      write: (page) => scoresOf(page).join(' / '),
    },
    toBare('FCP of the home page', TO_BARE.home, pages.filter(isHome)),
    toBare(
      'FCP of the others',
      TO_BARE.other,
      pages.filter((page) => !isHome(page)),
    ),
    ...(theirs
      ? [
          atMost('FCP with the film', [TO_RIVAL.fcp, fcpOf(theirs), `${rival}'s`], withFilm, fcpOf),
          atMost('LCP with the film', [TO_RIVAL.lcp, lcpOf(theirs), `${rival}'s`], withFilm, lcpOf),
        ]
      : []),
    {
      name: 'The film takes no time from the LCP',
      words: `within the spread of the LCP without it, ${spread(calm, milliseconds)}`,
      pages: withFilm,
      meets: ({ reports }) => lcpOf(reports) <= Math.max(...calm),
      write: ({ reports }) => milliseconds(lcpOf(reports)),
    },
    { name: 'TBT', words: '0 ms', pages, meets: (page) => tbt(page) === 0, write: (page) => milliseconds(tbt(page)) },
    { name: 'CLS', words: '0', pages, meets: (page) => cls(page) === 0, write: (page) => String(cls(page)) },
  ]);
}
