import { createHash } from 'node:crypto';
import type { Branch, Check, CodeHost, FileChange, Preview, Pull } from '../../src/code-host/code-host.ts';
import { CodeHostError, MovedError } from '../../src/code-host/errors.ts';
import { checkWritable } from '../../src/code-host/writable.ts';
import { copyFileOf } from '../../src/schemas/copy-files.ts';

type Content = string | Uint8Array;

interface StoredCommit {
  oid: string;
  parents: string[];
  files: ReadonlyMap<string, Content>;
  message: string;
  author: string;
  at: number;
}

/** A repository in memory. It is shared: what one person does, the others see. */
export interface MemoryRepository {
  /** The repository as one person has it. */
  as(login: string): CodeHost;
  /** Commits without asking where the branch is, as `git push` does after a pull. Returns the commit. */
  push(branch: string, changes: Record<string, Content | null>, author?: string, message?: string): string;
  /** Merges a proposal, as one commit on main, and deletes its branch. */
  merge(pull: Pull): void;
  /** Closes a proposal, and leaves its branch. */
  close(pull: Pull): void;
  head(branch: string): string | undefined;
  text(branch: string, path: string): string | undefined;
  /** The paths at which a branch differs from main. */
  changed(branch: string): string[];
  message(commit: string): string;
  branches(): string[];
  deleteBranch(name: string): void;
  checks: Check[];
  preview: Preview | undefined;
  /** Called before each commit through a `CodeHost`; afterwards, with `after`, before the response is sent. */
  onCommit: ((when: 'before' | 'after') => void) | undefined;
}

