import { CATEGORIES, type Report } from './lighthouse.ts';
import { median, milliseconds, table, verdict } from './figures.ts';

/** AstroWind's home page as it was measured when the goals were set (ms). */
const ASTROWIND = { fcp: 1180, lcp: 1726 };
/** Where HTML and CSS are under this together, the first paint must come sooner still (bytes). */
const SMALL = 13 * 1024;

/** A page with all that Lighthouse said of it. */
export interface Measured {
  path: string;
  film: boolean;
  noindex: boolean;
  reports: readonly Report[];
}

export const middle = (reports: readonly Report[], pick: (report: Report) => number): number =>
  median(reports.map(pick));

/** The most that a page's time may be of AstroWind's. */
export const share = {
  fcp: ({ reports }: Measured): number => (middle(reports, ({ documentBytes }) => documentBytes) < SMALL ? 0.6 : 0.75),
  lcp: ({ film }: Measured): number => (film ? 1 : 0.7),
};

/** The four scores of a page, each a median. */
export const scoresOf = ({ reports }: Measured): number[] =>
  CATEGORIES.map((_, index) => middle(reports, ({ scores }) => scores[index] ?? 0));

/** Whether all that costs a page points is that it asks search engines to stay away. */
export const onlyNoindexCosts = ({ noindex, reports }: Measured): boolean =>
  noindex && reports.every(({ remarks }) => remarks.every(({ id, costs }) => !costs || id === 'is-crawlable'));

const nameOf = ({ path, film }: Measured) => (film ? `${path} with the film` : path);

/** One goal over the pages that it is for: how many meet it, and what those that don't come to. */
function row(
  goal: string,
  pages: readonly Measured[],
  meets: (page: Measured) => boolean,
  value: (page: Measured) => string,
): string[] {
  const missed = pages.filter((page) => !meets(page));
  return [
    goal,
    `${pages.length - missed.length} of ${pages.length}`,
    verdict(missed.length === 0),
    missed.map((page) => `${nameOf(page)}: ${value(page)}`).join('; '),
  ];
}

/** Every goal beside what was measured. */
export function goalsTable(pages: readonly Measured[]): string {
  const fcp = ({ reports }: Measured) => middle(reports, ({ fcp }) => fcp);
  const lcp = ({ reports }: Measured) => middle(reports, ({ lcp }) => lcp);
  const tbt = ({ reports }: Measured) => middle(reports, ({ tbt }) => Math.round(tbt));
  const cls = ({ reports }: Measured) => middle(reports, ({ cls }) => Number(cls.toFixed(3)));
  const most = (share: number, time: number) => milliseconds(Math.floor(share * time));
  const at = (kind: 'fcp' | 'lcp') => (page: Measured) => ASTROWIND[kind] * share[kind](page);
  return table(
    ['goal', 'pages that meet it', 'verdict', 'the others'],
    [
      row(
        'Scores of 100 in all four',
        pages,
        (page) => scoresOf(page).every((score) => score === 100) || onlyNoindexCosts(page),
        (page) => scoresOf(page).join(' / '),
      ),
      row(
        `FCP at most ${most(0.75, ASTROWIND.fcp)} (0.75x of AstroWind's ${milliseconds(ASTROWIND.fcp)}); ${most(0.6, ASTROWIND.fcp)} (0.6x) where HTML and CSS are under 13 KB`,
        pages,
        (page) => fcp(page) <= at('fcp')(page),
        (page) => milliseconds(fcp(page)),
      ),
      row(
        `LCP at most ${most(0.7, ASTROWIND.lcp)} without the film (0.7x of AstroWind's ${milliseconds(ASTROWIND.lcp)})`,
        pages.filter(({ film }) => !film),
        (page) => lcp(page) <= at('lcp')(page),
        (page) => milliseconds(lcp(page)),
      ),
      row(
        `LCP at most ${milliseconds(ASTROWIND.lcp)} with the film`,
        pages.filter(({ film }) => film),
        (page) => lcp(page) <= at('lcp')(page),
        (page) => milliseconds(lcp(page)),
      ),
      row(
        'TBT 0 ms',
        pages,
        (page) => tbt(page) === 0,
        (page) => milliseconds(tbt(page)),
      ),
      row(
        'CLS 0',
        pages,
        (page) => cls(page) === 0,
        (page) => String(cls(page)),
      ),
    ],
  );
}
