import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type Stack } from '../setup/stack.ts';

/** The words of the privacy policy under which each stored column falls. Nothing about a person: null. */
const COVERED: Record<string, string | null> = {
  'contact_submissions.id': null,
  'contact_submissions.name': 'your name',
  'contact_submissions.email': 'your email address',
  'contact_submissions.subject': 'company if you gave them',
  'contact_submissions.message': 'your message',
  'contact_submissions.source': null,
  'contact_submissions.page': 'which page you sent it from',
  'contact_submissions.referrer_host': 'the host name of the site that led you here',
  'contact_submissions.utm_source': 'campaign parameters',
  'contact_submissions.utm_medium': 'campaign parameters',
  'contact_submissions.utm_campaign': 'campaign parameters',
  'contact_submissions.utm_term': 'campaign parameters',
  'contact_submissions.utm_content': 'campaign parameters',
  'contact_submissions.website': null,
  'contact_submissions.fill_ms': 'how long the form was open',
  'contact_submissions.created_at': 'the time',
  'contact_submissions.claimed_at': null,
  'contact_submissions.notified_at': 'when our team was told',
  'contact_submissions.acknowledged_at': 'you receive a short confirmation',
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it('the privacy policy says of every stored column that it is stored', async () => {
  const columns = await stack.database<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`;
  expect(columns.length).toBeGreaterThan(15);
  // Who adds a column adds it here, and its words to the policy.
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(COVERED).sort());
  const policy = readFileSync('content/legal/privacy-policy.mdx', 'utf8').replace(/\s+/g, ' ');
  for (const [column, words] of Object.entries(COVERED)) if (words) expect(policy, column).toContain(words);
  expect(policy).toContain('a salted hash of your network address and of your email address');
});
