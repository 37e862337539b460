import { readdirSync, readFileSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'docs/decisions/';
const records = readdirSync(FOLDER);
const numbers = records.map((name) => name.slice(0, 3));

it.each(records)('%s has a number of its own, which is in its title, and says what was decided', (name) => {
  const text = readFileSync(FOLDER + name, 'utf8');
  expect(name).toMatch(/^\d{3}(-[a-z0-9]+)+\.md$/);
  expect(numbers.filter((number) => number === name.slice(0, 3))).toHaveLength(1);
  expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)}: \\S`));
  // Two of the first have other parts.
  if (!/^00[45]/.test(name))
    for (const part of ['Context', 'Decision', 'What follows']) expect(text).toContain(`\n**${part}.**`);
});

it('whoever refers to a decision refers to one that is there', () => {
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
