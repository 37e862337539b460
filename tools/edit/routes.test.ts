import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEditRoutes, type EditRoutes } from '../../tests/setup/edit-routes.ts';

const HERO = 'content/home/hero.mdx';
const DRAFT = { file: HERO, title: 'Hero', hash: 'h', base: { heading: 'a' }, changes: [], at: 1 };

let editor: EditRoutes;
beforeEach(async () => {
  editor = await startEditRoutes();
});
afterEach(() => {
  vi.restoreAllMocks();
  editor.stop();
});

const read = (file: string) => readFileSync(join(editor.folder, file), 'utf8');

/** Puts the copy of content/ into a Git repository of its own. */
function commitAll(): void {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: editor.folder, stdio: 'pipe' });
  writeFileSync(join(editor.folder, '.gitignore'), '.local\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The site as it is');
}
const sentence = expect.stringMatching(/^[A-Z].*\.$/s) as string;

// Vite rejects such names, too, so a test of the whole dev server would not show whether we do.
it('rejects a public host name that resolves to this machine, even with a session', async () => {
  const under = async (name: string) => {
    const host = `${name}:4321`;
    return (await editor.ask('saves', {}, { host, origin: `http://${host}` })).status;
  };
  expect(await under('evil.example')).toBe(403);
  expect(await under('localhost.evil.example')).toBe(403);
  for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await under(name)).toBe(200);
});

describe('the secret of the redirect file', () => {
  it('can be read only by its owner', () => {
    expect(statSync(join(editor.folder, '.local/edit/open.html')).mode & 0o077).toBe(0);
    expect(editor.secret().length).toBeGreaterThanOrEqual(32);
  });

  it('is not read to the end if it is far too long to be one', async () => {
    expect((await editor.ask('open', { secret: 'a'.repeat(2000) })).status).toBe(413);
  });

  it('is exchanged once: then the file has another one, for another tab', async () => {
    const used = editor.secret();
    const { status, body } = await editor.ask('open', { secret: used });
    expect(status).toBe(200);
    expect(editor.secret()).not.toBe(used);
    // The first tab can still edit.
    expect((await editor.ask('saves', {})).status).toBe(200);
    expect((await editor.ask('saves', {}, { 'x-edit-session': String(body['session']) })).status).toBe(200);
  });

  it('gives nobody access if it is used twice, and the terminal says so', async () => {
    const terminal = vi.spyOn(console, 'error').mockReturnValue();
    const secret = editor.secret();
    const first = await editor.ask('open', { secret });
    const second = await editor.ask('open', { secret });
    expect(second).toEqual({ status: 403, body: { message: sentence } });
    expect(await editor.ask('saves', {}, { 'x-edit-session': String(first.body['session']) })).toMatchObject({
      status: 401,
    });
    expect(terminal).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/was used twice[^]*edit\/open\.html again/));
    // The owner can open the file again.
    expect((await editor.ask('open', { secret: editor.secret() })).status).toBe(200);
  });
});

it.each([
  ['no secret', { secret: '' }],
  ['a wrong secret', { secret: 'a'.repeat(32) }],
  ['a secret that is not ASCII', { secret: 'é'.repeat(32) }],
  ['a secret that is no text', { secret: null }],
  ['a list', []],
])('%s opens nothing', async (_, body) => {
  const told = await editor.ask('open', body);
  expect([400, 401]).toContain(told.status);
  expect(told.body).toEqual({ message: sentence });
});

it.each([
  ['no session', ''],
  ['a wrong session', 'a'.repeat(32)],
  ['a session that is not ASCII', 'é'.repeat(32)],
])('%s can read and change nothing', async (_, session) => {
  for (const name of ['list', 'entry', 'save', 'saves', 'draft', 'drafts', 'proposal', 'nothing'])
    expect(await editor.ask(name, { file: HERO }, { 'x-edit-session': session }), name).toEqual({
      status: 401,
      body: { message: sentence },
    });
});

