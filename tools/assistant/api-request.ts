import { connectionCode, refusal, unanswered, unreadable } from './api-error.ts';

/** The timeout of a request (milliseconds). */
const ANSWER_WITHIN_MS = 30_000;
const RETRIES = 4;
/** The longest wait between two tries, even if the provider asks for more (milliseconds). */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With a slash, and a query if there is one. */
  path: string;
  /** Sent as JSON, or as a form. */
  body?: object | FormData;
}

/** Where requests go and how; the last two are for tests. */
export interface ApiAccess {
  url: string;
  key: string;
  /** Resolves after this many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
  answerWithinMs?: number;
}

export type SendRequest = (request: ApiRequest) => Promise<unknown>;

/** Whether a request can be sent again after this status. A POST must not be carried out twice. */
function isRetried(method: ApiRequest['method'], status: number): boolean {
  if (status === 429) return true;
  if (method === 'GET') return status >= 500;
  return method !== 'POST' && status === 503;
}

/** The wait in a Retry-After header, which holds seconds or a date, in milliseconds. */
function askedWait(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/** Doubles with every try, with jitter, so that requests that failed together are not retried together. */
const ownWait = (tries: number) => FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Sends requests to the provider, and retries them where that is safe.
 *
 * @returns a function that resolves with the answer's JSON, undefined for an empty one, and rejects with an ApiError
 */
export function requestSender({ url, key, wait = pause, answerWithinMs = ANSWER_WITHIN_MS }: ApiAccess): SendRequest {
  return async ({ method, path, body }) => {
    const what = `${method} ${path.split('?')[0] ?? path}`;
    for (let tries = 1; ; tries++) {
      const isLast = tries > RETRIES;
      let answer: { status: number; ok: boolean; retryAfter: string | null; text: string };
      try {
        const isJson = body !== undefined && !(body instanceof FormData);
        const response = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${key}`, ...(isJson ? { 'content-type': 'application/json' } : {}) },
          ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
          redirect: 'error',
          signal: AbortSignal.timeout(answerWithinMs),
        });
        const { status, ok } = response;
        answer = { status, ok, retryAfter: response.headers.get('retry-after'), text: await response.text() };
      } catch (error) {
        const isUnsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(connectionCode(error));
        if (isLast || !(method === 'GET' || isUnsent))
          throw unanswered(what, url, error, method !== 'GET' && !isUnsent);
        await wait(ownWait(tries));
        continue;
      }
      if (answer.ok) return readJson(what, answer.text);
      if (isLast || !isRetried(method, answer.status)) throw refusal(what, answer.status, answer.text, tries, body);
      await wait(askedWait(answer.retryAfter) ?? ownWait(tries));
    }
  };
}

function readJson(what: string, text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable(what, `it is not JSON, but begins with ${JSON.stringify(text.slice(0, 40))}`);
  }
}
