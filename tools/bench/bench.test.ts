import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { compareWithGoals, type Measured } from './goals.ts';
import type { Report } from './lighthouse.ts';
import { readOptions } from './options.ts';
import { routesOf } from './routes.ts';
import { composeDocument } from '../report/document.ts';
import { median, milliseconds, spread, table } from '../report/figures.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';

const NAMES = ['lighthouse', 'dialog'];
const MACHINE = table(['machine', ''], [['processor', 'one, 2 cores']]);
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const section = (title: string, body: string) => ({ title, command: 'npm run bench', body });
const compose = (before: string, name: string, body: string, machine = MACHINE) =>
  composeDocument(
    { head: '# Performance', order: NAMES },
    before,
    machine,
    new Map([[name, section(name, body)]]),
    '2027-03-02',
    'performance.md',
  );

it('rejects what cannot be measured, and says what can', () => {
  const refusals: [string[], RegExp][] = [
    [['--only', 'dialog,speed'], /no bench called speed[^]*lighthouse, dialog/],
    [['--runs', '0'], /--runs 0[^]*whole number from 1 to 99/],
    [['--against', folder], /has no index\.html\. Build that site/],
    [['--agianst', folder], /--agianst[^]*--against FOLDER/],
  ];
  for (const [args, words] of refusals) expect(() => readOptions(args, NAMES)).toThrow(words);
  expect(readOptions([], NAMES)).toMatchObject({ only: NAMES, runs: 5, against: undefined });
});

it('measuring a section again leaves the others unchanged', async () => {
  const both = await compose(await compose('', 'dialog', '| a | b |\n| - | - |\n| 1 | 2 |'), 'lighthouse', 'first');
  expect(both.indexOf('first')).toBeLessThan(both.indexOf('| 1   | 2   |'));
  const again = await compose(both, 'lighthouse', 'second');
  expect(again).toBe(both.replace('first', 'second'));
});

it('drops the sections of another machine', async () => {
  const before = await compose('', 'dialog', 'elsewhere');
  const other = table(['machine', ''], [['processor', 'another, 8 cores']]);
  expect(await compose(before, 'lighthouse', 'here', other)).not.toContain('elsewhere');
});

it('finds every page of a built folder by its address', () => {
  const files = { 'index.html': '', 'about/index.html': '', 'flow.html': '<meta name="robots" content="noindex">' };
  mkdirSync(join(folder, 'built/about'), { recursive: true });
  for (const [file, html] of Object.entries(files)) writeFileSync(join(folder, 'built', file), html);
  expect(routesOf(join(folder, 'built'))).toEqual([
    { path: '/', noindex: false },
    { path: '/about', noindex: false },
    { path: '/flow', noindex: true },
  ]);
});

const REPORT: Report = {
  version: '13',
  speed: 1500,
  scores: [100, 100, 100, 100],
  fcp: 885,
  lcp: 1208,
  tbt: 0,
  cls: 0,
  bytes: 50_000,
  documentBytes: 20_000,
  requests: 5,
  remarks: [],
};
const HOME: Measured = { path: '/', film: false, noindex: false, reports: [REPORT] };
const BARE = [{ ...REPORT, fcp: 800 }];
const THEIRS = new Map([['/', [{ ...REPORT, fcp: 1400, lcp: 1800 }]]]);

/** The goals that a page misses, beside a home page without the film. */
const goals = (report: Partial<Report>, page: Partial<Measured> = {}, others = THEIRS) =>
  compareWithGoals([HOME, { ...HOME, path: '/flow', ...page, reports: [{ ...REPORT, ...report }] }], {
    bare: BARE,
    others,
    rival: 'Theirs',
  })
    .split('\n')
    .filter((line) => line.includes('✗'))
    .map((line) => line.split(' | ')[0]?.slice(2));

it('marks a goal as missed', () => {
  expect(goals({})).toEqual([]);
  expect(goals({ tbt: 1, cls: 0.001, scores: [99, 100, 100, 100] })).toEqual(['Scores', 'TBT', 'CLS']);
});

it('compares times with those of the same run: a bare page’s, and another site’s', () => {
  expect(goals({ fcp: 919 })).toEqual([]);
  expect(goals({ fcp: 921 })).toEqual(['FCP of the others']);
  const withFilm = { path: '/', film: true };
  expect(goals({ fcp: 938, lcp: 1208 }, withFilm)).toEqual([]);
  expect(goals({ fcp: 939, lcp: 1209 }, withFilm)).toEqual([
    'FCP with the film',
    'The film takes no time from the LCP',
  ]);
  expect(goals({ fcp: 961, lcp: 1261 }, withFilm)).toEqual([
    'FCP of the home page',
    'FCP with the film',
    'LCP with the film',
    'The film takes no time from the LCP',
  ]);
  expect(goals({ fcp: 961, lcp: 1208 }, withFilm, new Map())).toEqual(['FCP of the home page']);
});

it('points lost only for noindex do not miss the goal, any others do', () => {
  const scores = [100, 100, 100, 60];
  const hides = { id: 'is-crawlable', title: '', costs: true };
  const other = { id: 'meta-description', title: '', costs: true };
  expect(goals({ scores, remarks: [hides] }, { noindex: true })).toEqual([]);
  expect(goals({ scores, remarks: [hides] })).toEqual(['Scores']);
  expect(goals({ scores: [99, 100, 100, 60], remarks: [hides] }, { noindex: true })).toEqual(['Scores']);
  expect(goals({ scores, remarks: [hides, other] }, { noindex: true })).toEqual(['Scores']);
});

it('one outlier changes no result', () => {
  expect(median([5, 900, 4, 6, 5])).toBe(5);
  expect(spread([5, 900, 4, 6, 5], String)).toBe('5 (4–900)');
  expect(spread([7, 7], milliseconds)).toBe('7 ms');
});
