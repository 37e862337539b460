import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startCodeHost, type Person, type TestCodeHost } from '../../../tests/setup/code-host.ts';
import { temporaryFolder } from '../../../tests/setup/stack.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { previewBuilder } from './build-preview.ts';

const EDITOR = 'http://localhost:4321/edit';
const HERO = 'content/home/hero.mdx';
const hero = readFileSync(join(projectFolder, HERO), 'utf8');

let host: TestCodeHost;
let ada: Person;
beforeAll(async () => {
  host = await startCodeHost({ project: projectFolder, buildPreview: previewBuilder(temporaryFolder(), EDITOR) });
  ada = host.person();
  await ada.branch('words/a');
});
afterAll(() => host.close());

/** Commits words, and returns what the build says of them. */
async function save(text: string) {
  const { errors } = await ada.commit('words/a', { [HERO]: text });
  expect(errors).toBeUndefined();
  await host.settled();
  const { body } = await ada.rest<{ statuses: { state: string; description: string; target_url: string }[] }>(
    'GET',
    `commits/${host.head('words/a')}/status`,
  );
  return body.statuses[0];
}

/** Has every process that begins fail as soon as it listens at a port. */
const WITHOUT_PORTS = `import { Server } from 'node:net';
Server.prototype.listen = () => { throw new Error('It listens.'); };`;

it('a proposal is built over the code of this folder, without a port, and its texts open in the editor', async () => {
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(WITHOUT_PORTS)}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const status = await save(hero.replace(/^heading: .*$/m, 'heading: Words of a proposal'));
  expect(status).toMatchObject({ state: 'success' });
  const preview = status?.target_url ?? '';
  const html = await (await fetch(preview)).text();
  expect(html).toContain('Words of a proposal');
  expect(html).toContain(`data-edit="${HERO}`);
  expect(await (await fetch(`${preview}/edit-preview.js`)).text()).toContain(EDITOR);
  expect(readFileSync(join(projectFolder, HERO), 'utf8')).toBe(hero);
});

it('what only a build finds is its sentence', async () => {
  const broken = hero.replace(/^heading: .*$/m, 'heading: 5');
  expect(await save(broken)).toMatchObject({ state: 'failure', description: expect.stringContaining(HERO) as string });
});
