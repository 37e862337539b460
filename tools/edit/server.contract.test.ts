import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { readQuestions } from '../../src/build/knowledge/questions.ts';
import type { Change, Outcome, Proposed } from '../../src/editing/protocol.ts';
import { TEXT } from '../../src/editing/protocol.ts';
import { newId, startEditSite, type EditSite } from '../../tests/setup/edit-site.ts';
import { rawRequest } from '../../tests/setup/raw-request.ts';
import { getFrom, leaksOf, modulesOf, writeSecret, writeSecrets } from '../../tests/setup/served-files.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';

const HERO = 'content/home/hero.mdx';
const SITE = 'content/site.yaml';
const INTRODUCTION = 'content/home/introduction.mdx';

let site: EditSite;
beforeAll(async () => {
  site = await startEditSite();
}, 90_000);
afterEach(() => site.reset());
afterAll(() => site.stop());

const set = (path: Change['path'], value: Extract<Change, { do: 'set' }>['value']): Change => ({
  do: 'set',
  path,
  value,
});

async function save(file: string, changes: Change[], page = '/'): Promise<Outcome> {
  const { hash } = await site.ask('entry', { file });
  return site.ask('save', { id: newId(), file, hash, changes, page });
}
const TERMS = 'content/legal/terms-of-service.mdx';
const committed = (file: string) => site.git('show', `HEAD:${file}`);

