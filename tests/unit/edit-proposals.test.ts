import { beforeEach, describe, expect, test } from 'vitest';
import { MistakesError, OverwriteError, type EditHost } from '../../src/apps/edit/host/edit-host.ts';
import { openEditHost } from '../../src/apps/edit/host/open-edit-host.ts';
import { CodeHostError } from '../../src/code-host/errors.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';
import { LISTED } from '../setup/memory-code-host.ts';
import { MemoryRepository } from '../setup/memory-repository.ts';

const HERO = 'content/home/hero.mdx';
const FLOW = 'content/pages/flow.mdx';

const FILES = Object.fromEntries(COPY_SOURCES.map(({ file, text }) => [file, text]));
const HERO_TEXT = FILES[HERO] ?? '';

let repository: MemoryRepository;
let ada: EditHost;

beforeEach(async () => {
  repository = new MemoryRepository(FILES);
  ada = await open('ada');
});

const scaled = () => Promise.resolve({ bytes: new Uint8Array([1]), width: 4, height: 3, extension: '.webp' as const });
const open = async (login: string) => openEditHost(repository.as(login), { login, missing: [] }, scaled);
const branchOf = (host: EditHost): string => host.$work.get().branch ?? 'none';
const WORDS = { title: 'Clearer words', body: 'For everybody' };

async function setHeading(host: EditHost, value: string, file = HERO, end = 'saved'): Promise<void> {
  const { hash } = await host.ask('entry', { file });
  const changes = [{ do: 'set' as const, path: [file === HERO ? 'heading' : 'title'], value }];
  const outcome = await host.ask('save', { id: crypto.randomUUID(), file, hash, changes, page: '/' });
  expect(outcome.end).toBe(end);
}

test('there is nothing to propose before a save', async () => {
  expect(await ada.proposal()).toEqual({ differences: [], message: '', overtaken: [] });
  await expect(ada.propose(WORDS)).rejects.toThrow(CodeHostError);
});

test('a proposal says what changes, before and after, whatever happens on main', async () => {
  await setHeading(ada, 'One');
  await setHeading(ada, 'Two');
  repository.push('main', { [FLOW]: `${FILES[FLOW] ?? ''}\n` });
  const { differences, message, overtaken } = await ada.proposal();
  const [, before] = /^heading: (.*)$/m.exec(HERO_TEXT) ?? [];
  expect(differences).toEqual([
    { file: HERO, where: expect.stringContaining('Heading') as string, before, after: 'Two' },
  ]);
  expect(message).toContain(`“${before ?? ''}” → “Two”`);
  expect(overtaken).toEqual([]);
  expect(await ada.ask('proposal', {})).toMatchObject({ differences, branch: branchOf(ada) });
});

test('a picture is told with the text that shows it, and alone if none does', { tags: ['exhaustive'] }, async () => {
  const TERMS = 'content/legal/terms-of-service.mdx';
  await setHeading(ada, 'One');
  repository.push(branchOf(ada), {
    'public/pictures/team.webp': 'A picture',
    'public/pictures/other.webp': 'Another',
    [TERMS]: `${FILES[TERMS] ?? ''}\n![The team](/pictures/team.webp)\n`,
  });
  await setHeading(ada, 'Two');
  const { differences } = await ada.proposal();
  expect(differences.map(({ says, after }) => says ?? after)).toEqual([
    'Two',
    'Picture team.webp: The team',
    'other.webp added',
  ]);
});

test('a picture that somebody has replaced or removed on its branch is told', { tags: ['exhaustive'] }, async () => {
  repository.push('main', { 'public/pictures/team.webp': 'A team', 'public/pictures/old.webp': 'Old' });
  ada = await open('ada');
  await setHeading(ada, 'One');
  repository.push(branchOf(ada), { 'public/pictures/team.webp': 'Others', 'public/pictures/old.webp': null });
  await setHeading(ada, 'Two');
  const { differences, message } = await ada.proposal();
  expect(differences.map(({ says, after }) => says ?? after)).toEqual([
    'Two',
    'old.webp removed',
    'team.webp replaced',
  ]);
  expect(message).toContain('team.webp replaced');
});

test('it says which of its files others have changed on the site since', { tags: ['exhaustive'] }, async () => {
  await setHeading(ada, 'One');
  repository.push('main', { [HERO]: `${HERO_TEXT}\n` });
  expect((await ada.proposal()).overtaken).toEqual([HERO]);
});

