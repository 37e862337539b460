import { beforeEach, expect, test } from 'vitest';
import { openEditHost } from '../../src/apps/edit/host/open-edit-host.ts';
import type { EditHost } from '../../src/apps/edit/host/edit-host.ts';
import { UnreachableError } from '../../src/code-host/errors.ts';
import { TEXT, type Change, type Outcome } from '../../src/editing/protocol.ts';
import { isFree } from '../../src/schemas/copy-files.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';
import { MemoryRepository } from '../setup/memory-repository.ts';

const HERO = 'content/home/hero.mdx';
const FLOW = 'content/pages/flow.mdx';
const TERMS = 'content/legal/terms-of-service.mdx';
const ORDER = 'content/home/order.yaml';
const PAPERS = 'content/research/publications/';

const TEXTS = new Map(COPY_SOURCES.map(({ file, text }) => [file, text]));
/** A file as it is on main at first. */
const original = (file: string): string => TEXTS.get(file) ?? '';
const FILES = {
  ...Object.fromEntries(TEXTS),
  'public/pictures/team.webp': new Uint8Array([1]),
  'src/code.ts': 'export {}',
};
const [PAPER = ''] = [...TEXTS.keys()].filter((file) => file.startsWith(PAPERS));

let repository: MemoryRepository;
let ada: EditHost;

beforeEach(async () => {
  repository = new MemoryRepository(FILES);
  ada = await open('ada');
});

const scaled = () =>
  Promise.resolve({ bytes: new Uint8Array([7, 8]), extension: '.webp' as const, width: 1440, height: 900 });
const open = async (login: string) => openEditHost(repository.as(login), { login, missing: [] }, scaled);

const heading = (value: string): Change[] => [{ do: 'set', path: ['heading'], value }];
/** Saves changes of a file as it is now. */
async function save(host: EditHost, file: string, changes: Change[], hash?: string): Promise<Outcome> {
  const read = await host.ask('entry', { file });
  return host.ask('save', { id: crypto.randomUUID(), file, hash: hash ?? read.hash, changes, page: '/' });
}
const hashOf = async (host: EditHost, file: string) => (await host.ask('entry', { file })).hash;
const branchOf = (host: EditHost): string => host.$work.get().branch ?? 'none';
const undo = async (host: EditHost, save: number) => host.ask('undo', { id: crypto.randomUUID(), save, page: '/' });

test('the list has all content, and opening it makes no branch', async () => {
  const { files } = await ada.ask('list', {});
  expect(files.map(({ file }) => file).sort()).toEqual(COPY_SOURCES.map(({ file }) => file).sort());
  await ada.ask('entry', { file: HERO });
  expect(repository.branches()).toEqual(['main']);
});

test('the first save makes a branch at main, with one commit of one file', async () => {
  const outcome = await save(ada, HERO, heading('Words for everybody'));
  expect(outcome.end).toBe('saved');
  expect(branchOf(ada)).toMatch(/^words\/ada\.\d{4}-\d\d-\d\d-edit-home-page/);
  expect(repository.changed(branchOf(ada))).toEqual([HERO]);
  expect(repository.text(branchOf(ada), HERO)).toBe(
    original(HERO).replace(/^heading: .*$/m, 'heading: Words for everybody'),
  );
  expect(repository.commits.at(repository.head(branchOf(ada))).message).toContain('→ “Words for everybody”');
  expect(repository.text('main', HERO)).toBe(original(HERO));
});

test('what was saved can be saved again with the version that the save has returned', async () => {
  const first = await save(ada, HERO, heading('First words'));
  if (first.end !== 'saved') throw new Error(first.end);
  const second = await save(ada, HERO, heading('Second words'), first.entry.hash);
  expect(second.end).toBe('saved');
  expect(ada.$work.get().commits).toBe(2);
});

test('a save that changes nothing makes no commit', async () => {
  const { data } = await ada.ask('entry', { file: HERO });
  expect(await save(ada, HERO, [{ do: 'set', path: ['heading'], value: data['heading'] ?? '' }])).toMatchObject({
    end: 'saved',
    save: 0,
  });
  expect(repository.branches()).toEqual(['main']);
});

test('the first save begins at main as it is then, if nobody has changed its file', async () => {
  repository.push('main', { [FLOW]: `${original(FLOW)}\n` });
  expect((await save(ada, HERO, heading('New words'))).end).toBe('saved');
  expect(repository.changed(branchOf(ada))).toEqual([HERO]);
});

