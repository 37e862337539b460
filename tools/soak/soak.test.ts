import { expect, it } from 'vitest';
import { percentile } from '../report/figures.ts';
import { atOnce } from './at-once.ts';
import { killPlans } from './kill-plans.ts';
import { KILLS } from './machine.ts';
import { readOptions } from './options.ts';
import { makeSubmissions } from './submissions.ts';

const NAMES = ['submissions', 'kills', 'fuzz'];

it('rejects what cannot be run, and says what can', () => {
  for (const [args, words] of [
    [['--only', 'kills,speed'], /no part called speed[^]*submissions, kills, fuzz/],
    [['--seed', 'x'], /--seed x[^]*whole number/],
    [['--rounds', '-1'], /--rounds/],
    [['--payload', '5'], /--payload[^]*--payloads NUMBER/],
  ] as const)
    expect(() => readOptions(args, NAMES)).toThrow(words);
  expect(readOptions([], NAMES)).toMatchObject({ only: ['submissions', 'kills'], submissions: 2000, rounds: 20 });
  expect(readOptions(['--fuzz'], NAMES)).toMatchObject({ only: ['fuzz'], payloads: 100_000 });
  expect(readOptions(['--only', 'fuzz,kills', '--seed', '7'], NAMES)).toMatchObject({
    only: ['fuzz', 'kills'],
    seed: 7,
  });
});

it('submissions of every form use up the limits, and no more', () => {
  const submissions = makeSubmissions(300, 1, 'test');
  const most = (key: (submission: (typeof submissions)[number]) => string) =>
    Math.max(...Object.values(Object.groupBy(submissions, key)).map((group) => group?.length ?? 0));
  expect(most(({ row }) => row.email)).toBe(5);
  // An IPv4 address, or the groups of an IPv6 address that make a /64, a /56 and a /48.
  const prefix =
    (pattern: RegExp) =>
    ({ ip }: (typeof submissions)[number]) =>
      pattern.exec(ip)?.[0] ?? ip;
  expect(most(prefix(/^2001:db8:\w+:\w+::/))).toBe(20);
  expect(most(prefix(/^2001:db8:\w+:(\w(?=\w\w:)|(?=\w:))/))).toBe(40);
  expect(most(prefix(/^2001:db8:\w+:/))).toBe(100);
  expect(new Set(submissions.map(({ table }) => table)).size).toBe(5);
  expect(submissions.filter(({ resume }) => resume)).toHaveLength(50);
});

it('the same seed gives the same submissions', () => {
  const typed = (seed: number) =>
    makeSubmissions(20, seed, 'test').map(({ row: { name, fill_ms, email } }) => [name, fill_ms, email]);
  expect(typed(1)).toEqual(typed(1));
  expect(typed(1)).not.toEqual(typed(2));
  expect(killPlans(8, 3)).toEqual(killPlans(8, 3));
  expect(killPlans(8, 3).map(({ what }) => what)).toEqual([...KILLS, ...KILLS]);
});

it('processes the given number at a time, and all of them', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await atOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
  });
  expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

it('a percentile is a measured value', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([50, 95, 99, 100].map((percent) => percentile(values, percent))).toEqual([100, 190, 198, 200]);
  expect(percentile([7], 50)).toBe(7);
  expect(percentile([], 50)).toBe(0);
});
