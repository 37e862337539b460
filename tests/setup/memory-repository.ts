import type { Check, CodeHost, Preview, Pull } from '../../src/code-host/code-host.ts';
import { CodeHostError, MovedError } from '../../src/code-host/errors.ts';
import { memoryCodeHost } from './memory-code-host.ts';
import { MemoryCommits, type Content } from './memory-commits.ts';

/** A repository in memory. It is shared: what one person does, the others see. */
export class MemoryRepository {
  readonly commits = new MemoryCommits();
  /** The commit of each branch. */
  readonly heads = new Map<string, string>();
  readonly pulls: Pull[] = [];
  checks: Check[] = [];
  preview: Preview | undefined;
  /** Called when a commit arrives, and `after` it, before the response is sent. */
  onCommit: ((when: 'before' | 'after') => void) | undefined;

  /** A repository with these files on main. */
  constructor(files: Readonly<Record<string, Content>>) {
    this.heads.set('main', this.commits.add([], new Map(Object.entries(files)), 'Begin', 'developer'));
  }

  /** The repository as one person has it. */
  as(login: string): CodeHost {
    return memoryCodeHost(this, login);
  }

  head(branch: string): string {
    const head = this.heads.get(branch);
    if (head === undefined) throw new MovedError();
    return head;
  }

  /** Commits on top of a branch, as somebody does who has just pulled it. */
  push(branch: string, changes: Readonly<Record<string, Content | null>>): void {
    const list = Object.entries(changes).map(([path, content]) => ({ path, content }));
    this.heads.set(branch, this.commits.addTo(this.head(branch), list, 'Change by hand', 'developer'));
  }

  /** A proposal, after a change of it. */
  pull(number: number, change: Partial<Pull> = {}): Pull {
    const at = this.pulls.findIndex((one) => one.number === number);
    const pull = this.pulls[at];
    if (!pull) throw new CodeHostError('There is no such proposal.');
    return (this.pulls[at] = { ...pull, ...change, head: this.heads.get(pull.branch) ?? pull.head });
  }

  /** Merges a proposal, as one commit on main, and deletes its branch. */
  merge({ number, branch, title }: Pull): void {
    const [main, head] = [this.head('main'), this.head(branch)];
    const changes = this.commits.between(this.commits.mergeBase(main, head), head);
    this.heads.set('main', this.commits.addTo(main, changes, title, 'developer'));
    this.pull(number, { open: false });
    this.heads.delete(branch);
  }

  /** The names of all branches. */
  branches(): string[] {
    return [...this.heads.keys()];
  }

  text(branch: string, path: string): string | undefined {
    return this.commits.at(this.head(branch)).files.get(path)?.toString();
  }

  /** The paths that a branch changes. */
  changed(branch: string): string[] {
    const [main, head] = [this.head('main'), this.head(branch)];
    return this.commits.between(this.commits.mergeBase(main, head), head).map(({ path }) => path);
  }
}
