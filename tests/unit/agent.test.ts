import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { AGENT_FILE, readAgent } from '../../src/build/knowledge/agent.ts';

const site = readSite();

describe('the agent in the content', () => {
  it('fills in the company’s name and figures', () => {
    const agent = readAgent();
    expect(agent.firstMessage).toContain(site.name);
    expect(agent.may.join()).toContain(site.email);
    expect(JSON.stringify(agent)).not.toMatch(/\{[a-z-]+\}/i);
  });

  it('knows what it may and may not say', () => {
    const { may, mayNot } = readAgent();
    expect(may.length).toBeGreaterThan(0);
    expect(mayNot.length).toBeGreaterThan(0);
  });
});

describe('an edit to the agent', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'agent-test-'));
    cpSync('content', join(root, 'content'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function edit(from: string | RegExp, to: string): void {
    const file = join(root, AGENT_FILE);
    const before = readFileSync(file, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
  }

  it('changes what the agent says', () => {
    edit('What would you like to know?', 'How can I help?');
    expect(readAgent(root).firstMessage).toMatch(/How can I help\?$/);
  });

  it('with many notes without an end is rejected at once', () => {
    edit(/$/, '{/* '.repeat(40_000));
    const { user } = process.cpuUsage();
    expect(() => readAgent(root)).toThrow(/has a note that is not/);
    // Microseconds. It took seconds.
    expect(process.cpuUsage().user - user).toBeLessThan(500_000);
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['a misspelled field', 'goodbye:', 'goodby:', /goodby, which is not a field/],
    ['an unknown placeholder', '{company}', '{compny}', /refers to \{compny\}/],
    ['one in the instructions', 'You are', 'You are {visitor},', /text below the fields refers to \{visitor\}/],
    [
      'a note that the agent would read',
      'You are',
      '{ /* {company} */ You are',
      /below the fields has a note that is not/,
    ],
    ['words that nobody sees', 'You are', 'You \u{E0041}are', /line \d+ has an invisible character after ".*You "/],
    ['a note without an end', 'You are', '{/* Not yet: You are', /below the fields has a note that is not/],
    ['a variable of the provider', 'You are', '{{leadName}} is', /text below the fields refers to \{leadName\}/],
    ['no instructions', /\n---\n\n[^]*$/, '\n---\n\n{/* later */}\n', /no instructions/],
    ['hanging up before asking', 'hangUpAfterSeconds: 180', 'hangUpAfterSeconds: 15', /greater than askAfterSeconds/],
    ['a call that never ends', 'longestMinutes: 10', 'longestMinutes: 600', /is 600; it must be at most 20/],
    ['a call longer than the team waits for its report', 'longestMinutes: 10', 'longestMinutes: 20.5', /at most 20/],
    ['a call of no length', 'longestMinutes: 10', 'longestMinutes: 0', /longestMinutes is 0; it must be at least 1/],
    ['a number as a word', 'speed: 1', 'speed: fast', /speed must be a number/],
    ['no limits on what it says', /mayNot:\n(?: {2}- .*\n)+/, 'mayNot: []\n', /mayNot has too few entries/],
  ])('with %s is rejected, and the error names the file, the field and the fix', (_what, from, to, message) => {
    edit(from, to);
    expect(() => readAgent(root)).toThrow(AGENT_FILE);
    expect(() => readAgent(root)).toThrow(message);
  });
});
