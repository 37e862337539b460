import { z } from 'zod';
import type { Right } from './code-host.ts';
import { SignedOutError, UnreachableError } from './errors.ts';
import { failedAnswer, failedQuery } from './failed-answer.ts';

/** Where a repository is. */
export interface Settings {
  /** The address of the API, for example `https://api.github.com`. */
  api: string;
  /** `owner/name` */
  repository: string;
}

interface RestRequest {
  method?: 'GET' | 'POST' | 'PATCH';
  /** Below the API's address, for example `/user`. */
  path: string;
  body?: unknown;
  /** The right that it needs, to name it if it is missing. */
  right?: Right;
}

/** Sends requests to the API of a code host. Both methods throw a `CodeHostError`. */
export interface Connection {
  /** `owner/name` */
  repository: string;
  rest<Type>(shape: z.ZodType<Type>, request: RestRequest): Promise<{ data: Type; headers: Headers }>;
  /** Queries that declare `$owner` and `$name` get these variables. */
  graphql<Type>(shape: z.ZodType<Type>, query: string, variables: object, right: Right): Promise<Type>;
}

/** The version of GitHub's API that this was written for. */
const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
/** What tokens consist of. Anything else would make an invalid header, and the browser's message would quote it. */
const TOKEN = /^[\w.~+/=-]{1,1000}$/;
/** A request without an answer would keep all that come after it waiting (milliseconds). */
const TIMEOUT_MS = 60_000;
/** The most of the host's own words that a message has. */
const LONGEST_SAID = 500;

const failure = z.object({ message: z.string().optional(), type: z.string().optional() });
const failures = failure.extend({ errors: z.array(z.union([failure, z.string()])).optional() });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Connects to a repository. The token is sent to the API; it is kept nowhere else, and no message has it.
 *
 * @throws Error if the repository is not `owner/name`
 */
export function connect({ api, repository }: Settings, token: string): Connection {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (owner === undefined) throw new Error(`“${repository}” is not a repository. Write owner/name.`);
  const base = api.replace(/\/$/, '');

  async function send({ method = 'GET', path, body }: RestRequest): Promise<{ response: Response; answer: unknown }> {
    if (!TOKEN.test(token)) throw new SignedOutError('This is not a token. Copy it again, all of it and nothing else.');
    const sent = body !== undefined && { body: JSON.stringify(body) };
    const headers = {
      ...HEADERS,
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': 'application/json' }),
    };
    try {
      const response = await fetch(base + path, {
        method,
        headers,
        ...sent,
        // GitHub lets browsers keep answers for a minute: checks would seem to stand still. Asking whether they have
        // changed does not count towards its limit.
        cache: 'no-cache',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { response, answer: parsed(await response.text()) };
    } catch {
      // Without the cause, which could quote the request.
      throw new UnreachableError();
    }
  }

  /** A text of the host, which could repeat what it was sent. */
  const withoutToken = (text: string) => text.replaceAll(token, '…').slice(0, LONGEST_SAID);

  function inShape<Type>(shape: z.ZodType<Type>, answer: unknown): Type {
    const result = shape.safeParse(answer);
    if (result.success) return result.data;
    const place = withoutToken(result.error.issues[0]?.path.join('.') ?? '') || 'all of it';
    throw new UnreachableError(`GitHub’s answer can’t be read (${place}). Tell a developer.`);
  }

  /** What the host says of a failure, as a sentence. */
  const saidIn = (messages: readonly (string | undefined)[]) => {
    const said = messages.filter((message) => message !== undefined && message !== '').join(' ');
    const clean = withoutToken(said);
    return clean === '' || /[.!?…]$/.test(clean) ? clean : `${clean}.`;
  };

  return {
    repository,
    async rest(shape, { right, ...request }) {
      const { response, answer } = await send(request);
      if (response.ok) return { data: inShape(shape, answer), headers: response.headers };
      const { message, errors = [] } = failures.safeParse(answer).data ?? {};
      const said = saidIn([message, ...errors.map((error) => (typeof error === 'string' ? error : error.message))]);
      throw failedAnswer(response, said, right);
    },
    async graphql(shape, query, variables, right) {
      const { response, answer } = await send({
        method: 'POST',
        path: '/graphql',
        body: { query, variables: query.includes('$owner') ? { owner, name, ...variables } : variables },
      });
      const { message, errors: [first] = [] } = failures.safeParse(answer).data ?? {};
      if (!response.ok) throw failedAnswer(response, saidIn([message]), right);
      if (typeof first === 'object') throw failedQuery(first.type, saidIn([first.message]), right);
      return inShape(z.object({ data: shape }), answer).data;
    },
  };
}