test('a file that somebody has changed on main is a conflict, which has both versions', async () => {
  const hash = await hashOf(ada, HERO);
  repository.push('main', { [HERO]: original(HERO).replace(/^heading: .*$/m, 'heading: Their words') });
  const outcome = await save(ada, HERO, heading('My words'), hash);
  expect(outcome).toMatchObject({ end: 'conflict', theirs: { data: { heading: 'Their words' } } });
  expect(repository.branches()).toEqual(['main']);
  if (outcome.end !== 'conflict') return;
  expect((await save(ada, HERO, heading('My words'), outcome.theirs.hash)).end).toBe('saved');
});

test(
  'if somebody was first on the same branch, with another file, both changes stay',
  { tags: ['exhaustive'] },
  async () => {
    await save(ada, HERO, heading('One'));
    repository.push(branchOf(ada), { [FLOW]: `${original(FLOW)}\n` });
    expect((await save(ada, HERO, heading('Two'))).end).toBe('saved');
    expect(repository.text(branchOf(ada), HERO)).toContain('heading: Two');
    expect(repository.text(branchOf(ada), FLOW)).toBe(`${original(FLOW)}\n`);
    expect(ada.$work.get().commits).toBe(3);
  },
);

test('if somebody was first on the same branch, with the same file, neither version is lost', async () => {
  await save(ada, HERO, heading('One'));
  const now = repository.text(branchOf(ada), HERO) ?? '';
  repository.push(branchOf(ada), { [HERO]: now.replace('heading: One', 'heading: Theirs') });
  expect(await save(ada, HERO, heading('Two'))).toMatchObject({
    end: 'conflict',
    theirs: { data: { heading: 'Theirs' } },
  });
  expect(repository.text(branchOf(ada), HERO)).toContain('heading: Theirs');
});

test('of two people who save the same text at the same moment, one is told of the other', async () => {
  await save(ada, HERO, heading('One'));
  const bob = await open('bob');
  await bob.choose(branchOf(ada));
  const ends = await Promise.all([save(ada, HERO, heading('From Ada')), save(bob, HERO, heading('From Bob'))]);
  expect(ends.map(({ end }) => end).sort()).toEqual(['conflict', 'saved']);
});

test('what one person does at once is done one after the other, on one branch', { tags: ['exhaustive'] }, async () => {
  const asked = [
    { file: HERO, changes: heading('One') },
    { file: FLOW, changes: [{ do: 'set' as const, path: ['title'], value: 'Two' }] },
  ];
  const hashes = await Promise.all(asked.map(({ file }) => hashOf(ada, file)));
  const ends = await Promise.all([
    ...asked.map(({ file, changes }, at) =>
      ada.ask('save', { id: file, file, hash: hashes[at] ?? '', changes, page: '/' }),
    ),
    ada.ask('picture', { name: 'new.png', bytes: btoa('picture') }),
  ]);
  expect(ends).toMatchObject([{ end: 'saved' }, { end: 'saved' }, { address: '/pictures/new.webp' }]);
  expect(repository.branches()).toHaveLength(2);
  expect(repository.changed(branchOf(ada))).toEqual([HERO, FLOW, 'public/pictures/new.webp'].sort());
});

test('a save whose response is lost is saved once', async () => {
  await save(ada, HERO, heading('One'));
  repository.onCommit = (when) => {
    if (when === 'after') throw new UnreachableError();
  };
  expect((await save(ada, HERO, heading('Two'))).end).toBe('saved');
  repository.onCommit = undefined;
  expect(ada.$work.get().commits).toBe(2);
  expect((await save(ada, HERO, heading('Three'))).end).toBe('saved');
});

test('a save that never arrived is an error, and can be tried again', async () => {
  repository.onCommit = (when) => {
    if (when === 'before') throw new UnreachableError();
  };
  await expect(save(ada, HERO, heading('One'))).rejects.toThrow(UnreachableError);
  repository.onCommit = undefined;
  expect((await save(ada, HERO, heading('One'))).end).toBe('saved');
  expect(ada.$work.get().commits).toBe(1);
  expect(repository.branches()).toHaveLength(2);
});