const sha1 = (bytes: Content) => createHash('sha1').update(bytes).digest('hex');
const blobOf = (content: Content) => {
  const bytes = Buffer.from(content);
  return sha1(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
};

/** A repository with these files on main. */
export function memoryRepository(files: Readonly<Record<string, Content>>): MemoryRepository {
  const commits = new Map<string, StoredCommit>();
  const heads = new Map<string, string>();
  const pulls: Pull[] = [];

  function add(parents: string[], content: ReadonlyMap<string, Content>, message: string, author: string): string {
    const oid = sha1(`commit ${commits.size}`);
    commits.set(oid, { oid, parents, files: content, message, author, at: Date.UTC(2026, 0, 1) + commits.size });
    return oid;
  }
  const commitAt = (oid: string): StoredCommit => {
    const commit = commits.get(oid);
    if (!commit) throw new CodeHostError(`There is no commit ${oid}.`);
    return commit;
  };
  const headOf = (branch: string) => {
    const head = heads.get(branch);
    if (head === undefined) throw new MovedError();
    return head;
  };
  function apply(before: ReadonlyMap<string, Content>, changes: readonly FileChange[]): Map<string, Content> {
    const after = new Map(before);
    for (const { path, content } of changes) {
      if (content === null) after.delete(path);
      else after.set(path, content);
    }
    return after;
  }
  /** A commit and all before it, newest first. */
  function history(oid: string): StoredCommit[] {
    const seen = new Map<string, StoredCommit>();
    const visit = (one: string) => {
      if (seen.has(one)) return;
      seen.set(one, commitAt(one));
      commitAt(one).parents.forEach(visit);
    };
    visit(oid);
    return [...seen.values()].sort((a, b) => b.at - a.at);
  }
  const listing = (oid: string) =>
    new Map(
      [...commitAt(oid).files]
        .filter(([path]) => /^(content|public\/pictures)\//.test(path))
        .map(([path, content]) => [path, blobOf(content)]),
    );
  const between = (from: string, to: string) => {
    const [before, after] = [commitAt(from).files, commitAt(to).files];
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .sort();
  };
  const mergeBase = (base: string, head: string) => {
    const onBase = new Set(history(base).map(({ oid }) => oid));
    return history(head).find(({ oid }) => onBase.has(oid))?.oid ?? '';
  };
  const updated = (pull: Pull, change: Partial<Pull>): Pull => {
    const next = { ...pull, ...change, head: heads.get(pull.branch) ?? pull.head };
    pulls[pulls.findIndex(({ number }) => number === pull.number)] = next;
    return next;
  };
  const numbered = (number: number): Pull => {
    const pull = pulls.find((one) => one.number === number);
    if (!pull) throw new CodeHostError('There is no such proposal.');
    return updated(pull, {});
  };

  heads.set('main', add([], new Map(Object.entries(files)), 'Begin', 'developer'));

  const repository: MemoryRepository = {
    checks: [],
    preview: undefined,
    onCommit: undefined,
    head: (branch) => heads.get(branch),
    branches: () => [...heads.keys()],
    deleteBranch: (name) => void heads.delete(name),
    text: (branch, path) => commitAt(headOf(branch)).files.get(path)?.toString(),
    changed: (branch) => between(mergeBase(headOf('main'), headOf(branch)), headOf(branch)),
    message: (commit) => commitAt(commit).message,
    push(branch, changes, author = 'developer', message = 'Change by hand') {
      const head = headOf(branch);
      const list = Object.entries(changes).map(([path, content]) => ({ path, content }));
      const oid = add([head], apply(commitAt(head).files, list), message, author);
      heads.set(branch, oid);
      return oid;
    },
    merge(pull) {
      const [base, head] = [mergeBase(headOf('main'), headOf(pull.branch)), headOf(pull.branch)];
      const changes = between(base, head).map((path) => ({ path, content: commitAt(head).files.get(path) ?? null }));
      heads.set('main', add([headOf('main')], apply(commitAt(headOf('main')).files, changes), pull.title, 'developer'));
      updated(pull, { open: false });
      heads.delete(pull.branch);
    },
    close: (pull) => void updated(pull, { open: false }),
    as(login) {
      const host: CodeHost = {
        account: () => Promise.resolve({ login, missing: [] }),
        main: () => Promise.resolve('main'),
        branch(name) {
          const head = heads.get(name);
          if (head === undefined) return Promise.resolve(undefined);
          const all = [...commitAt(head).files];
          const branch: Branch = {
            name,
            head,
            files: new Map(
              all.flatMap(([path, content]) =>
                copyFileOf(path) && typeof content === 'string'
                  ? [[path, { text: content, oid: blobOf(content) }]]
                  : [],
              ),
            ),
            pictures: new Set(all.flatMap(([path]) => (path.startsWith('public/pictures/') ? [path.slice(16)] : []))),
          };
          return Promise.resolve(branch);
        },
        branches: (prefix) =>
          Promise.resolve(
            [...heads]
              .filter(([name]) => name.startsWith(prefix))
              .map(([name, head]) => ({ name, head, author: commitAt(head).author })),
          ),
        async begin(name, at) {
          if (heads.has(name)) throw new MovedError();
          heads.set(name, commitAt(at).oid);
          return Promise.resolve();
        },
        async commit({ branch, head, files: changes, message }) {
          checkWritable(branch, changes);
          repository.onCommit?.('before');
          if (heads.get(branch) !== head) throw new MovedError();
          const oid = add([head], apply(commitAt(head).files, changes), message, login);
          heads.set(branch, oid);
          repository.onCommit?.('after');
          return Promise.resolve(oid);
        },
        compare(base, head) {
          const [from, to] = [heads.get(base) ?? base, heads.get(head) ?? head];
          const known = new Set(history(from).map(({ oid }) => oid));
          const own = history(to)
            .filter(({ oid }) => !known.has(oid))
            .toReversed();
          const parted = mergeBase(from, to);
          return Promise.resolve({
            mergeBase: parted,
            files: between(parted, to),
            commits: own.map(({ oid, parents, message, at, author }) => {
              const [subject = '', ...body] = message.split('\n');
              return {
                oid,
                parent: parents[0] ?? '',
                isMerge: parents.length > 1,
                subject,
                body: body.join('\n').trim(),
                at,
                author,
              };
            }),
          });
        },
        listings: (oids) => Promise.resolve(oids.map(listing)),
        textAt: (oid, path) => Promise.resolve(commitAt(oid).files.get(path)?.toString() ?? null),
        pulls: () => Promise.resolve(pulls.map(({ number }) => numbered(number)).toReversed()),
        pull: (number) => Promise.resolve(numbered(number)),
        propose({ branch, title, body }) {
          const number = pulls.length + 1;
          const url = `https://code.example/pull/${number}`;
          const head = headOf(branch);
          const pull = {
            id: `pull-${number}`,
            number,
            title,
            body,
            branch,
            head,
            author: login,
            draft: true,
            open: true,
            url,
            updated: 0,
          };
          pulls.push(pull);
          return Promise.resolve(pull);
        },
        update: ({ number, ...text }) => Promise.resolve(updated(numbered(number), text)),
        ready: ({ number }) => Promise.resolve(void updated(numbered(number), { draft: false })),
        checks: () => Promise.resolve(repository.checks),
        preview: () => Promise.resolve(repository.preview),
      };
      return host;
    },
  };
  return repository;
}
