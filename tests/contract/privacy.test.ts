import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { turnstileOrigin } from '../../src/build/integrations/turnstile-origin.ts';
import { COVERED, deletedAfter, SAID } from '../setup/privacy-words.ts';
import { startStack, type Stack } from '../setup/stack.ts';

const policy = readFileSync('content/legal/privacy-policy.mdx', 'utf8').replace(/\s+/g, ' ');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it('the privacy policy says of every stored column that it is stored', async () => {
  const columns = await stack.database<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`;
  expect(columns.length).toBeGreaterThan(15);
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(COVERED).sort());
  const unsaid = Object.entries(COVERED).filter(([, words]) => words !== null && !policy.includes(words));
  expect(Object.fromEntries(unsaid)).toEqual({});
  expect(SAID.filter((words) => !policy.includes(words))).toEqual([]);
});

it('what has a time in the privacy policy is deleted after it', () => {
  const { retention } = readSite();
  // Whoever gives another kind a time names it in the policy, and here.
  expect(Object.keys(retention)).toEqual(['calls']);
  expect(policy).toContain(deletedAfter(retention.calls));
});

it('a build with a check of its forms asks nobody but whom the privacy policy names', () => {
  expect(turnstileOrigin({ PUBLIC_TURNSTILE_SITE_KEY: 'key' }).scripts).toEqual(['https://challenges.cloudflare.com']);
});