describe('a request that can’t be read', () => {
  const SAVE = { id: 'a', file: HERO, hash: '', changes: [], page: '/' };
  const deep = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
  it.each([
    ['entry', 'not JSON'],
    ['entry', null],
    ['entry', []],
    ['entry', {}],
    ['entry', { file: null }],
    ['entry', { file: [HERO] }],
    ['save', { ...SAVE, id: {} }],
    ['save', { ...SAVE, page: 'http://x' }],
    ['save', { ...SAVE, page: '@evil.example/' }],
    ['save', { ...SAVE, page: null }],
    ['save', { ...SAVE, changes: 'x' }],
    ['save', { ...SAVE, changes: [{ do: 'burn', path: ['heading'] }] }],
    ['save', { ...SAVE, changes: [{ do: 'set', path: 'heading', value: 'x' }] }],
    ['save', { ...SAVE, changes: [{ do: 'set', path: ['heading'] }] }],
    ['save', { ...SAVE, changes: [{ do: 'set', path: ['heading'], value: deep(5000) }] }],
    ['draft', { ...DRAFT, file: '../drafts' }],
    ['draft', { ...DRAFT, file: '__proto__' }],
    ['draft', { ...DRAFT, file: `content/${'x'.repeat(1000)}` }],
    ['draft', { ...DRAFT, base: { heading: deep(50) } }],
    ['draft', { ...DRAFT, changes: [{ do: 'burn', path: ['heading'] }] }],
    ['draft', { ...DRAFT, at: 'now' }],
    ['undo', { id: 'a', save: 'x', page: '/' }],
    ['picture', { name: 'x.png', bytes: null }],
    ['picture', { name: {}, bytes: '' }],
    ['picture', { name: 'X.png', bytes: '' }],
    ['propose', { message: ['x'] }],
    ['propose', { message: 'a\0b' }],
  ])('%s %j is answered with a sentence', async (name, body) => {
    expect(await editor.ask(name, body)).toEqual({ status: 400, body: { message: sentence } });
  });
});

describe('a draft', () => {
  const FILE = '.local/edit/drafts.json';
  const hero = (heading: string, at: number) => ({
    ...DRAFT,
    changes: [{ do: 'set', path: ['heading'], value: heading }],
    at,
  });
  const put = (draft: unknown) => editor.ask('draft', draft).then(({ status }) => status);
  const kept = async () => (await editor.ask('drafts', {})).body;

  it('is kept in a file that only its owner can read', async () => {
    expect(await kept()).toEqual([]);
    expect(await put({ ...hero('Half a', 1), sealed: 1 })).toBe(200);
    expect(await kept()).toEqual([hero('Half a', 1)]);
    expect(JSON.parse(read(FILE))).toEqual([hero('Half a', 1)]);
    expect(statSync(join(editor.folder, FILE)).mode & 0o077).toBe(0);
  });

  it('that is removed does not come back with a request that was sent before', async () => {
    const another = { ...hero('Another', 2), file: 'new:content/home/' };
    for (const draft of [hero('Half a head', 3), hero('Half', 2), another]) expect(await put(draft)).toBe(200);
    expect(await kept()).toEqual([hero('Half a head', 3), another]);
    for (const draft of [{ ...DRAFT, at: 5 }, hero('Half a headli', 4)]) expect(await put(draft)).toBe(200);
    expect(await kept()).toEqual([another]);
    expect(await put(hero('New', 6))).toBe(200);
    expect(await kept()).toEqual([another, hero('New', 6)]);
  });

  it('that would make the file too large is refused, and the others are kept', { tags: ['exhaustive'] }, async () => {
    await put(hero('Half a', 1));
    const large = { ...hero('x'.repeat(9 * 1024 * 1024), 2), file: 'content/site.yaml' };
    expect(await editor.ask('draft', large)).toEqual({ status: 413, body: { message: sentence } });
    expect(await kept()).toEqual([hero('Half a', 1)]);
  });

  it('is kept when the file is cut off', async () => {
    mkdirSync(join(editor.folder, '.local/edit'), { recursive: true });
    writeFileSync(join(editor.folder, FILE), '[{');
    expect(await put(hero('Half a', 1))).toBe(200);
    expect(await kept()).toEqual([hero('Half a', 1)]);
  });
});

