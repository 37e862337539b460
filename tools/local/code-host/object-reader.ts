import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Git } from './git.ts';

/** An object of a repository. */
export interface GitObject {
  oid: string;
  type: 'blob' | 'tree' | 'commit' | 'tag';
  content: Buffer;
}

interface Waiting {
  done: (object: GitObject | undefined) => void;
  failed: (error: Error) => void;
}

const NEWLINE = 10;

/**
 * The name of a branch or commit, and perhaps a path. At others, such as `main:../` or `main@{u}`, the process ends without
 * an answer to what was asked before; a line break would be two questions.
 */
const PLAIN = /^[\w./-]+(?::(?!\.\.?\/)[^\n\0]*)?$/;

/** Reads objects from one process: a branch has a hundred files, and each process takes longer than reading them all. */
export function openObjectReader(git: Git) {
  let child: ChildProcessWithoutNullStreams | undefined;
  let received = Buffer.alloc(0);
  let waiting: Waiting[] = [];

  /** Takes the first answer, if all of it is there. */
  function takeAnswer(): boolean {
    const end = received.indexOf(NEWLINE);
    if (end === -1) return false;
    const [, oid = '', type, size] = /^([\da-f]{40}) (\w+) (\d+)$/.exec(received.toString('utf8', 0, end)) ?? [];
    let next = end + 1;
    let object: GitObject | undefined;
    if (size !== undefined) {
      next += Number(size) + 1;
      if (received.length < next) return false;
      object = { oid, type: type as GitObject['type'], content: Buffer.from(received.subarray(end + 1, next - 1)) };
    }
    received = received.subarray(next);
    waiting.shift()?.done(object);
    return true;
  }

  function launch(): ChildProcessWithoutNullStreams {
    const launched = spawn('git', ['cat-file', '--batch'], { env: git.env, stdio: 'pipe' });
    launched.stdout.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (takeAnswer());
    });
    launched.stdin.on('error', () => undefined);
    // Its hints, unread, would block it.
    launched.stderr.resume();
    const ended = () => {
      if (child === launched) child = undefined;
      received = Buffer.alloc(0);
      for (const { failed } of waiting.splice(0)) failed(new Error('git cat-file ended unexpectedly.'));
    };
    launched.once('error', ended).once('close', ended);
    return launched;
  }

  return {
    /**
     * @param expression such as `main:content/site.yaml`
     * @returns undefined if there is no such object
     */
    read(expression: string): Promise<GitObject | undefined> {
      if (!PLAIN.test(expression)) return Promise.resolve(undefined);
      return new Promise((done, failed) => {
        child ??= launch();
        waiting.push({ done, failed });
        child.stdin.write(`${expression}\n`);
      });
    },
    close() {
      const open = waiting;
      waiting = [];
      child?.kill();
      for (const { done } of open) done(undefined);
    },
  };
}

export type ObjectReader = ReturnType<typeof openObjectReader>;

/** An entry of a folder. */
export interface TreeEntry {
  name: string;
  /** As git writes it, in octal. */
  mode: string;
  oid: string;
}

/** The entries of a tree object. */
export function entriesOf({ content }: GitObject): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(' ', at);
    const end = content.indexOf(0, space);
    entries.push({
      mode: content.toString('latin1', at, space).padStart(6, '0'),
      name: content.toString('utf8', space + 1, end),
      oid: content.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** Who wrote or stored a commit, and when (milliseconds). */
export interface Signature {
  name: string;
  email: string;
  at: number;
}

export interface CommitObject {
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

/** What a commit object says. */
export function commitOf({ content }: GitObject): CommitObject {
  const text = content.toString('utf8');
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end).split('\n');
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const signature = (name: string): Signature => {
    const [, who = '', email = '', seconds] = /^(.*) <(.*)> (\d+) [+-]\d+$/.exec(values(name)[0] ?? '') ?? [];
    return { name: who, email, at: Number(seconds) * 1000 };
  };
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: signature('author'),
    committer: signature('committer'),
    message: text.slice(end + 2).replace(/\n$/, ''),
  };
}