describe('a request to the editor', () => {
  const refused = async (headers: Record<string, string | undefined>) => {
    const response = await site.send('list', {}, headers);
    return { status: response.status, ...((await response.json()) as { message: string }) };
  };

  it('is accepted from a page of the site with a session', async () => {
    expect((await site.send('list', {})).status).toBe(200);
  });

  it.each([
    ['a page of another origin', 403, { origin: 'https://evil.example' }],
    ['a page on another port of this machine', 403, { origin: 'http://localhost:1' }],
    ['a client without an origin', 403, { origin: undefined }],
    ['a client without a session', 401, { 'x-edit-session': undefined }],
    ['a client with a wrong session', 401, { 'x-edit-session': 'a'.repeat(32) }],
  ])('is rejected from %s', async (_, status, headers) => {
    expect(await refused(headers)).toMatchObject({ status, message: expect.stringMatching(/edit/) as string });
  });

  it('needs more than what the port answers: no page contains a secret', async () => {
    const first = site.secret();
    const pages = await Promise.all(
      ['/', '/flow', '/404', '/_edit/open', '/@vite/client', '/@id/astro:scripts/page.js'].map((path) =>
        getFrom(site, path, { cookie: 'site-editing=on' }),
      ),
    );
    for (const { status, headers, body } of pages) {
      expect([200, 404]).toContain(status);
      expect(headers['set-cookie']).toBeUndefined();
      for (const secret of [first, site.session]) expect(body).not.toContain(secret);
    }
    expect(site.secret()).toBe(first);
  });

  it('has an address of its own, and no page of another can have a visitor click in its pages', async () => {
    expect(site.origin).not.toBe(site.siteOrigin);
    for (const path of ['/', '/flow', '/404', '/_edit/open'])
      expect((await getFrom(site, path)).headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
  });

  it('is rejected under a public host name that resolves to this machine', async () => {
    const { port } = new URL(site.origin);
    const status = await new Promise<number | undefined>((done, fail) => {
      const host = `evil.example:${port}`;
      request(
        {
          port,
          host: '127.0.0.1',
          path: '/_edit/list',
          method: 'POST',
          headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
        },
        (response) => done(response.resume().statusCode),
      )
        .on('error', fail)
        .end('{}');
    });
    expect(status).toBe(403);
  });

  it('is rejected without JSON, which a form on another site cannot send', async () => {
    expect((await refused({ 'content-type': 'text/plain' })).status).toBe(405);
  });

  it.each([
    ['../README.md'],
    ['README.md'],
    ['content/../astro.config.mjs'],
    ['/etc/passwd'],
    ['content/home/../../src/copy.ts'],
    ['content/home/./hero.mdx'],
    ['content/nothing-shows-this.yaml'],
    ['content/home/hero.mdx\0.yaml'],
  ])('is rejected for %s', async (file) => {
    for (const question of ['entry', 'save', 'delete'])
      expect((await site.send(question, { id: newId(), file, hash: '', changes: [], page: '/' })).status).toBe(403);
  });

  it('is rejected for a link in content/ that leads elsewhere', async () => {
    const outside = join(site.copy.folder, 'src', 'secret.mdx');
    const link = join(site.copy.folder, 'content/home/link.mdx');
    writeFileSync(outside, committed(HERO));
    symlinkSync(outside, link);
    const response = await site.send('save', {
      id: newId(),
      file: 'content/home/link.mdx',
      hash: '',
      changes: [],
      page: '/',
    });
    rmSync(link);
    expect(response.status).toBe(403);
    expect(readFileSync(outside, 'utf8')).toBe(committed(HERO));
    rmSync(outside);
  });

  it('is rejected for a new file outside content/', async () => {
    for (const [folder, name] of [
      ['src/', 'x'],
      ['content/', 'x'],
      ['content/home/../../', 'x'],
    ] as const)
      expect((await site.send('create', { id: newId(), folder, name, changes: [], page: '/' })).status).toBe(400);
    const outcome = await site.ask('create', {
      id: newId(),
      folder: 'content/home/',
      name: '../../x',
      changes: [],
      page: '/',
    });
    expect(outcome).toMatchObject({
      end: 'mistakes',
      mistakes: expect.arrayContaining([expect.objectContaining({ path: ['(name)'] })]) as unknown,
    });
  });
});

describe('a request that the dev server would fail at', () => {
  it.each<[string, string, number, { method?: string; headers?: Record<string, string> }?]>([
    ['an address that is no path', 'http://[', 400],
    ['two slashes', '//@', 400],
    ['a code that is no character', '/%ff', 400],
    ['a broken code', '/%zz', 400],
    ['a character that a terminal obeys', '/x%1b%5b2J', 400],
    ['the same, after the path', '/@id/__x00__x?%1b%5b2J&html-proxy&index=0.js', 400],
    ['the same, beside codes that are none, and encoded twice', '/x?%&%ff%25%31b', 400],
    ['a part of an island, which the site does not have', '/_server-islands/X?e=1&p=2&s=3', 404],
    ['a deep path', '/a'.repeat(1900), 400],
    ['a deep path in codes', '/' + '%2fa'.repeat(101), 400],
    ['a long path', '/a'.repeat(7000), 400],
    ['a method that no page uses', '/', 405, { method: 'TRACE' }],
    ['a host that no parser accepts', '/', 403, { headers: { host: 'localhost:1@evil' } }],
    ['a port that does not exist', '/', 403, { headers: { host: 'localhost:99999' } }],
    ['a page in an element of another page', '/', 403, { headers: { 'sec-fetch-dest': 'embed' } }],
  ])('is refused with what to do: %s', async (_, target, status, options) => {
    const answer = await rawRequest(site.origin, target, options);
    expect(answer).toMatchObject({ status, body: expect.stringMatching(/Use |own names/) as string });
    expect((await rawRequest(site.origin, '/favicon.svg')).status).toBe(200);
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
  ])('is refused when it opens a WebSocket with %s', async (_, origin) => {
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': btoa('x'.repeat(16)),
      'sec-websocket-protocol': 'vite-ping',
    };
    expect((await rawRequest(site.origin, '/', { headers: { ...headers, ...origin } })).status).toBe(403);
  });

  it('is answered when a page of ours opens a WebSocket', async () => {
    const options = { protocols: ['vite-ping'], headers: { origin: site.origin } } as unknown as string[];
    const socket = new WebSocket(site.origin.replace('http', 'ws'), options);
    await once(socket, 'open');
    socket.close();
  });

  it('is the end of a WebSocket, and not of the server, if it sends a broken frame', async () => {
    const { host, hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    const headers = [
      `Host: ${host}`,
      `Origin: ${site.origin}`,
      'Connection: upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${btoa('x'.repeat(16))}`,
      'Sec-WebSocket-Protocol: vite-ping',
    ];
    socket.write(`GET / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    const closed = once(socket.resume(), 'close');
    // There is no opcode 3.
    socket.write(Buffer.from([0x83, 0x80, 0, 0, 0, 0]));
    await closed;
    expect((await fetch(site.origin)).status).toBe(200);
  });

  it('is the end of a WebSocket, and not of the server, if its message is none of a page', async () => {
    const client = await (await fetch(`${site.origin}/@vite/client`)).text();
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
    const options = { protocols: ['vite-hmr'], headers: { origin: site.origin } } as unknown as string[];
    const socket = new WebSocket(`${site.origin.replace('http', 'ws')}/?token=${token}`, options);
    await once(socket, 'open');
    socket.send('{"type":"ping"}');
    const closed = once(socket, 'close');
    socket.send('{"type":"custom","event":"vite:invalidate"}');
    await closed;
    expect((await fetch(site.origin)).status).toBe(200);
  });
});

describe('a save', () => {
  it('changes only the lines of its value, and the page shows it', async () => {
    const outcome = await save(HERO, [set(['heading'], 'Software: planned with you')]);
    expect(outcome).toMatchObject({ end: 'saved', entry: { data: { heading: 'Software: planned with you' } } });
    expect(
      site
        .git('diff', '--unified=0')
        .split('\n')
        .filter((line) => /^[-+][^-+]/.test(line)),
    ).toEqual([
      '-heading: Custom software and automation, built with university talent',
      "+heading: 'Software: planned with you'",
    ]);
    expect(await site.page('/')).toContain('Software: planned with you');
  });

  it('of an unchanged value writes nothing', async () => {
    const { mtimeMs } = await import('node:fs').then(({ statSync }) => statSync(join(site.copy.folder, HERO)));
    const { data } = await site.ask('entry', { file: HERO });
    expect(await save(HERO, [set(['heading'], data['heading'] ?? '')])).toMatchObject({ end: 'saved', save: 0 });
    const { statSync } = await import('node:fs');
    expect(statSync(join(site.copy.folder, HERO)).mtimeMs).toBe(mtimeMs);
  });

  it('that the schema rejects reports every mistake at its field, and writes nothing', async () => {
    expect(await save(HERO, [set(['heading'], 'x'.repeat(100)), set(['badge'], ' ')])).toEqual({
      end: 'mistakes',
      mistakes: [
        { path: ['badge'], message: 'Is empty. Write the text, or remove the field if it is optional.' },
        { path: ['heading'], message: 'Is 100 characters long; at most 80 fit. Shorten it by 20.' },
      ],
    });
    expect(await save('content/home/programs.mdx', [set(['timeline', 'items', 1, 'to'], 1)])).toEqual({
      end: 'mistakes',
      mistakes: [{ path: ['timeline', 'items', 1, 'to'], message: 'Must not be before from. Give a later month.' }],
    });
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('of a paragraph changes only that paragraph', { tags: ['exhaustive'] }, async () => {
    const outcome = await save(INTRODUCTION, [set([TEXT, 1], '{company} stands **in between**.')]);
    expect(outcome).toMatchObject({ end: 'saved' });
    expect(site.read(INTRODUCTION)).toBe(
      committed(INTRODUCTION).replace(/\{company\} stands in between[^]*$/, '{company} stands **in between**.\n'),
    );
    expect(await site.page('/')).toMatch(/stands <strong>in between<\/strong>/);
  });

  it.each([
    [
      'a placeholder that does not exist',
      '{compny} stands in between.',
      /^Line \d+ refers to \{compny\}, which does not exist/,
    ],
    ['a component that does not exist', 'See <Box>this</Box>.', /^Line \d+ has <Box>/],
    ['code in a comment', '{/**/process.exit()/**/}', /^Line \d+ has a note/],
  ])('of a text with %s is rejected before anything is written', async (_, text, message) => {
    const outcome = await save(INTRODUCTION, [set([TEXT, 0], text)]);
    expect(outcome).toMatchObject({
      end: 'mistakes',
      mistakes: [{ path: [TEXT], message: expect.stringMatching(message) as string }],
    });
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('of a text that is valid but breaks the page is rolled back', { tags: ['exhaustive'] }, async () => {
    site.write('public/damaged.png', 'not a picture');
    const { data } = await site.ask('entry', { file: INTRODUCTION });
    const saving = save(INTRODUCTION, [
      set([TEXT, 0], '<Figure src="/damaged.png" alt="Nothing" caption="Nothing" />'),
    ]);
    await vi.waitFor(() => expect(site.git('status', '--porcelain')).toContain(INTRODUCTION), {
      timeout: 20_000,
      interval: 5,
    });
    // Whoever opens it meanwhile sees what stays.
    const meanwhile = site.ask('entry', { file: INTRODUCTION });
    const outcome = await saving;
    expect(outcome).toMatchObject({
      end: 'broken',
      message: expect.stringContaining('it is not a picture, or is damaged') as string,
    });
    expect(site.git('status', '--porcelain')).toBe('?? public/damaged.png\n');
    expect((await meanwhile).data).toEqual(data);
    expect(await site.page('/')).toContain('Companies have work that never reaches the top of the list');
  });

  it('to a file that has changed since it was read is refused, and returns the current file', async () => {
    const { hash } = await site.ask('entry', { file: HERO });
    const theirs = committed(HERO).replace('heading: Custom', 'heading: Our custom');
    site.write(HERO, theirs);
    const question = { id: newId(), file: HERO, hash, changes: [set(['heading'], 'Mine')], page: '/' };
    expect(await site.ask('save', question)).toMatchObject({
      end: 'conflict',
      theirs: { data: { heading: 'Our custom software and automation, built with university talent' } },
    });
    expect(site.read(HERO)).toBe(theirs);
  });

  it('runs only once, even if the request is repeated', { tags: ['exhaustive'] }, async () => {
    const { hash } = await site.ask('entry', { file: HERO });
    const id = newId();
    const question = { id, file: HERO, hash, changes: [set(['badge'], 'Twice')], page: '/' };
    const [first, second] = await Promise.all([site.ask('save', question), site.ask('save', question)]);
    expect(first).toMatchObject({ end: 'saved' });
    expect(second).toEqual(first);
    expect(await site.ask('outcome', { id })).toEqual(first);
    expect(await site.ask('outcome', { id: newId() })).toBeNull();
  });
});

describe('a change to the content', () => {
  it('shows, even if a page was loading the content before it at that moment', { tags: ['exhaustive'] }, async () => {
    const stored = () => readFileSync(join(site.copy.folder, '.astro/data-store.json'), 'utf8');
    const changed = committed(HERO).replace(/^heading: .*/m, 'heading: For a moment');
    site.write(HERO, changed);
    await expect.poll(stored).toContain('For a moment');
    await site.whileLoading(async () => {
      site.write(HERO, committed(HERO));
      await expect.poll(stored).not.toContain('For a moment');
    });
    expect(await site.page('/')).not.toContain('For a moment');
  });

  it(
    'runs nothing that a field names, if it is refused and the page compiles it',
    { tags: ['exhaustive'] },
    async () => {
      const page = () => site.page('/terms-of-service');
      await page();
      const ran = join(site.copy.folder, '.local/ran');
      const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, '')`;
      const layout = `layout: data:text/javascript,${encodeURIComponent(code)}`;
      site.write(TERMS, `${committed(TERMS).replace('---\n', `---\n${layout}\n`)}\nA new paragraph.\n`);
      await expect.poll(page, { timeout: 30_000 }).toContain('A new paragraph.');
      expect(existsSync(ran)).toBe(false);
    },
  );

  it('shows, and the session goes on, while a test copies the project', { tags: ['exhaustive'] }, async () => {
    const copy = join(site.copy.folder, '.local/copies/copy-of-a-test');
    mkdirSync(copy, { recursive: true });
    writeFileSync(join(copy, 'astro.config.mjs'), '');
    site.write(HERO, committed(HERO).replace(/^heading: .*/m, 'heading: After a copy'));
    await expect.poll(() => site.page('/'), { timeout: 30_000 }).toContain('After a copy');
    expect((await site.send('list', {})).status).toBe(200);
  });

  it('shows, if another program empties the file before it writes it', { tags: ['exhaustive'] }, async () => {
    const path = join(site.copy.folder, HERO);
    writeFileSync(path, '');
    await wait(30);
    writeFileSync(path, committed(HERO).replace(/^heading: .*/m, 'heading: Written in two steps'));
    await expect
      .poll(async () => (await site.page('/')).includes('Written in two steps'), { timeout: 30_000 })
      .toBe(true);
  });
});

describe('what would stop a build', () => {
  const PROGRAMS = 'content/home/programs.mdx';
  const QUESTIONS = readdirSync('content/assistant/questions').map((file) => `content/assistant/questions/${file}`);
  const exhaustive = { tags: ['exhaustive'] };
  const create = (folder: string, name: string, from: string, changes: Change[] = []) =>
    site.ask('create', { id: newId(), folder, name, from, changes, page: '/' });
  async function remove(file: string): Promise<Outcome> {
    const { hash } = await site.ask('entry', { file });
    return site.ask('delete', { id: newId(), file, hash, page: '/' });
  }
  const says = (message: string) => expect.stringContaining(message) as string;

  it('is not saved: a button to a page that does not exist', { tags: ['exhaustive'] }, async () => {
    expect(await save(HERO, [set(['secondary', 'href'], '/nowhere')])).toEqual({
      end: 'mistakes',
      mistakes: [{ path: ['secondary', 'href'], message: says('leads to /nowhere, but there is no such page.') }],
    });
    expect(site.git('status', '--porcelain')).toBe('');
  });

  /** The questions that visitors ask the agent, whose answers name the programs. */
  const NAMING_PROGRAMS = readQuestions()
    .filter(({ page }) => page === '/#programs')
    .map(({ question }) => question);

  it('is not saved: a section that the header links to is deleted', { tags: ['exhaustive'] }, async () => {
    expect(await remove(PROGRAMS)).toEqual({
      end: 'mistakes',
      mistakes: [
        {
          path: [],
          message: expect.stringMatching(
            /^The link "Programs" leads to \/#programs, but that page has no such section\. .* It is in “Every page · Company, figures and menus”\.$/,
          ) as string,
          elsewhere: { file: SITE, path: ['navigation', 1, 'href'] },
        },
        expect.objectContaining({ message: says('The link "Hackathons, webinars, talent programs"') }),
        ...NAMING_PROGRAMS.map((question) => ({
          path: [],
          message: says(`The link "${question}"`),
          elsewhere: expect.objectContaining({
            file: expect.stringContaining('content/assistant/questions/') as string,
          }) as unknown,
        })),
      ],
    });
    expect(site.read(PROGRAMS)).toBe(committed(PROGRAMS));
  });

  it('is not saved: a link in the header that leads somewhere on one page only', exhaustive, async () => {
    expect(await save(SITE, [set(['navigation', 1, 'href'], '#programs')])).toMatchObject({
      mistakes: [
        {
          path: ['navigation', 1, 'href'],
          message: expect.stringMatching(
            /^On \/[a-z/]+ and \d+ other pages, the link "Programs" leads to #programs, /,
          ) as string,
        },
      ],
    });
  });

  it('is not saved: a picture that is missing', exhaustive, async () => {
    expect(await save(INTRODUCTION, [set([TEXT, 0], '![A team](/pictures/none.webp)')])).toMatchObject({
      mistakes: [{ path: [TEXT, 0], message: says('/pictures/none.webp') }],
    });
  });

  it('is not saved: a link in a text', exhaustive, async () => {
    expect(await save(TERMS, [set([TEXT, 1], 'See [our page](/kontact).')], '/terms-of-service')).toMatchObject({
      mistakes: [{ path: [TEXT, 1], message: says('The link "our page" leads to /kontact') }],
    });
  });

  it('is not saved: a copied section with the same anchor', exhaustive, async () => {
    expect(await create('content/home/', '61-programs', PROGRAMS)).toMatchObject({
      mistakes: [{ path: ['anchor'], message: says('The anchor programs is used more than once.') }],
    });
    expect(await create('content/home/', '61-programs', PROGRAMS, [set(['anchor'], 'more')])).toMatchObject({
      end: 'saved',
    });
  });

  it('is not saved: a character that the process guide can’t have', exhaustive, async () => {
    expect(await save('content/journey/10-discovery.mdx', [set(['title'], 'Łódź')], '/flow')).toMatchObject({
      end: 'broken',
      message: says('which the font of the process guide (PDF) lacks'),
    });
  });

  it('is not saved: a day of publication without a text', exhaustive, async () => {
    const file = 'content/research/publications/automation.mdx';
    expect(await save(file, [set(['published'], '2026-05-31')], '/research')).toEqual({
      end: 'mistakes',
      mistakes: [{ path: [TEXT], message: 'It has no text below its fields. Write it there.' }],
    });
  });

  it('is saved once no page links to it any more, also if the links were on other pages', exhaustive, async () => {
    const menus: Change[] = [
      set(['navigation', 1, 'href'], '/flow'),
      set(['footer', 'columns', 1, 'href'], '/flow'),
      set(['footer', 'columns', 1, 'links', 0, 'href'], '/flow'),
    ];
    expect(await save(SITE, menus, '/resources')).toMatchObject({ end: 'saved' });
    for (const file of QUESTIONS) {
      const { questions } = parse(site.read(file)) as { questions: { page: string }[] };
      const moved = questions.flatMap(({ page }, index) =>
        page === '/#programs' ? [set(['questions', index, 'page'], '/flow')] : [],
      );
      if (moved.length > 0) expect(await save(file, moved)).toMatchObject({ end: 'saved' });
    }
    expect(await remove(PROGRAMS)).toMatchObject({ end: 'saved' });
    const [saved] = await site.ask('saves', {});
    expect(await site.ask('undo', { id: newId(), save: saved?.save ?? 0, page: '/' })).toMatchObject({ end: 'saved' });
  });

  it('is saved if it was there before, and is not proposed', exhaustive, async () => {
    site.write(HERO, committed(HERO).replace("'#what-we-do'", '/nowhere'));
    // Once the dev server has noticed it.
    await vi.waitFor(async () => expect(await site.page('/')).toContain('href="/nowhere"'), { timeout: 10_000 });
    expect(await save(HERO, [set(['badge'], 'Trusted')])).toMatchObject({ end: 'saved' });
    expect(await site.ask('propose', { message: 'A badge' })).toEqual({
      mistakes: [
        {
          path: [],
          message: says('leads to /nowhere, but there is no such page.'),
          elsewhere: { file: HERO, path: ['secondary', 'href'] },
        },
      ],
    });
    site.write(HERO, committed(HERO).replace(/^heading: .*/m, 'heading: ""'));
    expect(await site.ask('propose', { message: 'A headline' })).toMatchObject({
      mistakes: [{ message: says('Is empty.'), elsewhere: { file: HERO, path: ['heading'] } }],
    });
    expect(site.git('branch', '--show-current').trim()).toBe('main');
  });
});

describe('the last saves', () => {
  it('are listed with their changes, and undoing one keeps later ones', { tags: ['exhaustive'] }, async () => {
    const first = await save(SITE, [set(['figures', 'hackathon-length', 'value'], '72-hour')]);
    await save(SITE, [set(['tagline'], 'Another line.')]);
    await save(HERO, [set(['badge'], 'Trusted')]);
    const saves = await site.ask('saves', {});
    expect(saves.slice(0, 3).map(({ file, changes }) => [file, changes[0]?.before, changes[0]?.after])).toEqual([
      [HERO, 'Trusted by {trusted-by} companies and universities', 'Trusted'],
      [SITE, expect.stringContaining('Transforming vision'), 'Another line.'],
      [SITE, '48-hour', '72-hour'],
    ]);
    expect(saves[2]?.changes[0]?.where).toMatch(/^Every page: .* › Figures › Hackathon length › Value$/);
    const number = first.end === 'saved' ? first.save : 0;
    expect(await site.ask('undo', { id: newId(), save: number, page: '/' })).toMatchObject({ end: 'saved' });
    expect(site.read(SITE)).toBe(committed(SITE).replace(/^tagline: .*/m, 'tagline: Another line.'));
    expect((await site.ask('saves', {})).find(({ save: one }) => one === number)).toMatchObject({ undone: true });
    expect(await site.ask('undo', { id: newId(), save: number, page: '/' })).toMatchObject({ end: 'refused' });
  });

  it('are not undone if the same words have changed again', { tags: ['exhaustive'] }, async () => {
    const first = await save(HERO, [set(['badge'], 'One')]);
    await save(HERO, [set(['badge'], 'Two')]);
    const number = first.end === 'saved' ? first.save : 0;
    expect(await site.ask('undo', { id: newId(), save: number, page: '/' })).toMatchObject({
      end: 'clash',
      theirs: { file: HERO },
      clashes: [{ path: ['badge'], before: expect.stringContaining('Trusted by') as string, now: 'Two' }],
    });
    expect(site.read(HERO)).toMatch(/^badge: '?Two'?$/m);
  });
});

describe('a file', () => {
  const FOLDER = 'content/research/publications/';

  it(
    'can be created as a copy with changes, deleted again, and restored by undoing the deletion',
    { tags: ['exhaustive'] },
    async () => {
      const file = `${FOLDER}handover.mdx`;
      const changes = [set(['title'], 'When the students leave'), set(['date'], 'Q4 2027')];
      const made = await site.ask('create', {
        id: newId(),
        folder: FOLDER,
        name: 'handover',
        from: `${FOLDER}automation.mdx`,
        changes,
        page: '/research',
      });
      expect(made).toMatchObject({ end: 'saved', entry: { file, title: 'When the students leave' } });
      expect(await site.page('/research')).toContain('When the students leave');
      const { hash } = await site.ask('entry', { file });
      const removed = await site.ask('delete', { id: newId(), file, hash, page: '/research' });
      expect(removed).toMatchObject({ end: 'saved' });
      expect(existsSync(join(site.copy.folder, file))).toBe(false);
      expect(await site.page('/research')).not.toContain('When the students leave');
      await site.ask('undo', { id: newId(), save: removed.end === 'saved' ? removed.save : 0, page: '/research' });
      expect(site.read(file)).toContain('When the students leave');
    },
  );

  it('can be created from its fields alone', { tags: ['exhaustive'] }, async () => {
    const changes = [
      set(['title'], 'A stage: the last'),
      set(['duration'], '1 week'),
      set(['deliverable'], 'A report'),
      set(['points'], ['One', 'Two: three']),
      set(['details'], ['More']),
    ];
    const made = await site.ask('create', {
      id: newId(),
      folder: 'content/journey/',
      name: '70-review',
      changes,
      page: '/flow',
    });
    expect(made).toMatchObject({
      end: 'saved',
      entry: { data: { title: 'A stage: the last', points: ['One', 'Two: three'] } },
    });
    expect(await site.page('/flow')).toContain('A stage: the last');
  });

  it('is not created if its name is taken or invalid', async () => {
    for (const [name, message] of [
      ['automation', 'A file with this name already exists. Choose another.'],
      ['My Paper', 'Name must be lowercase letters, digits and hyphens'],
    ] as const)
      expect(await site.ask('create', { id: newId(), folder: FOLDER, name, changes: [], page: '/' })).toMatchObject({
        end: 'mistakes',
        mistakes: expect.arrayContaining([
          { path: ['(name)'], message: expect.stringContaining(message) as string },
        ]) as unknown,
      });
  });

  it('that the site needs cannot be deleted', async () => {
    const { hash } = await site.ask('entry', { file: SITE });
    const response = await site.send('delete', { id: newId(), file: SITE, hash, page: '/' });
    expect(response.status).toBe(400);
    expect(site.read(SITE)).toBe(committed(SITE));
  });
});

describe('a picture', () => {
  const photo = () =>
    sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#446688' } })
      .withExif({ IFD0: { Copyright: 'Somebody', Artist: 'Ada at home' } })
      .jpeg();

  it('is scaled down to the largest size shown, and stored without metadata', async () => {
    const bytes = (await photo().toBuffer()).toString('base64');
    expect(await site.ask('picture', { name: 'My Photo (2).JPG', bytes })).toEqual({
      address: '/pictures/my-photo-2.webp',
      width: 1440,
      height: 720,
    });
    // At once, before the watcher notices it.
    expect((await fetch(`${site.origin}/pictures/my-photo-2.webp`)).status).toBe(200);
    const stored = readFileSync(join(site.copy.folder, 'public/pictures/my-photo-2.webp'));
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 1440 });
    expect(stored.includes('Somebody')).toBe(false);
    expect(await site.ask('picture', { name: 'my photo 2.jpg', bytes })).toMatchObject({
      address: '/pictures/my-photo-2-2.webp',
    });
  });

  it('is not written through a link that replaces its folder', { tags: ['exhaustive'] }, async () => {
    const outside = join(site.copy.folder, 'src/outside');
    const folder = join(site.copy.folder, 'public/pictures');
    mkdirSync(outside);
    rmSync(folder, { recursive: true, force: true });
    symlinkSync(outside, folder);
    const bytes = (await photo().toBuffer()).toString('base64');
    const response = await site.send('picture', { name: 'photo.jpg', bytes });
    const written = readdirSync(outside);
    rmSync(folder);
    rmSync(outside, { recursive: true });
    expect(response.status).toBe(403);
    expect(written).toEqual([]);
  });

  it.each([
    ['a text', Buffer.from('Not a picture')],
    [
      'an SVG, which can contain scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
  ])('that is %s is rejected', async (_, bytes) => {
    const response = await site.send('picture', { name: '../../x.png', bytes: bytes.toString('base64') });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('Choose a JPEG, PNG, WebP or AVIF file.') as string,
    });
    expect(site.git('status', '--porcelain')).toBe('');
  });
});