test(
  'a save is repeated after its connection was lost for good, and is still saved once',
  { tags: ['exhaustive'] },
  async () => {
    await save(ada, HERO, heading('One'));
    const host = repository.as('ada');
    let isOffline = false;
    const flaky = await openEditHost(
      {
        ...host,
        branch: (name) => (isOffline ? Promise.reject(new UnreachableError()) : host.branch(name)),
        async commit(change) {
          const head = await host.commit(change);
          if (isOffline) throw new UnreachableError();
          return head;
        },
      },
      { login: 'ada', missing: [] },
    );
    await flaky.choose(branchOf(ada));
    const hash = await hashOf(flaky, HERO);
    isOffline = true;
    await expect(save(flaky, HERO, heading('Two'), hash)).rejects.toThrow(UnreachableError);
    isOffline = false;
    // Only what was sent counts as saved.
    expect((await save(flaky, HERO, heading('Three'), hash)).end).toBe('conflict');
    expect((await save(flaky, HERO, heading('Two'), hash)).end).toBe('saved');
    expect(flaky.$work.get().commits).toBe(2);
  },
);

test('a request that is repeated is not done twice, and its outcome can be asked for', async () => {
  const asked = { id: 'one', file: HERO, hash: await hashOf(ada, HERO), changes: heading('One'), page: '/' };
  const [first, second] = await Promise.all([ada.ask('save', asked), ada.ask('save', asked)]);
  expect(first).toEqual(second);
  expect(await ada.ask('outcome', { id: 'one' })).toEqual(first);
  expect(await ada.ask('outcome', { id: 'other' })).toBeNull();
  expect(ada.$work.get().commits).toBe(1);
});

test('what a schema rejects is not committed', async () => {
  expect(await save(ada, HERO, heading(''))).toMatchObject({ end: 'mistakes', mistakes: [{ path: ['heading'] }] });
  expect(repository.branches()).toEqual(['main']);
});

test('a link that leads nowhere, and a picture that is missing, are not committed', async () => {
  for (const text of ['[a link](/nowhere)', '[a link](/flow#nowhere)', '![what it shows](/pictures/none.webp)']) {
    const outcome = await save(ada, TERMS, [{ do: 'insert', path: [TEXT, 0], value: text }]);
    expect([text, outcome]).toMatchObject([text, { end: 'mistakes', mistakes: [{ path: [TEXT, 0] }] }]);
  }
  expect(repository.branches()).toEqual(['main']);
});

test('what links to a file that is deleted is said, with its place', async () => {
  const file = `${PAPERS}new-paper.mdx`;
  const fields =
    'title: A paper\ndescription: About it\ndate: Q3 2025\npublished: 2025-09-01\nauthors:\n  - team: Research';
  repository.push('main', { [file]: `---\n${fields}\n---\n\nIts text.\n` });
  ada = await open('ada');
  const link = { do: 'insert' as const, path: [TEXT, 0], value: '[The paper](/research/new-paper)' };
  expect(await save(ada, TERMS, [link])).toMatchObject({ end: 'saved' });
  const hash = await hashOf(ada, file);
  expect(await ada.ask('delete', { id: 'delete', file, hash, page: '/' })).toMatchObject({
    end: 'mistakes',
    mistakes: [{ elsewhere: { file: TERMS, path: [TEXT, 0] } }],
  });
});

test('a text can have a picture as soon as it is there', async () => {
  const { address } = await ada.ask('picture', { name: 'new.png', bytes: btoa('picture') });
  const picture = { do: 'insert' as const, path: [TEXT, 0], value: `![what it shows](${address})` };
  expect(await save(ada, TERMS, [picture])).toMatchObject({ end: 'saved' });
});

test.each([
  '<script>alert(1)</script>',
  '{alert(1)}',
  'import x from "y"',
  'export const x = 1',
  '<img src="x" onerror="alert(1)" />',
  '[a link](javascript:alert(1))',
  '[a link](data:text/html,x)',
  '![a picture](https://example.com/x.png)',
])('code and foreign links in a text are not committed: %s', async (text) => {
  const outcome = await save(ada, TERMS, [{ do: 'insert', path: [TEXT, 0], value: text }]);
  expect(['mistakes', 'refused']).toContain(outcome.end);
  expect(repository.branches()).toEqual(['main']);
});