test('proposing opens a draft, proposing again changes its words, and then it can be made ready', async () => {
  await setHeading(ada, 'One');
  await expect(ada.ready()).rejects.toThrow(CodeHostError);
  const pull = await ada.propose({ ...WORDS, title: ' Clearer\nwords ' });
  expect(pull).toMatchObject({ title: 'Clearer words', draft: true, branch: branchOf(ada) });
  expect(ada.$work.get().pull?.number).toBe(pull.number);
  await setHeading(ada, 'Two');
  const again = await ada.propose({ title: 'Better words', body: '' });
  expect(again).toMatchObject({ number: pull.number, title: 'Better words', head: repository.head(branchOf(ada)) });
  await ada.ready();
  expect((await repository.as('bob').pulls())[0]?.draft).toBe(false);
  expect(ada.$work.get().pull?.draft).toBe(false);
});

test('what would stop a build is not proposed, even if somebody else has pushed it', async () => {
  await setHeading(ada, 'One');
  repository.push(branchOf(ada), { [FLOW]: FILES[FLOW]?.replace(/^title: .*$/m, "title: ''") ?? '' });
  const refusal = await ada.propose(WORDS).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MistakesError);
  expect((refusal as MistakesError).mistakes[0]?.elsewhere).toEqual({ file: FLOW, path: ['title'] });
  expect(await repository.as('ada').pulls()).toEqual([]);
  expect(await ada.ask('propose', { message: 'Words' })).toHaveProperty('mistakes');
});

test('nor is what makes a link of another file lead nowhere', { tags: ['exhaustive'] }, async () => {
  const TERMS = 'content/legal/terms-of-service.mdx';
  const file = 'content/research/publications/new-paper.mdx';
  const paper = '---\ntitle: A paper\ndescription: About it\ndate: Q3 2025\nauthors:\n  - team: Research team\n';
  repository.push('main', {
    [file]: `${paper}published: 2025-09-01\n---\n\nIts text.\n`,
    [TERMS]: `${FILES[TERMS] ?? ''}\n[The paper](/research/new-paper)\n`,
  });
  ada = await open('ada');
  await setHeading(ada, 'One');
  repository.push(branchOf(ada), { [file]: null });
  const refusal = await ada.propose(WORDS).catch((error: unknown) => error);
  expect((refusal as MistakesError).mistakes).toMatchObject([{ elsewhere: { file: TERMS } }]);
});

test(
  'nor is a branch without a file that the site needs, or with one that it does not use',
  { tags: ['exhaustive'] },
  async () => {
    await setHeading(ada, 'One');
    repository.push(branchOf(ada), { 'content/forms/toasts.yaml': null, 'content/extra.txt': 'x' });
    const refusal = await ada.propose(WORDS).catch((error: unknown) => error);
    expect((refusal as MistakesError).mistakes.map(({ message }) => message)).toEqual([
      'content/forms/toasts.yaml is missing. Put it back under this name.',
      expect.stringContaining('content/extra.txt: the site does not use this file. Remove it.') as string,
    ]);
  },
);

test('what somebody has changed beside words and pictures is told', { tags: ['exhaustive'] }, async () => {
  await setHeading(ada, 'One');
  const pictures = { 'public/pictures/team.webp': 'A picture', 'public/pictures/page.svg': '<svg />' };
  repository.push('main', { 'src/code.ts': '' });
  repository.push(branchOf(ada), { 'package.json': '{}', [FLOW]: `${FILES[FLOW] ?? ''}\n`, ...pictures });
  await expect(ada.propose(WORDS), 'what was not seen').rejects.toThrow('Somebody has saved to it meanwhile');
  await ada.propose(WORDS);
  const otherFiles = ['package.json', 'public/pictures/page.svg'];
  expect(ada.$work.get().otherFiles).toEqual(otherFiles);
  const branch = branchOf(ada);
  await ada.choose(undefined);
  expect(ada.$work.get().otherFiles).toEqual([]);
  await ada.choose(branch);
  expect(ada.$work.get().otherFiles).toEqual(otherFiles);
});

test.each(['desk', 'My_terms'])(
  'nor is a file with a name that no page can have: %s',
  { tags: ['exhaustive'] },
  async (name) => {
    const file = `content/legal/${name}.mdx`;
    await setHeading(ada, 'One');
    repository.push(branchOf(ada), { [file]: FILES['content/legal/terms-of-service.mdx'] ?? '' });
    const refusal = await ada.propose(WORDS).catch((error: unknown) => error);
    expect((refusal as MistakesError).mistakes).toMatchObject([
      { message: expect.stringMatching(/^Its name /) as string, elsewhere: { file } },
    ]);
  },
);

test('what is wrong on the site already stops no proposal of other words', { tags: ['exhaustive'] }, async () => {
  repository.push('main', { [FLOW]: FILES[FLOW]?.replace(/^title: .*$/m, "title: ''") ?? '' });
  ada = await open('ada');
  await setHeading(ada, 'One');
  expect(await ada.propose(WORDS)).toMatchObject({ draft: true });
});