describe('a proposal', () => {
  it('lists the changes, commits only content, and continues on its branch', { tags: ['exhaustive'] }, async () => {
    site.write('README.md', 'Something that is no word of the site.');
    await save(HERO, [set(['heading'], 'One heading')]);
    await save(INTRODUCTION, [set([TEXT, 0], 'One paragraph.')]);
    const { differences, message, branch } = await site.ask('proposal', {});
    expect(branch).toBe('main');
    expect(differences).toEqual([
      {
        file: HERO,
        where: expect.stringMatching(/^Home page: .* › Heading$/) as string,
        before: 'Custom software and automation, built with university talent',
        after: 'One heading',
      },
      {
        file: INTRODUCTION,
        where: expect.stringMatching(/ › Text › 1$/) as string,
        before: expect.stringContaining('Companies have') as string,
        after: 'One paragraph.',
      },
    ]);
    expect(message).toMatch(/^Edit 2 texts in 2 places\n\n- Home page: .*: “Custom .*” → “One heading”\n/);
    const proposed = (await site.ask('propose', { message })) as Proposed;
    expect(proposed.branch).toMatch(/^words\/\d{4}-\d\d-\d\d-edit-2-texts-in-2-places-[0-9a-f]{6}$/);
    expect(site.git('show', '--stat', '--format=%B', 'HEAD')).toContain('2 files changed');
    expect(site.git('status', '--porcelain')).toBe('?? README.md\n');
    expect((await site.ask('proposal', {})).differences).toEqual([]);
    await save(HERO, [set(['badge'], 'One badge')]);
    expect(await site.ask('propose', { message: 'Another badge' })).toMatchObject({ branch: proposed.branch });
    expect(site.git('log', '--format=%s', 'main..HEAD').trim().split('\n')).toEqual([
      'Another badge',
      'Edit 2 texts in 2 places',
    ]);
    rmSync(join(site.copy.folder, 'README.md'));
  });

  it('is refused if nothing has changed', { tags: ['exhaustive'] }, async () => {
    const response = await site.send('propose', { message: 'Nothing' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: 'Nothing has changed since the last commit.' });
  });

  it('reports the error message of Git', { tags: ['exhaustive'] }, async () => {
    await save(HERO, [set(['badge'], 'One badge')]);
    const git = join(site.copy.folder, '.git');
    mkdirSync(join(git, 'refs/heads/words'), { recursive: true });
    writeFileSync(join(git, 'index.lock'), '');
    const response = await site.send('propose', { message: 'A badge' });
    rmSync(join(git, 'index.lock'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('index.lock') as string });
    renameSync(join(site.copy.folder, HERO), join(site.copy.folder, HERO));
  });
});

