import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { rewritePages } from '../../src/build/integrations/rewrite-pages.ts';

const CSS = '.both{color:red}.page{color:green}.room{color:blue}.later{color:pink}.nowhere{color:gray}';
const html = (script: string) =>
  `<head><style>${CSS}</style><meta http-equiv="content-security-policy" content="connect-src 'self' https://calls.example;script-src 'self' https://calls.example;style-src 'self'"></head><script src="/_astro/${script}"></script>`;

/** The pages of a small site, after the build has rewritten them. */
function rewritten(...files: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rewrite-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '_astro'));
  const site = {
    'index.html': html('page.B43kKKk1.js'),
    'desk.html': html('desk.B43kKKk2.js'),
    '_astro/page.B43kKKk1.js': 'add("page both")',
    '_astro/desk.B43kKKk2.js': 'add("room both"),import("./later.B43kKKk3.js")',
    '_astro/later.B43kKKk3.js': 'add("later")',
    // A page loads it on intent, by a name that is in its HTML only.
    '_astro/island.B43kKKk4.js': '',
  };
  for (const [file, text] of Object.entries(site)) writeFileSync(join(folder, file), text);
  const { 'astro:build:done': done } = rewritePages({
    backend: ['https://project.supabase.example'],
    meetings: { scripts: [], connect: [], directives: [] },
    codeHost: [],
  }).hooks;
  void done?.({ dir: pathToFileURL(`${folder}/`) } as never);
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

it('a room has the rules for what its own scripts can show, and they are on no other page', () => {
  const [index, desk] = rewritten('index.html', 'desk.html').map((page) => /<style>(.*)<\/style>/.exec(page)?.[1]);
  expect(index).toBe('.both{color:red}.page{color:green}');
  expect(desk).toBe('.both{color:red}.room{color:#00f}.later{color:pink}');
});

it('a room has a policy of its own; the others keep what they need', () => {
  const [index, desk] = rewritten('index.html', 'desk.html').map((page) => /content="(.*)"/.exec(page)?.[1]);
  expect(index).toContain("connect-src 'self' https://calls.example;script-src 'self' https://calls.example");
  expect(desk).toContain("connect-src 'self' https://project.supabase.example wss://project.supabase.example;");
  expect(desk).not.toContain('calls.example');
});
