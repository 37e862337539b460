import { createHash } from 'node:crypto';
import type { FileChange } from '../../src/code-host/code-host.ts';
import { CodeHostError } from '../../src/code-host/errors.ts';

export type Content = string | Uint8Array;
type Files = ReadonlyMap<string, Content>;

interface StoredCommit {
  oid: string;
  parents: readonly string[];
  files: Files;
  message: string;
  author: string;
  /** Milliseconds since 1970; each commit is later than those before. */
  at: number;
}

const sha1 = (bytes: Content) => createHash('sha1').update(bytes).digest('hex');

/** The id that Git gives a file. */
export function blobOf(content: Content): string {
  const bytes = Buffer.from(content);
  return sha1(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}

/** Commits in memory. */
export class MemoryCommits {
  readonly #commits = new Map<string, StoredCommit>();

  /** Adds a commit. Returns its id. */
  add(parents: readonly string[], files: Files, message: string, author: string): string {
    const number = this.#commits.size;
    const oid = sha1(`commit ${number}`);
    this.#commits.set(oid, { oid, parents, files, message, author, at: Date.UTC(2026, 0, 1) + number });
    return oid;
  }

  /** Adds a commit that changes files of another. */
  addTo(head: string, changes: readonly FileChange[], message: string, author: string): string {
    const files = new Map(this.at(head).files);
    for (const { path, content } of changes) {
      if (content === null) files.delete(path);
      else files.set(path, content);
    }
    return this.add([head], files, message, author);
  }

  at(oid: string): StoredCommit {
    const commit = this.#commits.get(oid);
    if (!commit) throw new CodeHostError(`There is no commit ${oid}.`);
    return commit;
  }

  /** A commit and all before it, newest first. */
  history(oid: string): StoredCommit[] {
    const seen = new Map<string, StoredCommit>();
    const visit = (one: string) => {
      if (seen.has(one)) return;
      seen.set(one, this.at(one));
      this.at(one).parents.forEach(visit);
    };
    visit(oid);
    return [...seen.values()].sort((a, b) => b.at - a.at);
  }

  /** The newest commit that both have. */
  mergeBase(base: string, head: string): string {
    const onBase = new Set(this.history(base).map(({ oid }) => oid));
    return this.history(head).find(({ oid }) => onBase.has(oid))?.oid ?? '';
  }

  /** What the second commit changes, compared with the first. */
  between(from: string, to: string): FileChange[] {
    const [before, after] = [this.at(from).files, this.at(to).files];
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .sort()
      .map((path) => ({ path, content: after.get(path) ?? null }));
  }
}
