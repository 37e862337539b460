import { cpSync, mkdirSync, mkdtempSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPlaceholders, isForPublic } from '../../src/build/placeholders.ts';

const SITE = 'content/site.yaml';
const NOW = new Date('2025-01-01');
const KEYS = {
  PUBLIC_SUPABASE_URL: 'x',
  PUBLIC_SUPABASE_KEY: 'x',
  PUBLIC_VAPI_KEY: 'x',
  PUBLIC_VAPI_ASSISTANT_ID: 'x',
  DESK_ORIGIN: 'x',
  MEET_ORIGIN: 'x',
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placeholders-'));
  cpSync('content', join(root, 'content'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Replaces every match in a file. */
function change(file: string, pattern: RegExp, replacement: string): void {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toMatch(pattern);
  writeFileSync(path, source.replaceAll(pattern, replacement));
}

const found = (env: Record<string, string> = KEYS) => findPlaceholders(env, root, NOW);

it('the example has one line for each address, number, sample, draft, late publication and missing key', () => {
  const lines = found({});
  for (const line of [
    /^content\/site.yaml: it is marked as a sample/,
    /^content\/site.yaml, url: .*\.example is a reserved domain/,
    /^content\/site.yaml, email: .*\.example is a reserved domain/,
    /^content\/site.yaml, phone: \+1 555 0142 is a number for fiction/,
    /^content\/site.yaml, social, 0, href: linkedin\.example is a reserved domain/,
    /^content\/home\/proof.mdx, partners, 0: it is marked as a sample/,
    /^content\/legal\/privacy-policy.mdx: "Draft: .*" Remove this notice/,
    /^content\/research\/publications\/automation.mdx: Q3 2025 is past/,
    /^\.env: PUBLIC_SUPABASE_URL is missing, so the forms cannot be sent/,
    /^\.env: PUBLIC_VAPI_KEY is missing, so nobody can call the agent/,
  ])
    expect(lines.filter((one) => line.test(one))).toHaveLength(1);
  // An address in an example of how to write one is no placeholder.
  expect(lines.join('\n')).not.toContain('example.com');
  expect(isForPublic(root)).toBe(false);
});

it('nothing is left when all of it is replaced', () => {
  change(SITE, /^sample: true/gm, 'sample: false');
  change(SITE, /[\w.-]+\.example\b/g, 'acme.co');
  change(SITE, /\+1 555 0142/g, '+1 212 736 5000');
  change('content/home/proof.mdx', /sample: true/g, 'sample: false');
  for (const name of ['privacy-policy', 'terms-of-service']) change(`content/legal/${name}.mdx`, /^notice: .*\n/gm, '');
  for (const name of ['automation', 'partnership-models', 'student-teams'])
    change(`content/research/publications/${name}.mdx`, /^date: .*/gm, 'date: Q4 2099');
  expect(found()).toEqual([]);
  expect(isForPublic(root)).toBe(true);

  change('content/legal/terms-of-service.mdx', /$/g, '[More](https://www.example.com/more)');
  expect(found()).toEqual([expect.stringContaining('terms-of-service.mdx: www.example.com is a reserved domain')]);
});

it('a build whose security.txt expires within a month is too old', () => {
  const file = join(root, 'dist/.well-known/security.txt');
  mkdirSync(dirname(file), { recursive: true });
  const linesWith = (expires: string) => {
    writeFileSync(file, `Contact: mailto:a@acme.co\nExpires: ${expires}T00:00:00.000Z\n`);
    return found().filter((line) => line.includes('security.txt'));
  };
  expect(linesWith('2025-02-02')).toEqual([]);
  expect(linesWith('2025-01-30')).toEqual([expect.stringContaining('it expires on 2025-01-30. Build and publish')]);
  expect(linesWith('2024-12-01')).toHaveLength(1);
});

it('a desk on an origin with scripts of others is listed', () => {
  const desk = (env: Record<string, string>) =>
    found({ ...KEYS, ...env }).filter((line) => line.includes('DESK_ORIGIN'));
  expect(desk({})).toEqual([]);
  expect(desk({ DESK_ORIGIN: '' })).toEqual([expect.stringContaining('PUBLIC_VAPI_KEY has pages load a script')]);
  expect(desk({ DESK_ORIGIN: '', PUBLIC_VAPI_KEY: '' })).toEqual([]);
  expect(desk({ DESK_ORIGIN: '', PUBLIC_VAPI_KEY: '', PUBLIC_TURNSTILE_SITE_KEY: 'x' })).toHaveLength(1);
  expect(desk({ DESK_ORIGIN: '', PUBLIC_VAPI_KEY: '', PUBLIC_MEETINGS: 'daily' })).toHaveLength(1);
});

it('settings that are right on this machine only are listed', () => {
  const env = {
    ...KEYS,
    PUBLIC_SUPABASE_URL: 'http://[::1]:54321',
    PUBLIC_TURNSTILE_SITE_KEY: '2x00000000000000000000AB',
    PUBLIC_MEETINGS: 'http://127.0.0.1:54490',
  };
  const lines = found(env).filter((line) => line.startsWith('.env'));
  expect(lines).toEqual([
    expect.stringMatching(/^\.env: PUBLIC_SUPABASE_URL is http:.* Write the address/),
    expect.stringMatching(/^\.env: PUBLIC_TURNSTILE_SITE_KEY is 2x.* Write the site key/),
    expect.stringMatching(/^\.env: PUBLIC_MEETINGS is http:.* Write daily/),
  ]);
});
