import type { Caller } from './accounts.ts';
import { objectValue, pathOfExpression, refValue, userValue, type Value } from './git-values.ts';
import { FULL_NAME, LACKS_RIGHT, may, NAME, type Host } from './host.ts';
import type { Rights } from './options.ts';
import { GraphqlRefusal } from './refusal.ts';
import { MAIN } from './repository.ts';

/** GitHub allows this many entries of a list. */
const MOST = 100;

/** @throws GraphqlRefusal when the caller lacks a right */
export function demandRight(caller: Caller, right: keyof Rights, level: 'read' | 'write' = 'read'): void {
  if (!may(caller, right, level)) throw new GraphqlRefusal('FORBIDDEN', LACKS_RIGHT[caller.kind]);
}

/** @throws GraphqlRefusal when it is not the one repository */
export function demandRepository(fullName: string): void {
  if (fullName.toLowerCase() !== FULL_NAME)
    throw new GraphqlRefusal('NOT_FOUND', `Could not resolve to a Repository with the name '${fullName}'.`);
}

/** A variable that is not set is null. */
interface Page {
  first?: number | null;
  last?: number | null;
  after?: string | null;
}

/** A part of a list, as GitHub's connections have it. */
function connection(all: readonly Value[], name: string, { first, last, after }: Page): Value {
  const count = first ?? last;
  if (count === undefined || count === null)
    throw new GraphqlRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  if (count < 0 || count > MOST)
    throw new GraphqlRefusal(
      'EXCESSIVE_PAGINATION',
      `Requesting ${count} records on the \`${name}\` connection exceeds the \`first\` limit of ${MOST} records.`,
    );
  const cursorAt = (index: number) => Buffer.from(String(index)).toString('base64');
  const begin = after ? Number(Buffer.from(after, 'base64').toString()) + 1 : 0;
  const from = typeof first === 'number' ? begin : Math.max(begin, all.length - count);
  const nodes = all.slice(from, from + count);
  return {
    nodes,
    edges: nodes.map((node, index) => ({ node, cursor: cursorAt(from + index) })),
    totalCount: all.length,
    pageInfo: {
      hasNextPage: from + nodes.length < all.length,
      hasPreviousPage: from > 0,
      startCursor: nodes.length > 0 ? cursorAt(from) : null,
      endCursor: nodes.length > 0 ? cursorAt(from + nodes.length - 1) : null,
    },
  };
}

/** What a query can ask for. */
export function queries(host: Host, caller: Caller) {
  const { repository, url } = host;

  async function ref(qualifiedName: string): Promise<Value | null> {
    demandRight(caller, 'contents');
    const name = qualifiedName.replace(/^refs\/heads\//, '');
    const head = await repository.head(name);
    return head === undefined ? null : refValue(host, { name, head });
  }

  const value: Value = {
    id: 'R_1',
    name: NAME,
    nameWithOwner: FULL_NAME,
    isPrivate: true,
    url: `${url}/${FULL_NAME}`,
    viewerPermission: 'WRITE',
    defaultBranchRef: () => ref(MAIN),
    ref: ({ qualifiedName }: { qualifiedName: string }) => ref(qualifiedName),
    async object({ expression, oid }: { expression?: string | null; oid?: string | null }) {
      demandRight(caller, 'contents');
      const asked = oid ?? expression ?? '';
      return objectValue(host, await repository.object(asked), pathOfExpression(asked));
    },
    async refs({ refPrefix, query, orderBy, ...page }: Page & RefsQuestion) {
      demandRight(caller, 'contents');
      const [, prefix] = /^refs\/heads\/(.*)$/.exec(refPrefix) ?? [];
      if (!refPrefix.startsWith('refs/') || !refPrefix.endsWith('/')) return null;
      const found = prefix === undefined ? [] : await repository.branches(prefix);
      if (orderBy?.direction === 'DESC') found.reverse();
      const named = found.filter(({ name }) => name.includes(query ?? ''));
      return connection(
        named.map((branch) => refValue(host, branch)),
        'refs',
        page,
      );
    },
  };

  return {
    viewer: () => userValue(caller),
    rateLimit: () => {
      const { limit, remaining, used, reset } = host.limits.of(caller);
      return { limit, remaining, used, resetAt: new Date(reset).toISOString() };
    },
    repository({ owner, name }: { owner: string; name: string }) {
      demandRepository(`${owner}/${name}`);
      return value;
    },
  };
}

interface RefsQuestion {
  refPrefix: string;
  query?: string | null;
  orderBy?: { direction: 'ASC' | 'DESC' } | null;
}
