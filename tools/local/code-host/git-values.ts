import { userOf, userOfEmail, type User } from './accounts.ts';
import { FULL_NAME, type Host } from './host.ts';
import { commitOf, entriesOf, type GitObject, type Signature } from './object-reader.ts';
import { isOid } from './repository.ts';

/** GitHub gives no more of a text (bytes). */
const LONGEST_TEXT = 512_000;

/** Git's own test: a text has no zero byte at its beginning. */
const isBinary = (content: Buffer): boolean => content.subarray(0, 8000).includes(0);

/** A list or an object is read only if a query asks for it, so a value has functions for these. */
export type Value = Record<string, unknown> & { __typename?: string };

export const userValue = ({ id, login }: User): Value => ({ id: `U_${id}`, databaseId: id, login, name: login });

function actorValue({ name, email, at }: Signature): Value {
  const user = userOfEmail(email);
  return { name, email, date: new Date(at).toISOString(), user: user ? userValue(userOf(user.login)) : null };
}

/** An object of the repository as the schema has it. */
export function objectValue(host: Host, object: GitObject | undefined, path = ''): Value | null {
  if (!object) return null;
  const { oid, type, content } = object;
  const read = async (inner: string, at = '') => objectValue(host, await host.repository.object(inner), at);
  const common = { oid, abbreviatedOid: oid.slice(0, 7), id: `O_${oid}` };
  switch (type) {
    case 'blob':
      return {
        __typename: 'Blob',
        ...common,
        byteSize: content.length,
        isBinary: isBinary(content),
        isTruncated: content.length > LONGEST_TEXT,
        text: isBinary(content) ? null : content.toString('utf8', 0, LONGEST_TEXT),
      };
    case 'tree':
      return {
        __typename: 'Tree',
        ...common,
        entries: entriesOf(object).map((entry) => {
          const inner = path === '' ? entry.name : `${path}/${entry.name}`;
          return {
            name: entry.name,
            extension: /\.[^.]*$/.exec(entry.name)?.[0] ?? '',
            path: inner,
            mode: Number.parseInt(entry.mode, 8),
            oid: entry.oid,
            type: entry.mode.startsWith('04') ? 'tree' : 'blob',
            size: async () => (await host.repository.object(entry.oid))?.content.length ?? 0,
            object: () => read(entry.oid, inner),
          };
        }),
      };
    case 'commit': {
      const { tree, author, committer, message } = commitOf(object);
      const [headline = '', ...rest] = message.split('\n');
      return {
        __typename: 'Commit',
        ...common,
        message,
        messageHeadline: headline,
        messageBody: rest.join('\n').trim(),
        author: actorValue(author),
        committer: actorValue(committer),
        authoredDate: new Date(author.at).toISOString(),
        committedDate: new Date(committer.at).toISOString(),
        tree: () => read(tree),
        url: `${host.url}/${FULL_NAME}/commit/${oid}`,
      };
    }
    case 'tag':
      return null;
  }
}

/** A branch as the schema has it. */
export const refValue = (host: Host, { name, head }: { name: string; head: string }): Value => ({
  id: `REF_${name}`,
  name,
  prefix: 'refs/heads/',
  target: async () => objectValue(host, await host.repository.object(head)),
});

/** The path of an expression such as `main:content`. */
export function pathOfExpression(expression: string): string {
  const [, path = ''] = /^[^:]*:(.*)$/.exec(expression) ?? [];
  return isOid(expression) ? '' : path.replace(/\/$/, '');
}
