import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCodeHost, type Person, type TestCodeHost } from '../../../tests/setup/code-host.ts';
import { temporaryFolder } from '../../../tests/setup/stack.ts';
import { Fault } from '../../../src/lib/fault.ts';
import { sentenceOf } from './previews.ts';

let host: TestCodeHost;
let ada: Person;
/** The previews that are served. */
let served: Set<string>;
/** Resolves the builds that wait. */
let go: PromiseWithResolvers<void>;
let built: string[];
let folder: string;

async function open(): Promise<void> {
  host = await startCodeHost({
    folder,
    async buildPreview(files, signal) {
      const name = readFileSync(join(files, 'content/site.yaml'), 'utf8').trim();
      built.push(name);
      await Promise.race([
        go.promise,
        new Promise((_, failed) => signal.addEventListener('abort', () => failed(new Error('stopped')))),
      ]);
      if (name.includes('broken'))
        throw new Fault("[CopyError] content/site.yaml can't be used:\n  - name: is too long.");
      const url = `http://localhost/${built.length}`;
      served.add(url);
      return { url, close: () => Promise.resolve(void served.delete(url)) };
    },
  });
  ada = host.person();
}

async function save(name: string): Promise<void> {
  if (built.length === 0) await ada.branch('words/a');
  await ada.commit('words/a', { 'content/site.yaml': `name: ${name}\n` });
}
const stateOf = async (commit: string) => {
  const { body } = await ada.rest<{ state: string; statuses: object[] }>('GET', `commits/${commit}/status`);
  const deployed = await ada.rest<{ id: number }[]>('GET', `deployments?sha=${commit}`);
  const latest = await ada.rest<object[]>('GET', `deployments/${deployed.body[0]?.id}/statuses`);
  return { status: body.state, ...body.statuses[0], deployment: latest.body[0] };
};

describe('a commit of a proposal', () => {
  beforeEach(async () => {
    served = new Set();
    built = [];
    go = Promise.withResolvers();
    folder = temporaryFolder();
    await open();
  });
  afterEach(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('is built with its words, and says so as it comes', async () => {
    await save('one');
    const commit = host.head('words/a');
    expect(await stateOf(commit)).toMatchObject({ status: 'pending', description: 'The preview is being built.' });
    go.resolve();
    await host.settled();
    expect(built).toEqual(['name: one']);
    expect(await stateOf(commit)).toMatchObject({
      status: 'success',
      target_url: 'http://localhost/1',
      deployment: { state: 'success', environment_url: 'http://localhost/1' },
    });
    await save('two');
    await host.settled();
    // The one before is not served any more.
    expect([...served]).toEqual(['http://localhost/2']);
    expect((await stateOf(commit)).deployment).toMatchObject({ state: 'inactive' });
  });

  it('fails with the sentence of the build', async () => {
    await save('broken');
    go.resolve();
    await host.settled();
    expect(await stateOf(host.head('words/a'))).toMatchObject({
      status: 'failure',
      description: 'content/site.yaml: name: is too long.',
      deployment: { state: 'failure', description: 'content/site.yaml: name: is too long.' },
    });
    const page = await fetch(`${host.url}/local/site/commit/${host.head('words/a')}`);
    expect(await page.text()).toContain('[CopyError]');
  });

  it('is not built any more when a newer one is pushed', async () => {
    const commits: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      await save(name);
      commits.push(host.head('words/a'));
    }
    go.resolve();
    await host.settled();
    expect(built.at(-1)).toBe('name: three');
    expect(served.size).toBe(1);
    const [one = '', two = '', three = ''] = commits;
    for (const commit of [one, two])
      expect(await stateOf(commit)).toMatchObject({ status: 'failure', deployment: { state: 'inactive' } });
    expect(await stateOf(three)).toMatchObject({ status: 'success' });
  });

  it('has no preview after the host was started again, until it is built again', async () => {
    await save('one');
    go.resolve();
    await host.settled();
    const { body } = await ada.rest<{ number: number }>('POST', 'pulls', { title: 'T', head: 'words/a', base: 'main' });
    const main = host.head('main');
    await host.close();
    expect(served.size).toBe(0);
    await open();
    expect(host.head('main')).toBe(main);
    const commit = host.head('words/a');
    expect(await stateOf(commit)).toMatchObject({
      status: 'success',
      target_url: null,
      deployment: { state: 'inactive' },
    });
    await fetch(`${host.url}/local/site/pull/${body.number}`, {
      method: 'POST',
      headers: { origin: host.url },
      body: new URLSearchParams({ do: 'build' }),
    });
    await host.settled();
    expect(await stateOf(commit)).toMatchObject({ target_url: 'http://localhost/2', deployment: { state: 'success' } });
  });

  it('is said to be stopped when the host stops', async () => {
    await save('one');
    await vi.waitFor(() => expect(built).toEqual(['name: one']));
    await host.close();
    await open();
    expect(await stateOf(host.head('words/a'))).toMatchObject({
      status: 'failure',
      description: 'The build was stopped. Save again to build the preview.',
      deployment: { state: 'inactive' },
    });
  });

  it('is not built once more when it is merged', async () => {
    go.resolve();
    await save('one');
    const { body } = await ada.rest<{ number: number }>('POST', 'pulls', { title: 'x', head: 'words/a', base: 'main' });
    const merged = await ada.rest('PUT', `pulls/${body.number}/merge`, { merge_method: 'squash' });
    expect(merged.status).toBe(200);
    await host.settled();
    expect(built).toEqual(['name: one']);
  });
});

it.each([
  ["x\n[CopyError] content can't be used:\n  - /: the link leads nowhere.\n  - more", '/: the link leads nowhere.'],
  ["content/a.mdx can't be used:\n  - title: is missing.", 'content/a.mdx: title: is missing.'],
  ['The site could not be built.\nUnknown thing\n', 'Unknown thing'],
  [`content/a.mdx can't be used:\n  - ${'x'.repeat(200)}`, `content/a.mdx: ${'x'.repeat(124)}…`],
])('the sentence of %j is %j', (output, sentence) => {
  expect(sentenceOf(output)).toBe(sentence);
});
