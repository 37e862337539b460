import { setImmediate } from 'node:timers/promises';
import type { Branch, CodeHost } from '../../src/code-host/code-host.ts';
import { MovedError } from '../../src/code-host/errors.ts';
import { checkWritable } from '../../src/code-host/writable.ts';
import { copyFileOf } from '../../src/schemas/copy-files.ts';
import { blobOf } from './memory-commits.ts';
import type { MemoryRepository } from './memory-repository.ts';

const PICTURES = 'public/pictures/';
/** The most pull requests that a list has. */
export const LISTED = 100;

/** A repository in memory as one person has it. As in a network, others can do something before each answer. */
export function memoryCodeHost(repository: MemoryRepository, login: string): CodeHost {
  const { commits, heads, pulls } = repository;
  /** What a method does between the request and the response. */
  const answer = async <Answer>(work: () => Answer): Promise<Answer> => {
    await setImmediate();
    const answered = work();
    await setImmediate();
    return answered;
  };

  function branchAt(name: string): Branch | undefined {
    const head = heads.get(name);
    if (head === undefined) return undefined;
    const all = [...commits.at(head).files];
    const files = all.flatMap(([path, content]) =>
      copyFileOf(path) && typeof content === 'string' ? [[path, { text: content, oid: blobOf(content) }] as const] : [],
    );
    const pictures = all.flatMap(([path]) => (path.startsWith(PICTURES) ? [path.slice(PICTURES.length)] : []));
    return { name, head, files: new Map(files), pictures: new Set(pictures) };
  }

  const listing = (oid: string) =>
    new Map(
      [...commits.at(oid).files]
        .filter(([path]) => path.startsWith('content/') || path.startsWith(PICTURES))
        .map(([path, content]) => [path, blobOf(content)]),
    );

  return {
    account: () => answer(() => ({ login, missing: [] })),
    main: () => answer(() => 'main'),
    branch: (name) => answer(() => branchAt(name)),
    branches: (prefix) =>
      answer(() =>
        [...heads]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, head]) => ({ name, head, author: commits.at(head).author })),
      ),
    begin: (name, at) =>
      answer(() => {
        if (heads.has(name)) throw new MovedError();
        heads.set(name, commits.at(at).oid);
      }),
    commit: ({ branch, head, files, message }) =>
      answer(() => {
        checkWritable(branch, files);
        repository.onCommit?.('before');
        if (heads.get(branch) !== head) throw new MovedError();
        const oid = commits.addTo(head, files, message, login);
        heads.set(branch, oid);
        repository.onCommit?.('after');
        return oid;
      }),
    compare: (base, head) =>
      answer(() => {
        const [from, to] = [heads.get(base) ?? base, heads.get(head) ?? head];
        const known = new Set(commits.history(from).map(({ oid }) => oid));
        const own = commits.history(to).filter(({ oid }) => !known.has(oid));
        const mergeBase = commits.mergeBase(from, to);
        return {
          mergeBase,
          files: commits.between(mergeBase, to).map(({ path }) => path),
          commits: own.toReversed().map(({ oid, parents: [parent = '', ...others], message, at, author }) => {
            const [subject = '', ...body] = message.split('\n');
            return { oid, parent, isMerge: others.length > 0, subject, body: body.join('\n').trim(), at, author };
          }),
        };
      }),
    listings: (oids) => answer(() => oids.map(listing)),
    textAt: (oid, path) => answer(() => commits.at(oid).files.get(path)?.toString() ?? null),
    blob: (oid) =>
      answer(() => {
        const all = [...heads.values()].flatMap((head) => [...commits.at(head).files.values()]);
        return Buffer.from(all.find((content) => blobOf(content) === oid) ?? '').toString('base64');
      }),
    pulls: () =>
      answer(() =>
        pulls
          .map(({ number }) => repository.pull(number))
          .toReversed()
          .slice(0, LISTED),
      ),
    pullOf: (branch) =>
      answer(() => {
        const all = pulls.filter((pull) => pull.branch === branch);
        const pull = all.find(({ open }) => open) ?? all.at(-1);
        return pull && repository.pull(pull.number);
      }),
    propose: ({ branch, title, body }) =>
      answer(() => {
        const number = pulls.length + 1;
        const url = `https://code.example/pull/${number}`;
        const state = { draft: true, open: true, updated: 0, head: repository.head(branch) };
        pulls.push({ id: `pull-${number}`, number, title, body, branch, author: login, url, ...state });
        return repository.pull(number);
      }),
    update: ({ number, ...text }) => answer(() => repository.pull(number, text)),
    ready: ({ number }) => answer(() => void repository.pull(number, { draft: false })),
    checks: () => answer(() => repository.checks),
    preview: () => answer(() => repository.preview),
  };
}
