import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditHost } from '../../src/apps/edit/host/edit-host.ts';
import { openEditHost } from '../../src/apps/edit/host/open-edit-host.ts';
import { openCodeHost } from '../../src/code-host/open-code-host.ts';
import type { Change } from '../../src/editing/protocol.ts';
import { startCodeHost, type TestCodeHost } from '../setup/code-host.ts';

const HERO = 'content/home/hero.mdx';
const FLOW = 'content/pages/flow.mdx';
const ORDER = 'content/home/order.yaml';
const PAPERS = 'content/research/publications/';

let server: TestCodeHost;
let clone: string;

beforeAll(async () => {
  // The words of the whole site.
  server = await startCodeHost({ project: process.cwd() });
  clone = mkdtempSync(join(tmpdir(), 'edit-host-'));
});
afterAll(async () => {
  await server.close();
  rmSync(clone, { recursive: true, force: true });
});

const scaled = () =>
  Promise.resolve({ bytes: new Uint8Array([1, 2, 3]), extension: '.png' as const, width: 10, height: 10 });

async function open(login: string): Promise<EditHost> {
  const host = openCodeHost({ api: server.url, repository: server.repository }, server.makeToken({ login }));
  return openEditHost(host, await host.account(), scaled);
}
async function save(host: EditHost, file: string, changes: Change[], hash?: string) {
  const read = await host.ask('entry', { file });
  return host.ask('save', { id: crypto.randomUUID(), file, hash: hash ?? read.hash, changes, page: '/' });
}
const branchOf = (host: EditHost) => host.$work.get().branch ?? 'none';

test('six edits of six kinds are a proposal that has exactly these changes', async () => {
  const ada = await open('ada');
  const { files } = await ada.ask('list', {});
  const [paper = ''] = files.map(({ file }) => file).filter((file) => file.startsWith(PAPERS));

  expect(await save(ada, HERO, [{ do: 'set', path: ['heading'], value: 'Words for everybody' }])).toMatchObject({
    end: 'saved',
  });
  expect(await save(ada, ORDER, [{ do: 'set', path: ['sections', 1, 'hidden'], value: true }])).toMatchObject({
    end: 'saved',
  });
  expect(await save(ada, ORDER, [{ do: 'move', path: ['sections', 3], to: 2 }])).toMatchObject({ end: 'saved' });
  const picture = await ada.ask('picture', { name: 'Our team.png', bytes: btoa('picture') });
  const created = { id: 'create', folder: PAPERS, name: 'new-paper', from: paper, changes: [], page: '/' };
  expect(await ada.ask('create', created)).toMatchObject({ end: 'saved' });
  const { hash } = await ada.ask('entry', { file: paper });
  expect(await ada.ask('delete', { id: 'delete', file: paper, hash, page: '/' })).toMatchObject({ end: 'saved' });
  expect(await save(ada, HERO, [{ do: 'set', path: ['route', 0], value: 'Somewhere' }])).toMatchObject({
    end: 'saved',
  });
  const [last] = await ada.ask('saves', {});
  expect(await ada.ask('undo', { id: 'undo', save: last?.save ?? 0, page: '/' })).toMatchObject({ end: 'saved' });

  const branch = branchOf(ada);
  expect(server.git('diff', '--name-status', '--no-renames', 'main', branch).trim().split('\n')).toEqual(
    [`M\t${HERO}`, `M\t${ORDER}`, `A\t${PAPERS}new-paper.mdx`, `D\t${paper}`, `A\tpublic${picture.address}`].sort(
      (a, b) => (a.slice(2) < b.slice(2) ? -1 : 1),
    ),
  );
  expect(server.git('diff', '--numstat', 'main', branch, '--', HERO).trim()).toBe(`1\t1\t${HERO}`);
  expect(server.read(branch, HERO)).toContain('heading: Words for everybody');
  expect(ada.$work.get().commits).toBe(8);
  expect((await ada.ask('saves', {})).map(({ undone }) => undone)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);

  const { differences, message } = await ada.proposal();
  expect(new Set(differences.map(({ file }) => file)).size).toBe(5);
  const [title = '', ...body] = message.split('\n');
  const pull = await ada.propose({ title, body: body.join('\n') });
  server.reportStatus(pull.head, { context: 'build', state: 'success', description: 'Built' });
  server.reportDeployment(pull.head, { environment: 'preview', state: 'success', environment_url: server.url });
  expect(await ada.refreshChecks()).toEqual({
    checks: [{ name: 'build', state: 'success', description: 'Built' }],
    preview: { state: 'ready', url: `${server.url}/` },
  });
  await ada.ready();
  expect(ada.$work.get().pull?.draft).toBe(false);

  const bob = await open('bob');
  expect((await bob.others()).map(({ files: changed }) => changed)).toEqual([expect.arrayContaining([HERO, ORDER])]);
  expect(await bob.mine()).toEqual([]);
  expect((await ada.mine()).map((own) => own.branch)).toEqual([branch]);
});

test('a conflict shows the words of both, and both can be kept', async () => {
  const ada = await open('ada');
  const bob = await open('bob');
  await save(ada, FLOW, [{ do: 'set', path: ['title'], value: 'One Company' }]);
  await bob.choose(branchOf(ada));
  const { hash } = await bob.ask('entry', { file: FLOW });
  await save(ada, FLOW, [{ do: 'set', path: ['title'], value: 'Two Company' }]);
  const outcome = await save(bob, FLOW, [{ do: 'set', path: ['title'], value: 'Three Company' }], hash);
  expect(outcome).toMatchObject({ end: 'conflict', theirs: { data: { title: 'Two Company' } } });
  if (outcome.end !== 'conflict') return;
  const both = await save(bob, FLOW, [{ do: 'set', path: ['title'], value: 'Two and Three' }], outcome.theirs.hash);
  expect(both.end).toBe('saved');
  expect(server.read(branchOf(ada), FLOW)).toContain('Two and Three');
});

test('after a push and a merge by Git itself, the editor goes on', async () => {
  const ada = await open('ada');
  await save(ada, HERO, [{ do: 'set', path: ['heading'], value: 'From the browser' }]);
  const pull = await ada.propose({ title: 'Heading', body: '' });
  const branch = branchOf(ada);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=dev', '-c', 'user.email=dev@example.com', ...args]);
  git('clone', '-q', '--branch', branch, server.gitFolder, '.');
  execFileSync('sed', ['-i', 's/^badge: .*/badge: By hand/', join(clone, HERO)]);
  git('commit', '-qam', 'Change the badge by hand');
  git('push', '-q', 'origin', branch);
  expect(await save(ada, ORDER, [{ do: 'set', path: ['sections', 1, 'hidden'], value: true }])).toMatchObject({
    end: 'saved',
  });
  expect((await ada.ask('entry', { file: HERO })).data['badge']).toBe('By hand');
  await ada.ready();
  await fetch(pull.url, {
    method: 'POST',
    headers: { origin: server.url },
    body: new URLSearchParams({ do: 'merge' }),
  });
  expect(server.read('main', HERO)).toContain('heading: From the browser');
  await ada.refreshChecks();
  expect(ada.$work.get()).toMatchObject({ branch: undefined, ended: { number: pull.number } });
  expect(await save(ada, HERO, [{ do: 'set', path: ['heading'], value: 'Once more' }])).toMatchObject({ end: 'saved' });
  expect(server.git('diff', '--name-only', 'main', branchOf(ada)).trim()).toBe(HERO);
});