describe('a save', () => {
  const save = async (id = 'a') => {
    const { body } = await editor.ask('entry', { file: HERO });
    const changes = [{ do: 'set', path: ['heading'], value: 'Another headline' }];
    return editor.ask('save', { id, file: HERO, hash: body['hash'], changes, page: '/' });
  };

  it('whose check breaks off leaves the file as it was', { tags: ['exhaustive'] }, async () => {
    const before = read(HERO);
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    expect(await save()).toMatchObject({ status: 200, body: { end: 'broken', message: 'fetch failed' } });
    expect(read(HERO)).toBe(before);
  });

  it(
    'of a file that another program changes while the pages are read is a conflict',
    { tags: ['exhaustive'] },
    async () => {
      const theirs = read(HERO).replace(/^badge: .*/m, 'badge: Theirs');
      editor.render = () => {
        writeFileSync(join(editor.folder, HERO), theirs);
        return 200;
      };
      expect(await save()).toMatchObject({ status: 200, body: { end: 'conflict' } });
      expect(read(HERO)).toBe(theirs);
    },
  );

  it('can be undone with a file that only its owner can read', async () => {
    await save();
    expect(statSync(join(editor.folder, '.local/edit/saves.json')).mode & 0o077).toBe(0);
  });

  it('goes on when the history of saves is cut off', { tags: ['exhaustive'] }, async () => {
    await save();
    writeFileSync(join(editor.folder, '.local/edit/saves.json'), '[{');
    expect(await save('b')).toMatchObject({ status: 200, body: { end: 'saved' } });
  });

  it('that can’t be stored for undoing leaves the file as it was', { tags: ['exhaustive'] }, async () => {
    const before = read(HERO);
    mkdirSync(join(editor.folder, '.local/edit/saves.json'));
    vi.spyOn(console, 'error').mockReturnValue();
    expect((await save()).status).toBe(500);
    expect(read(HERO)).toBe(before);
  });

  it(
    'that breaks another file than a page leaves the file as it was, unless it was broken before',
    { tags: ['exhaustive'] },
    async () => {
      const before = read(HERO);
      const isChanged = () => read(HERO) !== before;
      editor.render = (path) => (path === '/llms.txt' && isChanged() ? 500 : 200);
      expect((await save()).body).toEqual({ end: 'broken', message: '/llms.txt could not be shown.' });
      expect(read(HERO)).toBe(before);
      // Another entry, so that all is rendered again.
      const file = 'content/home/proof.mdx';
      writeFileSync(join(editor.folder, file), read(file).replace(/^heading: .*/m, 'heading: Another'));
      editor.render = (path) => (path === '/llms.txt' ? 500 : 200);
      expect((await save('b')).body).toMatchObject({ end: 'saved' });
    },
  );

  it('is not proposed if a picture that it shows was removed since', { tags: ['exhaustive'] }, async () => {
    commitAll();
    let isThere = true;
    editor.render = (path) =>
      path === '/' ? '<img src="/pictures/a.webp" />' : path !== '/pictures/a.webp' || isThere ? 200 : 404;
    expect((await save()).body).toMatchObject({ end: 'saved' });
    isThere = false;
    expect((await editor.ask('propose', { message: 'A headline' })).body).toMatchObject({
      mistakes: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('/pictures/a.webp') as string }),
      ]) as unknown,
    });
  });

  it('that is rolled back is never part of a proposal', { tags: ['exhaustive'] }, async () => {
    commitAll();
    const rendering = Promise.withResolvers<string>();
    const rendered = Promise.withResolvers<number>();
    editor.render = (path) => {
      rendering.resolve(path);
      return rendered.promise;
    };
    const saved = save();
    await rendering.promise;
    const proposed = editor.ask('propose', { message: 'A headline' });
    // Answered after the request to propose has arrived.
    await editor.ask('entry', { file: HERO });
    rendered.resolve(500);
    expect((await saved).body).toMatchObject({ end: 'broken' });
    expect(await proposed).toEqual({ status: 400, body: { message: 'Nothing has changed since the last commit.' } });
  });
});

it('the form of a waiting list shows its own mail', { tags: ['exhaustive'] }, async () => {
  for (const name of ['case-studies', 'research']) {
    const file = `content/waiting-lists/${name}.yaml`;
    writeFileSync(join(editor.folder, file), read(file).replace(/subject: .*/, `subject: ${name}`));
    const { body } = await editor.ask('entry', { file });
    const shown = await editor.ask('mails', { file, data: body['data'] });
    expect(shown.body).toMatchObject([{ subject: name }]);
  }
});
