import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changeOf, draw } from '../../tests/setup/edit-draws.ts';
import { startEditRoutes, type EditRoutes } from '../../tests/setup/edit-routes.ts';
import type { Entry } from '../../src/editing/protocol.ts';

const REQUESTS = 20_000;
const SEED = 20_270_531;

let editor: EditRoutes;
beforeAll(async () => {
  editor = await startEditRoutes();
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: editor.folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@localhost');
  git('add', 'content');
  git('commit', '--quiet', '--message', 'The site as it is');
});
afterAll(() => editor.stop());

const known = new Map<string, { at: number; text: string }>();

/** The files in the folders that the editor writes to that were added, changed or removed since the last call. */
function changedFiles(): string[] {
  const found = ['content', 'public']
    .map((name) => join(editor.folder, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const gone = [...known.keys()].filter((path) => !found.includes(path));
  gone.forEach((path) => known.delete(path));
  const changed = found.filter((path) => {
    const at = statSync(path).mtimeMs;
    const before = known.get(path);
    if (before?.at === at) return false;
    const text = readFileSync(path, 'latin1');
    known.set(path, { at, text });
    return before?.text !== text;
  });
  return [...gone, ...changed].map((path) => relative(editor.folder, path));
}

const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, [], {}, '', '\0', '\ud800', '__proto__', '../x', 'http://x', '//x', -1, 0.5, 1e21),
  fc.constantFrom('content/home', 'content/home/.mdx', `content/home/${'x'.repeat(300)}.mdx`, 'content/site.yaml/x'),
);
/** Node sends no other characters. */
const LATIN = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f);
const header = fc.string({ unit: LATIN.map((code) => String.fromCharCode(code)) });

/** A request. Its numbers are taken modulo the number of candidates. */
const request = fc.record({
  file: fc.nat(),
  name: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('save', 'create') },
    { weight: 4, arbitrary: fc.constantFrom('entry', 'delete', 'undo', 'outcome', 'picture', 'draft', 'open') },
    { weight: 1, arbitrary: fc.constantFrom('list', 'saves', 'drafts', 'proposal', 'propose') },
    { weight: 1, arbitrary: fc.constantFrom('', 'Save', 'save/', 'save?x', '__proto__', 'constructor', '%2e%2e') },
  ),
  draws: fc.array(draw, { maxLength: 3 }),
  id: fc.uuid(),
  number: fc.nat(60),
  word: fc.oneof(fc.constantFrom('a', 'b-c', 'x'.repeat(400), 'content/site.yaml'), fc.string()),
  page: fc.constantFrom('/', '/flow', '/research'),
  spoilt: fc.option(fc.record({ field: fc.nat(), value: odd }), { freq: 2 }),
  headers: fc.option(
    fc.record({ 'x-edit-session': header, 'content-type': header, origin: header, host: header }, { requiredKeys: [] }),
    { freq: 10 },
  ),
  breaks: fc.boolean(),
});
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** The body that the editor's client sends, or one in which something is odd. */
function bodyOf(
  { file, hash, data }: Pick<Entry, 'file' | 'hash' | 'data'>,
  { draws, id, number, word, page, spoilt }: Request,
): unknown {
  const body: Record<string, unknown> = {
    ...{ id, file, hash, page, word, number, save: number, name: word, bytes: word, message: word, secret: word },
    ...{ title: word, base: data, at: number + 1 },
    ...{ folder: file.replace(/[^/]+$/, ''), from: file, changes: draws.map((one) => changeOf(data, one)) },
  };
  if (!spoilt) return body;
  const fields = Object.keys(body);
  const field = fields[spoilt.field % (fields.length + 1)];
  return field === undefined ? spoilt.value : { ...body, [field]: spoilt.value };
}

it(
  `${REQUESTS} requests of any kind are answered without a server error, and leave nothing half done`,
  { tags: ['exhaustive'], timeout: 600_000 },
  async () => {
    const ends = new Set<string>();
    const files = changedFiles();
    await fc.assert(
      fc.asyncProperty(request, async (drawn) => {
        const { name, headers, breaks } = drawn;
        const file = files[drawn.file % files.length] ?? '';
        const read = (await editor.ask('entry', { file })).body;
        const entry = 'data' in read ? (read as unknown as Entry) : { file, hash: '', data: { x: '' } };
        editor.render = () => (breaks ? 500 : 200);
        const { status, body } = await editor.ask(name, bodyOf(entry, drawn), headers ?? {});
        expect(status, body.message).toBeLessThan(500);
        if (status >= 400) expect(body.message).toMatch(/\S \S/);
        ends.add(`${name} ${body.end ?? status}`);
        const changed = changedFiles();
        const { file: written } = (body['entry'] ?? {}) as { file?: string };
        if (body.end !== 'saved' && !(name === 'picture' && status === 200)) expect(changed).toEqual([]);
        else expect(changed.filter((path) => path !== written && !path.startsWith('public/pictures/'))).toEqual([]);
      }),
      { seed: SEED, numRuns: REQUESTS, endOnFailure: true },
    );
    expect(readdirSync(editor.folder).sort()).toEqual(['.git', '.local', 'content']);
    // Not everything is refused before it does anything.
    for (const end of ['save saved', 'save broken', 'save mistakes', 'create saved', 'delete saved', 'propose 200'])
      expect([...ends]).toContain(end);
  },
);