test('a file that is none of the site’s words is not read or written', async () => {
  for (const file of ['src/code.ts', 'content/../src/code.ts', 'content/other.yaml', '__proto__', '']) {
    await expect(ada.ask('entry', { file })).rejects.toThrow();
    const asked = { id: crypto.randomUUID(), file, hash: '', changes: heading('x'), page: '/' };
    await expect(ada.ask('save', asked)).rejects.toThrow();
    await expect(ada.ask('delete', asked)).rejects.toThrow();
  }
  for (const [folder, name] of [
    ['src/', 'x'],
    ['content/', 'x'],
    ['content/home/', '../../x'],
    ['content/home/', 'a/b'],
  ] as const) {
    const asked = { id: crypto.randomUUID(), folder, name, changes: [], page: '/' };
    const end = await ada.ask('create', asked).then(
      ({ end: kind }) => kind,
      () => 'thrown',
    );
    expect(['thrown', 'mistakes']).toContain(end);
  }
  expect(repository.branches()).toEqual(['main']);
});

test('a branch that is gone is made again for the next save', { tags: ['exhaustive'] }, async () => {
  await save(ada, HERO, heading('One'));
  const before = branchOf(ada);
  repository.heads.delete(before);
  const hash = await hashOf(ada, FLOW);
  expect((await save(ada, FLOW, [{ do: 'set', path: ['title'], value: 'Two' }], hash)).end).toBe('saved');
  expect(repository.changed(branchOf(ada))).toEqual([FLOW]);
  expect(ada.$work.get().lost).toBe(before);
});

test('what another tab with the same proposal has saved is no conflict', { tags: ['exhaustive'] }, async () => {
  await save(ada, HERO, heading('One'));
  const tab = await open('ada');
  await tab.choose(branchOf(ada));
  await save(ada, HERO, heading('Two'));
  // Both tabs have the draft of the first.
  expect((await save(tab, HERO, heading('Three'), await hashOf(ada, HERO))).end).toBe('saved');
  expect(repository.text(branchOf(ada), HERO)).toContain('heading: Three');
  // Nor does the other one look at its draft with what it has read before.
  const { data } = await ada.ask('entry', { file: HERO, hash: await hashOf(tab, HERO) });
  expect(data['heading']).toBe('Three');
});

test('two people who save the same have a branch each', { tags: ['exhaustive'] }, async () => {
  const bob = await open('bob');
  await Promise.all([save(ada, HERO, heading('One')), save(bob, HERO, heading('One'))]);
  expect(repository.branches()).toEqual(expect.arrayContaining([branchOf(ada), branchOf(bob)]));
  expect(branchOf(bob)).not.toBe(branchOf(ada));
});

test('a copy has what its form shows, whatever has become of the original', { tags: ['exhaustive'] }, async () => {
  const { data } = await ada.ask('entry', { file: PAPER });
  const changes: Change[] = [{ do: 'set', path: ['authors', 0, 'team'], value: 'Mine' }];
  const asked = { folder: PAPERS, from: PAPER, base: data, changes, page: '/' };
  const create = async (name: string) => {
    expect((await ada.ask('create', { ...asked, id: name, name })).end).toBe('saved');
    return (await ada.ask('entry', { file: `${PAPERS}${name}.mdx` })).data;
  };
  const shown = await create('before');
  expect(shown['authors']).toEqual([{ team: 'Mine' }]);
  await save(ada, PAPER, [{ do: 'insert', path: ['authors', 0], value: { team: 'Somebody else' } }]);
  expect(await create('after')).toEqual(shown);
  const hash = await hashOf(ada, PAPER);
  expect((await ada.ask('delete', { id: 'gone', file: PAPER, hash, page: '/' })).end).toBe('saved');
  expect(await create('without')).toEqual(shown);
});

test(
  'a copy without changes is the original, of every entry that can be copied',
  { tags: ['exhaustive'] },
  async () => {
    let count = 0;
    for (const [file, text] of TEXTS) {
      const folder = file.replace(/[^/]*$/, '');
      if (!isFree(file)) continue;
      const { data: base } = await ada.ask('entry', { file });
      const name = `copy-${(count += 1)}`;
      const asked = { id: name, folder, name, from: file, base, changes: [], page: '/' };
      const copy = await ada.ask('create', asked);
      // Some texts may be there once only; what is copied is right all the same.
      if (copy.end === 'saved') expect(repository.text(branchOf(ada), copy.entry.file), file).toBe(text);
      else expect(copy, file).toMatchObject({ end: 'mistakes' });
    }
    expect(count).toBeGreaterThan(30);
  },
);

