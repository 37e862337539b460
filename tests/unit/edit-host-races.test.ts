import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EditHost } from '../../src/apps/edit/host/edit-host.ts';
import { openEditHost } from '../../src/apps/edit/host/open-edit-host.ts';
import type { CodeHost } from '../../src/code-host/code-host.ts';
import { UnreachableError } from '../../src/code-host/errors.ts';
import { COPY_SOURCES } from '../setup/edit-sources.ts';
import { MemoryRepository } from '../setup/memory-repository.ts';

const ALL = new Map(COPY_SOURCES.map(({ file, text }) => [file, text]));
const EDITED = ['content/pages/flow.mdx', 'content/pages/resources.mdx', 'content/pages/research.mdx'];
const FILES = Object.fromEntries([...EDITED, 'content/site.yaml'].map((file) => [file, ALL.get(file) ?? '']));

/** What goes wrong with a request. */
type Fault = 'none' | 'before' | 'after';
interface Step {
  person: number;
  file: number;
  /** Reads the file first; otherwise, saves what was read before. */
  reads: boolean;
  /** Does not wait for the steps before. */
  atOnce: boolean;
  faults: Fault[];
}
const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'before', 'after');
const steps = fc.array(
  fc.record<Step>({
    person: fc.nat(2),
    file: fc.nat(EDITED.length - 1),
    reads: fc.boolean(),
    atOnce: fc.boolean(),
    faults: fc.array(fault, { minLength: 0, maxLength: 4 }),
  }),
  { minLength: 5, maxLength: 25 },
);

/** A code host whose next requests fail, before or after it has done them. */
function failing(host: CodeHost, faults: Fault[]): CodeHost {
  const through =
    <Asked extends unknown[], Answer>(work: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      const next = faults.shift();
      if (next === 'before') throw new UnreachableError();
      const answer = await work(...asked);
      if (next === 'after') throw new UnreachableError();
      return answer;
    };
  return {
    ...host,
    branch: through((name: string) => host.branch(name)),
    commit: through((change: Parameters<CodeHost['commit']>[0]) => host.commit(change)),
    compare: through((base: string, head: string) => host.compare(base, head)),
  };
}

interface Person {
  host: EditHost;
  faults: Fault[];
  /** The version of each file that they have before them. */
  seen: Map<string, string>;
}

async function open(repository: MemoryRepository, login: string, branch?: string): Promise<Person> {
  const faults: Fault[] = [];
  const host = await openEditHost(failing(repository.as(login), faults), { login, missing: [] });
  if (branch !== undefined) await host.choose(branch);
  const seen = new Map<string, string>();
  for (const file of EDITED) seen.set(file, (await host.ask('entry', { file })).hash);
  return { host, faults, seen };
}

test(
  'whatever is lost or late, each save is one commit on what its author had seen, and none is overwritten',
  { tags: ['exhaustive'], timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const repository = new MemoryRepository(FILES);
        const first = await open(repository, 'ada');
        const file = EDITED[0] ?? '';
        const begun = [{ do: 'set' as const, path: ['title'], value: 'Begun' }];
        const hash = first.seen.get(file) ?? '';
        await first.host.ask('save', { id: 'begin', file, hash, changes: begun, page: '/' });
        const { branch = '' } = first.host.$work.get();
        const people = [first, await open(repository, 'bob', branch), await open(repository, 'eve', branch)];
        /** The version that each word was written over, and whether its author was told that it is saved. */
        const written = new Map<string, { over: string; isSaved: boolean }>();

        async function run({ person, file: number, reads, faults }: Step, words: string): Promise<void> {
          const [who, one] = [people[person] ?? first, EDITED[number] ?? ''];
          who.faults.splice(0, who.faults.length, ...faults);
          if (reads) who.seen.set(one, (await who.host.ask('entry', { file: one })).hash);
          const over = who.seen.get(one) ?? '';
          written.set(words, { over, isSaved: false });
          const changes = [{ do: 'set' as const, path: ['title'], value: words }];
          try {
            const outcome = await who.host.ask('save', { id: words, file: one, hash: over, changes, page: '/' });
            if (outcome.end === 'conflict') who.seen.set(one, outcome.theirs.hash);
            if (outcome.end !== 'saved') return;
            who.seen.set(one, outcome.entry.hash);
            written.set(words, { over, isSaved: true });
          } catch (error) {
            expect(error).toBeInstanceOf(UnreachableError);
          }
        }
        let running: Promise<void>[] = [];
        for (const [index, step] of all.entries()) {
          if (!step.atOnce) {
            await Promise.all(running);
            running = [];
          }
          running.push(run(step, `Words ${index}.`));
        }
        await Promise.all(running);

        const commits = repository.commits.history(repository.head(branch)).toReversed();
        for (const [words, { over, isSaved }] of written) {
          const own = commits.filter(({ message }) => message.includes(`→ “${words}”`));
          // One whose author was not told may have arrived, but not twice.
          expect(own.length).toBeLessThanOrEqual(1);
          if (isSaved) expect(own).toHaveLength(1);
          for (const { parents, files } of own) {
            const [parent = ''] = parents;
            const changed = repository.commits.between(parent, own[0]?.oid ?? '');
            expect(changed).toHaveLength(1);
            const [{ path } = { path: '' }] = changed;
            const before = (await repository.as('ada').listings([parent]))[0]?.get(path);
            expect(before).toBe(over);
            expect(files.get(path)).toContain(words);
          }
        }
      }),
      { numRuns: 60 },
    );
  },
);
