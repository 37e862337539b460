import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutated } from '../broken/mutation.ts';
import { PROMISES } from '../broken/promises.ts';

/** What of a product a slip may be made in. Words and tests are no code. */
const PRODUCT = /^(?:(?:src|functions|supabase\/migrations|public)\/|astro\.config\.mjs$)/;

it('there are more than 80 promises, each with a name of its own', () => {
  expect(PROMISES.length).toBeGreaterThanOrEqual(84);
  const names = PROMISES.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

describe.each(PROMISES)('$name', (promise) => {
  it('names its origin, and says in a sentence what is promised', () => {
    expect(promise.from).toMatch(/^(?:spec [1-9]|decision 0\d\d)$/);
    expect(promise.promise).toMatch(/^[A-Z].*\.$/);
  });

  it('can be broken at one place of the product', () => {
    expect(promise.file).toMatch(PRODUCT);
    expect(mutated(readFileSync(promise.file, 'utf8'), promise)).toContain(promise.replace);
  });

  it('names tests of the gate', () => {
    expect(promise.caughtBy.length).toBeGreaterThan(0);
    for (const { suite, file, title } of promise.caughtBy) {
      expect(file).toMatch(new RegExp(`^tests/${suite}/[\\w-]+\\.(?:test|spec)\\.ts$`));
      expect(file).not.toContain('exhaustive');
      expect(existsSync(file), file).toBe(true);
      // As far as it stands in the source as it is read; the runner finds a title that nothing has.
      const [, behind = ''] = title === undefined ? [] : readFileSync(file, 'utf8').split(title, 2);
      expect(behind.split('=>', 1)[0], title).not.toMatch(/exhaustive/i);
    }
  });
});

describe('a slip', () => {
  const slip = { file: 'a.ts', find: 'x', replace: 'y' };

  it('is made at its one place, and keeps signs that mean something to a replacement', () => {
    expect(mutated('a x b', { ...slip, replace: "$& $'" })).toBe("a $& $' b");
  });

  it.each(['a b', 'x x'])('is not made in %j', (text) => {
    expect(() => mutated(text, slip)).toThrow(/^a\.ts must have this text once, and has it [02] times: x$/);
  });
});
