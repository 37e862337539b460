import { Agent, request } from 'node:http';
import fc from 'fast-check';

/** A request as it goes over the wire. */
export interface AnyRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
}

/** What every object has, though nobody put it there. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

/** Names and values with a meaning to some program along the way. */
const MEANINGFUL = [
  'null', 'undefined', 'true', '*', '.', '..', '-1', '0',
  '1e400', 'NaN', '99999999999999999999', '%', '%00', '%2e%2e', '%2f', '%ff', '%E2%80%AE', '%F0%9F%A6%8A', '[]', '{}', '()', '""',
  "'", '"', '\\', ';', '--', '$1', '{name}', '(', ')', ',', ':', '::', '->', '->>', '|', '~', '!', '@', 'not.', 'or', 'and', 'in.(',
] as const; // oxfmt-ignore

const JSON_VALUES = [
  '', '{', 'null', '[]', '[[]]', '[null]', '{}', '"x"', '0', '-0', '1e400', '{"__proto__":{}}', '{"constructor":null}', '{"a":"\\u0000"}',
  '{"a":"\\ud83e"}', '['.repeat(5000), '\u0000', '{"id":{}}', '{"text":[]}', '[{},{}]', '{"":""}', '\uFEFF{}',
] as const; // oxfmt-ignore

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const;

/** A text that may stand in the target of a request. */
const inTarget = (text: string) => text.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));

/** A text that may stand in a header. */
const inHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '');

/** A path with one of its parts replaced. */
function replacePart(path: string, place: number, other: string): string {
  const parts = path.split('/').slice(1);
  return `/${parts.with(place % parts.length, other).join('/')}`;
}

/** What a kind of server understands: what mutations begin with. */
export interface Vocabulary {
  /** Whole paths that lead somewhere. */
  paths: readonly string[];
  /** Parts of paths, names and values in a query. */
  words: readonly string[];
  /** Parts of a query that mean something. */
  queries?: readonly string[];
  /** Bodies that lead somewhere. */
  bodies: readonly string[];
  /** Sent with every request, such as a key. */
  headers?: Readonly<Record<string, string>>;
}

/** Requests with known paths, names and bodies, of which any part may be missing, repeated, foreign or damaged. */
export function anyRequest({
  paths,
  words,
  queries = ['x=y'],
  bodies,
  headers = {},
}: Vocabulary): fc.Arbitrary<AnyRequest> {
  const word = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...MEANINGFUL) },
    { weight: 2, arbitrary: fc.constantFrom(...INHERITED) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(encodeURIComponent.bind(null)) },
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...paths), word).map(([begun, more]) => `${begun}/${more}`) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), fc.nat(), word)
        .map(([whole, place, other]) => replacePart(whole, place, other)),
    },
    { weight: 2, arbitrary: fc.array(word, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`) },
  );
  const value = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const known = fc.constantFrom(...queries);
  const query = fc
    .array(
      fc.oneof(
        known,
        fc.tuple(known, fc.nat(40), fc.nat(3), word).map(([whole, from, length, other]) => {
          const place = from % (whole.length + 1);
          return whole.slice(0, place) + other + whole.slice(place + length);
        }),
        fc.tuple(word, value).map((pair) => pair.join('=')),
      ),
      { maxLength: 3 },
    )
    .map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
  const header = fc.tuple(
    fc.constantFrom(
      'accept', 'accept-profile', 'content-profile', 'content-type', 'prefer', 'range', 'range-unit', 'referer', 'x-upsert',
      'x-client-info', 'x-metadata', 'if-none-match', 'cookie', 'x-forwarded-for', 'cf-connecting-ip',
    ), // oxfmt-ignore
    fc.oneof(
      value,
      fc.constantFrom(
        'application/json', 'text/csv', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/vnd.pgrst.plan+json',
        'application/vnd.pgrst.object+json', 'count=exact', 'return=representation', 'tx=rollback', 'handling=strict, x=y',
        'resolution=merge-duplicates', 'missing=default', 'max-affected=1', 'bytes=5-2', 'bytes=-5', 'bytes=0-0,2-3', '0-9', '9-0',
      ), // oxfmt-ignore
    ),
  );
  const body = fc.oneof(
    fc.constantFrom(...bodies),
    fc.constantFrom(...JSON_VALUES),
    fc.json({ maxDepth: 2 }),
    fc.tuple(fc.constantFrom(...bodies), fc.nat(40)).map(([whole, end]) => whole.slice(0, end)),
  );
  return fc
    .record({
      method: fc.constantFrom(...METHODS, 'GET', 'POST', 'POST'),
      path,
      query,
      extra: fc.array(header, { maxLength: 2 }),
      body,
    })
    .map((made) => ({
      method: made.method,
      target: inTarget(made.path + made.query) || '/',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...Object.fromEntries(made.extra.map(([name, text]) => [name, inHeader(text)])),
      },
      body: ['GET', 'HEAD', 'OPTIONS'].includes(made.method) ? '' : made.body,
    }));
}

/** Sends a request. Resolves with the status; with 0 if the server closed the connection without an answer. */
export const send = (url: string, agent: Agent, { method, target, headers, body }: AnyRequest): Promise<number> =>
  new Promise((done) => {
    const sent = request(
      url,
      { agent, method, path: target, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        // A stream that lasts as long as a call.
        if (response.headers['content-type'] === 'application/x-ndjson') response.destroy();
        response.resume().once('close', () => done(response.statusCode ?? 0));
      },
    );
    sent.once('error', () => done(0));
    sent.end(body);
  });

/**
 * Sends generated requests, 16 at a time.
 *
 * @returns those that the server failed to answer, each with its status: 500 and above, or 0
 */
export async function failuresOf(
  url: string,
  vocabulary: Vocabulary,
  { requests, seed }: { requests: number; seed: number },
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const waiting = fc.sample(anyRequest(vocabulary), { numRuns: requests, seed });
  const failures: string[] = [];
  const sendAll = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const status = await send(url, agent, next);
      if (status === 0 || status >= 500) failures.push(`${status} ${JSON.stringify(next)}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sendAll));
  agent.destroy();
  return failures;
}
