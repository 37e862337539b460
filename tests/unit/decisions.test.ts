import { readdirSync, readFileSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'docs/decisions/';
const records = readdirSync(FOLDER);
const numbers = records.map((name) => name.slice(0, 3));

it.each(records)('%s has a unique number, which is also in its title, and states what was decided', (name) => {
  const text = readFileSync(FOLDER + name, 'utf8');
  expect(name).toMatch(/^\d{3}(-[a-z0-9]+)+\.md$/);
  expect(numbers.filter((number) => number === name.slice(0, 3))).toHaveLength(1);
  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)}: \\S`));
  // Decisions 004 and 005 have other parts.
  if (!/^00[45]/.test(name))
    for (const part of ['Context', 'Decision', 'What follows']) expect(text).toContain(`\n**${part}.**`);
});

it('every reference to a decision names one that exists', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'src/**/*.{ts,tsx,astro}', 'functions/**/*.ts', 'supabase/**/*.sql']);
  const references = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/docs\/decisions\/([\w-]+\.md)|decisions? (\d{3})\b/g)].map(
      ([, name, number]) => ({ file, name, number }),
    ),
  );
  expect(references.length).toBeGreaterThan(5);
  const lost = references.filter(({ name, number }) =>
    name ? !records.includes(name) : !numbers.includes(number ?? ''),
  );
  expect(lost).toEqual([]);
});
