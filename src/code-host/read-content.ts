import { z } from 'zod';
import { copyFileOf } from '../schemas/copy-files.ts';
import { PICTURES } from '../schemas/picture-file.ts';
import type { Branch, CodeHost, HostFile } from './code-host.ts';
import type { Connection } from './connection.ts';
import { InvalidError } from './errors.ts';
import { filesBelow, treeFields, treeShape } from './tree.ts';

const CONTENT = 'content';

/** How many commits or files one query asks for: GitHub stops queries that take more than ten seconds. */
const AT_ONCE = 25;

const HEAD = `query ($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;
const headShape = z.object({
  repository: z.object({ ref: z.object({ target: z.object({ oid: z.string() }) }).nullable() }),
});

const FILES = `query ($owner: String!, $name: String!, $content: String!, $pictures: String!) {
  repository(owner: $owner, name: $name) {
    content: object(expression: $content) { ${treeFields('oid text isTruncated')} }
    pictures: object(expression: $pictures) { ... on Tree { entries { name } } }
  }
}`;
const filesShape = z.object({
  repository: z.object({
    content: treeShape.nullable(),
    pictures: z.object({ entries: z.array(z.object({ name: z.string() })).optional() }).nullable(),
  }),
});

const blobShape = z.object({ content: z.string(), encoding: z.literal('base64') });

const objectsShape = z.object({ repository: z.record(z.string(), treeShape.nullable()) });

/** Reads files of a repository. Whatever belongs to a commit is read once. */
export function contentReader(connection: Connection): Pick<CodeHost, 'branch' | 'listings' | 'textAt' | 'blob'> {
  const read = new Map<string, Branch>();
  const listed = new Map<string, ReadonlyMap<string, string>>();
  const texts = new Map<string, Promise<string | null>>();
  let waiting: { expression: string; done: (text: string | null) => void; failed: (error: unknown) => void }[] = [];

  /** Several objects of the repository at once, for example `<commit>:content/site.yaml`. */
  async function objects(expressions: readonly string[], fields: string) {
    const variables = Object.fromEntries(expressions.map((expression, index) => [`e${index}`, expression]));
    const declared = expressions.map((_, index) => `$e${index}: String!`).join(', ');
    const asked = expressions.map((_, index) => `o${index}: object(expression: $e${index}) { ${fields} }`).join('\n');
    const query = `query ($owner: String!, $name: String!, ${declared}) {
      repository(owner: $owner, name: $name) { ${asked} }
    }`;
    const { repository } = await connection.graphql(objectsShape, query, variables, 'contents');
    return expressions.map((_, index) => repository[`o${index}`] ?? null);
  }

  /** Asks for all texts that were asked for at the same time. */
  async function readWaiting(): Promise<void> {
    const asked = waiting;
    waiting = [];
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      const some = asked.slice(at, at + AT_ONCE);
      try {
        const found = await objects(
          some.map(({ expression }) => expression),
          '... on Blob { text isTruncated }',
        );
        for (const [index, { done }] of some.entries()) done(found[index]?.text ?? null);
      } catch (error) {
        for (const { expression, failed } of some) {
          texts.delete(expression);
          failed(error);
        }
      }
    }
  }

  return {
    async branch(name) {
      const { repository } = await connection.graphql(headShape, HEAD, { ref: `refs/heads/${name}` }, 'contents');
      const head = repository.ref?.target.oid;
      if (head === undefined) return undefined;
      const known = read.get(head);
      if (known) return { ...known, name };
      // By the commit, not by the branch: that could have moved in the meantime.
      const at = { content: `${head}:${CONTENT}`, pictures: `${head}:${PICTURES}` };
      const { content, pictures } = (await connection.graphql(filesShape, FILES, at, 'contents')).repository;
      const files = new Map<string, HostFile>();
      for (const { path, file } of filesBelow(CONTENT, content)) {
        if (copyFileOf(path) === undefined) continue;
        const { oid, text } = file;
        if (oid === undefined || typeof text !== 'string' || file.isTruncated === true)
          throw new InvalidError(`${path} is too large, or not a text.`);
        files.set(path, { text, oid });
      }
      const branch = { name, head, files, pictures: new Set(pictures?.entries?.map((entry) => entry.name)) };
      read.set(head, branch);
      return branch;
    },
    async listings(commits) {
      const unknown = [...new Set(commits)].filter((commit) => !listed.has(commit));
      for (let at = 0; at < unknown.length; at += AT_ONCE) {
        const some = unknown.slice(at, at + AT_ONCE);
        const folders = some.flatMap((commit) => [`${commit}:${CONTENT}`, `${commit}:${PICTURES}`]);
        const trees = await objects(folders, treeFields('oid'));
        for (const [index, commit] of some.entries()) {
          const files = [
            ...filesBelow(CONTENT, trees[2 * index] ?? null),
            ...filesBelow(PICTURES, trees[2 * index + 1] ?? null),
          ];
          listed.set(commit, new Map(files.map(({ path, file }) => [path, file.oid ?? ''])));
        }
      }
      return commits.map((commit) => listed.get(commit) ?? new Map<string, string>());
    },
    textAt(commit, path) {
      const expression = `${commit}:${path}`;
      const known = texts.get(expression);
      if (known) return known;
      const text = new Promise<string | null>((done, failed) => {
        if (waiting.length === 0) queueMicrotask(() => void readWaiting());
        waiting.push({ expression, done, failed });
      });
      texts.set(expression, text);
      return text;
    },
    async blob(oid) {
      const path = `/repos/${connection.repository}/git/blobs/${oid}`;
      const { data } = await connection.rest(blobShape, { path, right: 'contents' });
      // GitHub breaks the lines.
      return data.content.replace(/\s/g, '');
    },
  };
}
