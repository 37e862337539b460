import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { turnstileOrigin } from '../../src/build/integrations/turnstile-origin.ts';
import { loadCopy } from '../../src/build/load-copy.ts';
import { COVERED, policy, SAID } from '../setup/privacy-words.ts';
import { startStack, type Stack } from '../setup/stack.ts';

const text = policy();
const { data: call } = loadCopy('call');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it('the privacy policy covers every stored column', async () => {
  const columns = await stack.database<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`;
  expect(columns.length).toBeGreaterThan(15);
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(COVERED).sort());
  const unsaid = Object.entries(COVERED).filter(([, words]) => words !== null && !text.includes(words));
  expect(Object.fromEntries(unsaid)).toEqual({});
  expect(SAID.filter((words) => !text.includes(words))).toEqual([]);
});

it('data with a retention period in the privacy policy is deleted after it', () => {
  const { retention } = readSite();
  // If another kind of data gets a retention period, add it to the policy and here.
  expect(Object.keys(retention)).toEqual(['calls']);
  expect(text).toContain(`deleted ${retention.calls ?? 'never'} days after the call`);
});

it('what nobody was told of is kept no longer than the privacy policy says', async () => {
  expect(await stack.database`select keep_untold = interval '1 year' as a_year from private.settings`).toEqual([
    { a_year: true },
  ]);
  expect(text).toContain('but for no more than a year longer');
});

it('the log of the desk is kept as long as the privacy policy says', async () => {
  expect(await stack.database`select keep_desk_log = interval '1 year' as a_year from private.settings`).toEqual([
    { a_year: true },
  ]);
  expect(text).toContain('A log says for a year which of our staff');
});

it('the screen promises no more mails than are sent', async () => {
  const [settings] = await stack.database`
    select mails_per_mailbox, acknowledge_every = interval '1 hour' as hourly from private.settings`;
  expect(settings).toEqual({ mails_per_mailbox: 3, hourly: true });
  for (const promise of [call.panel.summary, call.guide.steps[2]?.text, text])
    expect(promise).toContain('at most three an hour');
  expect(text).toContain('a short confirmation, at most one an hour');
});

it('a build that verifies forms contacts only the service in the privacy policy', () => {
  expect(turnstileOrigin({ PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' }).scripts).toEqual([
    'https://challenges.cloudflare.com',
  ]);
});