test('checks and the preview are those of the last commit', { tags: ['exhaustive'] }, async () => {
  expect(await ada.refreshChecks()).toEqual({ checks: [], preview: undefined });
  await setHeading(ada, 'One');
  repository.checks = [{ name: 'build', state: 'failure', description: 'A link leads nowhere.' }];
  repository.preview = { state: 'ready', url: 'https://preview.example/' };
  expect(await ada.refreshChecks()).toEqual({ checks: repository.checks, preview: repository.preview });
});

test('after a merge, the next save begins a new proposal', async () => {
  await setHeading(ada, 'One');
  const pull = await ada.propose(WORDS);
  const before = branchOf(ada);
  repository.merge(pull);
  expect(await ada.refreshChecks()).toEqual({ checks: [], preview: undefined });
  expect(ada.$work.get()).toMatchObject({ branch: undefined, ended: { number: pull.number }, commits: 0 });
  await setHeading(ada, 'Two');
  expect(branchOf(ada)).not.toBe('none');
  expect(repository.branches()).not.toContain(before);
  expect(repository.changed(branchOf(ada))).toEqual([HERO]);
});

test(
  'what is saved of the same entry after a merge, on the same day, stays saved',
  { tags: ['exhaustive'] },
  async () => {
    const save = async (badge: string) => {
      const { hash } = await ada.ask('entry', { file: HERO });
      const changes = [{ do: 'set' as const, path: ['badge'], value: badge }];
      expect(await ada.ask('save', { id: badge, file: HERO, hash, changes, page: '/' })).toMatchObject({
        end: 'saved',
      });
    };
    await save('One');
    const before = branchOf(ada);
    repository.merge(await ada.propose(WORDS));
    await save('Two');
    const branch = branchOf(ada);
    expect(branch).not.toBe(before);
    await save('Three');
    expect(branchOf(ada)).toBe(branch);
    expect(ada.$work.get().commits).toBe(2);
    expect((await ada.mine()).map((own) => own.branch)).toEqual([branch]);
  },
);

test('what is saved while its proposal is merged is on a new one', async () => {
  await setHeading(ada, 'One');
  const pull = await ada.propose(WORDS);
  const before = branchOf(ada);
  const main = repository.head('main');
  repository.onCommit = (when) => {
    repository.onCommit = undefined;
    if (when !== 'before') return;
    // The branch stays, so the commit arrives.
    const head = repository.head(before);
    repository.merge(pull);
    repository.heads.set(before, head);
  };
  await setHeading(ada, 'Two');
  expect(repository.head('main')).not.toBe(main);
  expect(branchOf(ada)).not.toBe(before);
  expect(repository.text(branchOf(ada), HERO)).toContain('heading: Two');
  expect((await ada.mine()).map((own) => own.branch)).toEqual([branchOf(ada)]);
});

test('what a merge has taken with it is saved', { tags: ['exhaustive'] }, async () => {
  await setHeading(ada, 'One');
  const pull = await ada.propose(WORDS);
  repository.onCommit = (when) => {
    if (when !== 'after') return;
    repository.onCommit = undefined;
    repository.merge(pull);
  };
  await setHeading(ada, 'Two');
  expect(repository.text('main', HERO)).toContain('heading: Two');
  expect(ada.$work.get()).toMatchObject({ branch: undefined, ended: { number: pull.number } });
});

describe('what is saved after a merge that nobody here has heard of', () => {
  /** At GitHub, the branch of a proposal stays, unless the repository deletes it. */
  async function mergeAndKeep(): Promise<string> {
    await setHeading(ada, 'One');
    const branch = branchOf(ada);
    const pull = await ada.propose(WORDS);
    const head = repository.head(branch);
    repository.merge(pull);
    repository.heads.set(branch, head);
    return branch;
  }

  test('is a new proposal, and nothing is added to the branch of the old one', { tags: ['exhaustive'] }, async () => {
    const before = await mergeAndKeep();
    const head = repository.head(before);
    await setHeading(ada, 'Two');
    const { branch, commits, ended } = ada.$work.get();
    expect(branch).not.toBe(before);
    expect(commits).toBe(1);
    expect(ended).toMatchObject({ branch: before });
    expect(repository.head(before)).toBe(head);
    expect((await ada.mine()).map((own) => own.branch)).toEqual([branch]);
  });

  test('is one in a tab, too, that has not heard of the proposal itself', { tags: ['exhaustive'] }, async () => {
    await setHeading(ada, 'One');
    const before = branchOf(ada);
    const tab = await open('ada');
    await tab.choose(before);
    repository.pull((await ada.propose(WORDS)).number, { open: false });
    await setHeading(tab, 'Three', FLOW);
    expect(branchOf(tab)).not.toBe(before);
  });

  test('is one if it is a picture', { tags: ['exhaustive'] }, async () => {
    const before = await mergeAndKeep();
    await ada.ask('picture', { name: 'a.png', bytes: '' });
    expect(branchOf(ada)).not.toBe(before);
  });

  test(
    'is a conflict if the proposal was closed, and the text is not as it was on main',
    { tags: ['exhaustive'] },
    async () => {
      await setHeading(ada, 'One');
      repository.pull((await ada.propose(WORDS)).number, { open: false });
      await setHeading(ada, 'Two', HERO, 'conflict');
      expect(ada.$work.get()).toMatchObject({ branch: undefined, ended: { number: 1 } });
    },
  );
});

