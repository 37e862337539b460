import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roomAt } from '../../src/build/rooms.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { editedBuild, HOSTED, sharedBuild } from '../setup/shared-build.ts';

const SITE_KEY = '0x4AAAAAAAexample';

/** The pages and scripts of a site by their paths. */
function readTexts(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => /\.(html|js|css|txt|json)$|_headers$/.test(file))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Builds a copy of the site. File names depend on its location, so compare only builds of the same copy. */
async function build(copy: ProjectCopy, name: string, env: NodeJS.ProcessEnv = {}): Promise<Map<string, string>> {
  const folder = join(copy.folder, name);
  const { code, output } = await astro(copy, ['build'], { ...HOSTED, ...env, SITE_OUT_DIR: folder });
  expect(code, output).toBe(0);
  return readTexts(folder);
}

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

const policyOf = (page = '') => /http-equiv="content-security-policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a build without a Turnstile site key', () => {
  it('does not mention it', async () => {
    const off = readTexts((await editedBuild()).folder);
    expect(off.size).toBeGreaterThan(20);
    // The privacy policy and the accessibility statement say when it is used.
    const mentions = (words: RegExp) =>
      [...off]
        .filter(([file, text]) => !/privacy|accessibility|llms/.test(file) && words.test(text))
        .map(([file]) => file);
    expect(mentions(/turnstile|challenges\.cloudflare|verified-request|One more step/i)).toEqual([]);
    expect(mentions(/frame-src (?!'none')/)).toEqual([]);
  });

  it('has not one byte of it: changes to its code and copy change no file', { tags: ['exhaustive'] }, async () => {
    const off = await build(copy, 'off');
    copy.edit('src/verification/check.ts', /'interaction-only'/, "'always'");
    copy.edit('src/verification/load-turnstile.ts', /render=explicit/, 'render=implicit');
    copy.edit('src/verification/send-verified.ts', /\.\.\.envelope, token/, 'token, ...envelope');
    copy.edit('src/backend/insert-verified.ts', /'verified-request'/, "'another-function'");
    copy.edit('content/forms/common.yaml', /One more step/, 'Another step');
    const after = await build(copy, 'after');
    copy.restoreAll();
    const hashes = (files: Map<string, string>) =>
      Object.fromEntries([...files].map(([file, text]) => [file, sha(text)]));
    expect(hashes(after)).toEqual(hashes(off));
  });
});

describe('a build with a site key', () => {
  it("allows Cloudflare's script and frame, and nothing else that is new", { tags: ['exhaustive'] }, async () => {
    const off = readTexts((await sharedBuild(HOSTED)).folder);
    const on = await build(copy, 'on', { PUBLIC_TURNSTILE_SITE_KEY: SITE_KEY });
    const origin = 'https://challenges.cloudflare.com';
    for (const [file, text] of on) {
      if (!file.endsWith('.html')) continue;
      if (roomAt(`/${file}`)) {
        expect(policyOf(text), file).toBe(policyOf(off.get(file)));
        continue;
      }
      const withHashes = (policy: string) => policy.replace(/ 'sha256-[^']*'/g, '');
      const without = withHashes(policyOf(text))
        .replace(`frame-src ${origin};`, '')
        .replace(new RegExp(`(?<=script-src [^;]*) ${origin}`), '');
      expect(without, file).toBe(withHashes(policyOf(off.get(file))));
      expect(policyOf(text), file).toContain(`frame-src ${origin};`);
      expect(policyOf(text), file).toMatch(new RegExp(`script-src 'self'[^;]* ${origin} `));
      // The script itself loads on intent.
      expect(text, file).not.toContain('/turnstile/v0/api.js');
    }
    const scripts = [...on].filter(([file, text]) => file.endsWith('.js') && text.includes(SITE_KEY));
    expect(scripts.length).toBeGreaterThan(0);
  });
});