it('the list has all files, with their texts and pages', async () => {
  const { files, folders } = await site.ask('list', {});
  expect(files.map(({ file }) => file)).toContain('content/emails/voice-call.yaml');
  const hero = files.find(({ file }) => file === HERO);
  expect(hero).toMatchObject({ group: 'Home page', page: '/', free: true });
  expect(hero?.texts).toContainEqual({
    path: ['badge'],
    where: 'Badge',
    text: 'Trusted by 50+ companies and universities',
  });
  // In the words of the form.
  expect(files.find(({ file }) => file === 'content/emails/contact-notification.yaml')?.texts).toContainEqual(
    expect.objectContaining({ path: ['acknowledgement', 'subject'], where: 'Mail to the visitor › Subject' }),
  );
  expect(files.find(({ file }) => file === SITE)).toMatchObject({ free: false });
  expect(folders.map(({ folder }) => folder)).toContain('content/research/publications/');
});

it(
  'a file damaged by hand is listed, reports its error when it is opened, and does not block other files',
  { tags: ['exhaustive'] },
  async () => {
    site.write(HERO, committed(HERO).replace('heading: Custom', 'heading: *Custom'));
    const { files } = await site.ask('list', {});
    expect(files.find(({ file }) => file === HERO)).toMatchObject({ title: 'Hero', texts: [] });
    expect(files.find(({ file }) => file === SITE)?.texts.length).toBeGreaterThan(50);
    await expect(site.ask('entry', { file: HERO })).rejects.toThrow(/^In the file, line 4 can't be read/);
  },
);

it(
  'a page that is rendered for editing differs from the plain page only in the added attributes',
  { tags: ['exhaustive'] },
  async () => {
    const plain = (html: string) =>
      html
        .replaceAll(/ data-edit(?:ing|-page|-attributes)?="[^"]*"/g, '')
        // A measurement, and a hash of an island's props, marks included.
        .replaceAll(/ (?:server-render-time|uid)="[^"]+"/g, '')
        // Vite's version parameters.
        .replaceAll(/\?(?:t|v)=[\w.]+|&(?:t|v)=[\w.]+/g, '');
    for (const path of [
      '/',
      '/flow',
      '/ai-portfolio',
      '/resources',
      '/research',
      '/internships/apply',
      '/privacy-policy',
      '/unsubscribe',
    ]) {
      const [without, withMarks] = [await (await fetch(site.origin + path)).text(), await site.page(path)];
      // Split by element, so that a failure shows the difference and not the whole page.
      expect(plain(withMarks).split('<'), path).toEqual(plain(without).split('<'));
      expect(without).not.toContain('data-edit="');
      expect(withMarks).toContain('data-edit="');
    }
  },
);

it('a page of ten thousand paragraphs can be edited', { tags: ['exhaustive'], timeout: 60_000 }, async () => {
  site.write(TERMS, `${committed(TERMS)}\n${'a\n\n'.repeat(10_000)}`);
  expect(await site.page('/terms-of-service')).toContain(`data-edit="${TERMS}`);
});

describe('of the files under the project', () => {
  // The other types, and those elsewhere, are in files.contract.exhaustive.test.ts.
  it.each(['x.md'])('%s in .local is not served, by whatever path', { tags: ['exhaustive'] }, async (name) => {
    const folder = join(site.copy.folder, '.local');
    writeSecrets(folder);
    expect(await leaksOf(site, realpathSync(join(folder, name)))).toEqual([]);
  });

  it('only those that a page loads are served', { tags: ['exhaustive'] }, async () => {
    for (const file of [
      'package.json',
      'astro.config.mjs',
      'tools/local/start.ts',
      'functions/deno.json',
      '.gitignore',
    ])
      for (const handling of ['', '?raw', '?import', '?import&url'])
        expect((await getFrom(site, `/${file}${handling}`)).status, file + handling).not.toBe(200);
    const modules = await modulesOf(site, '/');
    for (const file of ['/src/islands/consultation/ConsultationForm.tsx', '/src/editing/client/main.tsx'])
      expect([...modules.keys()]).toContain(file);
    expect([...modules].filter(([, status]) => status !== 200)).toEqual([]);
    expect((await getFrom(site, '/favicon.svg')).status).toBe(200);
  });

  it('no file of content/ is served, and no module with all of it', async () => {
    // After this, the server has imported every text.
    await site.page('/privacy-policy');
    for (const file of ['assistant/agent.mdx', 'legal/privacy-policy.mdx', 'site.yaml'])
      for (const way of ['/content/', `/@fs${realpathSync(site.copy.folder)}/content/`, '//content/', '/%63ontent/'])
        for (const handling of ['', '?raw', '?import', '?import&raw', '?url'])
          expect((await getFrom(site, way + file + handling)).status, way + file + handling).not.toBe(200);
    for (const module of ['astro:data-layer-content', 'astro:assets', 'virtual:astro:get-image'])
      for (const way of ['/@id/', '/@id/__x00__'])
        expect((await getFrom(site, way + module)).status, way + module).not.toBe(200);
  });

  it('none is told from one that does not exist', async () => {
    const outside = temporaryFolder();
    const known = join(outside, 'known.txt');
    writeSecret(known);
    for (const way of ['/@fs', '/@id/'])
      for (const handling of ['', '?raw', '?import&url']) {
        const [there, missing] = await Promise.all(
          [known, join(outside, 'other.txt')].map((file) => getFrom(site, way + file + handling)),
        );
        expect(there?.status, way + handling).toBe(missing?.status);
        expect([400, 404]).toContain(there?.status);
        // The words of Vite's own page, which names folders.
        expect(there?.body).not.toContain('allow list');
      }
    rmSync(outside, { recursive: true });
  });

  it('a package is not served if no page imports it', async () => {
    for (const name of ['/@id/postgres', '/@id/postgres?import', '/@id/node_modules/postgres/src/index.js'])
      expect((await getFrom(site, name)).status, name).not.toBe(200);
  });

  it('none is opened in a program of this machine', async () => {
    expect((await getFrom(site, '/__open-in-editor?file=package.json')).status).toBe(404);
  });

  it('none is for a page of another origin, not even of this machine', { tags: ['exhaustive'] }, async () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:1', 'https://evil.example', 'null'])
      for (const target of ['/', '/@vite/client', '/favicon.svg', '/_edit/open']) {
        const { headers } = await getFrom(site, target, { origin });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
  });
});