test('proposing a merged proposal is refused', { tags: ['exhaustive'] }, async () => {
  await setHeading(ada, 'One');
  repository.merge(await ada.propose(WORDS));
  await expect(ada.propose(WORDS)).rejects.toThrow('merged or closed');
  expect(ada.$work.get().branch).toBeUndefined();
});

test('the open proposals of others are seen, with their files', { tags: ['exhaustive'] }, async () => {
  const bob = await open('bob');
  await setHeading(bob, 'From Bob');
  await setHeading(bob, 'From Bob', FLOW);
  await bob.propose(WORDS);
  expect((await ada.others()).map(({ pull, files }) => [pull.author, files])).toEqual([['bob', [HERO, FLOW].sort()]]);
  expect(await bob.others()).toEqual([]);
});

test('what became of a proposal is known however many are newer', { tags: ['exhaustive'] }, async () => {
  await setHeading(ada, 'One');
  const merged = await ada.propose(WORDS);
  repository.pull(merged.number, { open: false });
  await ada.choose(undefined);
  await setHeading(ada, 'Two', FLOW);
  const open = await ada.propose(WORDS);
  for (let number = 3; number <= 2 + LISTED; number++)
    repository.pulls.push({ ...merged, number, branch: `words/other-${number}`, author: 'bob' });
  expect((await ada.mine()).map(({ pull }) => pull?.number)).toEqual([open.number]);
});

test(
  'only own branches can be continued, newest first, and none that has ended',
  { tags: ['exhaustive'] },
  async () => {
    await setHeading(ada, 'One');
    const first = branchOf(ada);
    await ada.propose(WORDS);
    await ada.choose(undefined);
    expect((await ada.ask('entry', { file: HERO })).data['heading']).not.toBe('One');
    await setHeading(ada, 'Two', FLOW);
    const second = branchOf(ada);
    const bob = await open('bob');
    await setHeading(bob, 'Three');
    const mine = await ada.mine();
    expect(mine.map(({ branch, pull }) => [branch, pull?.number])).toEqual([
      [second, undefined],
      [first, 1],
    ]);
    await ada.choose(first);
    expect(ada.$work.get()).toMatchObject({ branch: first, commits: 1, pull: { number: 1 } });
    expect((await ada.ask('entry', { file: HERO })).data['heading']).toBe('One');
    repository.pull(1, { open: false });
    expect((await ada.mine()).map(({ branch }) => branch)).toEqual([second]);
    await expect(ada.choose('main')).rejects.toThrow(CodeHostError);
  },
);

test(
  'a text that somebody has changed at the code host is replaced only by whoever has read it',
  { tags: ['exhaustive'] },
  async () => {
    await setHeading(ada, 'One');
    const { number } = await ada.propose({ ...WORDS, over: '' });
    repository.pull(number, { body: 'Not before May' });
    const change = { title: 'Even clearer words', body: WORDS.body };
    const refusal = await ada
      .propose({ ...change, over: `${WORDS.title}\n\n${WORDS.body}` })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OverwriteError);
    expect((refusal as OverwriteError).message).toContain('Not before May');
    expect(ada.$work.get().pull).toMatchObject({ title: WORDS.title, body: 'Not before May' });
    await expect(ada.propose({ ...change, over: '' }), 'of another tab').rejects.toThrow(OverwriteError);
    const same = { title: WORDS.title, body: 'Not before May', over: '' };
    expect(await ada.propose(same), 'whose answer was lost').toMatchObject({ number });
    expect(await ada.propose({ ...change, over: (refusal as OverwriteError).current })).toMatchObject(change);
  },
);

test(
  'a branch is still of whoever began it after somebody else has committed to it, and proposed it',
  { tags: ['exhaustive'] },
  async () => {
    await setHeading(ada, 'One');
    const own = { branch: branchOf(ada), pull: undefined };
    const bob = await open('bob');
    await bob.choose(own.branch);
    await setHeading(bob, 'Two', FLOW);
    expect(await ada.mine()).toEqual([own]);
    expect(await bob.mine(), 'who sees the words that he has saved, too').toEqual([own]);
    await bob.propose(WORDS);
    expect(await ada.mine()).toMatchObject([{ branch: own.branch, pull: { author: 'bob' } }]);
  },
);
