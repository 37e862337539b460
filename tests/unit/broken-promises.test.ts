import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutated } from '../broken/mutation.ts';
import { PROMISES } from '../broken/promises.ts';

/** The files that a mutation may change: code, not content or tests. */
const PRODUCT = /^(?:(?:src|tools|functions|supabase\/migrations|public)\/|astro\.config\.mjs$)/;

it('there are more than 80 promises, each with a unique name', () => {
  expect(PROMISES.length).toBeGreaterThanOrEqual(162);
  const names = PROMISES.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

describe.each(PROMISES)('$name', (promise) => {
  it('names its source, and states the promise in one sentence', () => {
    expect(promise.from).toMatch(/^(?:spec [1-9]|decision 0\d\d)$/);
    expect(promise.promise).toMatch(/^[A-Z].*\.$/);
  });

  it('can be broken at exactly one place in the product', () => {
    expect(promise.file).toMatch(PRODUCT);
    expect(mutated(readFileSync(promise.file, 'utf8'), promise)).toContain(promise.replace);
  });

  it('names tests: one of the spec those that the gate runs', () => {
    expect(promise.caughtBy.length).toBeGreaterThan(0);
    for (const { suite, file, title } of promise.caughtBy) {
      expect(file).toMatch(
        new RegExp(`^(?:tests/${suite}|tools/[\\w-]+)/[\\w-]+(?:\\.contract)?\\.(?:test|spec)\\.ts$`),
      );
      expect(file).not.toContain('exhaustive');
      expect(existsSync(file), file).toBe(true);
      // Works for titles that are literally in the source. The runner reports a title that matches no test.
      const [, behind = ''] = title === undefined ? [] : readFileSync(file, 'utf8').split(title, 2);
      if (promise.from.startsWith('spec')) expect(behind.split('=>', 1)[0], title).not.toMatch(/exhaustive/i);
    }
  });
});

describe('a mutation', () => {
  const slip = { file: 'a.ts', find: 'x', replace: 'y' };

  it('is applied at its one place, and keeps the special patterns of String.replace', () => {
    expect(mutated('a x b', { ...slip, replace: "$& $'" })).toBe("a $& $' b");
  });

  it.each(['a b', 'x x'])('is not applied to %j', (text) => {
    expect(() => mutated(text, slip)).toThrow(/^a\.ts must have this text once, and has it [02] times: x$/);
  });
});