test('a file is created, copied, hidden and deleted with a commit each', async () => {
  const id = crypto.randomUUID();
  const [name] = /[^/]+(?=\.mdx$)/.exec(PAPER) ?? [];
  const asked = { id, folder: PAPERS, name: 'a-copy', from: PAPER, changes: [], page: '/' };
  expect((await ada.ask('create', asked)).end).toBe('saved');
  const { files } = await ada.ask('list', {});
  expect(files.filter(({ isNew }) => isNew).map(({ file }) => file)).toEqual([`${PAPERS}a-copy.mdx`]);
  expect(repository.text(branchOf(ada), `${PAPERS}a-copy.mdx`)).toBe(repository.text('main', PAPER));
  expect(await ada.ask('create', { ...asked, id: 'again' })).toMatchObject({ end: 'mistakes' });
  const hidden: Change[] = [{ do: 'set', path: ['sections', 1, 'hidden'], value: true }];
  expect((await save(ada, ORDER, hidden)).end).toBe('saved');
  const hash = await hashOf(ada, PAPER);
  expect((await ada.ask('delete', { id: 'delete', file: PAPER, hash, page: '/' })).end).toBe('saved');
  expect(repository.changed(branchOf(ada))).toEqual([ORDER, `${PAPERS}a-copy.mdx`, PAPER].sort());
  expect(ada.$work.get().commits).toBe(3);
  expect(name).toBeDefined();
});

test('the saves of a branch can be undone, by somebody else and later, too', async () => {
  await save(ada, HERO, heading('One'));
  await save(ada, HERO, [{ do: 'set', path: ['badge'], value: 'Two' }]);
  const bob = await open('bob');
  await bob.choose(branchOf(ada));
  const saves = await bob.ask('saves', {});
  expect(saves.map(({ file, undone }) => [file, undone])).toEqual([
    [HERO, false],
    [HERO, false],
  ]);
  expect((await undo(bob, saves[1]?.save ?? 0)).end).toBe('saved');
  const text = repository.text(branchOf(ada), HERO);
  expect(text).toBe(original(HERO).replace(/^badge: .*$/m, "badge: 'Two'"));
  const after = await bob.ask('saves', {});
  expect(after.map(({ undone }) => undone)).toEqual([false, false, true]);
  // The undoing is a save as well.
  expect((await undo(bob, after[0]?.save ?? 0)).end).toBe('saved');
  expect(repository.text(branchOf(ada), HERO)).toContain('heading: One');
  expect((await bob.ask('saves', {})).map(({ undone }) => undone)).toEqual([false, true, false, false]);
});

test('what has changed again is not undone, and a deleted file comes back', { tags: ['exhaustive'] }, async () => {
  await save(ada, HERO, heading('One'));
  await save(ada, HERO, heading('Two'));
  const [, first] = await ada.ask('saves', {});
  expect((await undo(ada, first?.save ?? 0)).end).toBe('clash');
  const hash = await hashOf(ada, PAPER);
  await ada.ask('delete', { id: 'delete', file: PAPER, hash, page: '/' });
  const [deleted] = await ada.ask('saves', {});
  expect((await undo(ada, deleted?.save ?? 0)).end).toBe('saved');
  expect(repository.changed(branchOf(ada))).toEqual([HERO]);
});

test('a picture is committed at once, under a free name', async () => {
  const picture = await ada.ask('picture', { name: 'Team.JPG', bytes: btoa('photo') });
  expect(picture).toEqual({ address: '/pictures/team-2.webp', width: 1440, height: 900 });
  expect(repository.changed(branchOf(ada))).toEqual(['public/pictures/team-2.webp']);
  expect(await ada.ask('saves', {})).toEqual([]);
  expect(await ada.picture(picture.address)).toBe(`data:image/webp;base64,${btoa('\x07\x08')}`);
});

test('only pictures are shown as pictures', async () => {
  expect(await ada.picture('/pictures/team.webp')).toBe(`data:image/webp;base64,${btoa('\x01')}`);
  for (const address of ['/pictures/none.webp', '/../content/site.yaml', '', 'https://example.com/x.png'])
    expect(await ada.picture(address)).toBeUndefined();
});
